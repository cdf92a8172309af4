package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// The file testdata/before-rooms.db.gz was written by commit bb0d98f, in its terminal: five matches between ana and rui
// or eva (/play portuguese, eximo, cage size=8, chilean, backgammon points=3), of which backgammon waits for the answer
// to a double; a challenge of eva to bob, eva's block of zoe, the language of the room, its puzzle, and the question
// about /resign (of the Chilean match) that ana had not answered when the program was stopped.
//
// upgraded are the texts that people send to the current version, and its answers, in order.
var upgraded = []struct{ line, want string }{
	{"ana: sim", "eva ganha: ana desiste."},
	{"rui: #vvxg 21-17", "rui: 21-17"},
	{"ana: #qpkh b1-d3", "ana: b1-d3"},
	{"rui: #3fhv h2xh1", "rui: h2xh1*"},
	{"ana: #sqfq aceito", "ana aceita a dobra."},
	{"rui: 13/8 24/23", "rui: 24/23 13/8"},
	{"bob: /accept #ghfs", "bob aceita."},
	{"zoe: /play cage @eva", "eva não aceita este desafio."},
	{"zoe: 21-14", "zoe descobriu 21-14"},
	{"ana: /puzzle next", "🧩 2 "},
	{"eva: /forget", "Isto não se pode desfazer."},
	{"eva: sim", "Pronto, esqueci-me de si."},
}

// A database of an early version has no problems, and what was begun in it goes on.
func TestUpgrade(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tabuleiro.db")
	if err := os.WriteFile(path, unpacked(t, "before-rooms.db.gz"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TABULEIRO_DATABASE", path)
	if got := done(t, "check"); !strings.Contains(got, "6 matches, 15 events") {
		t.Errorf("check: %s", got)
	}
	synctest.Test(t, func(t *testing.T) { // a little later, while the question can be answered
		time.Sleep(time.Until(time.Date(2026, time.November, 23, 22, 20, 0, 0, time.UTC)))
		var in strings.Builder
		for _, step := range upgraded {
			in.WriteString(step.line + "\n")
		}
		heard := filepath.Join(t.TempDir(), "heard")
		if err := os.WriteFile(heard, []byte(in.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		said := atThisTerminal(t, heard, func() { done(t, "run") })
		for _, step := range upgraded {
			_, after, found := strings.Cut(said, step.want)
			if !found {
				t.Fatalf("%s: %q is missing in\n%s", step.line, step.want, said)
			}
			said = after
		}
	})
	done(t, "check")
}

// atThisTerminal calls a function with a file as standard input, and returns its output.
func atThisTerminal(t *testing.T, heard string, do func()) string {
	t.Helper()
	in, err := os.Open(heard)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.Create(filepath.Join(t.TempDir(), "said"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	defer func(in, out *os.File) { os.Stdin, os.Stdout = in, out }(os.Stdin, os.Stdout)
	os.Stdin, os.Stdout = in, out
	do()
	said, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(said)
}
