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
func (s *Store) Person(ctx context.Context, identity string) (p storage.Person, err error) {
	defer storage.Wrap(&err, "person %.40q", identity)
	return one(ctx, s, decode[storage.Person],
		`SELECT body FROM people WHERE id = (SELECT person FROM identities WHERE identity = $1)`, identity)
}

// Everybody implements storage.People.
func (s *Store) Everybody(ctx context.Context) (all []storage.Person, err error) {
	defer storage.Wrap(&err, "everybody")
	return list(ctx, s, decode[storage.Person], `SELECT body FROM people ORDER BY id`)
}

// PutPerson implements storage.People.
func (s *Store) PutPerson(ctx context.Context, p storage.Person) (err error) {
	defer storage.Wrap(&err, "keep person %.40q", p.ID)
	if err := storage.CheckPerson(p); err != nil {
		return err
	}
	body, err := encode(p)
	if err != nil {
		return err
	}
	return s.write(ctx, func(b *batch) { putPerson(b, p, body) })
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
func (s *Store) Finish(ctx context.Context, head storage.Head, ratings []storage.Rating,
	events ...match.Event) (err error) {
	defer storage.Wrap(&err, "append to match %.40q", head.ID)
	if err := cmp.Or(storage.CheckAppend(head, events), storage.CheckRatings(ratings)); err != nil {
		return err
	}
	// All matches write their ratings in the same order, so that concurrent matches of the same people do not deadlock.
	ratings = slices.SortedFunc(slices.Values(ratings), func(a, b storage.Rating) int {
		return cmp.Or(cmp.Compare(a.Person, b.Person), cmp.Compare(a.Game, b.Game))
	})
	bodies, err := storage.EncodeAll(ratings, encode)
	if err != nil {
		return err
	}
	return s.put(ctx, head, events, func(r row, b *batch) {
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
func (s *Store) Ratings(ctx context.Context, q storage.RatingQuery) (found []storage.Rating, err error) {
	defer storage.Wrap(&err, "ratings")
	where := "" // conditions that fit an index
	if q.Person != "" {
		where += " AND person = @person"
	}
	if q.Game != "" {
		where += " AND game = @game"
	}
	return list(ctx, s, decode[storage.Rating], `SELECT body FROM ratings WHERE true`+where+` ORDER BY person, game`,
		pgx.NamedArgs{"person": q.Person, "game": q.Game})
}

// SetRatings implements storage.People.
func (s *Store) SetRatings(ctx context.Context, person string, ratings []storage.Rating) (err error) {
	defer storage.Wrap(&err, "set the ratings of %.40q", person)
	if err := storage.CheckSetRatings(person, ratings); err != nil {
		return err
	}
	bodies, err := storage.EncodeAll(ratings, encode)
	if err != nil {
		return err
	}
	return s.write(ctx, func(b *batch) {
		b.Queue(`SELECT pg_advisory_xact_lock(hashtext($1))`, person)
		b.Queue(`DELETE FROM ratings WHERE person = $1`, person)
		for i, r := range ratings {
			b.Queue(`INSERT INTO ratings (person, game, results, body) VALUES ($1, $2, $3, $4)
				ON CONFLICT (person, game) DO UPDATE SET results = excluded.results, body = excluded.body`,
				person, r.Game, r.Played(), bodies[i])
		}
	})
}
