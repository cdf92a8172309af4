-- People with several identities, and ratings.

CREATE TABLE people (
    id      text COLLATE "C" PRIMARY KEY,
    version integer NOT NULL,
    body    text    NOT NULL           -- as JSON
);

CREATE TABLE identities (
    identity text COLLATE "C" PRIMARY KEY,
    person   text COLLATE "C" NOT NULL
);
CREATE INDEX identities_person ON identities (person);

CREATE TABLE ratings (
    person  text COLLATE "C" NOT NULL,
    game    text COLLATE "C" NOT NULL,
    results integer NOT NULL,          -- that count
    body    text    NOT NULL,          -- as JSON
    PRIMARY KEY (person, game)
);
CREATE INDEX ratings_game ON ratings (game, person);
