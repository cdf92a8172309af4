package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabuleiro/engine/table"
)

// Every game with a player can be trained.
func TestTrainers(t *testing.T) {
	for _, g := range table.Games {
		if trainers[g.Name] == nil {
			t.Errorf("nothing trains %s", g.Name)
		}
	}
}

// A training leaves the files that the game's player has in it, under the same names.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	if err := run(t.Context(), []string{"-scale", "0.00001", "-o", dir, "eximo"}); err != nil {
		t.Fatal(err)
	}
	learned, err := os.ReadDir(filepath.Join("..", "..", "engine", "eximo", "think", "learned"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range learned {
		if _, err := os.Stat(filepath.Join(dir, file.Name())); err != nil {
			t.Error(err)
		}
	}
}

// Puzzles that were proven by what the house knows need not be proven again: their file stays as it is.
func TestProve(t *testing.T) {
	dir := t.TempDir()
	if err := run(t.Context(), []string{"-prove", "-scale", "0.01", "-o", dir, "backgammon"}); err != nil {
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

func TestRunRefuses(t *testing.T) {
	for args, want := range map[string]string{
		"chess":           `no game "chess"`,
		"-scale 0 cage":   "-scale is 0",
		"-scale 101 cage": "-scale is 101",
		"-depth 3 cage":   "not defined",

		"-measure luck cage":          `-measure is "luck"`,
		"-measure ladder -to 99 cage": "-to a range of levels",
	} {
		if err := run(t.Context(), strings.Fields(args)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
}
