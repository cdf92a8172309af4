-- Matches, their events, and what they are found by. Texts compare by their bytes. Times are Unix seconds and nanoseconds,
-- because a timestamp of the database is only exact to a microsecond.

CREATE TABLE matches (
    id       text COLLATE "C" PRIMARY KEY,
    n        integer  NOT NULL,  -- events stored
    head     text     NOT NULL,  -- as JSON: the truth, of which the columns below are for finding it
    began    bigint   NOT NULL,
    began_ns integer  NOT NULL,
    ended    boolean  NOT NULL,
    unsaid   boolean  NOT NULL,
    due      bigint,             -- NULL: no deadline
    due_ns   integer
);
CREATE INDEX matches_newest ON matches (began DESC, began_ns DESC, id DESC);
CREATE INDEX matches_live   ON matches (began DESC, began_ns DESC, id DESC) WHERE NOT ended;
CREATE INDEX matches_unsaid ON matches (began DESC, began_ns DESC, id DESC) WHERE unsaid;
CREATE INDEX matches_due    ON matches (due, due_ns) WHERE due IS NOT NULL;

CREATE TABLE events (
    match text COLLATE "C" NOT NULL,
    n     integer NOT NULL,      -- from 1
    body  text    NOT NULL,      -- as JSON
    PRIMARY KEY (match, n)
);

CREATE TABLE causes (
    cause text COLLATE "C" NOT NULL,
    match text COLLATE "C" NOT NULL,
    PRIMARY KEY (cause, match)
);
CREATE INDEX causes_match ON causes (match);

-- Whom and where a match concerns: its players as 'p' and their id, its rooms as 'r' and their address.
CREATE TABLE concerns (
    name     text COLLATE "C" NOT NULL,
    match    text COLLATE "C" NOT NULL,
    began    bigint  NOT NULL,
    began_ns integer NOT NULL,
    ended    boolean NOT NULL,
    PRIMARY KEY (match, name)
);
CREATE INDEX concerns_newest ON concerns (name, began DESC, began_ns DESC, match DESC);
CREATE INDEX concerns_live   ON concerns (name, began DESC, began_ns DESC, match DESC) WHERE NOT ended;

CREATE TABLE settings (
    key   text COLLATE "C" PRIMARY KEY,
    value text NOT NULL
);
