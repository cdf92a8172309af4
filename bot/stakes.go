package bot

import (
	"strconv"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// resign gives the game up or, where that costs some number of stakes, offers one of them; only the highest cannot be
// refused.
func (t *talk) resign(text string) error {
	m, rest, err := t.find(text, "/resign", match.Resigned)
	if err != nil {
		return unlessAnswered(err)
	}
	return t.act(m.ID, func(m *match.Match) (match.Event, error) {
		e := match.Event{Kind: match.Resigned}
		list := m.Resignations(m.Side(t.me.ID))
		if len(list) == 0 {
			return e, nil
		}
		e.Times = list[len(list)-1]
		if len(list) == 1 {
			return e, nil
		}
		if rest == "" {
			t.askResignation(m, list)
			return e, errAnswered
		}
		times, err := strconv.Atoi(rest)
		if err == nil && times == e.Times {
			return e, nil
		}
		return match.Event{Kind: match.Offered, Offer: match.Resign, Times: times}, nil
	})
}

// askResignation asks for how many stakes.
func (t *talk) askResignation(m *match.Match, list []int) {
	stake := 1
	if p, ok := m.Line.Position().(engine.Stakes); ok {
		stake = p.Stake()
	}
	answer := chat.Message{Text: t.voice.Say("which-resignation", speech.Count(stake)), Private: true}
	var row []chat.Button
	for _, n := range list {
		row = append(row, chat.Button{
			Label: t.voice.Text("points-of", speech.Count(n*stake)),
			Says:  "/" + t.voice.Words("resign")[0] + " #" + m.ID + " " + strconv.Itoa(n),
		})
	}
	answer.Buttons = [][]chat.Button{row}
	t.send(answer)
}

// confirmKey names the setting of a person who looks at a move before it counts.
func confirmKey(id string) string { return "confirm/" + id }

// confirms tells whether a move has to be confirmed by the author. Words that only decide something do not.
func (t *talk) confirms(m *match.Match, move engine.Move) bool {
	trace := m.Line.Position().Trace(move)
	if len(trace.Path)+len(trace.Drops)+len(trace.Hops) == 0 {
		return false
	}
	set, err := t.Store.Get(t.ctx, confirmKey(t.me.ID))
	if err != nil {
		t.Log.Warn("whether moves are confirmed", "user", t.me.ID, "error", err)
	}
	return set == "on"
}

// askConfirmation shows a move that does not count yet.
func (t *talk) askConfirmation(m *match.Match, move engine.Move) {
	before := m.Line.Position()
	after, err := before.Play(move)
	if err != nil {
		return // Read gave it
	}
	t.keepDraft(m, draft{text: string(move), whole: move})
	view := after.View()
	view.Turn, view.Last = before.Turn(), before.Trace(move)
	if view.Points != nil { // the board, and not yet what follows from it
		points := *before.View().Points
		points.Points, points.Bar, points.Off, points.Pips = view.Points.Points, view.Points.Bar, view.Points.Off, view.Points.Pips
		view.Points = &points
	}
	t.send(chat.Message{
		Text:    t.voice.Say("confirm-move", speech.Text("Move", string(move))),
		Board:   t.drawn(m, view, t.voice, t.caps(), t.seat(m)),
		Buttons: [][]chat.Button{{t.confirmButton(m), t.undoButton(m)}},
		Private: true,
	})
}

func (t *talk) confirmButton(m *match.Match) chat.Button {
	return chat.Button{Label: t.voice.Text("button.confirm"), Says: "/" + t.voice.Words("confirm")[0] + " #" + m.ID}
}

func (t *talk) undoButton(m *match.Match) chat.Button {
	return chat.Button{Label: t.voice.Text("button.undo"), Says: "/" + t.voice.Words("undo")[0] + " #" + m.ID}
}

// confirm makes the move count that was shown, or chooses whether moves are shown first.
func (t *talk) confirm(text string) error {
	for _, set := range []string{"on", "off"} {
		if t.book.Means(set, text) {
			if err := t.Store.Put(t.ctx, confirmKey(t.me.ID), set); err != nil {
				return err
			}
			t.note("confirm-" + set)
			return nil
		}
	}
	m, _, err := t.find(text, "/confirm", match.Moved)
	if err != nil {
		return unlessAnswered(err)
	}
	return t.act(m.ID, func(m *match.Match) (match.Event, error) {
		d := t.draft(m)
		if d.whole == "" {
			t.note("nothing-to-confirm", speech.Text("Confirm", "/"+t.voice.Words("confirm")[0]))
			return match.Event{}, errAnswered
		}
		return match.Event{Kind: match.Moved, Move: d.whole}, nil
	})
}

// export writes a match down for other programs.
func (t *talk) export(text string) error {
	m, _, err := t.find(text, "/export")
	if err != nil {
		return unlessAnswered(err)
	}
	if m.First.ID == "" {
		t.note("not-playing", speech.Text("ID", m.ID))
		return nil
	}
	answer := chat.Message{Text: t.title(m, t.voice, t.caps()), Private: true}
	for _, x := range exports(m) {
		answer.Text = append(answer.Text, chat.Span{Text: "\n" + x.Format + "\n", Bold: true}, mono(x.Text))
	}
	t.send(answer)
	return nil
}

// exports are a match in the formats that its game knows, at the least the position and the moves.
func exports(m *match.Match) []engine.Export {
	if x, ok := m.Line.Position().(engine.Exporter); ok {
		return x.Exports(m.Line, [2]string{m.Player(engine.First).Name, m.Player(engine.Second).Name})
	}
	moves := ""
	for n := range m.Line.Len() {
		moves += string(m.Line.Move(n)) + "\n"
	}
	return []engine.Export{{Format: ".txt", Text: moves}}
}
