package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Kind says in which way a text is not a move. Each kind calls for a different answer.
type Kind uint8

// Kinds of texts that are not moves.
const (
	NotMove    Kind = iota // ordinary talk, which needs no answer
	Illegal                // a move that a rule forbids
	Ambiguous              // may mean several legal moves
	Incomplete             // the beginning of legal moves, or of none
)

// String returns the name of the kind, for logs.
func (k Kind) String() string {
	return [...]string{"not a move", "illegal", "ambiguous", "incomplete"}[k]
}

// MoveError says why a text was not read as a move, as data; the sentences are in the message files.
type MoveError struct {
	Kind Kind
	Text string // the text typed

	// Rule is the rule that forbids an Illegal move. An Incomplete text that begins no legal move has a rule and no
	// Choices: "20" may be the square of a piece that cannot move, or somebody's age. So has a NotMove that may be talk
	// but has the form of an Illegal move: "2 to 3".
	Rule Code

	At    string // square or point that the rule concerns, "" if none
	Count int    // number that the rule concerns (such as pieces to capture), 0 if none

	// Choices are texts that Read accepts, or that bring it further: for Illegal the moves that satisfy the rule, for
	// Ambiguous the possible meanings, for Incomplete the continuations. There may be many; the caller shows as many as
	// fit.
	Choices []string
}

// Add appends an item unless the list has it.
func Add[T comparable](list []T, item T) []T {
	if slices.Contains(list, item) {
		return list
	}
	return append(list, item)
}

// NewIllegal returns the error of a rule about a place, "" for none, with the choices that satisfy the rule.
func NewIllegal(rule Code, at string, choices ...string) *MoveError {
	return &MoveError{Kind: Illegal, Rule: rule, At: at, Choices: choices}
}

func (e *MoveError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q is %s", e.Text, e.Kind)
	if e.Rule != "" {
		fmt.Fprintf(&b, "; rule in the way: %s", e.Rule)
	}
	if e.At != "" {
		fmt.Fprintf(&b, " at %s", e.At)
	}
	if e.Count != 0 {
		fmt.Fprintf(&b, " (%d)", e.Count)
	}
	if len(e.Choices) > 0 {
		fmt.Fprintf(&b, "; try %s", strings.Join(e.Choices, ", "))
	}
	return b.String()
}

// NotCanonical is the rule violated by a move given to Play in another form; its Choices hold the canonical text.
// Read never returns it.
const NotCanonical Code = "not-canonical"

// Uncanonical returns the error of Play for a text that is not a canonical move.
func Uncanonical(p Position, text Move) error {
	canonical, err := p.Read(string(text))
	if err == nil {
		err = &MoveError{Kind: Illegal, Text: string(text), Rule: NotCanonical, Choices: []string{string(canonical)}}
	}
	return err
}

// WithIntent converts an error of Read for a text that is meant as a move: NotMove with a rule becomes Illegal.
func WithIntent(err error) error {
	var wrong *MoveError
	if !errors.As(err, &wrong) || wrong.Kind != NotMove || wrong.Rule == "" {
		return err
	}
	firm := *wrong
	firm.Kind = Illegal
	return &firm
}

// InvalidPositionError says why a well-formed text describes no possible position.
type InvalidPositionError struct {
	Code    Code   // one of those below, or ""
	Square  string // the square concerned, as people write it; "" without a Code
	Squares int    // for NoSuchSquare the number of squares, if they are numbered from 1; else 0
	why     string
}

// Reasons with a code.
const (
	SquareTaken  Code = "taken"   // two pieces stand on the square
	ManIsKing    Code = "man"     // a man stands on its last row, where it would be a king
	NoSuchSquare Code = "nowhere" // the board has no such square, or no piece can stand there
)

func (e *InvalidPositionError) Error() string {
	switch e.Code {
	case SquareTaken:
		return "two pieces stand on square " + e.Square
	case ManIsKing:
		return e.Square + ": a man on its last row would be a king"
	case NoSuchSquare:
		if e.Squares > 0 {
			return fmt.Sprintf("there is no square %s: they are 1-%d", e.Square, e.Squares)
		}
		return e.Square + " is no dark square of the board"
	}
	return e.why
}

// InvalidPosition returns an InvalidPositionError without a code.
func InvalidPosition(format string, facts ...any) error {
	return &InvalidPositionError{why: fmt.Sprintf(format, facts...)}
}
