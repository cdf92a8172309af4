package match

import (
	"fmt"
	"strconv"
	"time"

	"tabuleiro/engine"
)

// Series is the length of a match of several games with alternating colours: at most one of its numbers is set, and
// the zero value is a single game. A win scores a point, a draw half a point for each side.
type Series struct {
	Games int `json:"games,omitempty"` // number of games, whatever the score
	// maximum number of games, odd: the series ends when one side can no longer be caught up
	Best   int `json:"best,omitempty"`
	Points int `json:"points,omitempty"` // points to reach; ends after MostGames games at the latest
}

// Limits of a series.
const (
	MostGames  = 40
	MostPoints = 20
)

// Reasons for the end of a series, besides those of a single game.
const (
	SeriesWon  engine.Code = "series-won"
	SeriesEven engine.Code = "series-level"
	SeriesLeft engine.Code = "series-given-up" // by the loser, before the end
)

// Valid reports whether the numbers are within their limits.
func (s Series) Valid() bool {
	switch {
	case s.Games != 0:
		return s.Games >= 2 && s.Games <= MostGames && s == Series{Games: s.Games}
	case s.Best != 0:
		return s.Best >= 3 && s.Best%2 == 1 && s.Best < MostGames && s == Series{Best: s.Best}
	}
	return s.Points == 0 || s.Points >= 2 && s.Points <= MostPoints
}

// Opening is a sequence of prescribed moves at the start of a game.
type Opening struct {
	Number int           `json:"number"` // in the list of openings of the game
	Moves  []engine.Move `json:"moves"`
}

// Played is a finished game of a series.
type Played struct {
	First     Player // who played engine.First
	Line      engine.Line
	Outcome   engine.Outcome
	Decisions []Decision // rulings on the game
}

// Usual reports whether a match begins as its game does: without a set position or moves made elsewhere.
func (s *Setup) Usual() bool { return s.Source == nil && s.Start == "" && len(s.Played) == 0 }

// Several reports whether a match is a series.
func (s *Setup) Several() bool { return s.Series != Series{} }

// IsBetweenGames reports whether a game of a series has ended and another one follows.
func (m *Match) IsBetweenGames() bool { return m.Status == Playing && m.Ended.Decided() }

// Opening returns the opening of the current game; zero if the players choose every move. Two games in a row have the
// same opening.
func (m *Match) Opening() Opening {
	if list := m.Setup.Openings; len(list) > 0 {
		return list[len(m.Games)/2%len(list)]
	}
	return Opening{}
}

// SetupMoves returns the number of moves of the current game that were made before its players took over.
func (m *Match) SetupMoves() int { return len(m.Setup.Played) + len(m.Opening().Moves) }

// Number returns the number of moves in all games, prescribed ones included.
func (m *Match) Number() int {
	n := m.Line.Len()
	for _, g := range m.Games {
		n += g.Line.Len()
	}
	return n
}

// AfterGame returns the match as it was when game n, from 1, had ended; unchanged for the last game.
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

// SingleGame returns game n of a series, from 1, as a match of one game; the last one as it stands.
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

// finishedGames returns the finished games, each with who played engine.First.
func (m *Match) finishedGames() (list []Played) {
	list = append(list, m.Games...)
	if m.Ended.Decided() {
		list = append(list, Played{First: m.First, Outcome: m.Ended})
	}
	return list
}

// GameNumber returns a number from 1 to 99 that distinguishes the current game from the neighbouring ones of a series
// or StakeGame.
func (m *Match) GameNumber() int {
	n := len(m.Games)
	if contest, ok := m.Line.Position().(engine.StakeGame); ok {
		score := contest.Standing().Score
		n += score[0] + score[1]
	}
	return n%99 + 1
}

// EndsWithGame reports whether the match ends if a side resigns the current game, for a multiple of the stake if
// there is one.
func (m *Match) EndsWithGame(s engine.Side, times int) bool {
	if contest, ok := m.Line.Position().(engine.StakeGame); ok {
		at := contest.Standing()
		return !at.Endless && at.Score[index(s.Other())]+times*contest.Stake() >= at.Length
	}
	then := *m
	then.Ended = engine.Outcome{Winner: s.Other(), Reason: Resignation}
	return !then.hasNextGame()
}

// Halves returns the score of a side of the current game in a series, in half points.
func (m *Match) Halves(s engine.Side) (n int) {
	who := m.Player(s).ID
	for _, g := range m.finishedGames() {
		n += g.halves(who)
	}
	return n
}

// halves returns the score of a player in a game, in half points.
func (p Played) halves(who string) int {
	switch {
	case p.Outcome.Winner == engine.Nobody:
		return 1
	case (p.Outcome.Winner == engine.First) == (p.First.ID == who):
		return 2
	}
	return 0
}

// Halves formats a number of half points: "2", "1½".
func Halves(n int) string {
	switch {
	case n == 1:
		return "½"
	case n%2 == 1:
		return strconv.Itoa(n/2) + "½"
	}
	return strconv.Itoa(n / 2)
}

// hasNextGame reports whether another game follows the finished ones.
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

// scoreOutcome returns the outcome of a series by its score.
func (m *Match) scoreOutcome() engine.Outcome {
	score := engine.Standing{Score: [2]int{m.Halves(engine.First), m.Halves(engine.Second)}}
	if s, lead := score.Lead(); lead > 0 {
		return engine.Outcome{Winner: s, Reason: SeriesWon, Points: 1}
	}
	return engine.Outcome{Reason: SeriesEven}
}

// IsUnbegun reports whether a side has not moved yet in a game after the first of a series. A side that resigns such
// a game, or loses it on time, loses the series, so that the opponent need not wait for somebody who does not come.
func (m *Match) IsUnbegun(s engine.Side) bool {
	return len(m.Games) > 0 && !m.HasAppeared(s)
}

// forfeit ends the current game because a side resigned or lost on time.
func (m *Match) forfeit(s engine.Side, o engine.Outcome) {
	if m.Setup.Several() && m.IsUnbegun(s) && o.Winner != engine.Nobody {
		m.Ended = o
		m.finish(engine.Outcome{Winner: o.Winner, Reason: SeriesLeft, Points: 1})
		return
	}
	m.end(o)
}

// nextGame begins the next game of a series. The players swap colours, and with them what is stored by side; both get
// their full time again.
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

// playOpening plays the opening of the current game, if there is one.
func (m *Match) playOpening(line engine.Line) (engine.Line, error) {
	line, err := line.Play(m.Opening().Moves...)
	if err != nil {
		err = fmt.Errorf("move %d of opening %d: %w", line.Len()+1, m.Opening().Number, err)
	}
	return line, err
}

// checkSeries returns what is wrong with the series of a setup that begins in a position.
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
