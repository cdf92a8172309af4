package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabuleiro/engine/table"
)

// Every game with a computer player can be trained.
func TestTrainers(t *testing.T) {
	for _, g := range table.Games {
		if maker, folder := makerOf("train", g); maker == nil || folder == "" {
			t.Errorf("nothing trains %s", g.Name)
		}
	}
}

// A run writes files under the names and in the folder that the program has them.
func TestRun(t *testing.T) {
	for _, args := range []string{
		"train -scale 0.00001 eximo", "openings -scale 0.00001 portuguese", "puzzles -scale 0.00001 backgammon",
	} {
		what, rest, _ := strings.Cut(args, " ")
		_, folder := makerOf(what, table.Find(args[strings.LastIndex(args, " ")+1:]))
		dir := t.TempDir()
		err := run(t.Context(), append([]string{what, "-o", dir}, strings.Fields(rest)...), io.Discard, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		made, err := os.ReadDir(dir)
		if err != nil || len(made) == 0 {
			t.Fatalf("%s: %d files, %v", args, len(made), err)
		}
		for _, file := range made {
			if _, err := os.Stat(filepath.Join("..", "..", folder, file.Name())); err != nil {
				t.Errorf("%s: %v", args, err)
			}
		}
	}
}

// Puzzles already proven with the current evaluation are not proven again: their file stays as it is.
func TestProve(t *testing.T) {
	dir := t.TempDir()
	args := []string{"prove", "-scale", "0.01", "-o", dir, "backgammon"}
	if err := run(t.Context(), args, io.Discard, io.Discard); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(dir, "backgammon.puzzles"))
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join("..", "..", "engine", "puzzle", "found", "backgammon.puzzles"))
	if err != nil || string(got) != string(want) {
		t.Errorf("%v; %d bytes, want %d", err, len(got), len(want))
	}
}

func TestRun_Refuses(t *testing.T) {
	for args, want := range map[string]string{
		"":                           "say what to do",
		"learn cage":                 "say what to do",
		"train chess":                `no game "chess"`,
		"train -scale 0 cage":        "-scale is 0",
		"train -scale 101 cage":      "-scale is 101",
		"train -depth 3 cage":        "not defined",
		"tables cage":                "no tables of cage",
		"measure luck cage":          `what is measured is "luck"`,
		"measure -to 99 ladder cage": "-to a range of levels",
		"measure ladder chess":       `no game "chess"`,
	} {
		err := run(t.Context(), strings.Fields(args), io.Discard, io.Discard)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
}
