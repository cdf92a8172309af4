package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Person implements storage.People.
func (s *Store) Person(ctx context.Context, identity string) (p storage.Person, err error) {
	err = s.use(ctx, func(ctx context.Context) error {
		if !storable(identity) {
			return storage.ErrNotFound
		}
		var body string
		err := s.pool.QueryRow(ctx, `SELECT body FROM people WHERE id = (SELECT person FROM identities WHERE identity = $1)`,
			identity).Scan(&body)
		if err != nil {
			return err
		}
		return json.Unmarshal([]byte(body), &p)
	})
	if err != nil {
		return storage.Person{}, fmt.Errorf("person %.40q: %w", identity, err)
	}
	return p, nil
}

// Everybody implements storage.People.
func (s *Store) Everybody(ctx context.Context) (all []storage.Person, err error) {
	err = s.useLong(ctx, func(ctx context.Context) error {
		rows, err := s.pool.Query(ctx, `SELECT body FROM people ORDER BY id`)
		if err != nil {
			return err
		}
		bodies, err := pgx.CollectRows(rows, pgx.RowTo[string])
		for _, body := range bodies {
			var p storage.Person
			err = errors.Join(err, json.Unmarshal([]byte(body), &p))
			all = append(all, p)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("everybody: %w", err)
	}
	return all, nil
}

// PutPerson implements storage.People.
func (s *Store) PutPerson(ctx context.Context, p storage.Person) error {
	err := storage.CheckPerson(p)
	var body []byte
	if err == nil {
		body, err = json.Marshal(p)
	}
	if err == nil {
		err = s.write(ctx, func(b *batch) { putPerson(b, p, string(body)) })
	}
	if err != nil {
		return fmt.Errorf("keep person %.40q: %w", p.ID, err)
	}
	return nil
}

// putPerson writes a person, provided that the one that is stored has the version before.
func putPerson(b *batch, p storage.Person, body string) {
	if p.Version == 1 {
		b.must(storage.ErrConflict, `SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM people WHERE id = $1)`, p.ID)
	} else {
		b.must(storage.ErrConflict, `SELECT 1 FROM people WHERE id = $1 AND version = $2`, p.ID, p.Version-1)
	}
	b.Queue(`DELETE FROM identities WHERE person = $1`, p.ID)
	if len(p.Identities) < 2 {
		b.Queue(`DELETE FROM people WHERE id = $1`, p.ID)
		return
	}
	// An identity of somebody else is a unique_violation, which is told as ErrConflict.
	b.Queue(`INSERT INTO identities (identity, person) SELECT identity, $1 FROM unnest($2::text[]) AS new (identity)`,
		p.ID, p.Identities)
	b.Queue(`INSERT INTO people (id, version, body) VALUES ($1, $2, $3)
		ON CONFLICT (id) DO UPDATE SET version = excluded.version, body = excluded.body`, p.ID, p.Version, body)
}

// Finish implements storage.People.
func (s *Store) Finish(ctx context.Context, head storage.Head, ratings []storage.Rating, events ...match.Event) error {
	if err := s.finish(ctx, head, ratings, events); err != nil {
		return fmt.Errorf("finish match %.40q: %w", head.ID, err)
	}
	return nil
}

func (s *Store) finish(ctx context.Context, head storage.Head, ratings []storage.Rating, events []match.Event) error {
	if err := errors.Join(storage.CheckAppend(head, events), storage.CheckRatings(ratings)); err != nil {
		return err
	}
	r, err := encode(head, events)
	if err != nil {
		return err
	}
	var bodies []string
	for _, rating := range ratings {
		body, err := json.Marshal(rating)
		if err != nil {
			return err
		}
		bodies = append(bodies, string(body))
	}
	return s.write(ctx, func(b *batch) {
		r.putHead(b, head.N-len(events))
		r.putEvents(b, head.N-len(events))
		r.putNames(b)
		for i, rating := range ratings {
			putRating(b, rating, bodies[i], rating.Before())
		}
	})
}

// putRating writes a rating, provided that the one that is stored has a number of results.
func putRating(b *batch, r storage.Rating, body string, has int) {
	wrong := fmt.Errorf("the results of %.40q: %w", r.Person, storage.ErrConflict)
	if has == 0 {
		b.must(wrong, `INSERT INTO ratings (person, game, results, body) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING 1`,
			r.Person, r.Game, r.Played(), body)
		return
	}
	b.must(wrong, `UPDATE ratings SET results = $3, body = $4 WHERE person = $1 AND game = $2 AND results = $5 RETURNING 1`,
		r.Person, r.Game, r.Played(), body, has)
}

// Ratings implements storage.People.
func (s *Store) Ratings(ctx context.Context, q storage.RatingQuery) (list []storage.Rating, err error) {
	err = s.use(ctx, func(ctx context.Context) error {
		if !storable(q.Person) || !storable(q.Game) {
			return nil
		}
		where, of := "", []any{} // one condition for each index
		if q.Person != "" {
			of = append(of, q.Person)
			where = " WHERE person = $1"
		}
		if q.Game != "" {
			of = append(of, q.Game)
			where = []string{" WHERE game = $1", where + " AND game = $2"}[len(of)-1]
		}
		rows, err := s.pool.Query(ctx, `SELECT body FROM ratings`+where+` ORDER BY person, game`, of...)
		if err != nil {
			return err
		}
		bodies, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return err
		}
		for _, body := range bodies {
			var r storage.Rating
			if err := json.Unmarshal([]byte(body), &r); err != nil {
				return err
			}
			list = append(list, r)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("ratings: %w", err)
	}
	return list, nil
}

// SetRatings implements storage.People.
func (s *Store) SetRatings(ctx context.Context, person string, ratings []storage.Rating) error {
	err := storage.CheckSetRatings(person, ratings)
	var bodies []string
	for _, r := range ratings {
		body, wrong := json.Marshal(r)
		err = errors.Join(err, wrong)
		bodies = append(bodies, string(body))
	}
	if err == nil {
		err = s.write(ctx, func(b *batch) {
			b.Queue(`DELETE FROM ratings WHERE person = $1`, person)
			for i, r := range ratings {
				putRating(b, r, bodies[i], 0)
			}
		})
	}
	if err != nil {
		return fmt.Errorf("set the ratings of %.40q: %w", person, err)
	}
	return nil
}

// Soonest implements storage.People.
func (s *Store) Soonest(ctx context.Context) (soonest time.Time, err error) {
	err = s.use(ctx, func(ctx context.Context) error {
		var seconds, nanos int64
		err := s.pool.QueryRow(ctx, `SELECT due, due_ns FROM matches WHERE due IS NOT NULL ORDER BY due, due_ns LIMIT 1`).
			Scan(&seconds, &nanos)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err == nil {
			soonest = time.Unix(seconds, nanos).UTC()
		}
		return err
	})
	if err != nil {
		return time.Time{}, fmt.Errorf("the soonest deadline: %w", err)
	}
	return soonest, nil
}
