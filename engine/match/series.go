package match

import (
	"fmt"
	"strconv"
	"time"

	"tabuleiro/engine"
)

// Series is the number of games a match has, where it has more than one: at most one of the numbers is set, and the
// zero
// value is a single game. Colours alternate. A game won is a point, a game drawn half a point for each side.
type Series struct {
	Games int `json:"games,omitempty"` // so many are played, whatever the score
	// so many at the most, an odd number: it ends when one side cannot be caught up with
	Best   int `json:"best,omitempty"`
	Points int `json:"points,omitempty"` // until a side has so many points, or the series has MostGames
}

// Limits of a series.
const (
	MostGames  = 40
	MostPoints = 20
)

// Reasons why a series ends, besides those that end a match of one game.
const (
	SeriesWon  engine.Code = "series-won"
	SeriesEven engine.Code = "series-level"
	SeriesLeft engine.Code = "series-given-up" // by the loser, before the end
)

// Valid reports whether there are such series.
func (s Series) Valid() bool {
	switch {
	case s.Games != 0:
		return s.Games >= 2 && s.Games <= MostGames && s == Series{Games: s.Games}
	case s.Best != 0:
		return s.Best >= 3 && s.Best%2 == 1 && s.Best < MostGames && s == Series{Best: s.Best}
	}
	return s.Points == 0 || s.Points >= 2 && s.Points <= MostPoints
}

// Opening is moves that a game begins with, which the players do not choose.
type Opening struct {
	Number int           `json:"number"` // in the list of the game
	Moves  []engine.Move `json:"moves"`
}

// Played is a game of a series that has ended.
type Played struct {
	First     Player // who played engine.First
	Line      engine.Line
	Outcome   engine.Outcome
	Decisions []Decision // about it
}

// Usual reports whether a match begins as its game does: with no set position, and no moves that were made elsewhere.
func (s *Setup) Usual() bool { return s.Source == nil && s.Start == "" && len(s.Played) == 0 }

// Several reports whether a match is a series.
func (s *Setup) Several() bool { return s.Series != Series{} }

// IsBetweenGames reports whether a game of a series has ended, and another one follows.
func (m *Match) IsBetweenGames() bool { return m.Status == Playing && m.Ended.Decided() }

// Opening is that of the game on the board; zero if the players choose every move. Two games that follow one another
// have the same.
func (m *Match) Opening() Opening {
	if list := m.Setup.Openings; len(list) > 0 {
		return list[len(m.Games)/2%len(list)]
	}
	return Opening{}
}

// SetupMoves is the number of moves of the game on the board that were made before its players had the word.
func (m *Match) SetupMoves() int { return len(m.Setup.Played) + len(m.Opening().Moves) }

// Number is the number of moves that have been made in all games, those given included.
func (m *Match) Number() int {
	n := m.Line.Len()
	for _, g := range m.Games {
		n += g.Line.Len()
	}
	return n
}

// AfterGame is a match as it was when its game number n, from 1, had ended; as it is for the last one.
func (m *Match) AfterGame(n int) *Match {
	then := *m
	if n > 0 && n <= len(m.Games) {
		g := m.Games[n-1]
		then.Games, then.First, then.Line, then.Ended = m.Games[:n-1:n-1], g.First, g.Line, g.Outcome
		then.Status, then.Outcome, then.Pending, then.Rated = Playing, engine.Outcome{}, Pending{}, nil
		then.Decisions = g.Decisions
	}
	return &then
}

// SingleGame is a game of a series by itself, from 1: as a match that has no other. The last one is as it is.
func (m *Match) SingleGame(n int) *Match {
	one := m.AfterGame(n)
	one.Games, one.Setup.Series, one.Rated, one.Setup.Openings = nil, Series{}, nil, nil
	if opening := m.AfterGame(n).Opening(); opening.Number > 0 {
		one.Setup.Openings = []Opening{opening}
	}
	if one.Ended.Decided() {
		one.Status, one.Outcome, one.Ended = Over, one.Ended, engine.Outcome{}
	}
	return one
}

// finishedGames are those of the games that have ended, each with who played engine.First in it.
func (m *Match) finishedGames() (list []Played) {
	list = append(list, m.Games...)
	if m.Ended.Decided() {
		list = append(list, Played{First: m.First, Outcome: m.Ended})
	}
	return list
}

// GameNumber tells the game on the board apart from those before and behind it, be they parts of a series or of a
// contest: a number from 1 to 99.
func (m *Match) GameNumber() int {
	n := len(m.Games)
	if contest, ok := m.Line.Position().(engine.StakeGame); ok {
		score := contest.Standing().Score
		n += score[0] + score[1]
	}
	return n%99 + 1
}

