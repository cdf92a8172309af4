package tournament

import (
	"cmp"
	"math/bits"
	"slices"
	"time"

	"tabuleiro/engine/pairing"
)

// Played returns the outcome of a match by its id.
type Played func(match string) Outcome

// Games returns the ids of the matches of a board, those of replays last.
func (s State) Games(round, board int) []string {
	b := s.Rounds[round].Boards[board]
	if b.Second == pairing.Bye {
		return nil
	}
	var ids []string
	for game := range s.Setup.Matches() + b.Replays {
		ids = append(ids, MatchID(s.ID, round, board, game))
	}
	return ids
}

// Result returns the result of a board so far, and whether it is final.
func (s State) Result(round, board int, played Played) (r pairing.Result, done bool) {
	b := s.Rounds[round].Boards[board]
	r.Pair = b.Pair
	switch {
	case b.Second == pairing.Bye:
		r.Points[0] = s.Setup.Score()
		return r, true
	case b.Decided != nil:
		r.Points, r.Unplayed = b.Decided.Points, b.Decided.Reason != ByArbiter
		return r, true
	}
	done = true
	for game, id := range s.Games(round, board) {
		o := played(id)
		if !o.Over || o.Void {
			done = false
			continue
		}
		if game >= s.Setup.Matches() { // only the last replay counts
			r.Points = [2]int{}
		}
		won := [...][2]int{None: {1, 1}, Challenger: {2, 0}, Opponent: {0, 2}}[o.Winner]
		r.Points[0], r.Points[1] = r.Points[0]+won[0], r.Points[1]+won[1]
	}
	return r, done
}

// Results returns the results of all finished boards by round, and counts the open ones.
func (s State) Results(played Played) (rounds [][]pairing.Result, open int) {
	for round := range s.Rounds {
		var results []pairing.Result
		for board := range s.Rounds[round].Boards {
			if r, done := s.Result(round, board, played); done {
				results = append(results, r)
			} else {
				open++
			}
		}
		rounds = append(rounds, results)
	}
	return rounds, open
}

// Standing returns the current standings; nil before the tournament begins.
func (s State) Standing(played Played) []pairing.Row {
	if s.Setup.System == Ladder {
		return s.places()
	}
	if s.Lots == nil {
		return nil
	}
	rounds, _ := s.Results(played)
	rows := pairing.Standing(len(s.Entrants), rounds, s.Lots)
	if s.Setup.System == Cup {
		s.rank(rows, rounds)
	}
	return rows
}

