package engine

import (
	"context"
	"strconv"
)

// Brain plays one game by itself: it weighs the moves of a line. The same line and task give the same thought on every
// machine, because nodes decide, never the clock, and because all arithmetic is on integers.
type Brain interface {
	// Think weighs the moves of the side on turn. Its error is that of ctx if it was cancelled, or says that nobody is
	// on turn. A position whose turn is Chance has nothing to decide and is such an error, too, unless the game lets a
	// side decide before its throw.
	Think(ctx context.Context, l Line, t Limits) (SearchResult, error)
}

// Levels is the number of levels of play the computer has, in even steps; the weakest is 1. Max is one above them, however
// far:
// as strong as a second allows.
const (
	Levels = 10
	Max    = Levels + 1
)

// maxName is what Max is called where others have their number.
const maxName = "max"

// LevelName is a level, 1 to Max, in ids and on command lines: "5", or "max".
func LevelName(level int) string {
	if level == Max {
		return maxName
	}
	return strconv.Itoa(level)
}

// LevelNamed is the level that has a name.
func LevelNamed(name string) (level int, ok bool) {
	if name == maxName {
		return Max, true
	}
	level, err := strconv.Atoi(name)
	return level, err == nil && level >= 1 && level <= Levels
}

// NodeBudgeter is a Brain whose levels are bounded by how many positions they may look at.
type NodeBudgeter interface {
	// Nodes is the number of positions at a level, 1 to Max.
	Nodes(level int) int
}

// Limits says how hard to think.
type Limits struct {
	Nodes int    // positions that may be looked at; 0: what the level allows
	Level int    // 1 to Max; 0: for analysis, without mistakes made on purpose
	Seed  uint64 // chooses among what the level cannot tell apart
	Best  int    // how many moves to weigh exactly, at least 1; 0 counts as 1
}

// ProbScale is what chances (ScoredMove.Win, ScoredMove.Draw) and a point of the stake (ScoredMove.Equity) count to.
const ProbScale = 10_000

// ScoredMove is a move and what the brain thinks of it, for the side on turn.
type ScoredMove struct {
	Move Move
	Win  int // chance to win, of ProbScale
	Draw int // chance of a draw, of ProbScale
	// games with a stake: expected points of the present stake, cube included; elsewhere Win + Draw/2; in parts of ProbScale
	Equity int
	Line   []Move // how the game is expected to go on, this move first; may end anywhere
	Proven bool   // the result is certain, not estimated

	// In a game with a stake that may count more than once: the chances to win more than the stake, and to lose more.
	WinMore  int `json:",omitempty"`
	LoseMore int `json:",omitempty"`
}

// SearchResult is what thinking came to.
type SearchResult struct {
	Moves []ScoredMove // best first; at least one
	Nodes int          // positions looked at
	Depth int          // plies looked ahead completely
}

// CubeEvaluator is a Brain of a game with a stake that can be doubled.
type CubeEvaluator interface {
	Brain

	// Cube is what the game is worth where a side is to decide whether to double, or the other one whether to take.
	// Anywhere else it is an error.
	Cube(ctx context.Context, l Line, t Limits) (Cube, error)

	// Worth is what a side gets, in parts of ProbScale of the stake, if the other one gives the game up for so many stakes.
	// In a match the second of them may be worth more than the first, or nothing.
	Worth(p Position, s Side, stakes int) int
}

// Cube is what a game is worth to the side that may double or has doubled, in parts of ProbScale of the stake before it. To
// double is right if the lesser of Take and Drop is more than NoDouble, to take if Take is less than Drop; a game is
// too good to double if NoDouble is more than Drop.
type Cube struct {
	NoDouble int // the side rolls instead
	Take     int // the other side takes
	Drop     int // the other side drops: the stake, or in a match what it is worth
}
