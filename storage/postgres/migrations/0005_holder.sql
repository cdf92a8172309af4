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

-- Several processes shared the work by these. What was heard on Telegram and not answered goes to where the bot writes that
-- down; the bot is the one whose commands are known.
INSERT INTO settings
    SELECT 'telegram/' || bot || '/unhandled', '[' || string_agg(body, ',' ORDER BY number) || ']'
    FROM inbox, (SELECT split_part(key, '/', 2) AS bot FROM settings WHERE key LIKE 'telegram/%/commands') AS known
    WHERE service = 'telegram' GROUP BY bot
    ON CONFLICT DO NOTHING;
DROP TABLE leases;
DROP TABLE inbox;
