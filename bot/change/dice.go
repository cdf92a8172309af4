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

// The dice are thrown at once for a player who has nothing to decide. Where a player might double first, the setting
// "roll" tells: on, off or, as usual, on in single games. Those are played for their own sake: few double in them, and
// a tap before each throw is a tap too many. Where points are counted, in a match or in games without end, the cube is
// half of the game.
//
// The right to double is not lost by that. A player who asks to double while the dice are out of reach, because it is
// the other one's turn or because they are thrown already, has them wait from the next turn on, for the rest of the
// match. That depends on nothing but what the player says: dice that waited where a double is worth thinking of would
// be advice.

// DiceWait is what is kept with the choices of those who have asked the dice to wait: the ids of the latest matches.
const DiceWait = "held"

// MostHeld bounds them.
const MostHeld = 20

// Dice are what some people have chosen for their dice, by id. The computer has chosen nothing: it thinks of everything
// itself.
type Dice map[string]view.Preferences

// DiceOf reads what those have chosen who play a match, and one more; nil where nothing is thrown.
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

// atOnce reports whether the dice are thrown at once for a player of a match who might double.
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

// held reports whether a player of a match has asked the dice to wait.
func (d Dice) held(m *match.Match, id string) bool {
	return slices.Contains(strings.Fields(d[id][DiceWait].Value), m.ID)
}

// roll is the decision to roll that is made for the player on turn who wants that; nil if there is none.
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

// Holds reports whether a text asks the dice to wait: to double while they are out of its author's reach.
func Holds(req *request.Request, a *archive.Archive, m *match.Match, text string) bool {
	return isDoubleTooLate(req, m, text) && DiceOf(req.Ctx, a, m, req.Author.ID).atOnce(m, req.Author.ID)
}

// Held reports whether a text asks the dice to wait that do so already.
func Held(req *request.Request, a *archive.Archive, m *match.Match, text string) bool {
	return isDoubleTooLate(req, m, text) && DiceOf(req.Ctx, a, m, req.Author.ID).held(m, req.Author.ID)
}

// isDoubleTooLate reports whether a text is a double while the dice are out of its author's reach.
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

// RollsAtOnce reports whether the dice of the player to move are rolled at once.
func RollsAtOnce(ctx context.Context, a *archive.Archive, m *match.Match) bool {
	by := m.Player(m.Turn()).ID
	return DiceOf(ctx, a, m, by).atOnce(m, by)
}

// MayDouble reports whether the author may double now, or have the dice wait for that.
func MayDouble(req *request.Request, a *archive.Archive, m *match.Match) bool {
	p, dice := m.Line.Position().(engine.DicePosition)
	if !dice || !p.MayDouble(m.Side(req.Author.ID)) {
		return false
	}
	_, err := req.Read(m, "double")
	return err == nil && request.Can(m, req.Author, match.Moved) || Holds(req, a, m, "double")
}
