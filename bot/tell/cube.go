package tell

import (
	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
)

// cubeReason says why a decision about the stake is right, by what it is worth each way; nil where that is not known,
// or tells of another decision.
func (a Audience) cubeReason(p engine.Position, best engine.Move, c *engine.Cube) []chat.Span {
	if c == nil {
		return nil
	}
	key, fits := "", ""
	switch dice, ok := p.(engine.Roller); {
	case ok && dice.Throw().Doubled > 0 && c.Take < c.Drop:
		key, fits = "cube-reason.take", "take"
	case ok && dice.Throw().Doubled > 0:
		key, fits = "cube-reason.drop", "drop"
	case c.NoDouble >= c.Drop && c.Take >= c.Drop:
		key, fits = "cube-reason.too-good", "roll"
	case min(c.Take, c.Drop) <= c.NoDouble && c.NoDouble < 0:
		key, fits = "cube-reason.behind", "roll"
	case min(c.Take, c.Drop) <= c.NoDouble:
		key, fits = "cube-reason.early", "roll"
	case c.Drop <= c.Take:
		key, fits = "cube-reason.cash", "double"
	default:
		key, fits = "cube-reason.double", "double"
	}
	if word, _ := engine.Word(p, best); word != fits {
		return nil
	}
	return a.Voice.Say(key)
}

// cubeWorth says what a decision about the stake is worth each way, for the side that decides.
func (a Audience) cubeWorth(p engine.Position, c engine.Cube) []chat.Span {
	if dice, ok := p.(engine.Roller); ok && dice.Throw().Doubled > 0 { // the other side's worths were asked for
		c = engine.Cube{NoDouble: -c.NoDouble, Take: -c.Take, Drop: -c.Drop}
	}
	return a.Voice.Say("equities-cube", speech.Text("Rolled", a.Voice.points(c.NoDouble)),
		speech.Text("Taken", a.Voice.points(c.Take)),
		speech.Text("Dropped", a.Voice.points(c.Drop)))
}
