package speech

import (
	"slices"

	"tabuleiro/bot/chat"
)

// houseName is how the house is named in a match: the key of the name, and its level where that has one. A Voice knows
// those of all languages of its book.
type houseName struct {
	key   string
	level int
}

// levels are more than the house has.
const levels = 20

// nameHouses notes how the house is named in a language.
func (v Voice) nameHouses() {
	if v.Has("house-name-max") {
		v.houses[v.Text("house-name-max")] = houseName{key: "house-name-max"}
	}
	for level := range levels {
		if v.Has("house-name") {
			v.houses[v.Text("house-name", Count(level))] = houseName{"house-name", level}
		}
	}
}

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
	if _, is := v.houses[u.Name]; is && u.Robot {
		return v.Text("house-name-any")
	}
	return name(u)
}

// Titled is what to call somebody in the title of a match: the bot with its level, in whichever language a match has
// its name.
func (v Voice) Titled(u chat.User) string {
	if of, is := v.houses[u.Name]; is && u.Robot {
		if of.key == "house-name-max" {
			return v.Text("house-title-max")
		}
		return v.Text("house-title", Count(of.level))
	}
	return name(u)
}
