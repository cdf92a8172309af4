package enginetest

import (
	"errors"
	"slices"

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

// duty checks that what has to be done is what may be done.
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
	var listed []string
	for _, m := range moves {
		listed = append(listed, string(m))
	}
	if duty.Kind != engine.Illegal || !slices.Equal(duty.Choices, listed) {
		l.t.Errorf("%s: the duty %v is not what may be played: %v", p, duty, listed)
	}
}
