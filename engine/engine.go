// Package engine defines board games for code that does not depend on which game it is.
//
// A Position is an immutable value that knows its legal moves, parses what a player typed, and describes its board
// without rules or pixels. A Game is a row of a table: names, options and how to begin. A Line is a start position
// and the moves played. Nothing here, or in the packages of the games, uses files, networks, clocks, logs or
// randomness.
package engine

import (
	"io/fs"
	"iter"
	"slices"
)

// Side is who acts in a position.
type Side uint8

// First opens the game. Chance is on turn when dice are to be rolled, Nobody when the game is over.
const (
	Nobody Side = iota
	First
	Second
	Chance
)

// Other returns the opponent of First or Second, and Nobody for the others.
func (s Side) Other() Side {
	switch s {
	case First:
		return Second
	case Second:
		return First
	}
	return Nobody
}

// String returns "first", "second", "chance" or "nobody".
func (s Side) String() string {
	if s > Chance {
		return "no side"
	}
	return [...]string{"nobody", "first", "second", "chance"}[s]
}

// Code names a rule that forbids a move, or the reason why a game ended: lower-case words joined by hyphens. The
// sentences for it are in the message files.
type Code string

// Move is the canonical text of a move: complete, replayable without knowing the other legal moves, and equal for two
// moves of a position exactly if they lead to the same position.
type Move string

// Pass is the move of a side that has no other move but does not lose by that, in games that have it.
const Pass Move = "pass"

// Outcome is the result of a game; the zero value means that it goes on.
type Outcome struct {
	Winner Side // First, Second, or Nobody for a draw
	Reason Code // "" while the game goes on
	Points int  // points of the winner, at least 1; 0 for a draw
}

// Decided reports whether the game is over.
func (o Outcome) Decided() bool { return o.Reason != "" }

// Draw reports whether the game is over without a winner.
func (o Outcome) Draw() bool { return o.Decided() && o.Winner == Nobody }

// Reasons common to all games.
const (
	NoPieces   Code = "no-pieces"  // the loser has no pieces left
	NoMoves    Code = "no-moves"   // the loser is on turn and cannot move
	Repetition Code = "repetition" // the position occurred for the Game.Repeat-th time
)

// Position is the state of a game between two moves. It is immutable: playing returns a new one.
type Position interface {
	// Turn returns who decides next: First, Second, Chance, or Nobody when the game is over.
	Turn() Side

	// Moves yields every legal move once, in a fixed order, and nothing when the game is over. It is lazy: a caller
	// that stops early pays only for the moves it saw.
	Moves() iter.Seq[Move]

	// Read returns the legal move that a typed text means. Its error is always a *MoveError, and it never panics.
	Read(text string) (Move, error)

	// Starts returns the texts that a legal move may begin with, in square order: usually the pieces that can move.
	// Read accepts each as a move or returns Incomplete with the next step as Choices. They fit one screen, however
	// many moves there are.
	Starts() []string

	// Play returns the position after a canonical move. An illegal move is an error (a *MoveError).
	Play(Move) (Position, error)

	// Trace returns the cells of the View that a legal move touches, for drawing. That of an illegal move is empty.
	Trace(Move) Trace

	// Outcome returns the result; zero while the game goes on. Repetition, which depends on earlier positions, is up to
	// the Line.
	Outcome() Outcome

	// Key identifies the position for the rule of repetition: with the side on turn and rights, without counters.
	Key() string

	// View returns what can be seen of the position.
	View() View

	// String returns the whole position as text, counters included; Game.Parse parses it to an equal position.
	String() string
}

// Obligations is a Position that knows the duties of the side on turn, and its rights besides moving.
type Obligations interface {
	// Duty returns the error of Read for a move that ignores a duty, with all moves that fulfil it as Choices; nil if
	// there is no duty.
	Duty() *MoveError

	// Rights returns the moves by which the side on turn may, once and before it moves, respond to something the other
	// side did. Moves lists them too.
	Rights() []Move
}

// Notator is a Position that can write its moves in several notations.
type Notator interface {
	// Format writes a move, or a beginning of one or a place on the board as in Starts or a MoveError, in one of
	// Game.Notations, or with "" in that of the rules in use. Read reads the result as the same move or beginning. Any
	// other text is returned unchanged.
	Format(text, notation string) string

	// Word splits a move that is a word, not a way over the board, into the word and the place it concerns, "" if none.
	// For all other moves the word is "".
	Word(Move) (word, at string)
}

// WordOf returns Word of a Notator, and Pass for a pass in other games; "" for a way over the board.
func WordOf(p Position, m Move) (word, at string) {
	if s, ok := p.(Notator); ok {
		return s.Word(m)
	}
	if m == Pass {
		return string(Pass), ""
	}
	return "", ""
}

