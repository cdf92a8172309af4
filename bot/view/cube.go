package view

import (
	"math"
	"strconv"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
)

// percent is a part of engine.ProbScale in words: "93 %".
func percent(part int) string { return strconv.Itoa((part+50)/100) + " %" }

// points is an equity with its sign: "+0.35". One too small to show is "+0.00" on either side.
func (v Voice) points(equity int) string {
	hundredths := math.Round(100*float64(equity)/engine.ProbScale) + 0 // which takes the minus off a zero
	return v.Decimal("%+.2f", hundredths/100)
}

// worth is what a position is worth: points where a game has a stake, else the chance to win.
func (v Voice) worth(p engine.Position, value int) string {
	if isStake(p) {
		return v.points(value)
	}
	return percent(value)
}

// cubeReason says why a decision about the stake is right, by what it is worth each way; nil where that is not known,
// or tells of another decision.
func (a Audience) cubeReason(p engine.Position, best engine.Move, c *engine.Cube) []chat.Span {
	if c == nil {
		return nil
	}
	doubled, worst := throw(p).Doubled > 0, min(c.Take, c.Drop)
	key := choose(term{"take", doubled && c.Take < c.Drop}, term{"drop", doubled},
		term{"too-good", c.NoDouble >= c.Drop && c.Take >= c.Drop}, term{"behind", worst <= c.NoDouble && c.NoDouble < 0},
		term{"early", worst <= c.NoDouble}, term{"cash", c.Drop <= c.Take}, term{"double", true})
	fits := choose(term{key, doubled}, term{"double", key == "cash" || key == "double"}, term{"roll", true})
	if word, _ := engine.WordOf(p, best); word != fits {
		return nil
	}
	return a.Voice.Say("cube-reason." + key)
}

// cubeWorth says what a decision about the stake is worth each way, for the side that decides.
func (a Audience) cubeWorth(p engine.Position, c engine.Cube) []chat.Span {
	if throw(p).Doubled > 0 { // the other side's worths were asked for
		c = engine.Cube{NoDouble: -c.NoDouble, Take: -c.Take, Drop: -c.Drop}
	}
	return a.Voice.Say("equities-cube", speech.Text("Rolled", a.Voice.points(c.NoDouble)),
		speech.Text("Taken", a.Voice.points(c.Take)), speech.Text("Dropped", a.Voice.points(c.Drop)))
}
