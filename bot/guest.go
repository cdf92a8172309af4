package bot

import (
	"context"
	"errors"
	"fmt"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
)

var (
	_ chat.Weigher = (*Bot)(nil)
	_ chat.Guest   = (*Bot)(nil)
)

// Weigh implements chat.Weigher. What is not said to the bot means something only if it is a yes or no, or reads like a move of
// some game, from where that game begins; the shape of moves is the same everywhere.
func (b *Bot) Weigh(e chat.Event) chat.Weight {
	t := &talk{event: e}
	t.event.Text = speech.Clean(e.Text, longestText)
	t.Languages, t.Games = b.languages, b.Games
	name, text, ok := t.command()
	if !ok {
		_, text = named(t.event.Text)
	}
	if name == "move" || !ok && b.readsAsMove(text) {
		return chat.Move
	}
	if ok || e.Addressed || e.File != nil || b.languages.Book.Means("yes", t.event.Text) || b.languages.Book.Means("no", t.event.Text) {
		return chat.Wish
	}
	return chat.Talk
}

func (b *Bot) readsAsMove(text string) bool {
	for _, start := range b.starts {
		_, err := start.Read(text)
		var wrong *engine.MoveError
		if err == nil || errors.As(err, &wrong) && wrong.Kind != engine.NotMove {
			return true
		}
	}
	return false
}

// startsOf are the positions with which games begin that are played as usual.
func startsOf(games []*engine.Game) (starts []engine.Position, err error) {
	for _, g := range games {
		usual, err := g.Complete(nil)
		if err != nil {
			return nil, fmt.Errorf("%s as usual: %w", g.Name, err)
		}
		start, err := g.New(usual)
		if err != nil {
			return nil, fmt.Errorf("%s as usual: %w", g.Name, err)
		}
		starts = append(starts, start)
	}
	return starts, nil
}

// Joined implements chat.Guest: one greeting, with a way to begin and how moves are said there.
func (b *Bot) Joined(ctx context.Context, e chat.Event, all bool) {
	g := b.guideFor(b.archive.Preferences(ctx, archive.OfRoom(e.Room)), e)
	how := "joined-privacy"
	if all {
		how = "joined-all"
	}
	b.send(ctx, e, chat.Message{
		Text:    append(g.Voice.Say("joined"), tell.Line(g.Voice.Say(how))...),
		Buttons: [][]chat.Button{{{Label: g.Voice.Text("menu.play"), Says: g.Voice.Typed("play")}}},
	})
}

// perService is the key of a sentence as it is said in the author's service: "nameless-terminal" where there is one.
func (t *talk) perService(key string) string {
	if own := key + "-" + t.event.Room.Service(); t.Voice.Has(own) {
		return own
	}
	return key
}
