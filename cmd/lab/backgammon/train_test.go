package backgammon

import (
	"bytes"
	"context"
	"errors"
	"runtime"
	"testing"

	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/think"
	"tabuleiro/engine/backgammon/think/net"
	"tabuleiro/engine/longtest"
)

// trained returns the files that a training writes.
func trained(t *testing.T, scale float64) map[string][]byte {
	t.Helper()
	files, err := Train(t.Context(), 7, scale, func(text string) { t.Log(text) })
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// mindOf returns the evaluator that files describe.
func mindOf(t *testing.T, files map[string][]byte) think.Evaluator {
	t.Helper()
	m := think.Evaluator{Bearoff: computedBearoff}
	for k, name := range think.FileNames {
		n, err := net.Read(think.Shapes[k], files[name])
		if err != nil {
			t.Fatal(err)
		}
		m.Tables[k] = n.Table()
	}
	return m
}

// against returns the points per game that one evaluator wins from another.
func against(own, opp think.Evaluator, games int) float64 {
	minds, r, sum := [2]*think.Evaluator{&own, &opp}, think.Random(11), 0
	for n := range games {
		b, who := board.Board{Own: board.SetUp, Opp: board.SetUp}, n%2
		for b.Opp.OnBoard() > 0 {
			high, low := roll(&r)
			b, _, _ = minds[who].Chosen(b, high, low, nil)
			who = 1 - who
		}
		if won := -int((&think.Evaluator{}).Estimate(b).Equity()); who == 0 {
			sum -= won // the other one has just borne off its last checker
		} else {
			sum += won
		}
	}
	return float64(sum) / net.One / float64(games)
}

// Training gives the same bytes on any number of processors, and a player that has learned something. It is a short
// training; with LONG it is a fiftieth of the full one.
func TestTrain(t *testing.T) {
	scale, games, margin := 0.0003, 40, 0.3
	if longtest.All() {
		scale, games, margin = 0.02, 2000, 1
	}
	files := trained(t, scale)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	for name, file := range trained(t, scale) {
		if !bytes.Equal(file, files[name]) {
			t.Errorf("%s differs the second time", name)
		}
	}
	s := newSchool(7, nil)
	untrained := make(map[string][]byte)
	for k, n := range s.nets {
		untrained[think.FileNames[k]] = n.bytes()
	}
	if won := against(mindOf(t, files), mindOf(t, untrained), games); won < margin {
		t.Errorf("it wins %.3f points a game from what knows nothing", won)
	}
}

func TestTrain_Stopped(t *testing.T) {
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Train(stopped, 1, 1, func(string) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}
