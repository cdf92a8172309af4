package tournament

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"tabuleiro/engine/match"
	"tabuleiro/engine/pairing"
)

// A ladder is a tournament without rounds: the first round holds all its boards, one per challenge in order, with the
// challenger as First. People join at the bottom at any time. The winner of a challenge takes the challenged place,
// and those in between move down by one.

// Rules of a ladder.
const (
	Reach   = 3                   // how many places up one may challenge
	Idle    = 14 * 24 * time.Hour // time without play after which a place is lost to the next one below who has played
	longest = 1000                // number of events after which it ends as soon as no challenge is open
)

// Place returns the place of an entrant on the ladder, from 1; 0: none.
func (s State) Place(entrant int) int { return slices.Index(s.Ladder, entrant) + 1 }

// OpenBoard returns the board of an entrant's open challenge; -1: none.
func (s State) OpenBoard(entrant int) int {
	return slices.IndexFunc(s.Rounds[0].Boards, func(b Board) bool {
		return b.Decided == nil &&
			(b.First == entrant || b.Second == entrant)
	})
}

// InReach returns the entrants whom an entrant may challenge now, the lowest first.
func (s State) InReach(entrant int) (list []int) {
	for place := s.Place(entrant) - 1; place > 0 && s.OpenBoard(entrant) < 0 && len(s.Ladder) > 1; place-- {
		if other := s.Ladder[place-1]; s.Place(entrant)-place <= Reach && s.OpenBoard(other) < 0 {
			list = append(list, other)
		}
	}
	return list
}

// challenge opens a board for a pair, of which the first has challenged the second.
func (s *State) challenge(e Event) error {
	if len(e.Pairs) != 1 {
		return fmt.Errorf("a challenge is of one pair")
	}
	p := e.Pairs[0]
	if p.First < 0 || p.First >= len(s.Entrants) || s.Entrants[p.First].Who.ID != e.By {
		return IsNotIn
	}
	up := s.Place(p.First) - s.Place(p.Second)
	switch {
	case s.Place(p.First) == 0 || s.Place(p.Second) == 0:
		return IsNotIn
	case up < 1 || up > Reach:
		return OutOfReach
	case s.OpenBoard(p.First) >= 0:
		return HasOpen
	case s.OpenBoard(p.Second) >= 0:
		return OtherOpen
	case s.N >= longest:
		return IsFull
	}
	s.Rounds[0].Boards = append(slices.Clip(s.Rounds[0].Boards), Board{Pair: p})
	s.Entrants[p.First].Since, s.Entrants[p.Second].Since = e.At, e.At
	return nil
}

// decline makes the author lose the challenge it declines.
func (s *State) decline(e Event) error {
	at := s.OpenBoard(s.Number(e.By))
	if at < 0 || s.Rounds[0].Boards[at].Second != s.Number(e.By) {
		return NoChallenge
	}
	return s.close(at, e.At, &Decision{Points: [2]int{s.Setup.Score(), 0}, Reason: Declining})
}

// close decides a board, and gives its winner the place.
func (s *State) close(at int, when time.Time, d *Decision) error {
	b := &s.Rounds[0].Boards[at]
	if b.Decided != nil {
		return NoChallenge
	}
	b.Decided = d
	s.Entrants[b.First].Since, s.Entrants[b.Second].Since = when, when
	from, to := s.Place(b.First)-1, s.Place(b.Second)-1
	if d.Points[0] > d.Points[1] && to >= 0 && from > to {
		s.Ladder = slices.Insert(slices.Delete(slices.Clone(s.Ladder), from, from+1), to, b.First)
	}
	s.tidy()
	return nil
}

// tidy removes those who have left from the ladder. With an open challenge they stay until it is decided, so that the
// winner gets the place.
func (s *State) tidy() {
	s.Ladder = slices.DeleteFunc(slices.Clone(s.Ladder), func(i int) bool { return s.Entrants[i].Out && s.OpenBoard(i) < 0 })
}

// drop swaps the places of an idle person and the next one below.
func (s *State) drop(e Event) error {
	at := s.Place(s.Number(e.Person)) - 1
	if at < 0 || at+1 >= len(s.Ladder) {
		return IsNotIn
	}
	s.Ladder = slices.Clone(s.Ladder)
	s.Ladder[at], s.Ladder[at+1] = s.Ladder[at+1], s.Ladder[at]
	s.Entrants[s.Ladder[at+1]].Since = e.At
	return nil
}

// climbs returns the next automatic event of a ladder once all challenges are settled: the drop of an idle person
// above one who is not, or the end.
func (s State) climbs(now time.Time) (Event, bool) {
	if s.N >= longest {
		return Event{Kind: Ended}, !slices.ContainsFunc(s.Ladder, func(i int) bool { return s.OpenBoard(i) >= 0 })
	}
	idle := func(i int) bool { return s.OpenBoard(i) < 0 && now.Sub(s.Entrants[i].Since) >= Idle }
	for at := len(s.Ladder) - 2; at >= 0; at-- { // if nobody plays, all keep their places
		if idle(s.Ladder[at]) && !idle(s.Ladder[at+1]) {
			return Event{Kind: Dropped, Person: s.Entrants[s.Ladder[at]].Who.ID}, true
		}
	}
	return Event{}, false
}

// places returns the standings of a ladder, with a point for each challenge won.
func (s State) places() (rows []pairing.Row) {
	for at, i := range s.Ladder {
		rows = append(rows, pairing.Row{Entrant: i, Place: at + 1, Points: 2 * s.Tally(i)[0]})
	}
	return rows
}

// Tally returns the numbers of challenges an entrant has won, drawn and lost.
func (s State) Tally(entrant int) (made [3]int) {
	for _, b := range s.Rounds[0].Boards {
		if b.Decided == nil || b.First != entrant && b.Second != entrant || b.Decided.Points == [2]int{} {
			continue
		}
		lead := cmp.Compare(b.Decided.Points[0], b.Decided.Points[1])
		if b.Second == entrant {
			lead = -lead
		}
		made[1-lead]++
	}
	return made
}

// FirstSide returns which player of a board begins a match of it. On a ladder boards alternate too, because otherwise
// the challenger would always begin.
func (s State) FirstSide(round, board, game int) match.Player {
	b := s.Rounds[round].Boards[board]
	if s.Setup.System == Ladder {
		game += board
	}
	if game%2 == 1 {
		return s.Entrants[b.Second].Who
	}
	return s.Entrants[b.First].Who
}
