package bot

import (
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// stops are the numbers of moves after which a game is looked at: from the start to the last move, with the throws that a
// move follows from left out.
func stops(m *match.Match) []int {
	list := []int{0}
	for n := range m.Line.Len() {
		turn := m.Line.At(n).Turn()
		if turn == engine.Chance || turn == engine.Nobody || rolls(m, n, match.Event{By: m.Player(turn).ID}) {
			continue
		}
		list = append(list, n+1)
	}
	if last := m.Line.Len(); list[len(list)-1] != last {
		list = append(list, last)
	}
	return list
}

// asOf is a match as it was after n moves, to be looked at.
func asOf(m *match.Match, n int) *match.Match {
	then := *m
	then.Line = m.Line.Back(m.Line.Len() - n)
	return &then
}

// step shows a match after one of its moves, and offers the others: "/step #k7q2 12".
func (t *talk) step(text string) error {
	m, rest, err := t.findBegun(text, "/step")
	if err != nil {
		return unlessAnswered(err)
	}
	list := stops(m)
	last := len(list) - 1
	at := last
	if rest = strings.TrimSpace(rest); rest != "" {
		if at, err = strconv.Atoi(rest); err != nil || at < 0 || at > last {
			t.note("no-such-step", speech.Text("Word", rest), speech.Count(last))
			return nil
		}
	}
	message := t.stepMessage(m, list, at)
	message.Instead = rest != "" // a message that only offers to begin with it stays
	t.send(message)
	return nil
}

// stepMessage is a match as it was at one of its stops.
func (t *talk) stepMessage(m *match.Match, list []int, at int) chat.Message {
	then := asOf(m, list[at])
	last := len(list) - 1
	message := chat.Message{Private: true, Told: true, Text: t.title(m, t.voice, t.caps())}
	message.Text = append(message.Text, line(t.voice.Say("step", speech.Text("At", strconv.Itoa(at)), speech.Text("Last", strconv.Itoa(last))))...)
	if at > 0 {
		message.Text = append(message.Text, tell(then, latest(then), t.voice)...)
	}
	if at == last && m.Status == match.Over {
		message.Text = append(message.Text, line(t.result(m, t.voice))...)
	}
	message.Board = t.drawnMarked(then, shown(then), t.voice, t.caps(), t.seat(m), nil)
	command := "/" + t.voice.Words("step")[0] + " #" + m.ID + " "
	var row []chat.Button
	for _, b := range []struct {
		label string
		to    int
		on    bool
	}{{"⏮", 0, at > 1}, {"◀", at - 1, at > 0}, {"▶", at + 1, at < last}, {"⏭", last, at < last-1}} {
		if b.on {
			row = append(row, chat.Button{Label: b.label, Says: command + strconv.Itoa(b.to)})
		}
	}
	if row != nil {
		message.Buttons = [][]chat.Button{row}
	}
	if t.caps().Rows == 0 && at > 0 {
		message.Text = append(message.Text, line(t.voice.Say("step-how", speech.Text("Back", command+strconv.Itoa(at-1)), speech.Text("Begin", command+"0")))...)
	}
	return message
}
