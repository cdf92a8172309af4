package exercise

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"tabuleiro/bot/kv"
	"tabuleiro/engine/match"
)

// records store the answers of people to puzzles of the day, by person.
var records = kv.New[Record](kv.Schema{Name: "puzzle-days/", Owner: kv.Person,
	Bound: "the last 800 puzzles of a person"})

// mostAnswers is the maximum number of stored answers of a person, which limits streaks.
const mostAnswers = 800

// Record holds the answers of a person to puzzles of the day.
type Record struct {
	Who     match.Player `json:"who"`
	Answers []Answer     `json:"answers"` // by date, and on a date by game
}

// Answer is the answer of a person to one puzzle of the day.
type Answer struct {
	Date  string        `json:"date,omitempty"` // in the zone of the room: "2026-11-26"
	Game  string        `json:"game"`
	Since time.Time     `json:"since,omitzero"`  // when it was set where the person came to it first
	At    int           `json:"at,omitempty"`    // number of moves of its solution played
	Wrong int           `json:"wrong,omitempty"` // number of wrong tries
	Took  time.Duration `json:"took,omitempty"`  // time to its solution; 0 while unsolved
	Seen  bool          `json:"seen,omitempty"`  // the solution was shown first
}

// done reports whether the puzzle cannot count any more.
func (a Answer) done() bool { return a.Took > 0 || a.Seen }

// dateForm is the layout of dates; they sort as strings.
const dateForm = time.DateOnly

// dayOf returns the number of days from 1970 to a date.
func dayOf(date string) int {
	t, _ := time.Parse(dateForm, date)
	return int(t.Unix() / (24 * 60 * 60))
}

func (a Answer) compare(b Answer) int {
	return cmp.Or(strings.Compare(a.Date, b.Date), strings.Compare(a.Game, b.Game))
}

// find returns the answer to the puzzle of a game on a date; false: there is none yet.
func (r Record) find(date, game string) (Answer, bool) {
	i, there := slices.BinarySearchFunc(r.Answers, Answer{Date: date, Game: game}, Answer.compare)
	if !there {
		return Answer{Date: date, Game: game}, false
	}
	return r.Answers[i], true
}

// put returns the record with an answer added, or replaced.
func (r Record) put(a Answer) Record {
	i, there := slices.BinarySearchFunc(r.Answers, a, Answer.compare)
	if r.Answers = slices.Clone(r.Answers); there {
		r.Answers[i] = a
	} else {
		r.Answers = slices.Insert(r.Answers, i, a)
	}
	r.Answers = r.Answers[max(0, len(r.Answers)-mostAnswers):]
	return r
}

// merge joins the record of another id of the same person. Of two answers to one puzzle the receiver's counts, unless
// only the other is done.
func (r Record) merge(other Record) Record {
	if r.Who.Name == "" {
		r.Who.Name = other.Who.Name
	}
	for _, a := range other.Answers {
		if mine, there := r.find(a.Date, a.Game); !there || !mine.done() && a.done() {
			r = r.put(a)
		}
	}
	return r
}

// streak counts the consecutive days up to a date on which the person has solved a puzzle of the day. The one of the
// date itself may still be unsolved.
func (r Record) streak(date string) (days int) {
	end, last := dayOf(date), 0 // the last day that was solved
	for _, a := range r.Answers {
		if a.Date > date {
			break
		}
		day := dayOf(a.Date)
		switch {
		case a.Took == 0, days > 0 && day == last: // not solved, or of another game
			continue
		case day != last+1:
			days = 0
		}
		days, last = days+1, day
	}
	if end-last > 1 {
		return 0
	}
	return days
}

// update changes a note of a person under a lock; if by returns false, the note is not stored.
func update[T any](ctx context.Context, e Exercises, in kv.Collection[T], person string, by func(*T) bool) error {
	defer e.Records.Enter(person)()
	note, _, err := in.Get(ctx, e.Archive, person)
	if err != nil || !by(&note) {
		return err
	}
	return in.Put(ctx, e.Archive, person, note)
}