// Perfter is a Position with a faster perft than playing text moves.
type Perfter interface {
	// Perft counts the sequences of depth moves, with moves of equal result merged at every node. It ignores draws by
	// counting or repetition. Depth 0 is 1.
	Perft(depth int) uint64
}

// Perft counts the sequences of depth moves from p, using its own method if it is a Perfter.
func Perft(p Position, depth int) uint64 {
	if f, ok := p.(Perfter); ok {
		return f.Perft(depth)
	}
	if depth == 0 {
		return 1
	}
	var n uint64
	for m := range p.Moves() {
		next, err := p.Play(m)
		if err != nil {
			panic("engine: a listed move cannot be played: " + err.Error())
		}
		n += Perft(next, depth-1)
	}
	return n
}

// CountSequences counts the sequences of depth moves from a board: moves appends the moves of a board, none if the
// game is over, and after plays one. Count, which may be nil, counts the moves of some boards without listing them.
func CountSequences[B, M any](b B, depth int, moves func(B, []M) []M, after func(B, M) B,
	count func(B) (uint64, bool)) uint64 {
	if depth == 0 {
		return 1
	}
	var list []M // a stack with the moves of all boards from the root to here
	var sum func(B, int) uint64
	sum = func(b B, depth int) uint64 {
		if depth == 1 && count != nil {
			if n, ok := count(b); ok {
				return n
			}
		}
		begin := len(list)
		list = moves(b, list)
		n := uint64(len(list) - begin)
		if depth > 1 {
			n = 0
			for i, end := begin, len(list); i < end; i++ {
				n += sum(after(b, list[i]), depth-1)
			}
		}
		list = list[:begin]
		return n
	}
	return sum(b, depth)
}

// Game is a game that can be played, as a row of a table.
type Game struct {
	Name    string   // stable name, used in storage and commands: "portuguese"
	Aliases []string // other names that people may type, in lower case
	Version int      // version of the implemented rules, stored with every match
	Options []Option // choices before the start, in the order shown
	Draws   bool     // players may agree to a draw
	Repeat  int      // occurrences of a position that make a draw; 0: repetition does not matter
	Help    fs.FS    // rules for players, a file per language such as en.md; nil: none
	Kin     string   // game whose words for pieces and choices it shares; "": its own, or those common to all games
	// a further variant of a family: lists of games show it only when expanded
	Further bool

	// Colours holds the colours of the pieces of First and Second: "white", "black", "red" or "blue".
	Colours [2]string

	Formats   []Format // file formats besides the common one; the usual one first
	Notations []string // names of its notations if there are several, the canonical one first; see Notator

	Brain Brain // computer player; nil: none

	// New returns the start position. The options must be complete and valid: see Complete.
	New func(Options) (Position, error)

	// Parse parses the text of a position. Its error says what is wrong with the text.
	Parse func(text string, o Options) (Position, error)
}

// WithBrain returns a copy of the game with a computer player and formats.
func (g Game) WithBrain(b Brain, formats ...Format) *Game {
	g.Brain, g.Formats = b, formats
	return &g
}

// Folder returns a folder of embedded files. It panics if there is none of that name, which is a fault of the build.
func Folder(files fs.FS, name string) fs.FS {
	folder, err := fs.Sub(files, name)
	if err != nil {
		panic("engine: " + err.Error())
	}
	return folder
}

// IsNamed reports whether name, in lower case, is a name of the game.
func (g *Game) IsNamed(name string) bool {
	return name == g.Name || slices.Contains(g.Aliases, name)
}

// NullMover is a Position that can be examined as if the side on turn passed, to see what the other one threatens.
type NullMover interface {
	// NullMove returns the same board with the other side on turn. It is only for examination, no position of the game.
	NullMove() Position
}

// Reasons of the end of a match on time.
const (
	TimeOver Code = "time"      // the loser's time is over
	TimeDraw Code = "time-draw" // a side's time is over, but the other side could hardly have won
)

// Timed is a Position that determines the result when a side runs out of time.
type Timed interface {
	// TimeoutOutcome returns the outcome of the match if late, First or Second, runs out of time.
	TimeoutOutcome(late Side) Outcome
}

// TimeoutOutcome returns the outcome of a match if late runs out of time: that of a Timed position, else a win of the
// other side.
func TimeoutOutcome(p Position, late Side) Outcome {
	if t, ok := p.(Timed); ok {
		return t.TimeoutOutcome(late)
	}
	return Outcome{Winner: late.Other(), Reason: TimeOver, Points: 1}
}
