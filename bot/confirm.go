package bot

import (
	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// confirms tells whether a move has to be confirmed by the author. Words that only decide something do not.
func (t *talk) confirms(m *match.Match, move engine.Move) bool {
	trace := m.Line.Position().Trace(move)
	if len(trace.Path)+len(trace.Drops)+len(trace.Hops) == 0 {
		return false
	}
	return t.Bot.taste(t.ctx, personal(t.me.ID)).of("confirm") == "on"
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
	if p, ok := before.(engine.Previewer); ok { // the board, and not yet what follows from it
		if view, _, err = p.Preview(string(move)); err != nil {
			return
		}
	}
	view.Turn, view.Last = before.Turn(), before.Trace(move)
	t.send(chat.Message{
		Text:    t.voice.Say("confirm-move", speech.Text("Move", t.voice.move(before, string(move)))),
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
	c := choiceNamed("confirm")
	if _, ok := t.valueIn(c, speech.Fold(text)); ok {
		return t.shortcut("confirm", text)
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
