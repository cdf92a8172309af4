-- What the process asks for that holds a lease, of what all processes have together.

ALTER TABLE leases ADD COLUMN asks integer NOT NULL DEFAULT 0;
