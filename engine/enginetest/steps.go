package enginetest

import (
	"errors"
	"slices"
	"strings"

	"tabuleiro/engine"
)

// steps checks that whoever picks a move step by step gets to every legal move, is offered nothing that leads nowhere,
// and is offered each step once.
func (l *law) steps(p engine.Position, moves []engine.Move) {
	s, ok := p.(engine.Starter)
	if !ok {
		return
	}
	reached := make(map[engine.Move]bool)
	seen := make(map[string]bool)
	var walk func(text string)
	walk = func(text string) {
		if seen[text] {
			return
		}
		seen[text] = true
		m, err := p.Read(text)
		if err == nil {
			reached[m] = true
			return
		}
		var wrong *engine.MoveError
		if !errors.As(err, &wrong) || len(wrong.Choices) == 0 || wrong.Kind == engine.Illegal {
			l.t.Errorf("%s: %s is offered and leads nowhere: %v", p, text, err)
			return
		}
		for _, choice := range wrong.Choices {
			walk(choice)
		}
	}
	starts := s.Starts()
	for i, text := range starts {
		if slices.Contains(starts[:i], text) {
			l.t.Errorf("%s: %s is offered twice", p, text)
		}
		walk(text)
	}
	for _, m := range moves {
		if !reached[m] {
			l.t.Errorf("%s: nothing that is offered leads to %s", p, m)
		}
	}
	if len(reached) > len(moves) {
		l.t.Errorf("%s: what is offered leads to %d moves, but there are %d", p, len(reached), len(moves))
	}
}

// duty checks that what has to be done is what may be done: every choice is the beginning of a legal move, and every legal
// move begins with a choice.
func (l *law) duty(p engine.Position, moves []engine.Move) {
	d, ok := p.(engine.Dutiful)
	if !ok {
		return
	}
	duty := d.Duty()
	if duty == nil {
		return
	}
	l.code(p, duty.Rule)
	if duty.Kind != engine.Illegal || len(duty.Choices) == 0 {
		l.t.Errorf("%s: the duty is %v", p, duty)
	}
	begins := func(choice string) bool {
		return slices.ContainsFunc(moves, func(m engine.Move) bool { return strings.HasPrefix(string(m), choice) })
	}
	for _, choice := range duty.Choices {
		if !begins(choice) {
			l.t.Errorf("%s: the duty %s is no legal move", p, choice)
		}
	}
	for _, m := range moves {
		if !slices.ContainsFunc(duty.Choices, func(choice string) bool { return strings.HasPrefix(string(m), choice) }) {
			l.t.Errorf("%s: %s may be played against the duty %v", p, m, duty.Choices)
		}
	}
}
