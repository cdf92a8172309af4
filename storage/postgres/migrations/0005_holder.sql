-- Which process holds the database. A write looks at the epoch, which the next holder raises; the heartbeat is in a table
-- of its own, so that it waits for no write.

CREATE TABLE epoch (number bigint PRIMARY KEY);
INSERT INTO epoch VALUES (0);

CREATE TABLE heartbeat (
    epoch bigint      NOT NULL,
    pid   integer     NOT NULL,  -- of the session that has the lock
    name  text        NOT NULL,  -- of the process
    at    timestamptz NOT NULL
);
INSERT INTO heartbeat VALUES (0, 0, '', 'epoch');

-- Several processes shared the work by these.
DROP TABLE leases;
DROP TABLE inbox;
