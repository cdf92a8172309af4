package match

import (
	"fmt"
	"slices"
	"time"

	"tabuleiro/engine"
)

// Status is the phase of a match.
type Status string

// The phases, in their order; a match ends in one of the last two.
const (
	Open    Status = "open"    // challenged, not answered yet
	Playing Status = "playing" // accepted
	Over    Status = "over"    // played to its end
	Void    Status = "void"    // declined or withdrawn: nothing came of it
)

// Ended reports whether nothing more can happen.
func (s Status) Ended() bool { return s == Over || s == Void }

// Reasons why a match ends that no position knows.
const (
	Resignation engine.Code = "resignation"
	Agreement   engine.Code = "agreement"
	NobodyWins  engine.Code = "nobody-wins"   // see engine.Drawer
	Stopped     engine.Code = "stopped"       // endless games were ended by agreement
	StoppedEven engine.Code = "stopped-level" // and neither led
)

// Pending is an offer that waits for its answer.
type Pending struct {
	Offer Offer
	By    engine.Side // First or Second
	Times int         // of the stake; Resign
	Until time.Time   // Pause
	N     int         // of the event with which it was made: what tells it from others of its kind
}

// Match is the state after N events. It is a value: Apply leaves it alone and returns the next.
type Match struct {
	ID     string
	N      int // events so far
	Status Status
	Setup  Setup
	// Challenger and Opponent are who met; Opponent is what the challenge said until somebody accepts.
	Challenger, Opponent Player
	Reader               Player // who read the game from a file, if it had ended; zero for all others

	First     Player                   // who plays engine.First; zero before Accepted
	Game      *engine.Game             // nil before Challenged
	Line      engine.Line              // the moves that stand
	Games     []Played                 // of a series, before the one on the board
	Ended     engine.Outcome           // of a series: how the game on the board ended; zero while it goes on
	Decisions []Decision               // about the game on the board, or about all of the match while that was on it
	plans     bySide[ConditionalMoves] // what First and Second have said in advance

	// own moves, and one more, when the last draw that First and Second offered was refused; 0: none was
	drawRefused bySide[int]

	Pending Pending        // zero: no offer
	Dice    Dice           // zero: played without
	Asked   Reminders      // which reminders the players want
	Clock   Clock          // of the players; zero: they have all the time in the world
	Lost    time.Time      // when it could be told no more in a room where it is played; zero: it always could
	Outcome engine.Outcome // zero while the match goes on; of a series by its score
	Touched string         // where the piece stands that has to move, for it was named; "": none was
	Rated   *Rated         // nil unless the match has ended and counts for ratings
	Secret  string         // of the link to it, "" if there is none
	Code    string         // the same to be typed, "" if there is none
	Began   time.Time      // the challenge
	Latest  time.Time      // the last event
	Turned  time.Time      // the last one that brought it on: a move, a game or the match that began or ended
}

// bySide has what each side has; Nobody and Chance have nothing.
type bySide[T any] [engine.Chance + 1]T

// Games finds a game by its stable name; nil if there is none.
type Games func(name string) *engine.Game

// Replay builds a match from its events.
func Replay(id string, games Games, events []Event) (*Match, error) {
	m := &Match{ID: id}
	for i, e := range events {
		next, err := m.Apply(e, games)
		if err != nil {
			return nil, fmt.Errorf("match %s: event %d (%s): %w", id, i+1, e.Kind, err)
		}
		m = next
	}
	return m, nil
}

// Side is the side that a player has; Nobody for others and before the match has begun.
func (m *Match) Side(id string) engine.Side {
	switch {
	case m.Status != Playing && m.Status != Over:
		return engine.Nobody
	case id == m.First.ID:
		return engine.First
	case id == m.Challenger.ID || id == m.Opponent.ID:
		return engine.Second
	}
	return engine.Nobody
}

// Player is who has a side; zero before the match has begun.
func (m *Match) Player(s engine.Side) Player {
	switch {
	case s != engine.First && s != engine.Second || m.First.ID == "":
		return Player{}
	case (s == engine.First) == (m.First.ID == m.Challenger.ID):
		return m.Challenger
	}
	return m.Opponent
}

// Turn is the side that has to move; Nobody unless the match is being played.
func (m *Match) Turn() engine.Side {
	if m.Status != Playing || m.IsBetweenGames() {
		return engine.Nobody
	}
	return m.Line.Turn()
}

