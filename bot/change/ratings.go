package change

import (
	"context"
	"math"
	"slices"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/computer"
	"tabuleiro/bot/people"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/engine/rating"
	"tabuleiro/storage"
)

// mostRated is the number of rated matches between the same two players within a day. It limits what a player gains by
// winning against a compliant friend.
const mostRated = 5

// put stores events of a match; the first one has an author. It returns the match, with its rating if it has ended.
func (c *Matches) put(ctx context.Context, m *match.Match, head storage.Head,
	events []match.Event) (*match.Match, error) {
	var ratings []storage.Rating
	if m.Counts() && m.Rated == nil {
		rated, both, err := c.rate(ctx, m)
		if err != nil {
			return nil, err
		}
		if ratings = both; rated != nil {
			counted := *m
			counted.Rated, events[len(events)-1].Rated = rated, rated
			m = &counted
		}
	}
	next := archive.HeadOf(m, head.Places, events[0])
	if ratings == nil {
		return m, c.Archive.Append(ctx, next, events...)
	}
	return m, c.Archive.Finish(ctx, next, ratings, events...)
}

// rate returns the rating changes by a match that has ended, and both players' ratings after it; nil if the match does
// not count.
func (c *Matches) rate(ctx context.Context, m *match.Match) (*match.Rated, []storage.Rating, error) {
	sides, known := []engine.Side{engine.First, engine.Second}, people.Registry{Stored: c.Archive}
	rated := &match.Rated{Period: match.Period(m.Latest), Weight: m.Weight()}
	var both []storage.Rating
	for _, s := range sides {
		p := m.Player(s)
		if people.Gone(p) || computer.Is(p.ID) {
			return nil, nil, nil
		}
		who, err := known.Person(ctx, p.ID)
		if err != nil {
			return nil, nil, err
		}
		had, err := c.Archive.Ratings(ctx, storage.RatingQuery{Person: who.ID, Game: m.Game.Name})
		if err != nil {
			return nil, nil, err
		}
		is := storage.Rating{Person: who.ID, Game: m.Game.Name}
		if len(had) > 0 {
			is.Record = had[0].Record
		}
		if is.Played() > 0 { // it is later than now if the clock was set back
			rated.Period = max(rated.Period, is.Period)
		}
		both = append(both, is)
	}
	enough, err := c.enough(ctx, m)
	if both[0].Person == both[1].Person || enough || err != nil {
		return nil, nil, err
	}
	for i, is := range both {
		now := is.In(rated.Period).Before
		rated.Before[i] = match.Strength{Rating: now.Rating, Deviation: now.Deviation}
		rated.From[i] = shownRating(is.Now(rated.Period))
	}
	counted := *m
	counted.Rated = rated
	for i, s := range sides {
		results := counted.Results(s)
		for _, result := range results {
			both[i].Record = both[i].Add(rated.Period, result)
		}
		both[i].Added, rated.To[i] = len(results), shownRating(both[i].Now(rated.Period))
	}
	return rated, both, nil
}

// enough reports whether two players have reached mostRated.
func (c *Matches) enough(ctx context.Context, m *match.Match) (bool, error) {
	found, err := c.Archive.Find(ctx, storage.Query{Player: m.Challenger.ID, Ended: true})
	n := 0
	for _, h := range found {
		if h.Rated && m.Latest.Sub(h.Latest) < 24*time.Hour && HavePlayers(h, m.Challenger.ID, m.Opponent.ID) {
			n++
		}
	}
	return n >= mostRated, err
}

// shownRating returns a rating as it is displayed.
func shownRating(r rating.Rating) int { return int(math.Round(r.Rating)) }

// HavePlayers reports whether two people play a match.
func HavePlayers(h storage.Head, one, other string) bool {
	return slices.Contains(h.Players, one) && slices.Contains(h.Players, other)
}
