package memorytest

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Person implements storage.People.
func (s *Store) Person(ctx context.Context, identity string) (storage.Person, error) {
	var found storage.Person
	err := s.reading(ctx, func() error {
		for _, p := range s.people {
			if slices.Contains(p.Identities, identity) {
				found = p
				found.Identities = slices.Clone(p.Identities)
				return nil
			}
		}
		return storage.ErrNotFound
	})
	if err != nil {
		return storage.Person{}, fmt.Errorf("person %.40q: %w", identity, err)
	}
	return found, nil
}

// Everybody implements storage.People.
func (s *Store) Everybody(ctx context.Context) (all []storage.Person, err error) {
	err = s.reading(ctx, func() error {
		for _, id := range slices.Sorted(maps.Keys(s.people)) {
			p := s.people[id]
			p.Identities = slices.Clone(p.Identities)
			all = append(all, p)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("everybody: %w", err)
	}
	return all, nil
}

// PutPerson implements storage.People.
func (s *Store) PutPerson(ctx context.Context, p storage.Person) error {
	err := storage.CheckPerson(p)
	if err == nil {
		err = s.writing(ctx, func() error { return s.putPerson(p) })
	}
	if err != nil {
		return fmt.Errorf("keep person %.40q: %w", p.ID, err)
	}
	return nil
}

func (s *Store) putPerson(p storage.Person) error {
	if held := s.people[p.ID].Version; held != p.Version-1 {
		return fmt.Errorf("it has version %d: %w", held, storage.ErrConflict)
	}
	for id, other := range s.people {
		if id != p.ID && slices.ContainsFunc(p.Identities,
			func(i string) bool { return slices.Contains(other.Identities, i) }) {
			return fmt.Errorf("an identity is that of %.40q: %w", id, storage.ErrConflict)
		}
	}
	if len(p.Identities) < 2 {
		delete(s.people, p.ID)
		return nil
	}
	p.Identities = slices.Clone(p.Identities)
	s.people[p.ID] = p
	return nil
}

// Finish implements storage.People.
func (s *Store) Finish(ctx context.Context, head storage.Head, ratings []storage.Rating, events ...match.Event) error {
	if err := s.finish(ctx, head, ratings, events); err != nil {
		return fmt.Errorf("finish match %.40q: %w", head.ID, err)
	}
	return nil
}

func (s *Store) finish(ctx context.Context, head storage.Head, ratings []storage.Rating, events []match.Event) error {
	if err := storage.CheckRatings(ratings); err != nil {
		return err
	}
	encoded, err := encodeRatings(ratings)
	if err != nil {
		return err
	}
	return s.append(ctx, head, events, func() error {
		for _, r := range ratings {
			held, err := s.rating(ratingKey{r.Person, r.Game})
			if err != nil {
				return err
			}
			if held.Played() != r.Before() {
				return fmt.Errorf("%.40q has %d results: %w", r.Person, held.Played(), storage.ErrConflict)
			}
		}
		maps.Copy(s.ratings, encoded)
		return nil
	})
}

type ratingKey struct{ person, game string }

func encodeRatings(ratings []storage.Rating) (map[ratingKey][]byte, error) {
	encoded := map[ratingKey][]byte{}
	for _, r := range ratings {
		b, err := json.Marshal(r)
		if err != nil {
			return nil, err
		}
		encoded[ratingKey{r.Person, r.Game}] = b
	}
	return encoded, nil
}

// rating returns a stored rating, zero if there is none. The caller must hold mu.
func (s *Store) rating(key ratingKey) (r storage.Rating, err error) {
	if b := s.ratings[key]; b != nil {
		err = json.Unmarshal(b, &r)
	}
	return r, err
}

// Ratings implements storage.People.
func (s *Store) Ratings(ctx context.Context, q storage.RatingQuery) ([]storage.Rating, error) {
	var list []storage.Rating
	err := s.reading(ctx, func() error {
		for key := range s.ratings {
			if q.Person != "" && q.Person != key.person || q.Game != "" && q.Game != key.game {
				continue
			}
			r, err := s.rating(key)
			if err != nil {
				return err
			}
			list = append(list, r)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("ratings: %w", err)
	}
	slices.SortFunc(list, func(a, b storage.Rating) int {
		return cmp.Or(cmp.Compare(a.Person, b.Person), cmp.Compare(a.Game, b.Game))
	})
	return list, nil
}

// SetRatings implements storage.People.
func (s *Store) SetRatings(ctx context.Context, person string, ratings []storage.Rating) error {
	err := storage.CheckSetRatings(person, ratings)
	var encoded map[ratingKey][]byte
	if err == nil {
		encoded, err = encodeRatings(ratings)
	}
	if err == nil {
		err = s.writing(ctx, func() error {
			maps.DeleteFunc(s.ratings, func(key ratingKey, _ []byte) bool { return key.person == person })
			maps.Copy(s.ratings, encoded)
			return nil
		})
	}
	if err != nil {
		return fmt.Errorf("set the ratings of %.40q: %w", person, err)
	}
	return nil
}

// reading runs do under the read lock.
func (s *Store) reading(ctx context.Context, do func() error) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.inTurn(ctx, do)
}

// writing runs do under the write lock.
func (s *Store) writing(ctx context.Context, do func() error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.inTurn(ctx, do)
}

func (s *Store) inTurn(ctx context.Context, do func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.matches == nil {
		return storage.ErrClosed
	}
	return do()
}
