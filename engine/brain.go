package engine

import (
	"context"
	"strconv"
)

// Brain plays one game: it evaluates the moves of a position. The same line and limits give the same result on every
// machine, because searches are bounded by nodes, never by time, and use integer arithmetic only.
type Brain interface {
	// Think evaluates the moves of the side on turn. Its error is that of ctx if it was canceled, or says that nobody
	// is on turn. A position whose turn is Chance is such an error too, unless the game lets a side decide before its
	// roll.
	Think(ctx context.Context, l Line, t Limits) (SearchResult, error)
}

// Levels is the number of computer levels, evenly spaced in strength; 1 is the weakest. Max is one more, at any
// distance above them: as strong as a second of thinking allows.
const (
	Levels = 10
	Max    = Levels + 1
)

// maxName is the name of level Max.
const maxName = "max"

// LevelName returns the name of a level, 1 to Max, in ids and on command lines: "5", or "max".
func LevelName(level int) string {
	if level == Max {
		return maxName
	}
	return strconv.Itoa(level)
}

// LevelNamed returns the level with a name.
func LevelNamed(name string) (level int, ok bool) {
	if name == maxName {
		return Max, true
	}
	level, err := strconv.Atoi(name)
	return level, err == nil && level >= 1 && level <= Levels
}

// NodeBudgeter is a Brain whose levels are limited by the number of positions searched.
type NodeBudgeter interface {
	// Nodes returns the node limit of a level, 1 to Max.
	Nodes(level int) int
}

// Limits says how long and how well to think.
type Limits struct {
	Nodes int    // maximum number of positions searched; 0: that of the level
	Level int    // 1 to Max; 0: analysis, without deliberate mistakes
	Seed  uint64 // seed of the level's deliberate errors
	Best  int    // number of moves to evaluate exactly, at least 1; 0 counts as 1
}

// ProbScale is the value of probability 1 (ScoredMove.Win, ScoredMove.Draw) and of one stake (ScoredMove.Equity).
const ProbScale = 10_000

// ScoredMove is a move with its evaluation for the side on turn.
type ScoredMove struct {
	Move Move
	Win  int // probability of a win, of ProbScale
	Draw int // probability of a draw, of ProbScale
	// in games with a stake the expected gain in present stakes, cube included; elsewhere Win + Draw/2; of ProbScale
	Equity int
	Line   []Move // expected continuation, this move first; may end anywhere
	Proven bool   // the result is certain, not estimated

	// In a game that may count several stakes: the probabilities of winning and of losing more than one.
	WinMore  int `json:",omitempty"`
	LoseMore int `json:",omitempty"`
}

// SearchResult is the result of a search.
type SearchResult struct {
	Moves []ScoredMove // best first; at least one
	Nodes int          // positions searched
	Depth int          // plies searched completely
}

// CubeEvaluator is a Brain of a game with a doubling cube.
type CubeEvaluator interface {
	Brain

	// Cube evaluates a cube decision: whether to double, or whether to take. In other positions it is an error.
	Cube(ctx context.Context, l Line, t Limits) (Cube, error)

	// Worth returns what a side gains if the opponent resigns for a number of stakes, of ProbScale per stake. In a
	// match the second stake may be worth more than the first, or nothing.
	Worth(p Position, s Side, stakes int) int
}

// Cube is the evaluation of a cube decision for the side that may double or has doubled, in parts of ProbScale of the
// stake before the double. Doubling is right if min(Take, Drop) > NoDouble, taking if Take < Drop, and a game is too
// good to double if NoDouble > Drop.
type Cube struct {
	NoDouble int // the side rolls without doubling
	Take     int // the other side takes
	Drop     int // the other side drops: one stake, or its value in a match
}
