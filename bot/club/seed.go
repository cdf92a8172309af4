package club

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"time"

	"tabuleiro/bot/change"
	"tabuleiro/engine/match"
	"tabuleiro/engine/tournament"
	"tabuleiro/storage"
)

// seeds are in which order entrants begin, and the lots that decide where nothing else does.
type seeds struct {
	ratings storage.People // nil: none are known
	draws   change.Draws
	now     func() time.Time
}

// drawn is a source of lots that nobody can guess.
func drawn(d change.Draws) (*rand.Rand, error) {
	var seed [32]byte
	if _, err := io.ReadFull(d.Random, seed[:]); err != nil {
		return nil, fmt.Errorf("draw lots: %w", err)
	}
	return rand.New(rand.NewChaCha8(seed)), nil
}

// order orders the entrants by their ratings, those without one behind, and draws the lots.
func (l seeds) order(ctx context.Context, s tournament.State, e *tournament.Event) error {
	random, err := drawn(l.draws)
	if err != nil {
		return err
	}
	e.Lots = random.Perm(len(s.Entrants))
	strength := map[string]float64{}
	for _, i := range random.Perm(len(s.Entrants)) {
		id := s.Entrants[i].Who.ID
		e.Order = append(e.Order, id)
		if l.ratings == nil {
			continue
		}
		ratings, err := l.ratings.Ratings(ctx, storage.RatingQuery{Person: id, Game: s.Setup.Match.Game})
		if err != nil {
			return err
		}
		for _, r := range ratings {
			strength[id] = r.Now(match.Period(l.now())).Rating
		}
	}
	slices.SortStableFunc(e.Order, func(a, b string) int {
		switch {
		case strength[a] > strength[b]:
			return -1
		case strength[a] < strength[b]:
			return 1
		}
		return 0
	})
	return nil
}
