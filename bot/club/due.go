package club

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tabuleiro/engine/tournament"
	"tabuleiro/storage"
)

// mostIdle is how long a tournament under way is not looked at, should it not be told of a match that ended.
const mostIdle = 12 * time.Hour

// retrying is after how long something is said again that could not be said.
const retrying = 5 * time.Minute

// deal brings a tournament on as far as it can be now. It may be done again.
func (c *Club) deal(ctx context.Context, due appointment) error {
	ctx = context.WithoutCancel(ctx)
	defer c.dealing.Enter(due.id)()
	c.book.made.Remove(due.name())
	s, err := c.advance(ctx, due.id)
	for ruled := true; err == nil && ruled; {
		if err = c.boards.begin(ctx, s); err != nil {
			break
		}
		if ruled, err = c.boards.rule(ctx, s); err == nil && ruled {
			s, err = c.advance(ctx, due.id)
		}
	}
	if errors.Is(err, storage.ErrNotFound) {
		return c.book.cancel(ctx, due)
	}
	again := false
	if err == nil {
		again, err = c.tell(ctx, due.id)
	}
	if err != nil {
		return fmt.Errorf("tournament %s: %w", due.id, err)
	}
	return c.putOff(ctx, due, s, again)
}

// putOff has an appointment that was kept made again for later, or soon if something is to be done again, unless
// something has happened meanwhile.
func (c *Club) putOff(ctx context.Context, due appointment, dealt tournament.State, again bool) error {
	defer c.book.hold(due.id)()
	_, s, err := c.book.load(ctx, due.id)
	if err != nil || s.N != dealt.N {
		return err
	}
	at := next(s, c.Now())
	if soon := c.Now().Add(retrying); again && (at.IsZero() || at.After(soon)) {
		at = soon
	}
	if !at.IsZero() {
		if err := c.book.appoint(ctx, appointment{at, due.room, due.id}); err != nil {
			return err
		}
	}
	if err := c.book.cancel(ctx, due); err != nil || !c.book.made.Has(due.name()) {
		return err
	}
	return c.book.appoint(ctx, due) // which was made once more meanwhile
}

// next is when a tournament has to be looked at again; zero: never.
func next(s tournament.State, now time.Time) time.Time {
	at := s.Deadline()
	if s.Status == tournament.Running {
		if idle := now.Add(mostIdle).Truncate(mostIdle); at.IsZero() || idle.Before(at) {
			at = idle
		}
	}
	return at
}

// advance stores what follows by itself.
func (c *Club) advance(ctx context.Context, id string) (tournament.State, error) {
	for {
		happened := false
		s, err := c.book.change(ctx, id, func(_ record, s tournament.State) ([]tournament.Event, error) {
			if s.N == 0 {
				return nil, storage.ErrNotFound
			}
			played, failed := c.results.played(ctx)
			e, due := s.Due(c.Now(), played)
			if err := failed(); err != nil || !due {
				return nil, err
			}
			happened = true
			if e.Kind == tournament.Begun {
				if err := c.seeds.order(ctx, s, &e); err != nil {
					return nil, err
				}
			}
			return []tournament.Event{e}, nil
		})
		if err != nil || !happened {
			return s, err
		}
	}
}
