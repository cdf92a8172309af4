package view

import (
	"strconv"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// Sight is a position that somebody wants to look at, and what the computer thinks of it.
type Sight struct {
	Match *match.Match        // nobody plays it
	Best  []engine.ScoredMove // the best moves, none where nobody decides
	Cube  *engine.Cube        // what a decision about the stake is worth each way; nil where there is none
	Says  string              // the command that shows it
	Start string              // the text that a match begins with
}

// Sight shows a position: the board, who is to move, the best moves with their chances, and how to go on from there.
func (a Audience) Sight(s Sight) chat.Message {
	v, m, p := a.Voice, s.Match, s.Match.Line.Position()
	message := a.message(m)
	message.Private, message.Board = true, a.Board(m, m.Line.View(), nil)
	if words := a.scene(m, m.Line.View()).Words(); len(words) > 0 {
		message.AddLine(plain(words[0]))
	}
	for _, w := range s.Best {
		text := v.worth(p, w.Equity)
		if isStake(p) {
			text += "  " + percent(w.Win)
		}
		message.AddLine(plain(text + "  " + v.Move(p, string(w.Move))))
	}
	if s.Cube != nil {
		message.AddLine(a.cubeWorth(p, *s.Cube))
	}
	if len(s.Best) == 0 && m.Line.Turn() == engine.Chance {
		message.AddLine(v.Say("sight-roll", speech.Text("Command", s.Says+" 31")))
	}
	play := v.Typed("play") + " " + m.Game.Name + " " + `from="` + s.Start + `"`
	if n := engine.StandingOf(p).Length; n > 1 {
		play += " points=" + strconv.Itoa(n)
	}
	a.Offer(&message, v.Text("button.sight-play"), play)
	a.Offer(&message, v.Text("button.sight-text"), s.Says+" "+v.Typed("position")[1:])
	return message
}

// Offer adds a button, or where it cannot carry so much the command to copy.
func (a Audience) Offer(message *chat.Message, label, says string) {
	if a.Caps.Says > 0 && len(says) > a.Caps.Says {
		message.AddLine([]chat.Span{{Text: label + ": "}, Mono(says)})
		return
	}
	message.AddRow(chat.Button{Label: label, Says: says})
}
