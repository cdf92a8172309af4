package bot

// Commands are the names of the commands that can be obeyed.
func (b *Bot) Commands() (names []string) {
	for name := range b.Router.Commands {
		names = append(names, name)
	}
	return names
}

// Deafen takes the reader of what people say in words of their own away: whatever reads by it fails.
func (b *Bot) Deafen() { b.Router.Reader = nil }
