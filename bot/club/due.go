package club

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"tabuleiro/engine/match"
	"tabuleiro/engine/tournament"
	"tabuleiro/storage"
)

// mostIdle is how long a tournament under way is not looked at, should it not be told of a match that ended.
const mostIdle = 12 * time.Hour

// retrying is after how long something is said again that could not be said.
const retrying = 5 * time.Minute

// deal brings a tournament on as far as it can be now. It may be done again.
func (c *Club) deal(ctx context.Context, id string) error {
	ctx = context.WithoutCancel(ctx)
	defer c.dealing.Enter(id)()
	c.mu.Lock()
	delete(c.due, id)
	c.mu.Unlock()
	s, err := c.bringOn(ctx, id)
	again := false
	if err == nil {
		again, err = c.tell(ctx, id)
	}
	switch {
	case errors.Is(err, storage.ErrNotFound):
		return nil
	case err != nil:
		c.schedule(id, c.Now())
		return fmt.Errorf("tournament %s: %w", id, err)
	case again:
		c.schedule(id, c.Now().Add(retrying))
	}
	c.schedule(id, lookAgain(s, c.Now()))
	return nil
}

// bringOn does what follows by itself, and has the matches begin and end that are to.
func (c *Club) bringOn(ctx context.Context, id string) (s tournament.State, err error) {
	for ruled := true; ruled; {
		if s, err = c.advance(ctx, id); err != nil {
			return s, err
		}
		if err = c.beginMatches(ctx, s); err != nil {
			return s, err
		}
		if ruled, err = c.rule(ctx, s); err != nil {
			return s, err
		}
	}
	return s, nil
}

// lookAgain is when a tournament has to be looked at again; zero: never.
func lookAgain(s tournament.State, now time.Time) time.Time {
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
		s, err := c.change(ctx, id, func(_ record, s tournament.State) (e tournament.Event, err error) {
			if s.N == 0 {
				return e, storage.ErrNotFound
			}
			played, failed := c.played(ctx)
			next, due := s.Due(c.Now(), played)
			if err := failed(); err != nil || !due {
				return e, err
			}
			if happened = true; next.Kind == tournament.Begun {
				err = c.order(ctx, s, &next)
			}
			return next, err
		})
		if err != nil || !happened {
			return s, err
		}
	}
}

// order orders the entrants by their ratings, those without one behind, and draws the lots.
func (c *Club) order(ctx context.Context, s tournament.State, e *tournament.Event) error {
	chain := s.Chain
	if chain.Seal == "" {
		chain = c.Draws.Sealed(1)
	}
	e.Key = chain.Last
	lots := s.Draw(e.Key)
	strength := map[string]float64{}
	for _, entrant := range s.Entrants {
		id := entrant.Who.ID
		e.Order = append(e.Order, id)
		ratings, err := c.Archive.Ratings(ctx, storage.RatingQuery{Person: id, Game: s.Setup.Match.Game})
		if err != nil {
			return err
		}
		for _, r := range ratings {
			strength[id] = r.Now(match.Period(c.Now())).Rating
		}
	}
	slices.SortFunc(e.Order, func(a, b string) int {
		return cmp.Or(cmp.Compare(strength[b], strength[a]), lots[s.Number(a)]-lots[s.Number(b)])
	})
	for _, id := range e.Order {
		e.Lots = append(e.Lots, lots[s.Number(id)])
	}
	return nil
}
