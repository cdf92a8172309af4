package engine_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"tabuleiro/engine"
)

// Firm makes an error illegal if a text that may be talk has the form of a move and its author means a move; any other
// error stays the same, and so does the given one.
func TestFirm(t *testing.T) {
	other := errors.New("no move at all")
	for _, c := range []struct {
		err  error
		want *engine.MoveError // nil: the error itself
	}{
		{&engine.MoveError{Kind: engine.NotMove, Text: "2 to 3", Rule: "empty", At: "2", Count: 1, Choices: []string{"3-4"}},
			&engine.MoveError{Kind: engine.Illegal, Text: "2 to 3", Rule: "empty", At: "2", Count: 1, Choices: []string{"3-4"}}},
		{fmt.Errorf("read: %w", &engine.MoveError{Kind: engine.NotMove, Rule: "empty"}),
			&engine.MoveError{Kind: engine.Illegal, Rule: "empty"}},
		{&engine.MoveError{Kind: engine.NotMove, Text: "hello"}, nil},
		{&engine.MoveError{Kind: engine.Incomplete, Rule: "empty"}, nil},
		{&engine.MoveError{Kind: engine.Ambiguous, Rule: "empty"}, nil},
		{other, nil},
		{nil, nil},
	} {
		var given engine.MoveError
		var before *engine.MoveError
		if errors.As(c.err, &before) {
			given = *before
		}
		got := engine.WithIntent(c.err)
		var firm *engine.MoveError
		if errors.As(got, &firm); c.want == nil && got != c.err || c.want != nil && !reflect.DeepEqual(firm, c.want) {
			t.Errorf("%v becomes %+v", c.err, got)
		}
		if before != nil && !reflect.DeepEqual(*before, given) {
			t.Errorf("%+v has become %+v", given, *before)
		}
	}
}
