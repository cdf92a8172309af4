package bot

// Commands returns the names of the commands that have a handler.
func (b *Bot) Commands() (names []string) {
	for name := range b.Router.Commands {
		names = append(names, name)
	}
	return names
}

// Deafen removes the reader of free words, so that any use of it fails.
func (b *Bot) Deafen() { b.Router.Reader = nil }
