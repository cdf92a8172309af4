package tournament

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tabuleiro/engine"
	"tabuleiro/engine/dice"
	"tabuleiro/engine/match"
	"tabuleiro/engine/pairing"
)

// State is a tournament after N events. It is immutable: Apply returns the next state.
type State struct {
	ID        string
	N         int
	Status    Status
	Setup     Setup
	Organiser match.Player
	Rooms     []string // rooms for announcements, that of the first one first
	Entrants  []Entrant
	Replaced  []match.Player // players replaced by others
	Lots      []int          // of the entrants; nil before the begin
	Rounds    []Pairings
	Began     time.Time
	Ladder    []int // entrants from the top; see Ladder
	Chain     match.Chain
}

// Entrant is a participant. After the begin its number is its index in State.Entrants.
type Entrant struct {
	Who    match.Player
	Room   string    // where the person joined
	Alone  bool      // the person is alone in that room
	Out    bool      // has left the tournament
	Missed int       // number of matches without a first move in time
	Since  time.Time // on a ladder: time of the last challenge, or of the loss of a place
	Word   string    // for the lot
}

// Pairings is a round.
type Pairings struct {
	Until  time.Time // see Setup.Length
	Boards []Board
}

// Board is a pairing of a round.
type Board struct {
	pairing.Pair
	Replays int       // number of replays
	Decided *Decision // nil: the matches count
}

// Decision is a result decided without playing.
type Decision struct {
	Points [2]int
	Reason Reason
}

// MostEntrants is the maximum number of entrants.
const MostEntrants = pairing.MaxEntrants

// Refusal is a code for why an event is not allowed.
type Refusal string

func (r Refusal) Error() string { return "the tournament refuses: " + string(r) }

// Refusals.
const (
	IsOver      Refusal = "over"
	HasBegun    Refusal = "has-begun"
	NotBegun    Refusal = "not-begun"
	IsFull      Refusal = "full"
	IsIn        Refusal = "is-in"
	IsNotIn     Refusal = "is-not-in"
	TooFew      Refusal = "too-few"
	NoBoard     Refusal = "no-board"
	NotAllowed  Refusal = "not-allowed"
	BadPoints   Refusal = "bad-points"
	OutOfReach  Refusal = "out-of-reach" // the challenged place is not 1 to Reach places up
	HasOpen     Refusal = "has-open"     // the author has an open challenge
	OtherOpen   Refusal = "other-open"   // the other player has an open challenge
	NoChallenge Refusal = "no-challenge" // no such challenge is open on the ladder
)

// Replay builds a tournament from its events.
func Replay(id string, events []Event) (State, error) {
	s := State{ID: id}
	for i, e := range events {
		next, err := s.Apply(e)
		if err != nil {
			return s, fmt.Errorf("tournament %s: event %d (%s): %w", id, i+1, e.Kind, err)
		}
		s = next
	}
	return s, nil
}

// Number returns the number of an entrant; -1 if the person takes no part.
func (s State) Number(person string) int {
	return slices.IndexFunc(s.Entrants, func(e Entrant) bool { return e.Who.ID == person })
}

// Live reports whether the tournament is running or people can join it.
func (s State) Live() bool { return s.Status == Gathering || s.Status == Running }

// Plays reports whether somebody takes part, or is on the ladder.
func (s State) Plays(person string) bool {
	i := s.Number(person)
	if s.Setup.System == Ladder {
		return s.Place(i) > 0
	}
	return i >= 0 && !s.Entrants[i].Out
}

// Judges reports whether somebody may decide about others: the organiser, and the arbiter of the setup.
func (s State) Judges(person string) bool {
	return person != "" && (person == s.Organiser.ID || person == s.Setup.Match.Arbiter.ID)
}

// Apply returns the state after an event. A Refusal is returned for an event that is not allowed, another error for
// an invalid one, which this program never makes.
func (s State) Apply(e Event) (State, error) {
	s.Entrants, s.Rooms, s.Rounds = slices.Clone(s.Entrants), slices.Clone(s.Rooms), slices.Clone(s.Rounds)
	for i := range s.Rounds {
		s.Rounds[i].Boards = slices.Clone(s.Rounds[i].Boards)
	}
	if err := s.apply(e); err != nil {
		return s, err
	}
	s.N++
	return s, nil
}

// rule describes when an event of a kind is allowed, and how to apply it.
type rule struct {
	phase  Status                    // the only phase that allows it, except on a ladder with climb; "": both
	judged bool                      // a person needs the right to judge
	take   func(*State, Event) error // nil: only for ladders
	climb  func(*State, Event) error // replaces take on a ladder
}

