package bolt

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// ratingKey returns the key of a rating, and byGameKey that of its entry in the index by game.
func ratingKey(person, game string) string { return person + "\x00" + game }
func byGameKey(person, game string) string { return game + "\x00" + person }

// Person implements storage.People.
func (s *Store) Person(ctx context.Context, identity string) (storage.Person, error) {
	return read(ctx, s, "person", identity, func(tx *bbolt.Tx) (p storage.Person, err error) {
		id := tx.Bucket([]byte(byIdentity)).Get([]byte(identity))
		if id == nil {
			return p, storage.ErrNotFound
		}
		if p, err = load[storage.Person](tx, people, string(id)); errors.Is(err, storage.ErrNotFound) {
			err = fmt.Errorf("%w (the person %.40q is missing)", ErrDamaged, id)
		}
		return p, err
	})
}

// Everybody implements storage.People.
func (s *Store) Everybody(ctx context.Context) ([]storage.Person, error) {
	return read(ctx, s, "all of", people, func(tx *bbolt.Tx) (all []storage.Person, err error) {
		for _, v := range below(tx, people, "") {
			p, err := decode[storage.Person](v)
			if err := cmp.Or(ctx.Err(), err); err != nil {
				return nil, err
			}
			all = append(all, p)
		}
		return all, nil
	})
}

// PutPerson implements storage.People.
func (s *Store) PutPerson(ctx context.Context, p storage.Person) error {
	encoded, err := encode(p)
	return s.write(ctx, "keep person", p.ID, cmp.Or(err, storage.CheckPerson(p)),
		func(u *update) (refused error) { return u.putPerson(p, encoded) })
}

func (u *update) putPerson(p storage.Person, encoded []byte) (refused error) {
	old, err := load[storage.Person](u.Tx, people, p.ID)
	switch {
	case storage.Absent(err) != nil:
		return err
	case old.Version != p.Version-1:
		return fmt.Errorf("it has version %d: %w", old.Version, storage.ErrConflict)
	}
	for _, identity := range p.Identities {
		if id := u.Bucket([]byte(byIdentity)).Get([]byte(identity)); id != nil && string(id) != p.ID {
			return fmt.Errorf("an identity is that of %.40q: %w", id, storage.ErrConflict)
		}
	}
	for _, identity := range old.Identities {
		u.delete(byIdentity, identity)
	}
	if len(p.Identities) < 2 {
		u.delete(people, p.ID)
		return nil
	}
	for _, identity := range p.Identities {
		u.put(byIdentity, identity, []byte(p.ID))
	}
	u.put(people, p.ID, encoded)
	return nil
}

// Finish implements storage.People.
func (s *Store) Finish(ctx context.Context, head storage.Head, ratings []storage.Rating, events ...match.Event) error {
	r, err := newRow(head, events)
	encoded, wrong := storage.EncodeAll(ratings, encode)
	wrong = cmp.Or(err, wrong, storage.CheckRatings(ratings))
	return s.write(ctx, "append to match", head.ID, wrong, func(u *update) (refused error) {
		had, refused := u.holds(head.ID, r.first-1)
		if err := cmp.Or(refused, u.follow(ratings)); err != nil {
			return err
		}
		r.put(u, had)
		u.putRatings(ratings, encoded)
		return nil
	})
}

// follow fails unless each rating continues the stored one: the stored one must have r.Before results.
func (u *update) follow(ratings []storage.Rating) error {
	for _, r := range ratings {
		old, err := load[storage.Rating](u.Tx, ratingsOf, ratingKey(r.Person, r.Game))
		switch held := old.Played(); {
		case storage.Absent(err) != nil:
			return err
		case held != r.Before():
			return fmt.Errorf("%.40q has %d results: %w", r.Person, held, storage.ErrConflict)
		}
	}
	return nil
}

func (u *update) putRatings(ratings []storage.Rating, encoded [][]byte) {
	for i, r := range ratings {
		u.put(ratingsOf, ratingKey(r.Person, r.Game), encoded[i])
		u.put(byGame, byGameKey(r.Person, r.Game), nil)
	}
}

// Ratings implements storage.People.
func (s *Store) Ratings(ctx context.Context, q storage.RatingQuery) ([]storage.Rating, error) {
	if zero(q.Person) || zero(q.Game) {
		return nil, ctx.Err()
	}
	index, prefix := ratingsOf, ""
	switch {
	case q.Person != "":
		prefix = ratingKey(q.Person, "")
	case q.Game != "":
		index, prefix = byGame, byGameKey("", q.Game)
	}
	return read(ctx, s, "ratings of", q.Person, func(tx *bbolt.Tx) (list []storage.Rating, err error) {
		for rest := range below(tx, index, prefix) {
			key := prefix + string(rest)
			if index == byGame {
				key = ratingKey(string(rest), q.Game)
			}
			r, err := decode[storage.Rating](tx.Bucket([]byte(ratingsOf)).Get([]byte(key)))
			if err := cmp.Or(ctx.Err(), err); err != nil {
				return nil, err
			}
			if q.Game == "" || r.Game == q.Game {
				list = append(list, r)
			}
		}
		return list, nil
	})
}

// SetRatings implements storage.People.
func (s *Store) SetRatings(ctx context.Context, person string, ratings []storage.Rating) error {
	encoded, err := storage.EncodeAll(ratings, encode)
	wrong := cmp.Or(err, storage.CheckSetRatings(person, ratings))
	return s.write(ctx, "set the ratings of", person, wrong, func(u *update) (refused error) {
		var games []string
		for game := range below(u.Tx, ratingsOf, ratingKey(person, "")) {
			games = append(games, string(game))
		}
		for _, game := range games {
			u.delete(ratingsOf, ratingKey(person, game))
			u.delete(byGame, byGameKey(person, game))
		}
		u.putRatings(ratings, encoded)
		return nil
	})
}
