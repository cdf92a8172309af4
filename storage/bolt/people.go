package bolt

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"time"

	"go.etcd.io/bbolt"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

type personValue struct {
	V int `json:"v"`
	storage.Person
}

type ratingValue struct {
	V int `json:"v"`
	storage.Rating
}

func decodePerson(b []byte) (storage.Person, error) {
	var v personValue
	err := decode(b, &v, &v.V)
	return v.Person, err
}

func decodeRating(b []byte) (storage.Rating, error) {
	var v ratingValue
	err := decode(b, &v, &v.V)
	return v.Rating, err
}

// ratingKey is the key of a rating, and byGameKey that of its entry in the index by games.
func ratingKey(person, game string) []byte { return []byte(person + "\x00" + game) }
func byGameKey(person, game string) []byte { return []byte(game + "\x00" + person) }

// Person implements storage.People.
func (s *Store) Person(ctx context.Context, identity string) (p storage.Person, err error) {
	defer storage.Wrap(&err, "person %.40q", identity)
	err = s.read(ctx, func(tx *bbolt.Tx) (err error) {
		id := tx.Bucket([]byte(byIdentity)).Get([]byte(identity))
		if id == nil {
			return storage.ErrNotFound
		}
		b := tx.Bucket([]byte(people)).Get(id)
		if b == nil {
			return fmt.Errorf("%w (the person %.40q is missing)", ErrDamaged, id)
		}
		p, err = decodePerson(b)
		return err
	})
	return p, err
}

// Everybody implements storage.People.
func (s *Store) Everybody(ctx context.Context) (all []storage.Person, err error) {
	defer storage.Wrap(&err, "everybody")
	err = s.read(ctx, func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte(people)).ForEach(func(_, v []byte) error {
			p, err := decodePerson(v)
			all = append(all, p)
			return errors.Join(err, ctx.Err())
		})
	})
	return all, err
}

// PutPerson implements storage.People.
func (s *Store) PutPerson(ctx context.Context, p storage.Person) (err error) {
	defer storage.Wrap(&err, "keep person %.40q", p.ID)
	encoded, err := json.Marshal(personValue{valueVersion, p})
	if err := cmp.Or(err, storage.CheckPerson(p)); err != nil {
		return err
	}
	return s.write(ctx, func(tx *bbolt.Tx) (refused, failed error) { return putPerson(tx, p, encoded) })
}

func putPerson(tx *bbolt.Tx, p storage.Person, encoded []byte) (refused, failed error) {
	all, index := tx.Bucket([]byte(people)), tx.Bucket([]byte(byIdentity))
	var old storage.Person
	if b := all.Get([]byte(p.ID)); b != nil {
		if old, refused = decodePerson(b); refused != nil {
			return refused, nil
		}
	}
	if old.Version != p.Version-1 {
		return fmt.Errorf("it has version %d: %w", old.Version, storage.ErrConflict), nil
	}
	for _, identity := range p.Identities {
		if id := index.Get([]byte(identity)); id != nil && string(id) != p.ID {
			return fmt.Errorf("an identity is that of %.40q: %w", id, storage.ErrConflict), nil
		}
	}
	for _, identity := range old.Identities {
		if err := index.Delete([]byte(identity)); err != nil {
			return nil, err
		}
	}
	if len(p.Identities) < 2 {
		return nil, all.Delete([]byte(p.ID))
	}
	for _, identity := range p.Identities {
		if err := index.Put([]byte(identity), []byte(p.ID)); err != nil {
			return nil, err
		}
	}
	return nil, all.Put([]byte(p.ID), encoded)
}

// Finish implements storage.People.
func (s *Store) Finish(ctx context.Context, head storage.Head, ratings []storage.Rating,
	events ...match.Event) (err error) {
	defer storage.Wrap(&err, "finish match %.40q", head.ID)
	a, err := newAppending(head, events)
	encoded, wrong := encodeRatings(ratings)
	if err := cmp.Or(err, wrong, storage.CheckRatings(ratings)); err != nil {
		return err
	}
	return s.write(ctx, func(tx *bbolt.Tx) (refused, failed error) {
		if refused = follow(tx, ratings); refused != nil {
			return refused, nil
		}
		if refused, failed = a.apply(tx); refused != nil || failed != nil {
			return refused, failed
		}
		return nil, putRatings(tx, ratings, encoded)
	})
}

