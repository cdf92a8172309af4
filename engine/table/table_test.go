package table_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/enginetest"
	"tabuleiro/engine/table"
)

// start returns the usual start of a game.
func start(t *testing.T, g *engine.Game) engine.Position {
	t.Helper()
	o, err := g.Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Each game on squares has perft references of others, in the folder of its family.
func TestPerftReferences(t *testing.T) {
	files, err := filepath.Glob("../*/rules/testdata/perft*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	counted := map[string]bool{}
	for _, file := range files {
		for _, line := range enginetest.Lines[struct{ Game string }](t, file) {
			counted[line.Game] = true
		}
	}
	for _, g := range table.Games {
		if start(t, g).View().Points == nil && !counted[g.Name] {
			t.Errorf("%s: no testdata/perft*.jsonl has a line about it", g.Name)
		}
	}
}

// Each draughts variant writes PDN under its own number.
func TestNumbersOfPDN(t *testing.T) {
	numbers := map[string]string{}
	for _, g := range table.Games {
		i := slices.IndexFunc(g.Formats, func(f engine.Format) bool { return f.Ext == ".pdn" })
		if i < 0 {
			continue
		}
		text, err := g.Formats[i].Write(engine.Record{Game: g, Line: g.NewLine(start(t, g))})
		if err != nil {
			t.Fatal(err)
		}
		_, tag, ok := strings.Cut(text, `[GameType "`)
		number, _, _ := strings.Cut(tag, ",")
		if other := numbers[number]; !ok || other != "" {
			t.Errorf("%s: it has no number in pdn_types.go, or that of %q: %q", g.Name, other, number)
		}
		numbers[number] = g.Name
	}
	if len(numbers) == 0 {
		t.Error("no game writes PDN")
	}
}

// Each folder of a game is in the table.
func TestFolders(t *testing.T) {
	text, err := os.ReadFile("table.go")
	if err != nil {
		t.Fatal(err)
	}
	folders, err := filepath.Glob("../*/rules")
	if err != nil || len(folders) == 0 {
		t.Fatal(folders, err)
	}
	for _, folder := range folders {
		if name := filepath.Base(filepath.Dir(folder)); !strings.Contains(string(text), "\t"+name+".") {
			t.Errorf("the table has no game of the folder %s", name)
		}
	}
}