// May lists what a person may do now, whatever the time. Moved and Offered are listed without saying which move or
// offer: at least one goes.
func (m *Match) May(p Player) []Kind {
	var kinds []Kind
	for _, k := range Kinds {
		try := []Event{{Kind: k, By: p.ID, Who: &p}}
		if k == Offered {
			try = nil
			for _, o := range Offers {
				try = append(try, Event{Kind: k, By: p.ID, Offer: o, Times: 1})
			}
		}
		if k == Resigned {
			try[0].Times = last(m.Resignations(m.Side(p.ID)))
		}
		if rules[k].chosen && slices.ContainsFunc(try, func(e Event) bool { return m.refuse(e) == "" }) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// Apply returns the match after e. The error is a *Refusal, the *engine.MoveError of an illegal move, or tells what is
// wrong with the event itself; the match stays as it was.
func (m *Match) Apply(e Event, games Games) (*Match, error) {
	if code := m.refuse(e); code != "" {
		return nil, &Refusal{code}
	}
	next := *m
	next.N++
	next.Clock.chargeElapsed(next.Decides(), e.clockTime(next.Latest))
	next.Latest = e.At
	if e.By != "" {
		next.Clock.Unreached = time.Time{} // the author is there
	}
	if err := next.apply(e, games); err != nil {
		return nil, err
	}
	next.updatePlans(e, m.Turn())
	if next.Line.Len() != m.Line.Len() || next.Status != m.Status || e.Kind == Next {
		next.startTurn(e)
		next.Touched, next.Turned = "", e.At
	}
	if next.Status == Over {
		next.Rated = e.Rated
	}
	return &next, nil
}

// challenge takes a Challenged.
func (m *Match) challenge(e Event, games Games) error {
	if err := m.begin(e, games); err != nil {
		return err
	}
	if m.Line.Outcome().Decided() && len(m.Setup.Played) > 0 {
		return fmt.Errorf("a game that has ended cannot go on")
	}
	m.Status, m.Challenger, m.Opponent = Open, *e.Who, e.Setup.Opponent
	return m.Dice.seal(e, m.Line.Position())
}

// Ids of the players of a game that was read from a file. No service knows them.
const (
	ReadFirst  = "file:first"
	ReadSecond = "file:second"
)

// read takes an Imported.
func (m *Match) read(e Event, games Games) error {
	if e.Setup == nil || e.Setup.Source == nil {
		return fmt.Errorf("a game from a file needs its source")
	}
	if err := m.begin(e, games); err != nil {
		return err
	}
	names := e.Setup.Source.Names
	m.Challenger, m.Opponent = Player{ID: ReadFirst, Name: names[0]}, Player{ID: ReadSecond, Name: names[1]}
	m.First, m.Reader = m.Challenger, *e.Who
	outcome, said := m.Line.Outcome(), e.Setup.Source.Outcome
	if !outcome.Decided() || outcome.Draw() && said.Decided() {
		outcome = said
	}
	if !outcome.Decided() {
		return fmt.Errorf("the game has not ended")
	}
	m.end(outcome)
	return nil
}

// begin takes what a match is about.
func (m *Match) begin(e Event, games Games) error {
	if e.Setup == nil || e.Who == nil || e.Who.ID != e.By || e.By == "" {
		return fmt.Errorf("a challenge needs a setup and its author")
	}
	game := games(e.Setup.Game)
	switch s := e.Setup.Side; {
	case game == nil:
		return fmt.Errorf("game %q is unknown", e.Setup.Game)
	case e.Setup.Version != game.Version:
		return fmt.Errorf("%s was begun by version %d of its rules, this program plays version %d", game.Name,
			e.Setup.Version, game.Version)
	case s > engine.Second:
		return fmt.Errorf("the challenger cannot play %s", s)
	case !e.Setup.Time.Valid():
		return fmt.Errorf("there is no limit of time %s", e.Setup.Time)
	}
	line, err := e.Setup.line(game)
	if err == nil {
		err = e.Setup.checkSeries(line.At(0))
	}
	if err != nil {
		return err
	}
	m.Setup, m.Game, m.Began = *e.Setup, game, e.At
	m.Secret, m.Code = e.Secret, e.Code
	m.Line, err = m.playOpening(line)
	return err
}

// line is the start of a match with the moves that were made before.
func (s *Setup) line(game *engine.Game) (line engine.Line, err error) {
	r, err := game.NewRecord(s.Options, s.Start)
	if err != nil {
		return line, err
	}
	line = r.Line
	for i, move := range s.Played {
		if line, err = line.Unclaimed().Play(move); err != nil {
			return line, fmt.Errorf("move %d of those before: %w", i+1, err)
		}
	}
	return line, nil
}

func (m *Match) accept(e Event, _ Games) error {
	if e.Who == nil || e.Who.ID != e.By || e.By == "" {
		return fmt.Errorf("an acceptance needs its author")
	}
	if first, side := e.First, m.Setup.Side; first != m.Challenger.ID && (first != e.By || side == engine.First) ||
		first != e.By && side == engine.Second {
		return fmt.Errorf("%q cannot play first: the challenger plays %s", first, side)
	}
	if err := m.Dice.salt(e); err != nil {
		return err
	}
	m.Status, m.Opponent = Playing, *e.Who
	m.First = m.Challenger
	if e.First == e.By {
		m.First = m.Opponent
	}
	m.Clock = m.Setup.Time.begin()
	m.end(m.Line.Outcome()) // a start position may be decided already
	return nil
}

func (m *Match) end(o engine.Outcome) {
	if o.Decided() && m.Setup.Several() {
		if m.Ended, m.Pending = o, (Pending{}); m.hasNextGame() {
			return
		}
		o = m.scoreOutcome()
	}
	m.finish(o)
}

// finish ends the match, if there is an outcome.
func (m *Match) finish(o engine.Outcome) {
	if o.Decided() {
		m.Status, m.Outcome, m.Pending = Over, o, Pending{}
	}
}
