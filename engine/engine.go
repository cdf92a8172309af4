// Package engine says what a board game is, for everything that does not care which game it is.
//
// A Position is an immutable value that knows its legal moves, reads what a person typed and draws itself free of rules
// and pixels. A Game is a row of a table: names, options and how to begin. A Line is a start and the moves played so
// far. Nothing here, or in the packages of the games, knows files, networks, clocks, logs or randomness of its own.
package engine

import (
	"io/fs"
	"iter"
	"slices"
)

// Side is who acts in a position.
type Side uint8

// The side that opens the game is First. Chance is on turn where dice are to be thrown, Nobody when the game is over.
const (
	Nobody Side = iota
	First
	Second
	Chance
)

// Other is the opponent of First or Second; Nobody and Chance have none and get Nobody.
func (s Side) Other() Side {
	switch s {
	case First:
		return Second
	case Second:
		return First
	}
	return Nobody
}

// String is "first", "second", "chance" or "nobody".
func (s Side) String() string {
	if s > Chance {
		return "no side"
	}
	return [...]string{"nobody", "first", "second", "chance"}[s]
}

// Code names a rule that stands in the way of a move, or the reason why a game ended: lower-case words joined by
// hyphens. The sentence that goes with it lives in the message files.
type Code string

// Move is the canonical text of a move: complete, replayable without knowing which other moves were legal, and equal
// for two moves of one position exactly when they lead to the same position.
type Move string

// Pass is the move of a side that has none but does not lose by it; only some games know it.
const Pass Move = "pass"

// Outcome is how a game ended; its zero value says that it has not.
type Outcome struct {
	Winner Side // First, Second, or Nobody for a draw
	Reason Code // "" while the game goes on
	Points int  // what the winner gets, at least 1; 0 for a draw
}

// Decided reports whether the game is over.
func (o Outcome) Decided() bool { return o.Reason != "" }

// Draw reports whether the game is over without a winner.
func (o Outcome) Draw() bool { return o.Decided() && o.Winner == Nobody }

// Reasons that every game shares.
const (
	NoPieces   Code = "no-pieces"  // the loser has nothing left on the board
	NoMoves    Code = "no-moves"   // the loser is on turn and cannot move
	Repetition Code = "repetition" // the same position for the Game.Repeat-th time
)

// Position is the state of a game between two moves. It is a value: nothing changes it, playing returns a new one.
type Position interface {
	// Turn is who decides next: First, Second, Chance, or Nobody when the game is over.
	Turn() Side

	// Moves yields every legal move once, in an order that is the same each time. It is lazy: a caller that stops early
	// has paid only for what it saw. It yields nothing when the game is over.
	Moves() iter.Seq[Move]

	// Read finds the legal move that a person meant. Its error is always a *MoveError. It never panics, whatever the
	// text.
	Read(text string) (Move, error)

	// Play returns the position after a canonical move. A move that is not legal here is an error (a *MoveError).
	Play(Move) (Position, error)

	// Trace tells which cells of the View a legal move touches, to draw it. An illegal move has an empty trace.
	Trace(Move) Trace

	// Outcome is zero while the game goes on. The Line knows what depends on earlier positions (repetition).
	Outcome() Outcome

	// Key is the identity of the position for the rule of repetition: side on turn and rights included, counters left
	// out.
	Key() string

	// View is what there is to see.
	View() View

	// String is the whole position as text, counters included; Game.Parse reads it back to an equal position.
	String() string
}

// Starter is a Position whose moves can be picked in steps, by tapping.
type Starter interface {
	// Starts are the texts that a legal move may begin with, in square order: usually the pieces that can move. Read
	// takes each of them for a move or for Incomplete, and its Choices are the next step. Few are enough for one
	// screen, however many moves there are.
	Starts() []string
}

// Obligations is a Position that can tell what the side on turn has to do, and what it may do besides moving.
type Obligations interface {
	// Duty is what Read answers to a move that ignores a duty, with all moves that fulfil it as Choices; nil without
	// duty.
	Duty() *MoveError

	// Rights are the moves by which the side on turn, once and before it moves, answers something that the other side
	// did. Moves lists them too.
	Rights() []Move
}

