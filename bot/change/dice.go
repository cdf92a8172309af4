package change

import (
	"context"
	"slices"
	"strings"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/computer"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// The dice are rolled automatically for a player who has nothing to decide. Where a player might double first, the
// setting "roll" decides: on, off or, by default, on in single games. Few players double in those, and a tap before
// each roll would be one too many; where points count, in a match or in games without end, the cube matters.
//
// Automatic rolls do not take away the right to double. If a player asks to double while that is impossible, because it
// is the other side's turn or the dice are rolled, automatic rolls stop for this player from the next turn to the end
// of the match. This depends only on what the player asks for: dice that stopped where a double is worth considering
// would be advice.

// DiceWait is the preference with the ids of the latest matches in which a person has stopped automatic rolls,
// separated by blanks.
const DiceWait = "held"

// MostHeld is the maximum number of ids in DiceWait.
const MostHeld = 20

// Dice are the preferences that decide about automatic rolls, by person. The computer has none: it decides each roll
// itself.
type Dice map[string]view.Preferences

// DiceOf reads the preferences of the players of a match and of by; it returns nil for a game without dice.
func DiceOf(ctx context.Context, a *archive.Archive, m *match.Match, by string) Dice {
	if _, dice := m.Line.Position().(engine.DicePosition); !dice {
		return nil
	}
	d := Dice{}
	for _, id := range []string{m.Challenger.ID, m.Opponent.ID, by} {
		if _, known := d[id]; !known && id != "" && !computer.Is(id) {
			d[id] = a.Preferences(ctx, archive.OfPerson(id))
		}
	}
	return d
}

// atOnce reports whether the dice are rolled automatically for a player who might double.
func (d Dice) atOnce(m *match.Match, id string) bool {
	chosen, known := d[id]
	if p, dice := m.Line.Position().(engine.DicePosition); dice && p.Throw().Self {
		return false
	}
	if !known || d.held(m, id) {
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

// held reports whether a player has stopped automatic rolls in a match.
func (d Dice) held(m *match.Match, id string) bool {
	return slices.Contains(strings.Fields(d[id][DiceWait].Value), m.ID)
}

// roll returns the automatic roll for the player on turn, nil if the player has to roll.
func (d Dice) roll(m *match.Match) *match.Event {
	if m.Status != match.Playing || m.Pending != (match.Pending{}) {
		return nil
	}
	by := m.Player(m.Turn()).ID
	if roll, err := m.Line.Position().Read("roll"); err == nil && d.atOnce(m, by) {
		return &match.Event{Kind: match.Moved, By: by, Move: roll, Forced: true}
	}
	return nil
}

// StopsAutoRoll reports whether a text stops automatic rolls for its author, as a request to double does while the author
// cannot double. In a trial that is a double.
func StopsAutoRoll(req *request.Request, a *archive.Archive, m *match.Match, text string) bool {
	return !req.Trial && isDoubleTooLate(req, m, text) && DiceOf(req.Ctx, a, m, req.Author.ID).atOnce(m, req.Author.ID)
}

// Held reports whether a text asks to stop automatic rolls that are stopped already.
func Held(req *request.Request, a *archive.Archive, m *match.Match, text string) bool {
	return isDoubleTooLate(req, m, text) && DiceOf(req.Ctx, a, m, req.Author.ID).held(m, req.Author.ID)
}

// isDoubleTooLate reports whether a text is a double by a player who has the right to it, but cannot double now: it is
// the other side's turn, or the dice are rolled.
func isDoubleTooLate(req *request.Request, m *match.Match, text string) bool {
	p, dice := m.Line.Position().(engine.DicePosition)
	if !dice || m.Status != match.Playing || !view.Plays(m, req.Author) || !p.MayDouble(m.Side(req.Author.ID)) {
		return false
	}
	named := func(name string) bool { return speech.Fold(name) == speech.Fold(text) }
	if !slices.ContainsFunc(append(req.Guide.Languages.Book.All("button.double"), "double"), named) {
		return false
	}
	if m.Turn() == m.Side(req.Author.ID) {
		if _, err := req.Read(m, text); err == nil || p.Throw().Dice[0] == 0 {
			return false
		}
	}
	return true
}

// RollsAtOnce reports whether the dice are rolled automatically for the player to move.
func RollsAtOnce(ctx context.Context, a *archive.Archive, m *match.Match) bool {
	by := m.Player(m.Turn()).ID
	return DiceOf(ctx, a, m, by).atOnce(m, by)
}

// MayDouble reports whether the author may double now, or stop automatic rolls in order to double later.
func MayDouble(req *request.Request, a *archive.Archive, m *match.Match) bool {
	p, dice := m.Line.Position().(engine.DicePosition)
	if !dice || !p.MayDouble(m.Side(req.Author.ID)) {
		return false
	}
	_, err := req.Read(m, "double")
	return err == nil && request.Can(m, req.Author, match.Moved) || StopsAutoRoll(req, a, m, "double")
}
