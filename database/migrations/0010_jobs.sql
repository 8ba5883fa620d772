-- What goes on after the commit that caused it: jobs of the job library, whose own tables are in the schema job. The library
-- makes them before this migration (server/db/job-library.ts, decision 48).
--
-- Invariants:
--   * a job is added by the transaction that causes it, through these functions alone: no login role writes a job but coop_jobs,
--     and a cooperative's session adds jobs of its own cooperative only (gate_jobs_are_apart);
--   * a job holds identifiers and our own words: no name, phone or amount (gate_jobs_are_apart);
--   * every message that waits has its job from the moment it is inserted.
-- Relied on by: server/db/jobs.ts, server/jobs/job-runner.ts, and everything that leaves a message.

GRANT USAGE ON SCHEMA job TO coop_owner;
GRANT SELECT ON job.queue TO coop_owner;
GRANT INSERT ON job.job TO coop_owner;

SET LOCAL ROLE coop_owner;

-- With the settings of its queue. Jobs of one cooperative have its id as their group, of which one runs at a time.
CREATE FUNCTION platform.add_job(p_queue text, p_cooperative uuid, p_data jsonb, p_not_before timestamptz DEFAULT now()) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO job.job (name, data, group_id, start_after, keep_until, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
    deletion_seconds, dead_letter, heartbeat_seconds)
  SELECT q.name, p_data, p_cooperative::text, p_not_before, p_not_before + make_interval(secs => q.retention_seconds), q.policy, q.retry_limit, q.retry_delay,
    q.retry_backoff, q.retry_delay_max, q.expire_seconds, q.deletion_seconds, q.dead_letter, q.heartbeat_seconds
  FROM job.queue q WHERE q.name = p_queue
$$;
REVOKE EXECUTE ON FUNCTION platform.add_job(text, uuid, jsonb, timestamptz) FROM PUBLIC;

-- What an officer has started, for the cooperative of this transaction; p_author are the identifiers of who started it.
CREATE FUNCTION app.add_file_job(p_kind text, p_subject uuid, p_author jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF app.coop_id() IS NULL OR p_kind NOT IN ('import', 'return', 'credits') THEN
    RAISE EXCEPTION 'A job of a file has a cooperative and a known kind';
  END IF;
  PERFORM platform.add_job('files', app.coop_id(),
    jsonb_build_object('kind', p_kind, 'cooperative', app.coop_id(), 'subject', p_subject, 'author', p_author));
END $$;
REVOKE EXECUTE ON FUNCTION app.add_file_job(text, uuid, jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.add_file_job(text, uuid, jsonb) TO coop_app;

ALTER TABLE platform.message ADD gave_up_at timestamptz;  -- it was refused for good, or failed at every try
COMMENT ON COLUMN platform.message.next_attempt_at IS 'Not sent before this; what comes after is the matter of its job.';
GRANT UPDATE (gave_up_at) ON platform.message TO coop_jobs;

-- Few enough that one cooperative's many messages let others' go between them.
CREATE FUNCTION platform.add_message_jobs() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM platform.add_job('messages', m.cooperative_id, jsonb_build_object('messages', jsonb_agg(m.message_id ORDER BY m.message_id)), m.next_attempt_at)
  FROM (SELECT cooperative_id, next_attempt_at, message_id, (row_number() OVER (PARTITION BY cooperative_id, next_attempt_at ORDER BY message_id) - 1) / 50 AS part
    FROM added WHERE sent_at IS NULL) m
  GROUP BY m.cooperative_id, m.next_attempt_at, m.part
  ORDER BY m.part;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION platform.add_message_jobs() FROM PUBLIC;
CREATE TRIGGER has_its_job AFTER INSERT ON platform.message REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION platform.add_message_jobs();

RESET ROLE;

-- What an earlier version left: its messages get their jobs, its unfinished files are ended as that version would have shown them.
SELECT platform.add_job('messages', cooperative_id, jsonb_build_object('messages', jsonb_build_array(message_id)))
FROM platform.message WHERE sent_at IS NULL;
UPDATE app.import SET status = 'failed', progress = 0, failure = 'The server stopped while this file was being posted. Nothing was stored. Post it again.'
WHERE status = 'posting';
UPDATE app.deduction_return SET status = 'failed', progress = 0, failure = 'The server stopped while this return was being posted. Nothing was stored. Post it again.'
WHERE status = 'posting';
