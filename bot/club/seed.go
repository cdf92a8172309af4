package club

import (
	"cmp"
	"context"
	"slices"

	"tabuleiro/engine/match"
	"tabuleiro/engine/tournament"
	"tabuleiro/storage"
)

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
