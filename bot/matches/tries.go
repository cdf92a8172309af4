package matches

import (
	"fmt"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine/match"
)

// tries shows, after a match, the lines that the author tried last.
func (s Moves) tries(req *request.Request, m *match.Match) (*request.Result, error) {
	kept, _, err := trials.Get(req.Ctx, s.Archive, req.Author.ID+"/"+m.ID)
	if err != nil {
		return nil, err
	}
	lines := written(req, m, kept)
	if len(lines) == 0 {
		return nil, req.Note("trial-none", speech.Text("ID", m.ID))
	}
	text := append(req.For(m).Lines().Title(m), tell.Line(req.Guide.Voice.Say("trial-lines"))...)
	return request.Say(chat.Message{Private: true, Text: append(text, chat.Span{Text: strings.Join(lines, "")})}), nil
}

// written are the lines of a trial of a match, each with the number of the move that it begins with.
func written(req *request.Request, m *match.Match, t trial) (lines []string) {
	shift := m.Number() - t.Base
	if shift < 0 || shift > m.Line.Len() {
		return nil // of an earlier game
	}
	from := m.Line.Back(shift)
	number := fmt.Sprintf("%d.", from.Len()/2+1)
	if from.Len()%2 == 1 {
		number += ".."
	}
	for _, line := range t.Lines {
		words, at := []string{"\n•", number}, from
		for _, move := range line {
			next, err := at.Play(move)
			if err != nil {
				break
			}
			words, at = append(words, req.Guide.Voice.Move(at.Position(), string(move))), next
		}
		lines = append(lines, strings.Join(words, " "))
	}
	return lines
}
