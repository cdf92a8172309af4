package bot

import (
	"tabuleiro/bot/conversation"
)

// Commands are the names of the commands that can be obeyed.
func (b *Bot) Commands() (names []string) {
	for name := range b.hearing.(*conversation.Conversation).Commands {
		names = append(names, name)
	}
	return names
}

// Deafen takes the reader of what people say in words of their own away: whatever reads by it fails.
func (b *Bot) Deafen() { b.hearing.(*conversation.Conversation).Reader = nil }
