-- What several processes share: who does which work, and what was heard and waits to be dealt with.

CREATE TABLE leases (
    name   text COLLATE "C" PRIMARY KEY,
    fence  bigint NOT NULL,
    holder text COLLATE "C" NOT NULL,   -- '': none
    until  bigint NOT NULL,             -- by the clock of the database, in Unix milliseconds
    UNIQUE (name, fence)                -- so that a fence cannot change under a write that has looked at it
);

CREATE TABLE inbox (
    box     text COLLATE "C" NOT NULL,
    service text COLLATE "C" NOT NULL,
    number  bigint NOT NULL,
    body    text NOT NULL,
    PRIMARY KEY (box, service, number)
);
