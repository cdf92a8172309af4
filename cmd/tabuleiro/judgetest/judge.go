// Package judgetest judges what people were told: it compares what happened, in their order, with what the store has of
// it and with what a recorder between the bot and a service has seen said in a room.
package judgetest

import (
	"fmt"
	"slices"
)

// Record is what is known of one room.
type Record struct {
	Happened []string  // in the order in which it was accepted
	Stored   []string  // in the order of the store
	Said     []Message // in the order in which the room has it
	Falls    []int     // how many messages the room had each time when a program had died, or was cut off

	Optional func(what string) bool // need not be said, as it is for somebody else; nil: all has to be
}

// Message is one that tells of something that happened; one that tells of several things is given as several.
type Message struct {
	Tells  string
	Number int    // of all messages of the room, from 0
	Answer string // what had become of the service's answer to the message when the program died; "" if that is not known
	Late   int    // after what happened, in a unit of the caller's
}

// Twice is something that a room was told more than once.
type Twice struct {
	Tells  string
	Number int
	Alive  bool   // no program had died since the first time
	Answer string // to the first message
}

// Verdict is what is wrong in a room; all that is accepted, stored and said once, in order, is in none of these.
type Verdict struct {
	Lost       []string // not stored, or in another order
	Unsaid     []string
	Disordered []Message
	Twice      []Twice
	Latest     int // of what was said for the first time
}

// nearby is the number of things a message may tell of: one that is said again is taken for no older one.
const nearby = 8

// Judge finds what is wrong.
func Judge(r Record) (v Verdict) {
	for i, what := range r.Happened {
		if i >= len(r.Stored) || r.Stored[i] != what {
			v.Lost = append(v.Lost, what)
		}
	}
	optional := func(what string) bool { return r.Optional != nil && r.Optional(what) }
	next, prior, last := 0, -1, -1 // what is to be told next, and where that before the last was told first, and the last
	var first []Message            // by what happened
	due := func(what string) int { // where it stands, -1 if something before it has to be told first
		for at := next; at < len(r.Happened); at++ {
			if r.Happened[at] == what {
				return at
			} else if !optional(r.Happened[at]) {
				break
			}
		}
		return -1
	}
	for _, m := range r.Said {
		at := -1 // the latest that says the same
		for i, what := range r.Happened[max(0, next-nearby):next] {
			if what == m.Tells {
				at = i
			}
		}
		switch now := due(m.Tells); {
		case now >= 0:
			first = append(append(first, make([]Message, now-next)...), m)
			next = now + 1
			v.Latest = max(v.Latest, m.Late)
			if m.Number != last {
				prior, last = last, m.Number
			}
		case at >= 0:
			before := first[max(0, next-nearby)+at]
			fallen := slices.ContainsFunc(r.Falls, func(n int) bool { return prior < n && n <= m.Number })
			v.Twice = append(v.Twice, Twice{m.Tells, m.Number, !fallen, before.Answer})
		default:
			v.Disordered = append(v.Disordered, m)
		}
	}
	v.Unsaid = slices.DeleteFunc(slices.Clone(r.Happened[next:]), optional)
	return v
}

// Sum is what was wrong in several rooms.
type Sum struct {
	Lost, Unsaid, Disordered int
	Twice, Alive             int // told twice, after a fall and by a program that lived
	Answers                  map[string]int
	Latest                   int
}

// Add adds a room.
func (s *Sum) Add(v Verdict) {
	s.Lost, s.Unsaid, s.Disordered = s.Lost+len(v.Lost), s.Unsaid+len(v.Unsaid), s.Disordered+len(v.Disordered)
	s.Latest = max(s.Latest, v.Latest)
	for _, t := range v.Twice {
		if t.Alive {
			s.Alive++
		} else {
			s.Twice++
		}
		if s.Answers == nil {
			s.Answers = map[string]int{}
		}
		s.Answers[t.Answer]++
	}
}

// Broken reports whether something must never be.
func (v Verdict) Broken() bool {
	return len(v.Lost)+len(v.Unsaid)+len(v.Disordered) > 0 ||
		slices.ContainsFunc(v.Twice, func(t Twice) bool { return t.Alive })
}

func (s Sum) String() string {
	return fmt.Sprintf("lost %d, unsaid %d, disordered %d; told twice: %d after a fall, %d by a program that lived; answers to the first: %v",
		s.Lost, s.Unsaid, s.Disordered, s.Twice, s.Alive, s.Answers)
}