var rules = map[Kind]rule{
	Joined: {phase: Gathering, take: (*State).join, climb: (*State).join},
	Left: {phase: Gathering, take: func(s *State, e Event) error {
		e.Person = e.By
		return s.withdraw(e)
	}},
	Begun:     {phase: Gathering, take: (*State).begin},
	Paired:    {phase: Running, take: (*State).pair, climb: (*State).challenge},
	Declined:  {climb: (*State).decline},
	Dropped:   {climb: (*State).drop},
	Replayed:  {phase: Running, take: (*State).decide},
	Decided:   {phase: Running, judged: true, take: (*State).decide},
	Withdrawn: {take: (*State).withdraw},
	Replaced:  {phase: Running, judged: true, take: (*State).replace},
	Extended:  {phase: Running, judged: true, take: (*State).extend},
	Ended:     {phase: Running, take: func(s *State, _ Event) error { s.Status = Over; return nil }},
	Cancelled: {judged: true, take: func(s *State, _ Event) error { s.Status = Void; return nil }},
}

func (s *State) apply(e Event) error {
	rule, known := rules[e.Kind]
	switch {
	case e.Kind == Announced:
		return s.announce(e)
	case s.Status == "":
		return fmt.Errorf("it has not been announced")
	case e.Kind == Forgotten:
		return s.rename(e)
	case s.Status == Over || s.Status == Void:
		return IsOver
	case !known:
		return fmt.Errorf("the kind is unknown")
	}
	if err := rule.refusal(s, e); err != nil {
		return err
	}
	if s.Setup.System == Ladder && rule.climb != nil {
		return rule.climb(s, e)
	}
	return rule.take(s, e)
}

// refusal returns why an event is not allowed.
func (r rule) refusal(s *State, e Event) error {
	climbs := s.Setup.System == Ladder && r.climb != nil
	switch {
	case r.take == nil && !climbs:
		return fmt.Errorf("it is no ladder")
	case r.phase == Gathering && s.Status != Gathering && !climbs:
		return HasBegun
	case r.phase == Running && s.Status != Running:
		return NotBegun
	case r.judged && e.By != "" && !e.Judge && !s.Judges(e.By):
		return NotAllowed
	}
	return nil
}

func (s *State) extend(e Event) error {
	if len(s.Rounds) == 0 || s.Setup.System == Ladder || !e.Until.After(e.At) {
		return NoBoard
	}
	s.Rounds[len(s.Rounds)-1].Until = e.Until
	return nil
}

func (s *State) announce(e Event) error {
	if s.Status != "" || e.Setup == nil || e.Who == nil || e.Room == "" {
		return fmt.Errorf("an announcement is the first event and has a setup, an organiser and a room")
	}
	s.Status, s.Setup, s.Organiser, s.Rooms, s.Began = Gathering, *e.Setup, *e.Who, []string{e.Room}, e.At
	if e.Chain != nil {
		s.Chain = *e.Chain
	}
	if s.Setup.System == Ladder {
		s.Status, s.Rounds = Running, []Pairings{{}}
	}
	return nil
}

// join adds an entrant, on a ladder at the bottom, including somebody who left it before.
func (s *State) join(e Event) error {
	if e.Who == nil || e.Who.ID == "" || e.Room == "" {
		return fmt.Errorf("who joins needs an id and a room")
	}
	who := Entrant{Who: *e.Who, Room: e.Room, Alone: e.Alone, Word: e.Word}
	i, ladder := s.Number(e.Who.ID), s.Setup.System == Ladder
	switch {
	case ladder && (len(s.Ladder) >= MostEntrants || s.N >= longest), i < 0 && len(s.Entrants) == MostEntrants:
		return IsFull
	case i < 0:
		i, s.Entrants = len(s.Entrants), append(s.Entrants, who)
	case !s.Entrants[i].Out || s.OpenBoard(i) >= 0:
		return IsIn
	}
	if ladder {
		who.Since, s.Ladder = e.At, append(slices.Clip(s.Ladder), i)
	}
	s.Entrants[i] = who
	s.Rooms = engine.Add(s.Rooms, e.Room)
	return nil
}

