package record

import (
	"slices"
	"strings"

	"tabuleiro/engine"
)

// mostLines is the number of lines of a file that are looked through for the text of a position.
const mostLines = 20

// mostPrinted is more than the lines of a position have that belong together.
const mostPrinted = 200

// Positions reads a text that holds the text of a position and no game: the first line that is one, for every game under
// the first options that take it: the usual ones, or those but for one.
func Positions(text string, games []*engine.Game) (list []engine.Record) {
	lines := slices.Collect(strings.Lines(text))
	if len(lines) > 1 && len(text) < mostPrinted { // a position may be printed in two
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
			// a game that shares the IDs of another one is not meant by them
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

// choices are the usual options, and then each other value of one of them.
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
