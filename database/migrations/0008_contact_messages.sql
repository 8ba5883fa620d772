-- What visitors write on the contact page, for the super admin's inbox: no cooperative is known, so no tenant.

SET LOCAL ROLE coop_owner;

CREATE TABLE platform.contact_message (
  contact_message_id uuid PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY,        -- shown as C-000123; gaps mean nothing
  name text NOT NULL,
  email text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  search_text text NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'answered')),
  note text,
  answered_at timestamptz,
  address_hash bytea,                                -- keyed hash, forgotten after a day: it only counts messages an hour
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((status = 'answered') = (answered_at IS NOT NULL))
);
CREATE UNIQUE INDEX contact_message_number ON platform.contact_message (number);
CREATE INDEX contact_message_by_status ON platform.contact_message (status, created_at DESC);
CREATE INDEX contact_message_recent ON platform.contact_message (address_hash, created_at) WHERE address_hash IS NOT NULL;

GRANT SELECT (number, address_hash, created_at), INSERT ON platform.contact_message TO coop_auth;
GRANT SELECT, UPDATE (status, note, answered_at) ON platform.contact_message TO coop_platform;
GRANT SELECT (created_at, address_hash), UPDATE (address_hash), DELETE ON platform.contact_message TO coop_jobs;

RESET ROLE;
