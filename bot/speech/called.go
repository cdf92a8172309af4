package speech

import (
	"slices"

	"tabuleiro/bot/chat"
)

// Example is a name for somebody in an example, which none of some people has, whatever its letters' size.
func Example(others ...string) string {
	for _, name := range []string{"ana", "rui"} {
		if !slices.ContainsFunc(others, func(o string) bool { return Fold(o) == name }) {
			return name
		}
	}
	return "eva"
}

// DisplayName is what to call somebody. The bot has no level: the title of its match names that.
func (v Voice) DisplayName(u chat.User) string {
	if u.Level != "" {
		return v.Text("house-name-any")
	}
	return name(u)
}

// Titled is what to call somebody in the title of a match: the bot with its level.
func (v Voice) Titled(u chat.User) string {
	switch u.Level {
	case "":
		return name(u)
	case "max":
		return v.Text("house-title-max")
	}
	return v.Text("house-title", Text("Level", u.Level))
}
