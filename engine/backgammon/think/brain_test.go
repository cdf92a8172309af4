package think

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/rules"
	"tabuleiro/engine/enginetest"
	"tabuleiro/engine/longtest"
)

// weighedElsewhere is a decision of a real match with equities of a strong program, in current stakes.
type weighedElsewhere struct {
	Kind     string
	Position string
	Moves    []struct {
		Move   string
		Equity float64
	}
	NoDouble, Take, Drop float64
}

// UnmarshalJSON reads moves as triples.
func (w *weighedElsewhere) UnmarshalJSON(text []byte) error {
	var line struct {
		Kind, Position       string
		Moves                [][]any
		NoDouble, Take, Drop float64
	}
	if err := json.Unmarshal(text, &line); err != nil {
		return err
	}
	w.Kind, w.Position, w.NoDouble, w.Take, w.Drop = line.Kind, line.Position, line.NoDouble, line.Take, line.Drop
	for _, m := range line.Moves {
		w.Moves = append(w.Moves, struct {
			Move   string
			Equity float64
		}{m[0].(string), m[1].(float64)})
	}
	return nil
}

func lineAt(t testing.TB, text string, option ...string) engine.Line {
	t.Helper()
	set := map[string]string{}
	for i := 0; i < len(option); i += 2 {
		set[option[i]] = option[i+1]
	}
	o, err := rules.Backgammon.Complete(set)
	if err != nil {
		t.Fatal(err)
	}
	p, err := rules.Backgammon.Parse(text, o)
	if err != nil {
		t.Fatal(err)
	}
	return rules.Backgammon.NewLine(p)
}

// errorsOf returns the computer's mean loss per decision: of plays, and of the cube.
func errorsOf(t testing.TB, task engine.Limits) (plays, cubes float64) {
	n := [2]int{}
	for _, w := range enginetest.Lines[weighedElsewhere](t, "testdata/backgammon-equities.jsonl") {
		line := lineAt(t, w.Position)
		if w.Kind == "cube" {
			c, err := Brain.Cube(t.Context(), line, task)
			if err != nil {
				t.Fatal(w.Position, err)
			}
			n[1]++
			cubes += cubeLoss(c, w)
			continue
		}
		thought, err := Brain.Think(t.Context(), line, task)
		if err != nil {
			t.Fatal(w.Position, err)
		}
		n[0]++
		found := false
		best := math.Inf(-1)
		for _, m := range w.Moves {
			best = max(best, m.Equity)
		}
		for _, m := range w.Moves {
			if readElsewhere(t, line.Position(), m.Move) == thought.Moves[0].Move {
				found = true
				plays += best - m.Equity
			}
		}
		if !found {
			t.Logf("%s: %s is not in the list", w.Position, thought.Moves[0].Move)
			plays += best - w.Moves[len(w.Moves)-1].Equity
		}
	}
	return plays / float64(n[0]), cubes / float64(n[1])
}

// cubeLoss returns the loss of the two cube decisions: to double or not, and to take or drop.
func cubeLoss(c engine.Cube, w weighedElsewhere) float64 {
	worth := min(w.Take, w.Drop)
	loss := 0.0
	if doubles := min(c.Take, c.Drop) > c.NoDouble; doubles != (worth > w.NoDouble) {
		loss += math.Abs(worth - w.NoDouble)
	}
	if takes := c.Take < c.Drop; takes != (w.Take < w.Drop) {
		loss += math.Abs(w.Take - w.Drop)
	}
	return loss
}

// The computer's mean loss by the judgement of a strong program. With LONG it looks ahead, and the loss is logged.
func TestErrors(t *testing.T) {
	for task, most := range map[engine.Limits][2]float64{{Nodes: 1}: {0.0125, 0.008}, {Level: 8}: {0.0085, 0.008},
		{Level: engine.Max}: {0.007, 0.008}} {
		if task.Level > 0 && !longtest.All() {
			continue
		}
		plays, cubes := errorsOf(t, task)
		t.Logf("%+v: %.4f a play, %.4f a cube decision", task, plays, cubes)
		if plays > most[0] || cubes > most[1] {
			t.Errorf("%+v loses %.4f a play and %.4f a cube decision, more than %v", task, plays, cubes, most)
		}
	}
}

// readElsewhere reads a play of GNU Backgammon, which marks every hit.
func readElsewhere(t testing.TB, p engine.Position, text string) engine.Move {
	t.Helper()
	move, err := p.Read(text)
	var which *engine.MoveError
	if errors.As(err, &which) && which.Kind == engine.Ambiguous {
		for _, choice := range which.Choices {
			if strings.Count(string(choice), "*") == strings.Count(text, "*") {
				return engine.Move(choice)
			}
		}
	}
	if err != nil {
		t.Fatal(p, text, err)
	}
	return move
}

