-- What is stored of a request under its Idempotency-Key can't be used to guess what it held. Until now it was a plain hash of
-- the whole body, that of a login with its password, so that whoever had the table could try passwords by the hundred thousand.
--
-- Invariants:
--   * request_hash is keyed with the server's secret, which is not in the database, and no password, code or token is part
--     of it (server/http/serve.ts). Empty says that the reply is older than this rule: its key alone finds it again.
--   * the replies to callers whom nobody knows are bounded in number (server/db/outcomes.ts), so that a stranger with
--     fresh keys can't fill the disk.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.idempotency NO FORCE ROW LEVEL SECURITY;
UPDATE app.idempotency SET request_hash = '';
ALTER TABLE app.idempotency FORCE ROW LEVEL SECURITY;

DELETE FROM platform.idempotency WHERE login_id = '00000000-0000-0000-0000-000000000000';
UPDATE platform.idempotency SET request_hash = '';

CREATE INDEX idempotency_of_strangers ON platform.idempotency (created_at) WHERE login_id = '00000000-0000-0000-0000-000000000000';
GRANT DELETE ON platform.idempotency TO coop_auth;

RESET ROLE;
