package change

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/people"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/engine/rating"
	"tabuleiro/storage"
)

// Recount computes ratings from matches. The zero value is empty.
type Recount struct{ results map[ratedAt][]counted }

type ratedAt struct{ person, game string }

// counted is a result and its time.
type counted struct {
	at     time.Time
	period int
	rating.Result
}

// Match adds a match if it is rated and can be replayed.
func (r *Recount) Match(games []*engine.Game, head storage.Head, events []match.Event) {
	if !head.Rated || r == nil {
		return
	}
	known := (&archive.Archive{Games: games}).Game
	m, err := match.Replay(head.ID, known, events)
	if err != nil || m.Rated == nil {
		return
	}
	if r.results == nil {
		r.results = map[ratedAt][]counted{}
	}
	for _, s := range []engine.Side{engine.First, engine.Second} {
		if p := m.Player(s); !people.Gone(p) {
			key := ratedAt{p.ID, m.Game.Name}
			for _, result := range m.Results(s) {
				r.results[key] = append(r.results[key], counted{m.Latest, m.Rated.Period, result})
			}
		}
	}
}

// record returns a person's rating at a game.
func (r *Recount) record(key ratedAt) (record rating.Record) {
	results := r.results[key]
	slices.SortStableFunc(results, func(a, b counted) int {
		return cmp.Or(cmp.Compare(a.period, b.period),
			a.at.Compare(b.at))
	})
	for _, one := range results {
		record = record.Add(one.period, one.Result)
	}
	return record
}

// Of returns the ratings of one person. It drops the results of all others.
func (r *Recount) Of(person string) (list []storage.Rating) {
	maps.DeleteFunc(r.results, func(key ratedAt, _ []counted) bool { return key.person != person })
	for key := range r.results {
		list = append(list, storage.Rating{Person: person, Game: key.game, Record: r.record(key)})
	}
	return list
}

// Problems returns the differences to the stored ratings.
func (r *Recount) Problems(stored []storage.Rating) (wrong []error) {
	found := map[ratedAt]bool{}
	for _, is := range stored {
		key := ratedAt{is.Person, is.Game}
		found[key] = true
		record := r.record(key)
		period := max(record.Period, is.Period)
		now, real := is.Now(period), record.Now(period)
		if record.Won != is.Won || record.Drawn != is.Drawn || record.Lost != is.Lost || !almostEqual(now.Rating, real.Rating) ||
			!almostEqual(now.Deviation, real.Deviation) {
			wrong = append(wrong, fmt.Errorf("the rating of %s at %s is %.1f after %d results, the matches make it %.1f after %d",
				is.Person, is.Game, now.Rating, is.Played(), real.Rating, record.Played()))
		}
	}
	for key, results := range r.results {
		if !found[key] {
			wrong = append(wrong, fmt.Errorf("the rating of %s at %s is missing, there are %d results", key.person, key.game,
				len(results)))
		}
	}
	return wrong
}

func almostEqual(a, b float64) bool { return math.Abs(a-b) < 1e-6 }
