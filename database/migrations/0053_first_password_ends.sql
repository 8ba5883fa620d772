-- The password that a first start makes up for the super administrator is for the first login only.
--
-- Invariant: first_password_ends_at is there as long as nobody has replaced that password; until then its sessions open
-- nothing but the own login (permit.ts), and from then on it opens none (login-super-admin.ts). Whatever sets a password
-- clears it. Passwords from before this migration count as chosen: the database can't tell which of them was made up.

SET LOCAL ROLE coop_owner;

ALTER TABLE platform.login ADD COLUMN first_password_ends_at timestamptz CHECK (first_password_ends_at IS NULL OR kind = 'superadmin');

RESET ROLE;