func encodeRatings(ratings []storage.Rating) (encoded [][]byte, err error) {
	for _, r := range ratings {
		b, err := json.Marshal(ratingValue{valueVersion, r})
		if err != nil {
			return nil, err
		}
		encoded = append(encoded, b)
	}
	return encoded, nil
}

// follow fails unless each rating has one result more than the one that is stored.
func follow(tx *bbolt.Tx, ratings []storage.Rating) error {
	for _, r := range ratings {
		held := 0
		if b := tx.Bucket([]byte(ratingsOf)).Get(ratingKey(r.Person, r.Game)); b != nil {
			old, err := decodeRating(b)
			if err != nil {
				return err
			}
			held = old.Played()
		}
		if held != r.Before() {
			return fmt.Errorf("%.40q has %d results: %w", r.Person, held, storage.ErrConflict)
		}
	}
	return nil
}

func putRatings(tx *bbolt.Tx, ratings []storage.Rating, encoded [][]byte) error {
	for i, r := range ratings {
		err := errors.Join(tx.Bucket([]byte(ratingsOf)).Put(ratingKey(r.Person, r.Game), encoded[i]),
			tx.Bucket([]byte(byGame)).Put(byGameKey(r.Person, r.Game), nil))
		if err != nil {
			return err
		}
	}
	return nil
}

// Ratings implements storage.People.
func (s *Store) Ratings(ctx context.Context, q storage.RatingQuery) (list []storage.Rating, err error) {
	defer storage.Wrap(&err, "ratings")
	if zero(q.Person) || zero(q.Game) {
		return nil, ctx.Err()
	}
	err = s.read(ctx, func(tx *bbolt.Tx) error {
		for b := range ratingsFor(tx, q) {
			r, err := decodeRating(b)
			if err := cmp.Or(ctx.Err(), err); err != nil {
				return err
			}
			if q.Game == "" || r.Game == q.Game {
				list = append(list, r)
			}
		}
		return nil
	})
	return list, err
}

// ratingsFor walks through those among which are all that fit a query: of a person, or of a game, or all.
func ratingsFor(tx *bbolt.Tx, q storage.RatingQuery) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		if q.Game != "" && q.Person == "" {
			for person := range below(tx, byGame, q.Game+"\x00") {
				if !yield(tx.Bucket([]byte(ratingsOf)).Get(ratingKey(string(person), q.Game))) {
					return
				}
			}
			return
		}
		prefix := ""
		if q.Person != "" {
			prefix = string(ratingKey(q.Person, ""))
		}
		for _, b := range below(tx, ratingsOf, prefix) {
			if !yield(b) {
				return
			}
		}
	}
}

// SetRatings implements storage.People.
func (s *Store) SetRatings(ctx context.Context, person string, ratings []storage.Rating) (err error) {
	defer storage.Wrap(&err, "set the ratings of %.40q", person)
	encoded, err := encodeRatings(ratings)
	if err := cmp.Or(err, storage.CheckSetRatings(person, ratings)); err != nil {
		return err
	}
	return s.write(ctx, func(tx *bbolt.Tx) (refused, failed error) {
		return nil, setRatings(tx, person, ratings, encoded)
	})
}

func setRatings(tx *bbolt.Tx, person string, ratings []storage.Rating, encoded [][]byte) error {
	var games []string
	for game := range below(tx, ratingsOf, string(ratingKey(person, ""))) {
		games = append(games, string(game))
	}
	for _, game := range games {
		err := errors.Join(tx.Bucket([]byte(ratingsOf)).Delete(ratingKey(person, game)),
			tx.Bucket([]byte(byGame)).Delete(byGameKey(person, game)))
		if err != nil {
			return err
		}
	}
	return putRatings(tx, ratings, encoded)
}

// Soonest implements storage.People.
func (s *Store) Soonest(ctx context.Context) (soonest time.Time, err error) {
	defer storage.Wrap(&err, "the soonest deadline")
	err = s.read(ctx, func(tx *bbolt.Tx) error {
		k, _ := tx.Bucket([]byte(byDeadline)).Cursor().First()
		if k == nil {
			return nil
		}
		if len(k) <= stampLen {
			return fmt.Errorf("%w (a deadline of %d bytes)", ErrDamaged, len(k))
		}
		soonest = stamped(k[:stampLen])
		return nil
	})
	return soonest, err
}
