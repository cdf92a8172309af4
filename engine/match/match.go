package match

import (
	"fmt"
	"slices"
	"time"

	"tabuleiro/engine"
)

// Status is the phase of a match.
type Status string

// Phases in their order; a match ends in one of the last two.
const (
	Open    Status = "open"    // challenge not answered yet
	Playing Status = "playing" // accepted
	Over    Status = "over"    // finished
	Void    Status = "void"    // declined, withdrawn or called off
)

// Ended reports whether the match has ended.
func (s Status) Ended() bool { return s == Over || s == Void }

// Reasons for the end of a match that no position knows.
const (
	Resignation engine.Code = "resignation"
	Agreement   engine.Code = "agreement"
	NobodyWins  engine.Code = "nobody-wins"   // see engine.Drawer
	Stopped     engine.Code = "stopped"       // endless games were ended by agreement
	StoppedEven engine.Code = "stopped-level" // the same with an even score
)

// Pending is an unanswered offer.
type Pending struct {
	Offer Offer
	By    engine.Side // First or Second
	Times int         // Resign: multiple of the stake
	Until time.Time   // Pause
	N     int         // number of the event that made it, which identifies the offer
}

// Match is the state after N events. It is immutable: Apply returns the next one.
type Match struct {
	ID     string
	N      int // events so far
	Status Status
	Setup  Setup
	// Challenger and Opponent are the players; until somebody accepts, Opponent is as in the challenge.
	Challenger, Opponent Player
	Reader               Player // who read a finished game from a file; zero for other matches

	First     Player                   // who plays engine.First; zero before Accepted
	Game      *engine.Game             // nil before Challenged
	Line      engine.Line              // moves of the current game
	Games     []Played                 // finished games of a series, without the current one
	Ended     engine.Outcome           // result of the current game of a series; zero while it goes on
	Decisions []Decision               // rulings on the current game, or on the whole match during it
	plans     bySide[ConditionalMoves] // conditional moves of each side

	// 1 + the side's own moves when its last draw offer was refused; 0: none was
	drawRefused bySide[int]

	Pending Pending        // zero: no offer
	Dice    Dice           // zero: no dice
	Asked   Reminders      // reminders that the players want
	Clock   Clock          // zero: no time control
	Lost    time.Time      // when a room where it is played became unreachable; zero: never
	Outcome engine.Outcome // zero while the match goes on; of a series by its score
	Touched string         // square of the touched piece that has to move; "": none
	Rated   *Rated         // nil unless the match has ended and is rated
	Secret  string         // of the link to it, "" if there is none
	Code    string         // the same in a form to type, "" if there is none
	Began   time.Time      // time of the challenge
	Latest  time.Time      // time of the last event
	Turned  time.Time      // time of the last move, or of the begin or end of a game or the match
}

// bySide holds a value per engine.Side; those of Nobody and Chance are unused.
type bySide[T any] [engine.Chance + 1]T

// Games returns the game with a stable name; nil if there is none.
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

// Side returns the side of a player; Nobody for others and before the match begins.
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

// Player returns the player of a side; zero before the match begins.
func (m *Match) Player(s engine.Side) Player {
	switch {
	case s != engine.First && s != engine.Second || m.First.ID == "":
		return Player{}
	case (s == engine.First) == (m.First.ID == m.Challenger.ID):
		return m.Challenger
	}
	return m.Opponent
}

// Turn returns the side that has to move; Nobody unless the match is being played.
func (m *Match) Turn() engine.Side {
	if m.Status != Playing || m.IsBetweenGames() {
		return engine.Nobody
	}
	return m.Line.Turn()
}

// May lists the kinds of events that a person may make now, ignoring the clock. Moved and Offered are listed if at
// least one move or offer is allowed.
func (m *Match) May(p Player) []Kind {
	var kinds []Kind
	for _, k := range Kinds {
		e, offers := Event{Kind: k, By: p.ID, Who: &p}, []Offer{NoOffer}
		switch k {
		case Offered:
			e.Times, offers = 1, Offers
		case Resigned:
			e.Times = m.SureResignation(m.Side(p.ID))
		}
		stands := func(o Offer) bool {
			e.Offer = o
			return m.refuse(e) == ""
		}
		if rules[k].chosen && slices.ContainsFunc(offers, stands) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// Apply returns the match after e and leaves m unchanged. The error is a *Refusal, the *engine.MoveError of an
// illegal move, or another error if the event itself is invalid.
func (m *Match) Apply(e Event, games Games) (*Match, error) {
	if code := m.refuse(e); code != "" {
		return nil, &Refusal{code}
	}
	next := *m
	next.N++
	next.Clock.chargeElapsed(next.Decides(), e.clockTime(next.Latest))
	next.Latest = e.At
	if e.By != "" {
		next.Clock.Unreached = time.Time{} // the author can be reached
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

// challenge applies a Challenged.
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

// Ids of the players of a game read from a file, unknown to any service.
const (
	ReadFirst  = "file:first"
	ReadSecond = "file:second"
)

// read applies an Imported.
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

// begin sets up the match from its first event.
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

// line returns the start of a match with the moves that were made elsewhere.
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
	m.end(m.Line.Outcome()) // the start position may already be decided
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

// finish ends the match if o is decided.
func (m *Match) finish(o engine.Outcome) {
	if o.Decided() {
		m.Status, m.Outcome, m.Pending = Over, o, Pending{}
	}
}
