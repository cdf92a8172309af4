package backgammon

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// rolled is a line of the reference: a board, a roll, and the boards that follow, the other side on roll.
type rolled struct {
	Position string
	Dice     [2]int
	After    []string
}

// lines reads a file of JSON lines.
func lines[T any](t testing.TB, file string) []T {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []T
	for d := json.NewDecoder(f); ; {
		var line T
		if err := d.Decode(&line); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		list = append(list, line)
	}
	if len(list) == 0 {
		t.Fatalf("%s is empty", file)
	}
	return list
}

func parseBoard(t testing.TB, id string) board {
	t.Helper()
	b, err := parsePositionID(id)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestPlays(t *testing.T) {
	for _, want := range lines[rolled](t, "testdata/backgammon-plays.jsonl") {
		b := parseBoard(t, want.Position)
		got := []string{}
		for _, p := range (law{}).plays(b, want.Dice[0], want.Dice[1], nil) {
			got = append(got, positionID(b.after(p).turned()))
		}
		slices.Sort(got)
		if d := cmp.Diff(want.After, got); d != "" {
			t.Errorf("plays of %v from %s (-want +got):\n%s", want.Dice, want.Position, d)
		}
	}
}

func BenchmarkPlays(b *testing.B) {
	type roll struct {
		board
		dice [2]int
	}
	var rolls []roll
	for _, r := range lines[rolled](b, "testdata/backgammon-plays.jsonl") {
		rolls = append(rolls, roll{parseBoard(b, r.Position), r.Dice})
	}
	var list []play
	n := 0
	began := time.Now()
	for b.Loop() {
		for i := range rolls {
			r := &rolls[i]
			list = law{}.plays(r.board, r.dice[0], r.dice[1], list[:0])
		}
		n += len(rolls)
	}
	b.ReportMetric(float64(n)/time.Since(began).Seconds(), "rolls/s")
}
