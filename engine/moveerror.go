package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Kind is the way in which a text is not a move. The four kinds call for four different answers.
type Kind uint8

// The kinds of texts that are no move.
const (
	NotMove    Kind = iota // ordinary talk: no answer is wanted
	Illegal                // a move, but a rule forbids it
	Ambiguous              // it may mean several legal moves
	Incomplete             // it is the beginning of legal moves, or of none
)

// String is the name of the kind, for logs.
func (k Kind) String() string {
	return [...]string{"not a move", "illegal", "ambiguous", "incomplete"}[k]
}

// MoveError says why a text was not read as a move, in facts; the sentences live in the message files.
type MoveError struct {
	Kind Kind
	Text string // what was typed

	// Rule is the rule in the way of an Illegal move. An Incomplete text that begins no legal move has one too, and no
	// Choices: "20" alone may be the square of a piece that cannot move, or somebody's age. So has a text that is NotMove
	// as it may be talk, though it has the form of an Illegal one: "2 to 3".
	Rule Code

	At    string // the square or point that the rule is about, "" if none
	Count int    // the number that the rule is about (pieces to be captured), 0 if none

	// Choices are texts that Read accepts, or at least gets further with: for Illegal the moves that satisfy the rule,
	// for Ambiguous what may have been meant, for Incomplete how it may go on. There may be many; the caller shows as
	// many as fit.
	Choices []string
}

// Add appends what is not in a list yet, such as a choice.
func Add[T comparable](list []T, item T) []T {
	if slices.Contains(list, item) {
		return list
	}
	return append(list, item)
}

// NewIllegal returns the error of a rule about a place, "" for none, and what satisfies the rule.
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

// NotCanonical is the rule in the way of a move that Play gets in another form; its Choices are the text that Play
// wants. Read never gives it.
const NotCanonical Code = "not-canonical"

// Uncanonical is the error of Play for a text that is none of the canonical moves.
func Uncanonical(p Position, text Move) error {
	canonical, err := p.Read(string(text))
	if err == nil {
		err = &MoveError{Kind: Illegal, Text: string(text), Rule: NotCanonical, Choices: []string{string(canonical)}}
	}
	return err
}

// WithIntent is an error of Read for a text that its author means as a move: what may be talk is Illegal then.
func WithIntent(err error) error {
	var wrong *MoveError
	if !errors.As(err, &wrong) || wrong.Kind != NotMove || wrong.Rule == "" {
		return err
	}
	firm := *wrong
	firm.Kind = Illegal
	return &firm
}

// InvalidPositionError is why the text of a position, written as it should be, is none of a position: no game comes to it.
type InvalidPositionError struct {
	Code    Code   // the reason if it is one of those below, else ""
	Square  string // that it is about, as people write it; "" without a Code
	Squares int    // of NoSuchSquare: how many there are, where they have numbers from 1; else 0
	why     string
}

// Reasons that are told.
const (
	SquareTaken  Code = "taken"   // two pieces stand on the square
	ManIsKing    Code = "man"     // a man stands on its last row, where it would be a king
	NoSuchSquare Code = "nowhere" // the board does not have the square, or nothing can stand there
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

// InvalidPosition is an ImpossibleError of any other reason.
func InvalidPosition(format string, facts ...any) error {
	return &InvalidPositionError{why: fmt.Sprintf(format, facts...)}
}
