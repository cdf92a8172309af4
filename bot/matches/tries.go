package matches

import (
	"context"
	"fmt"
	"strings"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speak"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// tries shows, after a match, the lines that the author tried last, and those of the other player who has opened them;
// "open" opens those of the author.
func (s Moves) tries(req *request.Request, m *match.Match, text string) (*request.Result, error) {
	command := req.Guide.Voice.Typed("try") + " #" + m.ID
	open := req.Guide.Languages.Book.Command(text) == "open"
	answer := chat.Message{Private: true, Text: req.For(m).Lines().Title(m)}
	say := func(key string, facts ...speech.Fact) {
		answer.Text = append(answer.Text, tell.Line(req.Guide.Voice.Say(key, facts...))...)
	}
	side, some := m.Side(req.Author.ID), false
	for _, of := range []engine.Side{side, side.Other()} {
		who := m.Player(of)
		kept, _, err := trials.Get(req.Ctx, s.Archive, who.ID+"/"+m.ID)
		if err != nil {
			return nil, err
		}
		lines := written(req, m, kept)
		if len(lines) == 0 || of != side && !kept.Open {
			continue
		}
		some = true
		say("trial-lines", speech.Person("Player", tell.User(who)))
		answer.Text = append(answer.Text, chat.Span{Text: strings.Join(lines, "")})
		if of != side {
			continue
		}
		if open && !kept.Open {
			kept.Open = true
			if err := trials.Put(req.Ctx, s.Archive, who.ID+"/"+m.ID, kept); err != nil {
				return nil, err
			}
			speak.TellOpened(req.Ctx, s.Change.Speaker, m.ID, side)
		}
		rival := speech.Person("Player", tell.User(m.Player(side.Other())))
		if kept.Open {
			say("trial-open", rival, speech.Text("Command", command))
			continue
		}
		say("trial-shut", rival)
		answer.Buttons = [][]chat.Button{{{Label: req.Guide.Voice.Text("button.trial-open"), Says: command + " " +
			req.Guide.Voice.Typed("open")[1:]}}}
	}
	if !some {
		return nil, req.Note("trial-none", speech.Text("ID", m.ID))
	}
	return request.Say(answer), nil
}

// Tried tells whether a person has kept lines of a match that the other player, who is a person, does not see.
func Tried(ctx context.Context, a *archive.Archive, person string, m *match.Match) bool {
	kept, _, err := trials.Get(ctx, a, person+"/"+m.ID)
	shift := m.Number() - kept.Base
	return err == nil && len(kept.Lines) > 0 && !kept.Open && shift >= 0 && shift <= m.Line.Len() &&
		tell.User(m.Player(m.Side(person).Other())).ID != ""
}

// Opened tells whether a person sees lines that the other player of a match has opened.
func Opened(ctx context.Context, a *archive.Archive, person string, m *match.Match) bool {
	if m.Status != match.Over || m.Side(person) == engine.Nobody {
		return false
	}
	kept, _, err := trials.Get(ctx, a, m.Player(m.Side(person).Other()).ID+"/"+m.ID)
	shift := m.Number() - kept.Base
	return err == nil && kept.Open && len(kept.Lines) > 0 && shift >= 0 && shift <= m.Line.Len()
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