// rank sorts the standings of a cup by the round of the loss, later rounds first and entrants without a loss before
// all others. Of the losers of the semifinals the winner of their own match comes first.
func (s State) rank(rows []pairing.Row, rounds [][]pairing.Result) {
	come := make([]int, len(rows))
	for i := range come {
		come[i] = 2 * s.RoundsInAll()
	}
	for round, results := range rounds {
		for _, r := range results {
			winner, loser := winnerOf(r)
			if third := round > 0 && come[winner] < 2*round; third {
				come[winner]++
			} else if loser != pairing.Bye {
				come[loser] = 2 * round
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b pairing.Row) int { return come[b.Entrant] - come[a.Entrant] })
	for i := range rows {
		rows[i].Place = i + 1
	}
}

// winnerOf returns who of a board advances: with equal points the higher seed.
func winnerOf(r pairing.Result) (winner, loser int) {
	switch {
	case r.Second == pairing.Bye || r.Points[0] > r.Points[1]:
		return r.First, r.Second
	case r.Points[0] < r.Points[1]:
		return r.Second, r.First
	}
	return min(r.First, r.Second), max(r.First, r.Second)
}

// Deadline returns when something may be due because time passes; zero: never.
func (s State) Deadline() time.Time {
	switch {
	case s.Status == Gathering:
		return s.begins()
	case s.Status == Running && len(s.Rounds) > 0 && s.Setup.System != Cup && s.Setup.System != Ladder &&
		len(s.Rounds) < s.RoundsInAll():
		return s.Rounds[len(s.Rounds)-1].Until
	}
	return time.Time{}
}

// RoundsInAll returns the total number of rounds.
func (s State) RoundsInAll() int {
	n := len(s.Entrants)
	needed := bits.Len(uint(max(1, n) - 1)) // ⌈log2 n⌉
	switch s.Setup.System {
	case Round:
		return pairing.Rounds(n) * max(1, s.Setup.Rounds)
	case Cup:
		return needed
	}
	if s.Setup.Rounds > 0 {
		return s.Setup.Rounds
	}
	return min(needed+1, pairing.Rounds(n))
}

// longestGathering is how long people may join a tournament without a start time, after which it is cancelled.
const longestGathering = 60 * 24 * time.Hour

// begins returns when the tournament begins at the latest, or is cancelled.
func (s State) begins() time.Time {
	if s.Setup.Starts.IsZero() {
		return s.Began.Add(longestGathering)
	}
	return s.Setup.Starts
}

// fewest is the minimum number of entrants.
const fewest = 2

// replaysOfTie is how often a drawn tie of a cup is replayed before the seeds decide.
const replaysOfTie = 2

// Due returns the next event that follows by itself at a time, with the event's time not set; false if there is none.
// A Begun event has no order and lots: the caller must draw them before storing it.
func (s State) Due(now time.Time, played Played) (Event, bool) {
	gathers, deadline := s.Status == Gathering, s.Deadline()
	late := !deadline.IsZero() && !now.Before(deadline)
	switch {
	case gathers && late && (len(s.Entrants) < fewest || s.Setup.Starts.IsZero()):
		return Event{Kind: Cancelled, Reason: NothingWon}, true
	case gathers && (late || s.Setup.Needs > 0 && len(s.Entrants) >= s.Setup.Needs):
		return Event{Kind: Begun}, true
	case s.Status != Running:
		return Event{}, false
	}
	if e, ok := s.decideUnplayed(played); ok {
		return e, true
	}
	if s.Setup.System == Ladder {
		return s.climbs(now)
	}
	return s.next(now, late, played)
}

// decideUnplayed returns the next decision about people who did not appear or have withdrawn, or about a tie of a
// cup.
func (s State) decideUnplayed(played Played) (Event, bool) {
	for _, e := range s.Entrants {
		if e.Missed >= 2 && !e.Out {
			return Event{Kind: Withdrawn, Person: e.Who.ID, Reason: NoShow}, true
		}
	}
	for round := range s.Rounds {
		for board, b := range s.Rounds[round].Boards {
			if b.Second == pairing.Bye || b.Decided != nil {
				continue
			}
			if e, ok := s.settleBoard(round, board, played); ok {
				e.Round, e.Board = round, board
				return e, true
			}
		}
	}
	return Event{}, false
}

func (s State) settleBoard(round, board int, played Played) (Event, bool) {
	b := s.Rounds[round].Boards[board]
	left := s.forfeit(b)
	if result, done := s.Result(round, board, played); done {
		return s.settlePlayed(b, result, left != nil)
	}
	begun := false
	for _, id := range s.Games(round, board) {
		o := played(id)
		begun = begun || o.There
		switch {
		case !o.Over || !o.Void:
			continue
		case o.Absent == None: // no side can be blamed
			return s.award(NothingWon, false, false), true
		}
		return s.awardAbsence(b, o), true
	}
	if left == nil || begun { // Rulings ends its matches
		return Event{}, false
	}
	return Event{Kind: Decided, Points: left.Points, Reason: left.Reason}, true
}

// settlePlayed decides a played board where that takes an event: on a ladder, and for a drawn tie of a cup. left says
// that one of its players has left.
func (s State) settlePlayed(b Board, result pairing.Result, left bool) (Event, bool) {
	switch {
	case s.Setup.System == Ladder:
		return Event{Kind: Decided, Points: result.Points, Reason: ByPlay}, true
	case s.Setup.System != Cup || result.Points[0] != result.Points[1]:
		return Event{}, false
	case b.Replays < replaysOfTie && !left:
		return Event{Kind: Replayed}, true
	}
	return s.award(BySeed, b.First < b.Second, b.Second < b.First), true
}

// awardAbsence decides a board with a void match because a player was absent.
func (s State) awardAbsence(b Board, o Outcome) Event {
	e := s.award(NoShow, o.Absent == Opponent, o.Absent == Challenger)
	if o.Late {
		e.Reason = Late
	}
	if e.Person = s.Entrants[b.First].Who.ID; o.Absent == Opponent {
		e.Person = s.Entrants[b.Second].Who.ID
	}
	return e
}

// award decides a board for one of its players, or for neither.
func (s State) award(reason Reason, first, second bool) Event {
	e := Event{Kind: Decided, Reason: reason}
	for i, wins := range []bool{first, second} {
		if wins {
			e.Points[i] = s.Setup.Score()
		}
	}
	return e
}

// next returns the next round, or the end. late says that the current round has no more time.
func (s State) next(now time.Time, late bool, played Played) (Event, bool) {
	results, open := s.Results(played)
	left := 0
	for _, e := range s.Entrants {
		if !e.Out {
			left++
		}
	}
	last := len(s.Rounds) >= s.RoundsInAll() || left < fewest
	switch {
	case last && open == 0:
		return Event{Kind: Ended}, true
	case last, open > 0 && !late:
		return Event{}, false
	}
	e := Event{Kind: Paired, Until: now.Add(s.Setup.Length)}
	switch s.Setup.System {
	case Round:
		e.Pairs = pairing.Berger(len(s.Entrants), len(s.Rounds))
	case Cup:
		e.Pairs = s.cup(results)
	default:
		e.Pairs = s.swiss(results)
	}
	return e, true
}

// swiss pairs the remaining entrants.
func (s State) swiss(results [][]pairing.Result) []pairing.Pair {
	past := make([]pairing.Past, len(s.Entrants))
	for i, e := range s.Entrants {
		past[i].Out = e.Out
	}
	for round := range s.Rounds {
		s.play(past, round, results[round])
	}
	return pairing.Swiss(past)
}

// play adds a round to the histories of all entrants.
func (s State) play(past []pairing.Past, round int, results []pairing.Result) {
	before := make([]int, len(past))
	for i := range past {
		before[i] = past[i].Score
		past[i].Sides = append(past[i].Sides, pairing.None)
		past[i].Float = 0
	}
	for _, b := range s.Rounds[round].Boards {
		first := &past[b.First]
		if b.Second == pairing.Bye {
			first.Bye, first.Float = true, 1
			continue
		}
		second := &past[b.Second]
		first.Met, second.Met = append(first.Met, b.Second), append(second.Met, b.First)
		first.Sides[round], second.Sides[round] = pairing.FirstSide, pairing.SecondSide
		first.Float = int8(cmp.Compare(before[b.First], before[b.Second]))
		second.Float = -first.Float
	}
	for _, r := range results {
		for i, who := range []int{r.First, r.Second} {
			if who != pairing.Bye { // a win without playing counts as the bye
				past[who].Score += r.Points[i]
				past[who].Bye = past[who].Bye || r.Unplayed && r.Points[i] > r.Points[1-i]
			}
		}
	}
}

// cup pairs the winners of neighbouring boards. Along with the final the losers of the semifinals play for third
// place.
func (s State) cup(results [][]pairing.Result) []pairing.Pair {
	if len(s.Rounds) == 0 {
		return pairing.Cup(len(s.Entrants))
	}
	var winners, losers []int
	for _, r := range results[len(results)-1] {
		winner, loser := winnerOf(r)
		winners, losers = append(winners, winner), append(losers, loser)
	}
	pairs := meetings(winners, len(s.Rounds))
	if len(winners) == 2 && !slices.Contains(losers, pairing.Bye) {
		pairs = append(pairs, meetings(losers, len(s.Rounds))...)
	}
	return pairs
}

// meetings pairs neighbours; the higher seed begins in every other round.
func meetings(entrants []int, round int) (pairs []pairing.Pair) {
	for i := 0; i+1 < len(entrants); i += 2 {
		first, second := min(entrants[i], entrants[i+1]), max(entrants[i], entrants[i+1])
		if round%2 == 1 {
			first, second = second, first
		}
		pairs = append(pairs, pairing.Pair{First: first, Second: second})
	}
	return pairs
}
