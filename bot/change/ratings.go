package change

import (
	"context"
	"errors"
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

// mostRated is the number of matches between the same two that are rated within a day: a player does not get far by winning
// against a friend who does not mind.
const mostRated = 5

// put stores events of a match, the first of which came from somebody. It returns the match with its rating, if it has
// ended.
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

// rate is what a match that has ended counts for, with the ratings of both players after it; nil if it counts for
// nothing.
func (c *Matches) rate(ctx context.Context, m *match.Match) (*match.Rated, []storage.Rating, error) {
	sides := []engine.Side{engine.First, engine.Second}
	period := match.Period(m.Latest)
	rated := &match.Rated{Period: period, Weight: m.Weight()}
	var who [2]string
	var before [2]rating.Record
	for i, s := range sides {
		p := m.Player(s)
		if people.Gone(p) || computer.Is(p.ID) {
			return nil, nil, nil
		}
		id, err := c.person(ctx, p.ID)
		if err != nil {
			return nil, nil, err
		}
		had, err := c.Archive.Ratings(ctx, storage.RatingQuery{Person: id, Game: m.Game.Name})
		if err != nil {
			return nil, nil, err
		}
		if len(had) > 0 {
			before[i] = had[0].Record
		}
		if before[i].Played() > 0 && before[i].Period > period { // a clock that was put back
			period = before[i].Period
			rated.Period = period
		}
		who[i] = id
	}
	enough, err := c.enough(ctx, m)
	if who[0] == who[1] || enough || err != nil {
		return nil, nil, err
	}
	for i := range sides {
		now := before[i].In(period).Before
		rated.Before[i] = match.Strength{Rating: now.Rating, Deviation: now.Deviation}
		rated.From[i] = shownRating(before[i].Now(period))
	}
	counted := *m
	counted.Rated = rated
	var both []storage.Rating
	for i, s := range sides {
		after := before[i]
		results := counted.Results(s)
		for _, result := range results {
			after = after.Add(period, result)
		}
		rated.To[i] = shownRating(after.Now(period))
		both = append(both, storage.Rating{Person: who[i], Game: m.Game.Name, Record: after, Added: len(results)})
	}
	return rated, both, nil
}

// person is the id of the person with an identity.
func (c *Matches) person(ctx context.Context, identity string) (string, error) {
	p, err := c.Archive.Person(ctx, identity)
	if errors.Is(err, storage.ErrNotFound) {
		return identity, nil
	}
	return p.ID, err
}

// enough reports whether two have played as many rated matches within a day as count.
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

// shownRating is a rating as people see it.
func shownRating(r rating.Rating) int { return int(math.Round(r.Rating)) }

// HavePlayers reports whether two play a match.
func HavePlayers(h storage.Head, one, other string) bool {
	return slices.Contains(h.Players, one) && slices.Contains(h.Players, other)
}