// The same task gives the same search result, alone or concurrently, and in any order.
func TestSameThought(t *testing.T) {
	positions := enginetest.Lines[weighedElsewhere](t, "testdata/backgammon-equities.jsonl")[:40]
	think := func(i, level int) engine.SearchResult {
		thought, err := Brain.Think(t.Context(), lineAt(t, positions[i].Position),
			engine.Limits{Level: level, Seed: 5, Best: 4})
		if err != nil {
			t.Error(err)
		}
		return thought
	}
	for _, level := range []int{3, 8} {
		var alone, together [40]engine.SearchResult
		for i := range alone {
			alone[i] = think(i, level)
		}
		var all sync.WaitGroup
		for i := range together {
			all.Go(func() { together[39-i] = think(39-i, level) })
		}
		all.Wait()
		if diff := cmp.Diff(alone, together); diff != "" {
			t.Errorf("level %d: %s", level, diff)
		}
	}
}

// Search results are the same on every machine; GOARCH=386 go test must pass, too.
func TestThoughts(t *testing.T) {
	positions := enginetest.Lines[weighedElsewhere](t, "testdata/backgammon-equities.jsonl")
	for _, want := range []struct {
		at, level int
		move      engine.Move
		equity    int
	}{
		{0, 8, "bar/24 bar/24 4/3* 4/3", 1791},
		{150, 8, "bar/22*/17*", 3306},
		{301, 1, "6/1 4/1", 11750},
		{301, 8, "6/1 4/1", 5226},
		{477, 1, "5/off 2/off", 12059},
		{477, 8, "5/off 2/off", 18074},
		{620, 8, "bar/23/17", -1275},
		{777, 1, "18/12 5/2", 3699},
		{777, 8, "13/7/4", 4630},
		{913, 1, "14/10/6 5/1* 5/1", 7358},
		{913, 8, "6/2 5/1* 5/1 5/1", 9776},
		{1010, 8, "roll", 7124},
		{1150, 8, "roll", 320},
		{1288, 8, "roll", -183},
	} {
		thought, err := Brain.Think(t.Context(), lineAt(t, positions[want.at].Position),
			engine.Limits{Level: want.level, Seed: 11})
		if err != nil {
			t.Fatal(err)
		}
		if got := thought.Moves[0]; got.Move != want.move || got.Equity != want.equity {
			t.Errorf("{%d, %d, %q, %d},", want.at, want.level, got.Move, got.Equity)
		}
	}
}

// Every decision has a legal answer, under all rules.
func TestThinksEverywhere(t *testing.T) {
	for _, option := range [][]string{nil, {"rules", "manual"}, {"points", "5"}, {"points", "0", "jacoby", "on"}} {
		r := Random(3)
		line := lineAt(t, "4HPwATDgc/ABMA:cAkAAAAAAAAA", option...)
		o, _ := rules.Backgammon.Complete(map[string]string{"rules": "manual"})
		if len(option) == 2 && option[0] == "rules" {
			start, err := rules.Backgammon.New(o)
			if err != nil {
				t.Fatal(err)
			}
			line = rules.Backgammon.NewLine(start)
		}
		for n := 0; n < 400 && line.Turn() != engine.Nobody; n++ {
			p := line.Position()
			var move engine.Move
			var err error
			if line.Turn() == engine.Chance {
				move, err = p.(engine.DicePosition).Roll(r.Below(6)+1, r.Below(6)+1)
			} else {
				var thought engine.SearchResult
				thought, err = Brain.Think(t.Context(), line, engine.Limits{Level: 1 + r.Below(7), Seed: 9})
				if err == nil {
					move = thought.Moves[0].Move
				}
			}
			if err != nil {
				t.Fatal(p, err)
			}
			if line, err = line.Play(move); err != nil {
				t.Fatal(p, err)
			}
		}
	}
}

// In a decided game the computer still bears off as many checkers as it can.
func TestTakesOffAllTheSame(t *testing.T) {
	line := lineAt(t, "XGID=--AA-A-------------cbbbbb-:0:0:1:32:2:0:0:3:10")
	thought, err := Brain.Think(t.Context(), line, engine.Limits{Level: engine.Levels})
	if err != nil || thought.Moves[0].Move != "3/off 2/off" {
		t.Errorf("%+v, %v", thought.Moves, err)
	}
}

