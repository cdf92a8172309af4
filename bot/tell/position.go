package tell

import (
	"strconv"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// Sight is a position that somebody wants to look at, and what the house thinks of it.
type Sight struct {
	Match *match.Match     // nobody plays it
	Best  []engine.Weighed // the best moves, none where nobody decides
	Cube  *engine.Cube     // what a decision about the stake is worth each way; nil where there is none
	Says  string           // the command that shows it
	Start string           // the text that a match begins with
}

// Sight shows a position: the board, who is to move, the best moves with their chances, and how to go on from there.
func (a Audience) Sight(s Sight) chat.Message {
	v, m, p := a.Voice, s.Match, s.Match.Line.Position()
	scene := Scene{Game: m.Game, Position: p, View: m.Line.View(), Theme: a.theme(), Count: a.count(m)}
	message := chat.Message{Private: true, Text: a.Title(m), Board: a.board(m, m.Line.View(), nil, "")}
	if words := scene.Words(v); len(words) > 0 {
		message.Text = append(message.Text, Line([]chat.Span{{Text: words[0]}})...)
	}
	_, stake := p.(engine.Contest)
	for _, w := range s.Best {
		text := percent(w.Equity)
		if stake {
			text = v.points(w.Equity) + "  " + percent(w.Win)
		}
		message.Text = append(message.Text, Line([]chat.Span{{Text: text + "  " + v.Move(p, string(w.Move))}})...)
	}
	if s.Cube != nil {
		message.Text = append(message.Text, Line(a.cubeWorth(p, *s.Cube))...)
	}
	if len(s.Best) == 0 && m.Line.Turn() == engine.Chance {
		message.Text = append(message.Text, Line(v.Say("sight-roll", speech.Text("Command", s.Says+" 31")))...)
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
		message.Text = append(message.Text, chat.Span{Text: "\n" + label + ": "}, Mono(says))
		return
	}
	message.Buttons = append(message.Buttons, []chat.Button{{Label: label, Says: says}})
}

// Texts are a position as texts to copy: ours, and those of other programs.
func (a Audience) Texts(m *match.Match) chat.Message {
	p := m.Line.Position()
	message := chat.Message{Private: true, Text: append(a.Title(m), chat.Span{Text: "\n"}, Mono(p.String()))}
	if x, ok := p.(engine.Exporter); ok {
		for _, e := range x.Exports() {
			message.Text = append(message.Text, chat.Span{Text: "\n" + e.Format + "\n", Bold: true}, Mono(e.Text))
		}
	}
	return message
}
