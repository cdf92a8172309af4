// Package words trains the classifiers of bot/intent with sentences of people, a line each with the command that it
// means, and counts what comes of sentences that no model was trained with.
package words

import (
	"slices"
	"strings"
	"unicode"

	"tabuleiro/engine/table"
)

// classOf is the class of a command: the command without what Slots reads from the text itself.
func classOf(command string) string {
	var kept []string
	for i, w := range strings.Fields(command) {
		key, value, option := strings.Cut(w, "=")
		switch {
		case i == 0:
			kept = append(kept, w)
		case w[0] == '@' || w[0] == '~':
			if kept[0] == "play" {
				kept = append(kept, "person")
			}
		case w[0] == '#', table.Find(w) != nil:
		case option && key == "level" && (value == "easy" || value == "hard" || value == "max" || value == "?"):
			kept = append(kept, w)
		case option, w != "0" && unicode.IsDigit(rune(w[0])), strings.ContainsAny(w, "/") && kept[0] != "rules":
		case kept[0] == "why" || kept[0] == "if" || kept[0] == "move" && strings.ContainsFunc(w, unicode.IsDigit):
		case kept[0] == "moves":
		case kept[0] == "rules":
			first, _, _ := strings.Cut(w, "/")
			kept = append(kept, first)
		default:
			kept = append(kept, w)
		}
	}
	if len(kept) > 2 && kept[0] == "play" { // in one order
		slices.Sort(kept[1:])
		slices.Reverse(kept[1:])
		kept = slices.Compact(kept)
	}
	return strings.Join(kept, " ")
}