// EndsWithGame reports whether the match ends when a side gives up the game on the board, for so many stakes where there are
// some.
func (m *Match) EndsWithGame(s engine.Side, times int) bool {
	if contest, ok := m.Line.Position().(engine.StakeGame); ok {
		at := contest.Standing()
		return !at.Endless && at.Score[index(s.Other())]+times*contest.Stake() >= at.Length
	}
	then := *m
	then.Ended = engine.Outcome{Winner: s.Other(), Reason: Resignation}
	return !then.hasNextGame()
}

// Halves is what a side of the game on the board has in a series, in halves of points.
func (m *Match) Halves(s engine.Side) (n int) {
	who := m.Player(s).ID
	for _, g := range m.finishedGames() {
		n += g.halves(who)
	}
	return n
}

// halves is what a player got of a game, in halves of points.
func (p Played) halves(who string) int {
	switch {
	case p.Outcome.Winner == engine.Nobody:
		return 1
	case (p.Outcome.Winner == engine.First) == (p.First.ID == who):
		return 2
	}
	return 0
}

// Halves are points as they are written: "2", "1½".
func Halves(n int) string {
	switch {
	case n == 1:
		return "½"
	case n%2 == 1:
		return strconv.Itoa(n/2) + "½"
	}
	return strconv.Itoa(n / 2)
}

// hasNextGame reports whether another game follows the one that has ended.
func (m *Match) hasNextGame() bool {
	s, n := m.Setup.Series, len(m.finishedGames())
	most := max(m.Halves(engine.First), m.Halves(engine.Second))
	switch {
	case s.Games != 0:
		return n < s.Games
	case s.Best != 0:
		return n < s.Best && most <= s.Best
	}
	return n < MostGames && most < 2*s.Points
}

// scoreOutcome is how a series ends by its score.
func (m *Match) scoreOutcome() engine.Outcome {
	score := engine.Standing{Score: [2]int{m.Halves(engine.First), m.Halves(engine.Second)}}
	if s, lead := score.Lead(); lead > 0 {
		return engine.Outcome{Winner: s, Reason: SeriesWon, Points: 1}
	}
	return engine.Outcome{Reason: SeriesEven}
}

// IsUnbegun reports whether a side has not moved yet in a game that is not the first of its series. A side that gives up
// such a game, or lets its time run out, gives up the series: the other need not wait for one who does not come.
func (m *Match) IsUnbegun(s engine.Side) bool {
	return len(m.Games) > 0 && !m.HasAppeared(s)
}

// forfeit ends the game on the board by the doing of a side: giving up, or letting time run out.
func (m *Match) forfeit(s engine.Side, o engine.Outcome) {
	if m.Setup.Several() && m.IsUnbegun(s) && o.Winner != engine.Nobody {
		m.Ended = o
		m.finish(engine.Outcome{Winner: o.Winner, Reason: SeriesLeft, Points: 1})
		return
	}
	m.end(o)
}

// nextGame begins the next game of a series: colours change, and so do the places of what each side has. Both have all
// their time again.
func (m *Match) nextGame() error {
	m.Games = append(m.Games[:len(m.Games):len(m.Games)], Played{m.First, m.Line, m.Ended, m.Decisions})
	m.Decisions = nil
	m.drawRefused = bySide[int]{}
	m.Ended, m.Pending, m.First = engine.Outcome{}, Pending{}, m.Player(engine.Second)
	before := m.Clock
	m.Clock = m.Setup.Time.begin()
	m.Clock.Away, m.Clock.Until, m.Clock.Unreached = [2]time.Time{before.Away[1], before.Away[0]}, before.Until,
		before.Unreached
	wish := &m.Asked.Before
	wish[engine.First], wish[engine.Second] = wish[engine.Second], wish[engine.First]
	line, err := m.playOpening(m.Game.NewLine(m.Line.At(0)))
	if err == nil {
		m.Line = line
	}
	return err
}

// playOpening plays the opening of the game on the board, if there is one.
func (m *Match) playOpening(line engine.Line) (_ engine.Line, err error) {
	for i, move := range m.Opening().Moves {
		if line, err = line.Play(move); err != nil {
			return line, fmt.Errorf("move %d of opening %d: %w", i+1, m.Opening().Number, err)
		}
	}
	return line, nil
}

// checkSeries tells what is wrong with the series of a setup that begins in a position.
func (s *Setup) checkSeries(start engine.Position) error {
	_, dice := start.(engine.DicePosition)
	switch {
	case !s.Series.Valid():
		return fmt.Errorf("there is no series of %+v", s.Series)
	case (s.Series != Series{}) && (dice || start.Outcome().Decided()):
		return fmt.Errorf("%s has no series from here", s.Game)
	case len(s.Played) > 0 && (s.Series != Series{} || s.Openings != nil), s.Start != "" && s.Openings != nil:
		return fmt.Errorf("a game that was begun elsewhere has no opening and no series")
	}
	return nil
}
