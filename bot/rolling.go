package bot

import (
	"context"
	"slices"
	"strconv"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// The dice are thrown at once for a player who has nothing to decide. Those who have chosen "roll" have them thrown at once
// where they might double, too. Before the other side has played they can say that they want to double: then the dice wait for
// them, that one time.

// held is what is kept with the choices of those who have asked the dice to wait: for which throw of which match.
const held = "held"

// throwOf names the throw that comes after so many in a match.
func throwOf(m *match.Match, after int) string { return m.ID + ":" + strconv.Itoa(after) }

// rollFor is the decision to roll that is made for a player who wants that; nil if there is none.
func (d decider) rollFor(m *match.Match) *match.Event {
	if m.Status != match.Playing || m.Pending != (match.Pending{}) {
		return nil
	}
	if turn := m.Turn(); turn != engine.First && turn != engine.Second {
		return nil
	}
	p := m.Line.Position()
	if _, dice := p.(engine.Roller); !dice {
		return nil
	}
	roll, err := p.Read("roll")
	if err != nil {
		return nil
	}
	by := m.Player(m.Turn()).ID
	chosen := d.archive.Preferences(context.Background(), archive.OfPerson(by))
	if chosen.Of("roll") != "on" || chosen[held].Value == throwOf(m, m.Dice.Throws) {
		return nil
	}
	return &match.Event{Kind: match.Moved, By: by, Move: roll, Forced: true}
}

// holds tells whether a text asks the dice to wait, because its author wants to double when it is the author's turn.
func (s moves) holds(t *talk, m *match.Match, text string) bool {
	p, dice := m.Line.Position().(engine.Roller)
	if !dice || m.Status != match.Playing || !tell.Plays(m, t.me) || m.Turn() == m.Side(t.me.ID) || p.Throw().Doubled > 0 {
		return false
	}
	named := func(name string) bool { return speech.Fold(name) == speech.Fold(text) }
	return slices.ContainsFunc(append(t.Languages.Book.All("button.double"), "double"), named) &&
		s.archive.Preferences(t.ctx, archive.OfPerson(t.me.ID)).Of("roll") == "on"
}

// hold has the dice wait for the author at the next turn.
func (s moves) hold(t *talk, m *match.Match) error {
	after := m.Dice.Throws
	if p, ok := m.Line.Position().(engine.Roller); ok && p.Throw().Dice[0] == 0 { // the other side has still to roll
		after++
	}
	if err := s.archive.Choose(t.ctx, archive.OfPerson(t.me.ID), held, tell.Chosen{Value: throwOf(m, after)}); err != nil {
		return err
	}
	return t.note("double-held")
}
