package table_test

import (
	"strings"
	"testing"

	"tabuleiro/engine/table"
)

// A game is found by its name and aliases, in any letter case, and no two games share a name.
func TestNames(t *testing.T) {
	seen := map[string]string{}
	for _, g := range table.Games {
		if table.Named(g.Name) != g || table.Named(strings.ToUpper(g.Name)) != nil {
			t.Errorf("%s is %v", g.Name, table.Named(g.Name))
		}
		for _, name := range append([]string{g.Name}, g.Aliases...) {
			if table.Find(name) != g || table.Find(strings.ToUpper(name)) != g {
				t.Errorf("%s is %v", name, table.Find(name))
			}
			if other := seen[name]; other != "" {
				t.Errorf("%s and %s are called %s", g.Name, other, name)
			}
			seen[name] = g.Name
		}
	}
	if table.Named("chess") != nil || table.Find("chess") != nil || table.Find("") != nil {
		t.Error("there is a game that is none")
	}
}
