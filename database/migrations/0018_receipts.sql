-- What is kept of a message after it left, and who relies on it (decision 61):
--   * the provider and its id of the message: a receipt names the two, and changes that message only;
--   * that it arrived, or that the provider gave it up and why, as its receipt says: what has arrived stays so, whatever a late
--     or repeated receipt says (server/messages/receipts.ts);
--   * how many tries have an unknown outcome, because the server was killed or the provider did not answer. After two the
--     message is not tried again, so that one thing is sent twice at most (server/jobs/send-messages.ts).

SET LOCAL ROLE coop_owner;

ALTER TABLE platform.message
  ADD provider text,
  ADD provider_id text,
  ADD parts int,                                    -- of an SMS: each is charged
  ADD cost text,                                    -- as the provider wrote it
  ADD unsure_tries int NOT NULL DEFAULT 0,
  ADD delivered_at timestamptz,
  ADD failed_at timestamptz,                        -- by a receipt; failure says why
  ADD CHECK (delivered_at IS NULL OR failed_at IS NULL);
CREATE INDEX message_of_provider ON platform.message (provider, provider_id) WHERE provider_id IS NOT NULL;
GRANT UPDATE (provider, provider_id, parts, cost, unsure_tries, delivered_at, failed_at) ON platform.message TO coop_jobs;