func (s *State) begin(e Event) error {
	if len(s.Entrants) < 2 {
		return TooFew
	}
	if len(e.Order) != len(s.Entrants) || len(e.Lots) != len(s.Entrants) {
		return fmt.Errorf("the order of %d and the lots of %d are not those of %d entrants", len(e.Order), len(e.Lots),
			len(s.Entrants))
	}
	if s.Chain.Seal != "" && !dice.Follows(e.Key, s.Chain.Seal) {
		return fmt.Errorf("the key of the lots is not the one that was sealed")
	}
	ordered, lots := make([]Entrant, 0, len(s.Entrants)), s.Draw(e.Key)
	for at, id := range e.Order {
		i := s.Number(id)
		if i < 0 || slices.ContainsFunc(ordered, func(x Entrant) bool { return x.Who.ID == id }) {
			return fmt.Errorf("the order has %q, who is no entrant or is there twice", id)
		}
		if s.Chain.Seal != "" && e.Lots[at] != lots[i] {
			return fmt.Errorf("the lot of %q is %d, not %d", id, lots[i], e.Lots[at])
		}
		ordered = append(ordered, s.Entrants[i])
	}
	s.Entrants, s.Lots, s.Status = ordered, e.Lots, Running
	return nil
}

// Draw returns the lots of all entrants, from 0, drawn by a key from their words; with equal words the first to join
// comes first.
func (s State) Draw(key string) []int {
	by := make([]int, len(s.Entrants))
	for i := range by {
		by[i] = i
	}
	slices.SortStableFunc(by, func(a, b int) int {
		return strings.Compare(dice.Lot(key, s.Entrants[a].Word), dice.Lot(key, s.Entrants[b].Word))
	})
	lots := make([]int, len(by))
	for lot, i := range by {
		lots[i] = lot
	}
	return lots
}

func (s *State) pair(e Event) error {
	seen := map[int]bool{}
	round := Pairings{Until: e.Until}
	for _, p := range e.Pairs {
		for _, who := range []int{p.First, p.Second} {
			if who == pairing.Bye && who == p.Second {
				continue
			}
			if who < 0 || who >= len(s.Entrants) || seen[who] {
				return fmt.Errorf("the round has %d, who is no entrant or plays twice", who)
			}
			seen[who] = true
		}
		round.Boards = append(round.Boards, Board{Pair: p})
	}
	s.Rounds = append(s.Rounds, round)
	return nil
}

// board returns the board of an event; nil if there is none, or if it has a bye.
func (s *State) board(e Event) *Board {
	if e.Round < 0 || e.Round >= len(s.Rounds) || e.Board < 0 || e.Board >= len(s.Rounds[e.Round].Boards) {
		return nil
	}
	if b := &s.Rounds[e.Round].Boards[e.Board]; b.Second != pairing.Bye {
		return b
	}
	return nil
}

func (s *State) decide(e Event) error {
	b := s.board(e)
	switch {
	case b == nil && s.Setup.System == Ladder:
		return NoChallenge
	case b == nil:
		return NoBoard
	}
	if e.Kind == Replayed {
		b.Replays++
		return nil
	}
	if e.Points[0] < 0 || e.Points[1] < 0 || e.Points[0]+e.Points[1] > s.Setup.Score() {
		return BadPoints
	}
	d := &Decision{e.Points, e.Reason}
	if s.Setup.System == Ladder {
		return s.close(e.Board, e.At, d)
	}
	b.Decided = d
	if e.Reason == NoShow {
		if i := s.Number(e.Person); i >= 0 {
			s.Entrants[i].Missed++
		}
	}
	return nil
}

func (s *State) withdraw(e Event) error {
	i := s.Number(e.Person)
	switch {
	case i < 0 || s.Entrants[i].Out:
		return IsNotIn
	case e.By != "" && e.By != e.Person && !e.Judge && !s.Judges(e.By):
		return NotAllowed
	}
	s.takeOut(i)
	return nil
}

// takeOut excludes an entrant from the rest of the tournament; before the begin it removes the entrant.
func (s *State) takeOut(i int) {
	if s.Status == Gathering {
		s.Entrants = slices.Delete(s.Entrants, i, i+1)
		return
	}
	s.Entrants[i].Out = true
	s.tidy()
}

func (s *State) replace(e Event) error {
	i := s.Number(e.Person)
	switch {
	case e.Who == nil || e.Who.ID == "":
		return fmt.Errorf("a replacement has nobody in it")
	case i < 0, s.Setup.System == Ladder && s.Entrants[i].Out:
		return IsNotIn
	case s.Number(e.Who.ID) >= 0:
		return IsIn
	}
	s.Replaced = append(slices.Clone(s.Replaced), s.Entrants[i].Who)
	s.Entrants[i].Who, s.Entrants[i].Out, s.Entrants[i].Missed = *e.Who, false, 0
	return nil
}

// rename replaces a deleted person by e.Who.
func (s *State) rename(e Event) error {
	if e.Who == nil {
		return fmt.Errorf("a forgotten person is called something")
	}
	if s.Organiser.ID == e.Person {
		s.Organiser = *e.Who
	}
	if i := s.Number(e.Person); i >= 0 {
		s.Entrants[i].Who = *e.Who
		s.takeOut(i)
	}
	return nil
}
