package rules

import (
	"strings"

	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/engine"
	"tabuleiro/engine/table"
)

// findGame finds a game by its stable name or an alias, in any letter case.
func findGame(name string) (*engine.Game, error) {
	if g := table.Find(name); g != nil {
		return g, nil
	}
	return nil, config.Mistakef("there is no game %q: choose %s", name, Names())
}

// Names lists the stable names of the games.
func Names() string {
	var names []string
	for _, g := range table.Games {
		names = append(names, g.Name)
	}
	return strings.Join(names, ", ")
}

// Options lists what the games let choose: "cage: size=10|8|6; ...".
func Options() string {
	const few = 4 // values that are listed
	var list []string
	for _, g := range table.Games {
		var options []string
		for _, o := range g.Options {
			values := strings.Join(o.Values, "|")
			if len(o.Values) > few {
				values = o.Values[0] + "|" + o.Values[1] + "|...|" + o.Values[len(o.Values)-1]
			}
			options = append(options, o.Name+"="+values)
		}
		if options != nil {
			list = append(list, g.Name+": "+strings.Join(options, ", "))
		}
	}
	return strings.Join(list, "; ")
}
