package speech

import (
	"slices"

	"tabuleiro/bot/chat"
)

// Example returns a name for an example that none of others has, in letters of any case.
func Example(others ...string) string {
	for _, name := range []string{"ana", "rui"} {
		if !slices.ContainsFunc(others, func(o string) bool { return Fold(o) == name }) {
			return name
		}
	}
	return "eva"
}

// DisplayName returns what to call somebody. The bot is named without its level, which the title of its match has.
func (v Voice) DisplayName(u chat.User) string {
	if u.Level != "" {
		return v.Text("house-name-any")
	}
	return name(u)
}

// Titled returns what to call somebody in the title of a match: the bot with its level.
func (v Voice) Titled(u chat.User) string {
	switch u.Level {
	case "":
		return name(u)
	case "max":
		return v.Text("house-title-max")
	}
	return v.Text("house-title", Text("Level", u.Level))
}
