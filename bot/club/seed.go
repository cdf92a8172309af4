package club

import (
	"cmp"
	"context"
	"slices"
	"time"

	"tabuleiro/bot/change"
	"tabuleiro/engine/match"
	"tabuleiro/engine/tournament"
	"tabuleiro/storage"
)

// seeds are in which order entrants begin, and the lots that decide where nothing else does.
type seeds struct {
	ratings storage.People
	draws   change.Draws
	now     func() time.Time
}

// order orders the entrants by their ratings, those without one behind, and draws the lots.
func (l seeds) order(ctx context.Context, s tournament.State, e *tournament.Event) error {
	chain := s.Chain
	if chain.Seal == "" {
		var err error
		if chain, err = l.draws.Sealed(1); err != nil {
			return err
		}
	}
	e.Key = chain.Last
	lots := s.Draw(e.Key)
	strength := map[string]float64{}
	for _, entrant := range s.Entrants {
		id := entrant.Who.ID
		e.Order = append(e.Order, id)
		ratings, err := l.ratings.Ratings(ctx, storage.RatingQuery{Person: id, Game: s.Setup.Match.Game})
		if err != nil {
			return err
		}
		for _, r := range ratings {
			strength[id] = r.Now(match.Period(l.now())).Rating
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
