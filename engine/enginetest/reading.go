package enginetest

import (
	"errors"
	"fmt"
	"regexp"
	"slices"

	"tabuleiro/engine"
)

// numbers matches at least two numbers, as in a move.
var numbers = regexp.MustCompile(`[0-9][^0-9]+[0-9]`)

// CheckRead checks that the answer to an arbitrary text is a legal move or a valid MoveError.
func CheckRead(p engine.Position, text string) error {
	m, err := p.Read(text)
	if err != nil {
		return checkMoveError(p, text, err)
	}
	for legal := range p.Moves() {
		if legal == m {
			return nil
		}
	}
	return fmt.Errorf("%s: read %q: %s is not a legal move", p, text, m)
}

// checkMoveError checks an error of Read or Play against the contract of MoveError.
func checkMoveError(p engine.Position, text string, err error) error {
	var e *engine.MoveError
	if !errors.As(err, &e) {
		return fmt.Errorf("%s: read %q: not a MoveError: %w", p, text, err)
	}
	fail := func(what string) error { return fmt.Errorf("%s: read %q: %s: %+v", p, text, what, *e) }
	if e.Text != text {
		return fail("it forgets what was typed")
	}
	switch n := len(e.Choices); {
	case e.Kind == engine.NotMove && e.Rule == "" && (n > 0 || e.At != "" || e.Count != 0):
		return fail("ordinary talk breaks no rule")
	case e.Kind == engine.NotMove && e.Rule != "" && !numbers.MatchString(text):
		return fail("what is no two numbers has the form of no move")
	case e.Kind == engine.Illegal && e.Rule == "":
		return fail("illegal by no rule")
	case e.Kind == engine.Ambiguous && (n < 2 || e.Rule != ""):
		return fail("ambiguous without a choice")
	case e.Kind == engine.Incomplete && (n == 0) != (e.Rule != ""):
		return fail("incomplete needs either choices or a rule")
	}
	for i, choice := range e.Choices {
		if choice == text || slices.Contains(e.Choices[:i], choice) {
			return fail("a choice leads nowhere: " + choice)
		}
		_, err := p.Read(choice)
		if again := (*engine.MoveError)(nil); errors.As(err, &again) &&
			(again.Kind == engine.NotMove || again.Kind == engine.Illegal) {
			return fail("a choice cannot be read: " + choice)
		}
	}
	return nil
}
