package postgres

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Person implements storage.People.
func (s *Store) Person(ctx context.Context, identity string) (storage.Person, error) {
	return one(ctx, s, "person", identity, decode[storage.Person],
		`SELECT body FROM people WHERE id = (SELECT person FROM identities WHERE identity = $1)`)
}

// Everybody implements storage.People.
func (s *Store) Everybody(ctx context.Context) ([]storage.Person, error) {
	return list(ctx, s, "all of", "people", decode[storage.Person], `SELECT body FROM people ORDER BY id`)
}

// PutPerson implements storage.People.
func (s *Store) PutPerson(ctx context.Context, p storage.Person) error {
	body, err := encode(p)
	wrong := cmp.Or(storage.CheckPerson(p), err)
	return s.write(ctx, "keep person", p.ID, wrong, func(b *batch) { putPerson(b, p, body) })
}

// putPerson writes a person if the stored one has the previous version.
func putPerson(b *batch, p storage.Person, body string) {
	if p.Version == 1 {
		b.must(storage.ErrConflict, `SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM people WHERE id = $1)`, p.ID)
	} else {
		b.must(storage.ErrConflict, `SELECT 1 FROM people WHERE id = $1 AND version = $2 FOR UPDATE`, p.ID, p.Version-1)
	}
	b.Queue(`DELETE FROM identities WHERE person = $1`, p.ID)
	if len(p.Identities) < 2 {
		b.Queue(`DELETE FROM people WHERE id = $1`, p.ID)
		return
	}
	// An identity that is taken, or a concurrent insert, is a unique_violation, which translate maps to ErrConflict.
	b.Queue(`INSERT INTO identities (identity, person)
		SELECT identity, $1 FROM unnest($2::text[]) AS new (identity) ORDER BY identity`, p.ID, p.Identities)
	b.Queue(`INSERT INTO people (id, version, body) VALUES ($1, $2, $3)
		ON CONFLICT (id) DO UPDATE SET version = excluded.version, body = excluded.body`, p.ID, p.Version, body)
}

// Finish implements storage.People.
func (s *Store) Finish(ctx context.Context, head storage.Head, ratings []storage.Rating, events ...match.Event) error {
	// All matches write their ratings in the same order, so that concurrent matches of the same people do not deadlock.
	ratings = slices.SortedFunc(slices.Values(ratings), func(a, b storage.Rating) int {
		return cmp.Or(cmp.Compare(a.Person, b.Person), cmp.Compare(a.Game, b.Game))
	})
	bodies, err := storage.EncodeAll(ratings, encode)
	wrong := cmp.Or(storage.CheckAppend(head, events), storage.CheckRatings(ratings), err)
	return s.put(ctx, "append to match", head, events, wrong, func(r row, b *batch) {
		r.putHead(b, head.N-len(events))
		r.putEvents(b, head.N-len(events))
		for i, rating := range ratings {
			putRating(b, rating, bodies[i])
		}
	})
}

// putRating writes a rating if the stored one has r.Before results.
func putRating(b *batch, r storage.Rating, body string) {
	wrong := fmt.Errorf("the results of %.40q: %w", r.Person, storage.ErrConflict)
	if r.Before() == 0 {
		b.must(wrong, `INSERT INTO ratings (person, game, results, body) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING 1`,
			r.Person, r.Game, r.Played(), body)
		return
	}
	b.must(wrong, `UPDATE ratings SET results = $3, body = $4 WHERE person = $1 AND game = $2 AND results = $5 RETURNING 1`,
		r.Person, r.Game, r.Played(), body, r.Before())
}

// Ratings implements storage.People.
func (s *Store) Ratings(ctx context.Context, q storage.RatingQuery) ([]storage.Rating, error) {
	where := "" // conditions that fit an index
	if q.Person != "" {
		where += " AND person = @person"
	}
	if q.Game != "" {
		where += " AND game = @game"
	}
	return list(ctx, s, "ratings of", q.Person, decode[storage.Rating],
		`SELECT body FROM ratings WHERE true`+where+` ORDER BY person, game`,
		pgx.NamedArgs{"person": q.Person, "game": q.Game})
}

// SetRatings implements storage.People.
func (s *Store) SetRatings(ctx context.Context, person string, ratings []storage.Rating) error {
	bodies, err := storage.EncodeAll(ratings, encode)
	wrong := cmp.Or(storage.CheckSetRatings(person, ratings), err)
	return s.write(ctx, "set the ratings of", person, wrong, func(b *batch) {
		b.Queue(`SELECT pg_advisory_xact_lock(hashtext($1))`, person)
		b.Queue(`DELETE FROM ratings WHERE person = $1`, person)
		for i, r := range ratings {
			b.Queue(`INSERT INTO ratings (person, game, results, body) VALUES ($1, $2, $3, $4)
				ON CONFLICT (person, game) DO UPDATE SET results = excluded.results, body = excluded.body`,
				person, r.Game, r.Played(), bodies[i])
		}
	})
}
