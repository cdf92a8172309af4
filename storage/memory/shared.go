package memory

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"tabuleiro/storage"
)

// lease is one that was acquired at some time.
type lease struct {
	holder string
	fence  int64
	until  time.Time
	asks   int
}

func (l lease) told(name string) storage.Lease {
	return storage.Lease{Name: name, Holder: l.holder, Fence: l.fence, Left: max(0, time.Until(l.until)), Asks: l.asks}
}

// letter names what waits in a box.
type letter struct {
	box     string
	service string
	number  int64
}

// Acquire implements storage.Shared.
func (s *Store) Acquire(ctx context.Context, holder string, d time.Duration,
	names ...string) (got []storage.Lease, err error) {
	if err := storage.CheckLeases(holder, names); err != nil {
		return nil, fmt.Errorf("acquire leases: %w", err)
	}
	err = s.writing(ctx, func() error {
		for _, name := range names {
			is := s.leases[name]
			if is.holder != "" && time.Now().Before(is.until) {
				continue
			}
			is = lease{holder: holder, fence: is.fence + 1, until: time.Now().Add(d)}
			s.leases[name] = is
			got = append(got, is.told(name))
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("acquire leases: %w", err)
	}
	return got, nil
}

// Renew implements storage.Shared.
func (s *Store) Renew(ctx context.Context, holder string, d time.Duration, asks int) (all []storage.Lease, err error) {
	err = s.writing(ctx, func() error {
		for _, name := range slices.Sorted(maps.Keys(s.leases)) {
			is := s.leases[name]
			if is.holder == holder {
				is.until, is.asks = time.Now().Add(d), asks
				s.leases[name] = is
			}
			all = append(all, is.told(name))
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("renew leases: %w", err)
	}
	return all, nil
}

// Release implements storage.Shared.
func (s *Store) Release(ctx context.Context, leases ...storage.Lease) error {
	err := s.writing(ctx, func() error {
		for _, l := range leases {
			if is := s.leases[l.Name]; is.fence == l.Fence {
				s.leases[l.Name] = lease{fence: is.fence}
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("release leases: %w", err)
	}
	return nil
}

// Forget implements storage.Shared.
func (s *Store) Forget(ctx context.Context, prefix string, over time.Duration) error {
	err := s.writing(ctx, func() error {
		maps.DeleteFunc(s.leases, func(name string, l lease) bool {
			return strings.HasPrefix(name, prefix) && time.Since(l.until) > over
		})
		return nil
	})
	if err != nil {
		return fmt.Errorf("forget leases: %w", err)
	}
	return nil
}

// File implements storage.Shared.
func (s *Store) File(ctx context.Context, letters ...storage.Letter) error {
	err := storage.CheckLetters(letters)
	if err == nil {
		err = s.writing(ctx, func() error {
			for _, l := range letters {
				key := letter{l.Box, l.Service, l.Number}
				if _, there := s.letters[key]; !there {
					s.letters[key] = l.Body
				}
			}
			return nil
		})
	}
	if err != nil {
		return fmt.Errorf("file letters: %w", err)
	}
	return nil
}

// Letters implements storage.Shared.
func (s *Store) Letters(ctx context.Context, boxes []string, known []int64,
	most int) (found []storage.Letter, err error) {
	err = s.reading(ctx, func() error {
		for key, body := range s.letters {
			if slices.Contains(boxes, key.box) && !slices.Contains(known, key.number) {
				found = append(found, storage.Letter{Box: key.box, Service: key.service, Number: key.number, Body: body})
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look for letters: %w", err)
	}
	slices.SortFunc(found, func(a, b storage.Letter) int {
		return cmp.Or(cmp.Compare(a.Service, b.Service), cmp.Compare(a.Number, b.Number))
	})
	return found[:min(len(found), most)], nil
}

// Done implements storage.Shared.
func (s *Store) Done(ctx context.Context, letters ...storage.Letter) error {
	err := s.writing(ctx, func() error {
		for _, l := range letters {
			if l.Fence == 0 || l.Fence == s.leases[l.Box].fence {
				delete(s.letters, letter{l.Box, l.Service, l.Number})
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("throw letters away: %w", err)
	}
	return nil
}
