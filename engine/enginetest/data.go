package enginetest

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
	"tabuleiro/engine/longtest"
)

// node is a line of a perft file: a position and the numbers of sequences of 1, 2, ... moves.
type node struct {
	Game     string         `json:"game"`
	Options  engine.Options `json:"options"`
	Position string         `json:"position"` // "start" for the start position
	Perft    []uint64       `json:"perft"`
}

// Perft compares perft counts with those of a file of JSON lines, skipping other games. It omits counts above most,
// and without LONG=all those above a million.
func Perft(t *testing.T, g *engine.Game, file string, most uint64) {
	t.Helper()
	most = uint64(longtest.Count(int(min(most, 1e6)), int(most)))
	tested := 0
	for _, n := range Lines[node](t, file) {
		if n.Game != g.Name {
			continue
		}
		tested++
		t.Run(n.Position+optionsName(n.Options), func(t *testing.T) {
			p := position(t, g, n.Position, n.Options)
			for i, want := range n.Perft {
				if want > most {
					break
				}
				if got := engine.Perft(p, i+1); got != want {
					t.Fatalf("depth %d: %d, want %d", i+1, got, want)
				}
			}
		})
	}
	if tested == 0 {
		t.Errorf("%s: nothing about %s", file, g.Name)
	}
}

// record is a line of a file of complete games.
type record struct {
	Game      string         `json:"game"`
	Options   engine.Options `json:"options"`
	Start     string         `json:"start"`
	Moves     []engine.Move  `json:"moves"`
	Positions []string       `json:"positions"` // after each move
	Legal     []int          `json:"legal"`     // number of moves before each move
	Winner    string         `json:"winner"`    // by engine.Side.String
}

// Records replays the games of a file of JSON lines: every move must be one of as many legal moves as the file says,
// and lead to the position in the file.
func Records(t *testing.T, g *engine.Game, file string) {
	t.Helper()
	for n, r := range Lines[record](t, file) {
		if r.Game != g.Name {
			t.Fatalf("%s: game %d: %q", file, n+1, r.Game)
		}
		t.Run(r.Winner+optionsName(r.Options), func(t *testing.T) { r.replay(t, g) })
	}
}

func (r record) replay(t *testing.T, g *engine.Game) {
	line := g.NewLine(position(t, g, r.Start, r.Options))
	for n, m := range r.Moves {
		legal := slices.Collect(line.Position().Moves())
		if len(legal) != r.Legal[n] || !slices.Contains(legal, m) || engine.Perft(line.Position(), 1) != uint64(len(legal)) {
			t.Fatalf("%s: move %d: %s is not among %d legal moves, or they are not %d", line.Position(), n+1, m, len(legal),
				r.Legal[n])
		}
		var err error
		if line, err = line.Play(m); err != nil {
			t.Fatal(err)
		}
		if got := line.Position().String(); got != r.Positions[n] {
			t.Fatalf("move %d, %s: %s, want %s", n+1, m, got, r.Positions[n])
		}
	}
	if got := line.Outcome().Winner.String(); got != r.Winner {
		t.Errorf("%s: %s has won, not %s", line.Position(), got, r.Winner)
	}
}

// position returns the start position ("start"), or the position of a text.
func position(t testing.TB, g *engine.Game, text string, chosen engine.Options) engine.Position {
	t.Helper()
	o, err := g.Complete(chosen)
	if err != nil {
		t.Fatal(err)
	}
	var p engine.Position
	if text == "start" {
		p, err = g.New(o)
	} else {
		p, err = g.Parse(text, o)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Case is a position with all its legal moves, in any order.
type Case struct {
	Name     string // subject, such as the article of the rules
	Position string // text of a position, or "start"
	Options  engine.Options
	Moves    []engine.Move
}

// Cases compares legal moves.
func Cases(t *testing.T, g *engine.Game, cases []Case) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			got := slices.Sorted(position(t, g, c.Position, c.Options).Moves())
			if d := cmp.Diff(slices.Sorted(slices.Values(c.Moves)), got); d != "" {
				t.Errorf("moves of %s (-want +got):\n%s", c.Position, d)
			}
		})
	}
}

// Play plays typed moves from the text of a position ("start" for the start position).
func Play(t testing.TB, g *engine.Game, start string, moves ...string) engine.Line {
	t.Helper()
	line := g.NewLine(position(t, g, start, nil))
	for n, text := range moves {
		m, err := line.Position().Read(text)
		if err == nil {
			line, err = line.Play(m)
		}
		if err != nil {
			t.Fatalf("move %d: %v", n+1, err)
		}
	}
	return line
}

// BenchmarkPerft runs perft from the start position and reports leaves per second.
func BenchmarkPerft(b *testing.B, g *engine.Game, depth int) {
	p := position(b, g, "start", nil)
	var leaves uint64
	began := time.Now()
	for b.Loop() {
		leaves += engine.Perft(p, depth)
	}
	b.ReportMetric(float64(leaves)/float64(b.N), "leaves/op")
	b.ReportMetric(float64(leaves)/time.Since(began).Seconds(), "leaves/s")
}

// Lines reads a file of JSON lines.
func Lines[T any](t testing.TB, file string) []T {
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
