package bot

import (
	"errors"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// why says what stands in the way of a move, or that nothing does.
func (t *talk) why(text string) error {
	m, rest, err := t.find(text, "/why")
	if err != nil {
		return unlessAnswered(err)
	}
	if m.Status != match.Playing {
		t.note("not-playing", speech.Text("ID", m.ID))
		return nil
	}
	move, err := m.Line.Position().Read(rest)
	var wrong *engine.MoveError
	answer := chat.Message{Private: true}
	switch {
	case err == nil:
		answer.Text = t.voice.Say("why-legal", speech.Text("Move", t.voice.move(m.Line.Position(), string(move))), speech.Person("Player", user(m.Player(m.Turn()))))
	case !errors.As(err, &wrong):
		return err
	case wrong.Kind == engine.NotMove:
		t.note("why-what", speech.Text("Example", "/"+t.voice.Words("why")[0]+" "+t.example(m)))
		return nil
	default:
		answer.Text = facts(t.voice, m.Line.Position(), obstacle(wrong), wrong)
	}
	if c := t.caps(); c.Pictures && c.Caption > 0 { // what has to be done is easier to see on the board
		answer.Board = t.drawnMarked(m, shown(m), t.voice, c, t.seat(m), duties(m))
	}
	t.send(answer)
	return nil
}

// obstacle is the key of the sentence about a text that is not a move.
func obstacle(wrong *engine.MoveError) string {
	switch {
	case wrong.Kind == engine.Incomplete && len(wrong.Choices) > 0:
		return "incomplete"
	case wrong.Kind == engine.Ambiguous:
		return "ambiguous"
	}
	return "rule." + string(wrong.Rule)
}
