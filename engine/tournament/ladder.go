package tournament

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/engine/pairing"
)

// A ladder is a tournament that has no rounds: all its boards are those of the first one, in the order in which they
// were challenged, First the one who challenges. People join at the bottom whenever they like. The winner of a
// challenge takes the place that was challenged, and those between move down by one.

// The rules of a ladder.
const (
	Reach   = 3                   // how many places up may be challenged
	Idle    = 14 * 24 * time.Hour // after which a place is lost to somebody who was there meanwhile
	longest = 1000                // events; then it ends when no challenge is open
)

// Place is that of an entrant on the ladder, from 1; 0: none.
func (s State) Place(entrant int) int { return slices.Index(s.Ladder, entrant) + 1 }

// OpenBoard is the board on which an entrant of a ladder has a challenge open; -1: none.
func (s State) OpenBoard(entrant int) int {
	return slices.IndexFunc(s.Rounds[0].Boards, func(b Board) bool {
		return b.Decided == nil &&
			(b.First == entrant || b.Second == entrant)
	})
}

// InReach are the entrants whom an entrant may challenge now, the lowest first.
func (s State) InReach(entrant int) (list []int) {
	for place := s.Place(entrant) - 1; place > 0 && s.OpenBoard(entrant) < 0 && len(s.Ladder) > 1; place-- {
		if other := s.Ladder[place-1]; s.Place(entrant)-place <= Reach && s.OpenBoard(other) < 0 {
			list = append(list, other)
		}
	}
	return list
}

// enter has somebody join at the bottom, also who was there before and left.
func (s *State) enter(e Event) error {
	i := -1
	if e.Who != nil {
		i = s.Number(e.Who.ID)
	}
	switch {
	case len(s.Ladder) >= MostEntrants, s.N >= longest:
		return IsFull
	case i >= 0 && s.Entrants[i].Out && s.OpenBoard(i) < 0:
		s.Entrants[i] = Entrant{Who: *e.Who, Room: e.Room, Alone: e.Alone}
		s.Rooms = engine.Add(s.Rooms, e.Room)
	default:
		i = len(s.Entrants)
		if err := s.join(e); err != nil {
			return err
		}
	}
	s.Ladder = append(slices.Clip(s.Ladder), i)
	s.Entrants[i].Since = e.At
	return nil
}

// challenge opens a board of a pair, of which the first has challenged the second.
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

// decline has the author lose the challenge to which it has not risen.
func (s *State) decline(e Event) error {
	at := s.OpenBoard(s.Number(e.By))
	if at < 0 || s.Rounds[0].Boards[at].Second != s.Number(e.By) {
		return NoChallenge
	}
	return s.close(at, e.At, &Decision{Points: [2]int{s.Setup.Score(), 0}, Reason: Declining, By: e.By})
}

// close decides a board, and gives the winner the place.
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

// tidy takes those off the ladder who take no more part. One whose challenge is open stays until that is decided, so
// that the place is won.
func (s *State) tidy() {
	s.Ladder = slices.DeleteFunc(slices.Clone(s.Ladder), func(i int) bool { return s.Entrants[i].Out && s.OpenBoard(i) < 0 })
}

// drop has an idle person change places with the next one below.
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

// climbs is what follows by itself on a ladder when what came of challenges is settled: one who is idle above one who is
// not, the end.
func (s State) climbs(now time.Time) (Event, bool) {
	if s.N >= longest {
		return Event{Kind: Ended}, !slices.ContainsFunc(s.Ladder, func(i int) bool { return s.OpenBoard(i) >= 0 })
	}
	idle := func(i int) bool { return s.OpenBoard(i) < 0 && now.Sub(s.Entrants[i].Since) >= Idle }
	for at := len(s.Ladder) - 2; at >= 0; at-- { // where nobody plays all stay where they are
		if idle(s.Ladder[at]) && !idle(s.Ladder[at+1]) {
			return Event{Kind: Dropped, Person: s.Entrants[s.Ladder[at]].Who.ID}, true
		}
	}
	return Event{}, false
}

// places are the table of a ladder, with a point for each challenge that was won.
func (s State) places() (rows []pairing.Row) {
	for at, i := range s.Ladder {
		rows = append(rows, pairing.Row{Entrant: i, Place: at + 1, Points: 2 * s.Tally(i)[0]})
	}
	return rows
}

// Tally is the number of challenges of a ladder an entrant has won, drawn and lost.
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

// FirstSide tells which of a board's two begins a match of it: on a ladder in turn, or else the one who challenges would
// always begin.
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
