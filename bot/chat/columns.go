package chat

import (
	"slices"
	"unicode/utf8"
)

// columns are how many buttons stand side by side whose labels have at most so many characters, on the screen of a
// phone.
var columns = []struct{ label, most int }{{6, 4}, {9, 3}, {15, 2}}

// Columns puts buttons into rows that are as wide as the longest label allows.
func Columns(buttons []Button) [][]Button {
	var longest int
	for _, b := range buttons {
		longest = max(longest, utf8.RuneCountInString(b.Label))
	}
	wide := 1
	for _, c := range columns {
		if longest <= c.label {
			wide = c.most
			break
		}
	}
	return slices.Collect(slices.Chunk(buttons, wide))
}