// Notator is a Position that knows how its moves are written.
type Notator interface {
	// Format writes a move, or anything else that Starts or a MoveError has for a beginning of one or for a place on the
	// board, in one of the notations of Game.Notations, or with "" in that of the rules that are played. Read takes
	// what it gives for the same move, or the same beginning. A text that has no other form, or is none of these, stays
	// as it is.
	Format(text, notation string) string

	// Word takes a move apart that is a word and not a way over the board: the word, and the place on the board that it
	// is about, "" if none. The word of all other moves is "".
	Word(Move) (word, at string)
}

// WordOf is the word that a move is, by the means of the position if it is a Notator; "" if it is a way over the board.
func WordOf(p Position, m Move) (word, at string) {
	if s, ok := p.(Notator); ok {
		return s.Word(m)
	}
	if m == Pass {
		return string(Pass), ""
	}
	return "", ""
}

// Perfter is a Position that counts move sequences faster than by playing text moves.
type Perfter interface {
	// Perft counts the sequences of depth moves from here, moves merged by result at every node. It ignores draws by
	// counting or repetition. Depth 0 is 1.
	Perft(depth int) uint64
}

// Perft counts the sequences of depth moves from p, by its own means if it is a Perfter.
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

// CountSequences counts the sequences of depth moves from a board, given what lists its moves and what makes one. Where
// the game is over there are no moves. Count, which may be nil, counts the moves of some boards without a list.
func CountSequences[B, M any](b B, depth int, moves func(B, []M) []M, after func(B, M) B,
	count func(B) (uint64, bool)) uint64 {
	if depth == 0 {
		return 1
	}
	var list []M // the moves of all boards between the root and here
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

// Game is what can be played, as a row of a table.
type Game struct {
	Name    string   // stable name, used in storage and commands: "portuguese"
	Aliases []string // what else people may type for it, lower case
	Version int      // of the rules as implemented; kept with every match
	Options []Option // what may be chosen before the start, in the order in which it is shown
	Draws   bool     // players may agree to a draw
	Repeat  int      // a position seen this often is a draw; 0: repetition does not matter
	Codes   []Code   // every Code that its positions can give, as a rule in the way or as the reason of an end
	Help    fs.FS    // the rules for players: a file for each language, en.md; nil: there are none yet
	Kin     string   // the game whose words for pieces and choices it shares; "": it has its own, or those of all games
	// one of a family of which others are offered first: lists of games leave it out until they are opened
	Further bool

	// Colours are what the pieces of First and of Second are: "white", "black", "red" or "blue".
	Colours [2]string

	Formats   []Format // of files with its games, besides the one that all games share; the usual one first
	Notations []string // names of the ways to write its moves, if there are several; the canonical one first: see Notator

	Brain Brain // plays the game for the computer; nil: it cannot

	// New is the start position. The options are complete and valid: see Complete.
	New func(Options) (Position, error)

	// Parse reads the text of a position. Its error says what is wrong with the text.
	Parse func(text string, o Options) (Position, error)
}

// WithBrain is the game with a player and with formats of its own.
func (g Game) WithBrain(b Brain, formats ...Format) *Game {
	g.Brain, g.Formats = b, formats
	return &g
}

// Folder is a folder of embedded files. It panics if there is no such name: only a bad build can do it.
func Folder(files fs.FS, name string) fs.FS {
	folder, err := fs.Sub(files, name)
	if err != nil {
		panic("engine: " + err.Error())
	}
	return folder
}

// IsNamed reports whether people may call the game by this name (already in lower case).
func (g *Game) IsNamed(name string) bool {
	return name == g.Name || slices.Contains(g.Aliases, name)
}

// NullMover is a Position that can be looked at as if the side on turn had not to move: to see what the other one
// threatens.
type NullMover interface {
	// NullMove is the same board with the other side on turn. It is no position of the game, only one to be looked at.
	NullMove() Position
}

// Reasons of the end of a match on time.
const (
	TimeOver Code = "time"      // the loser's time is over
	TimeDraw Code = "time-draw" // a side's time is over, and the other could hardly have won
)

// Timed is a Position that knows what it is worth when the time of a side is over.
type Timed interface {
	// TimeoutOutcome is the outcome of the match if late, First or Second, has no time left.
	TimeoutOutcome(late Side) Outcome
}

// TimeoutOutcome is what a position is worth if late has no time left: by its own word if it is Timed, else the other
// side wins.
func TimeoutOutcome(p Position, late Side) Outcome {
	if t, ok := p.(Timed); ok {
		return t.TimeoutOutcome(late)
	}
	return Outcome{Winner: late.Other(), Reason: TimeOver, Points: 1}
}
