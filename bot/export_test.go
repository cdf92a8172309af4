package bot

import (
	"context"

	"tabuleiro/bot/chat"
)

// Commands are the names of the commands that can be obeyed.
func (b *Bot) Commands() (names []string) {
	for name := range b.commands {
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
