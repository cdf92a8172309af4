package record

import (
	"slices"
	"strings"

	"tabuleiro/engine"
)

// mostLines is the number of lines of a file searched for the text of a position.
const mostLines = 20

// mostPrinted is more than the length of a position printed on several lines.
const mostPrinted = 200

// Positions reads a text that has the text of a position but no game. It returns the first line that parses as a
// position, for every game with the first options that accept it: the defaults, or all but one of them.
func Positions(text string, games []*engine.Game) (list []engine.Record) {
	lines := slices.Collect(strings.Lines(text))
	if len(lines) > 1 && len(text) < mostPrinted { // a position may be printed on two lines
		lines = append(lines, strings.Join(strings.Fields(text), " "))
	}
	n := 0
	for _, line := range lines {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if n++; n > mostLines || list != nil {
			break
		}
		for _, g := range games {
			// skip a game that shares its position IDs with another one already found
			kin := func(r engine.Record) bool { return g.Kin != "" && r.Game.Name == g.Kin }
			if slices.ContainsFunc(list, kin) {
				continue
			}
			for _, o := range choices(g.Options) {
				if r, err := g.NewRecord(o, line); err == nil {
					list = append(list, r)
					break
				}
			}
		}
	}
	return list
}

// choices returns the default options, and then every other value of a single option.
func choices(options []engine.Option) []engine.Options {
	list := []engine.Options{nil}
	for _, o := range options {
		for _, v := range o.Values {
			if v != o.Default {
				list = append(list, engine.Options{o.Name: v})
			}
		}
	}
	return list
}
