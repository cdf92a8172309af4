package bot

import (
	"context"
	"slices"
	"strings"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/house"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// The dice are thrown at once for a player who has nothing to decide. Where a player might double first, the setting "roll"
// tells: on, off or, as usual, on in single games. Those are played for their own sake: few double in them, and a tap before
// each throw is a tap too many. Where points are counted, in a match or in games without end, the cube is half of the game.
//
// The right to double is not lost by that. A player who asks to double while the dice are out of reach, because it is the
// other one's turn or because they are thrown already, has them wait from the next turn on, for the rest of the match. That
// depends on nothing but what the player says: dice that waited where a double is worth thinking of would be advice.

// held is what is kept with the choices of those who have asked the dice to wait: the ids of the latest matches.
const held = "held"

// mostHeld bounds them.
const mostHeld = 20

// throwsFor tells whether the dice are thrown at once for a player of a match who might double.
func (f finder) throwsFor(ctx context.Context, m *match.Match, id string) bool {
	if _, ok := house.Level(id); ok {
		return false // it thinks of everything itself
	}
	chosen := f.archive.Preferences(ctx, archive.OfPerson(id))
	if slices.Contains(strings.Fields(chosen[held].Value), m.ID) {
		return false
	}
	switch chosen.Of("roll") {
	case "on":
		return true
	case "off":
		return false
	}
	s := engine.StandingOf(m.Line.Position())
	return s.Length <= 1 && !s.Endless
}

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
	if !d.throwsFor(context.Background(), m, by) {
		return nil
	}
	return &match.Event{Kind: match.Moved, By: by, Move: roll, Forced: true}
}

// holds tells whether a text asks the dice to wait: to double while they are out of its author's reach.
func (f finder) holds(t *talk, m *match.Match, text string) bool {
	p, dice := m.Line.Position().(engine.Roller)
	if !dice || m.Status != match.Playing || !tell.Plays(m, t.me) || !p.MayDouble(m.Side(t.me.ID)) {
		return false
	}
	named := func(name string) bool { return speech.Fold(name) == speech.Fold(text) }
	if !slices.ContainsFunc(append(t.Languages.Book.All("button.double"), "double"), named) {
		return false
	}
	if m.Turn() == m.Side(t.me.ID) {
		if _, err := t.read(m, text); err == nil || p.Throw().Dice[0] == 0 {
			return false
		}
	}
	return f.throwsFor(t.ctx, m, t.me.ID)
}

// mayDouble tells whether the author may double now, or have the dice wait for that.
func (f finder) mayDouble(t *talk, m *match.Match) bool {
	p, dice := m.Line.Position().(engine.Roller)
	if !dice || !p.MayDouble(m.Side(t.me.ID)) {
		return false
	}
	_, err := t.read(m, "double")
	return err == nil && can(m, t.me, match.Moved) || f.holds(t, m, "double")
}

// hold has the dice wait for the author from the next turn on.
func (s moves) hold(t *talk, m *match.Match) error {
	own := archive.OfPerson(t.me.ID)
	list := append(strings.Fields(s.archive.Preferences(t.ctx, own)[held].Value), m.ID)
	list = list[max(0, len(list)-mostHeld):]
	if err := s.archive.Choose(t.ctx, own, held, tell.Chosen{Value: strings.Join(list, " ")}); err != nil {
		return err
	}
	return t.note("double-held")
}