// A proven loss is recognised, with its size.
func TestProven(t *testing.T) {
	p := cubeAt(t, board.Board{Own: standing(0, 0, 0, 0, 0, 14), Opp: standing(2)}, nil)
	p.Phase, p.Dice = rules.Playing, [2]int{2, 1}
	thought, err := Brain.Think(t.Context(), rules.Backgammon.NewLine(p), engine.Limits{Level: 8})
	if err != nil {
		t.Fatal(err)
	}
	if best := thought.Moves[0]; !best.Proven || best.Win != 0 || best.Equity != -engine.ProbScale {
		t.Errorf("lost: %+v", best)
	}
	p.Sides[0] = board.SetUp
	if thought, err = Brain.Think(t.Context(), rules.Backgammon.NewLine(p), engine.Limits{Level: 8}); err != nil {
		t.Fatal(err)
	}
	if thought.Moves[0].Proven {
		t.Errorf("not decided: %+v", thought.Moves[0])
	}
}

func TestNothingToDecide(t *testing.T) {
	line := lineAt(t, "4HPwATDgc/ABMA:cAkAAAAAAAAA")
	p := line.Position().(rules.Position)
	p.Phase = rules.Rolling
	if _, err := Brain.Think(t.Context(), rules.Backgammon.NewLine(p), engine.Limits{}); err == nil {
		t.Error("the house thinks about what the dice show")
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	p.Phase, p.Dice = rules.Playing, [2]int{3, 1}
	if _, err := Brain.Think(stopped, rules.Backgammon.NewLine(p), engine.Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := Brain.Think(t.Context(), rules.Backgammon.NewLine(p), engine.Limits{Level: engine.Max + 1}); err == nil {
		t.Error("there is a level above the highest")
	}
	elsewhere := rules.Backgammon.NewLine(foreign{p})
	if _, err := Brain.Think(t.Context(), elsewhere, engine.Limits{}); err == nil || !strings.Contains(err.Error(), "no position of") {
		t.Errorf("in another game: %v", err)
	}
	deciding := lineAt(t, "4HPwATDgc/ABMA:cAkAAAAAAAAE")
	for name, c := range map[string]struct {
		line  engine.Line
		level int
		ctx   context.Context
		want  string
	}{
		"with dice":       {rules.Backgammon.NewLine(p), 0, t.Context(), "nobody decides"},
		"in another game": {elsewhere, 0, t.Context(), "nobody decides"},
		"above the top":   {deciding, engine.Max + 1, t.Context(), "no level"},
		"cancelled":       {deciding, 0, stopped, context.Canceled.Error()},
	} {
		if _, err := Brain.Cube(c.ctx, c.line, engine.Limits{Level: c.level}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("a cube %s: %v", name, err)
		}
	}
	if _, err := Brain.Cube(t.Context(), deciding, engine.Limits{Nodes: 1}); err != nil {
		t.Error(err)
	}
}

// foreign is a position of another game.
type foreign struct{ engine.Position }

// A forced roll is searched: for the value of the position, or for nothing before a game.
func TestThink_OnlyRolls(t *testing.T) {
	theirs := lineAt(t, "4HPwATDgc/ABMA:QQkAAAAAAAAE", "throw", "self") // the other side has the cube
	cube, err := Brain.Cube(t.Context(), theirs, engine.Limits{Nodes: 1})
	if err != nil {
		t.Fatal(err)
	}
	options, err := rules.Backgammon.Complete(map[string]string{"throw": "self"})
	if err != nil {
		t.Fatal(err)
	}
	begin, err := rules.Backgammon.New(options)
	if err != nil {
		t.Fatal(err)
	}
	for worth, line := range map[int]engine.Line{cube.NoDouble: theirs, 0: rules.Backgammon.NewLine(begin)} {
		thought, err := Brain.Think(t.Context(), line, engine.Limits{Nodes: 1, Best: 5})
		if err != nil {
			t.Fatal(err)
		}
		if list := thought.Moves; len(list) != 1 || list[0].Move != rules.Roll || list[0].Equity != worth ||
			list[0].Win < 4800 || list[0].Win > 5500 || len(list[0].Line) != 1 {
			t.Errorf("%s: %+v, not worth %d", line.Position(), list, worth)
		}
	}
}

// Luck averages to zero over all rolls.
func TestLuck(t *testing.T) {
	p := lineAt(t, "4HPwCSDgc/ABMA:cAlgAAAAAAAE").Position().(rules.Position)
	p.Phase = rules.Rolling
	sum, best, worst := 0, math.MinInt, math.MaxInt
	for _, r := range board.Rolls {
		line, err := rules.Backgammon.NewLine(p).Play(rules.Throw(r.High, r.Low))
		if err != nil {
			t.Fatal(err)
		}
		report, err := analysis.Analyse(t.Context(), Brain, line, engine.Limits{Level: 7})
		if err != nil {
			t.Fatal(err)
		}
		luck := report.Luck[p.Mover]
		sum += r.Weight * luck
		best, worst = max(best, luck), min(worst, luck)
	}
	if sum < -36*36 || sum > 36*36 || best < 1000 || worst > -1000 {
		t.Errorf("in all %d, from %d to %d", sum, worst, best)
	}
}
