-- The day of joining of members whose row in the file has none; the officer says which. Before, they joined on the day of the import.

SET LOCAL ROLE coop_owner;
ALTER TABLE app.import ADD COLUMN joined_on date;
GRANT UPDATE (joined_on) ON app.import TO coop_app;
RESET ROLE;
