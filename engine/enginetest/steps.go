package enginetest

import (
	"errors"
	"slices"
	"strings"

	"tabuleiro/engine"
)

// pick checks that picking moves step by step, with all texts in a notation, reaches every legal move, offers no dead
// ends, and offers each step once.
func (l *law) pick(p engine.Position, moves []engine.Move, note func(string) string) {
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
			walk(note(choice))
		}
	}
	starts := p.Starts()
	for i, text := range starts {
		if slices.Contains(starts[:i], text) {
			l.t.Errorf("%s: %s is offered twice", p, text)
		}
		walk(note(text))
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

// notes checks that texts in other notations are read as the same move, and that moves can be picked in them.
func (l *law) notes(p engine.Position, moves []engine.Move) {
	n, ok := p.(engine.Notator)
	if ok != (len(l.game.Notations) > 1) {
		l.t.Errorf("%s: the game has the notations %q, but writes in others: %t", p, l.game.Notations, ok)
	}
	for i, notation := range l.game.Notations {
		note := func(text string) string { return n.Format(text, notation) }
		for _, m := range moves {
			text := note(string(m))
			if i == 0 && text != string(m) {
				l.t.Errorf("%s: %s is canonical, and %s in the notation %s", p, m, text, notation)
			}
			if got, err := p.Read(text); err != nil || got != m {
				l.t.Errorf("%s: read %s, which is %s in the notation %s: %q, %v", p, text, m, notation, got, err)
			}
		}
		if i > 0 {
			l.pick(p, moves, note)
		}
	}
}

// duty checks that duties and legal moves agree: every choice begins a legal move, and every legal move begins with a
// choice.
func (l *law) duty(p engine.Position, moves []engine.Move) {
	d, ok := p.(engine.Obligations)
	if !ok {
		return
	}
	duty := d.Duty()
	if duty == nil {
		return
	}
	if duty.Rule == "" || duty.Kind != engine.Illegal || len(duty.Choices) == 0 {
		l.t.Errorf("%s: the duty is %v", p, duty)
	}
	begins := func(choice string) bool {
		return slices.ContainsFunc(moves, func(m engine.Move) bool { return strings.HasPrefix(string(m), choice) })
	}
	for _, choice := range duty.Choices {
		if _, err := p.Read(choice); err != nil && !begins(choice) { // it may be another path to the result of a legal move
			l.t.Errorf("%s: the duty %s is no legal move", p, choice)
		}
	}
	for _, m := range moves {
		if !slices.ContainsFunc(duty.Choices, func(choice string) bool { return strings.HasPrefix(string(m), choice) }) {
			l.t.Errorf("%s: %s may be played against the duty %v", p, m, duty.Choices)
		}
	}
}
