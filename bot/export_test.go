package bot

import (
	"context"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/conversation"
	"tabuleiro/engine"
	"tabuleiro/render"
)

// Commands are the names of the commands that can be obeyed.
func (b *Bot) Commands() (names []string) {
	for name := range b.hearing.(*conversation.Conversation).Commands {
		names = append(names, name)
	}
	return names
}

// HearAll is Hear, and returns when the other rooms have been told, too.
func (b *Bot) HearAll(ctx context.Context, e chat.Event) {
	b.Hear(ctx, e)
	b.speaker.Wait()
}

// Settle returns when nothing is being said.
func (b *Bot) Settle() { b.speaker.Wait() }

// Animate has moving pictures drawn in another way.
func (b *Bot) Animate(draw func([]engine.View, render.Style) ([]byte, error)) { b.films.Animate = draw }
