package analysis_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/search"
	"tabuleiro/engine/table"
)

var manyFacts = flag.Int("facts", 0, "look for so many positions of each game that something is said of, search them deeper and write them into testdata/facts")

// The nodes of the first search of a position of testdata/facts, and the factors of the second and the deeper one.
const (
	firstNodes = 5_000
	second     = 10
	deeper     = 50
	longEnough = 9 // moves of the deeper line, at least
)

// said is a position with facts in hints or reports, and what searches have found there: the best move with its
// continuation or, for a report, the played move.
type said struct {
	game     *engine.Game
	line     engine.Line
	report   bool
	better   []engine.Move // of the first look
	second   []engine.Move // after the better move, or the line of the worse move of a report
	deep     []engine.Move // the line of the better move after the deeper search, where something hangs on it
	deepOver []engine.Move // the line of the worse one

	// for a report, better and second are from the second search, this from the first
	earlier [2][]engine.Move // the lines of the worse move and of the better one
}

// remembered is a brain that knows one position and its continuation.
type remembered said

func (r remembered) Think(_ context.Context, l engine.Line, _ engine.Limits) (engine.SearchResult, error) {
	moves := r.better
	if l.Len() > 0 {
		moves = r.second
	}
	return engine.SearchResult{Moves: []engine.ScoredMove{{Move: moves[0], Line: moves}}}, nil
}

// facts returns the facts of the position, each with its move.
func (s said) facts(t *testing.T) (list []analysis.Fact, ofWorse bool) {
	t.Helper()
	if s.report {
		f, ofBetter, ok := analysis.Agreed(s.line, s.earlier, [2][]engine.Move{s.second, s.better})
		if ok {
			list = append(list, f)
		}
		return list, !ofBetter
	}
	h, err := analysis.Advise(t.Context(), remembered(s), s.line, engine.Limits{Nodes: 1})
	if err != nil {
		t.Fatal(err)
	}
	return h.Facts, false
}

// refuted returns why a fact is false, "" if it is true: by the deeper search if it depends on the continuation, else
// by the board.
func (s said) refuted(f analysis.Fact, ofWorse bool) string {
	move, deep, other := s.better[0], s.deep, s.deepOver
	if ofWorse {
		move, deep, other = s.second[0], s.deepOver, s.deep
	}
	if !f.Expected() {
		return denied(s.line, move, f)
	}
	has := func(moves []engine.Move) bool {
		return slices.ContainsFunc(append(analysis.Why(s.line, moves), analysis.Against(s.line, moves)...),
			func(g analysis.Fact) bool {
				return g.Code == f.Code && g.Count >= f.Count && g.Other >= f.Other
			})
	}
	switch {
	case !has(deep) && !lasts(s.line, deep, f):
		return "deeper: " + written(deep)
	case f.Code == analysis.FactLosesGame && len(deep) < len(other): // the other move holds out longer
	case s.report && has(other):
		return "it is so of the other move, too: " + written(other)
	}
	return ""
}

// lasts reports whether the count of pieces won or lost holds at the end of a line where nothing can be captured; the
// winner may have returned one for a while.
func lasts(l engine.Line, moves []engine.Move, f analysis.Fact) bool {
	side, lead := l.Turn(), 0
	for _, m := range moves {
		way := l.Position().Trace(m)
		n := len(way.Taken)
		if n > 0 && way.Taken[n-1] == way.Path[len(way.Path)-1] { // it jumps out of the board with the last one
			n--
		}
		if new := len(way.Drops); new > 0 { // one goes and these come
			n += new - 1
		}
		if l.Turn() != side {
			n = -n
		}
		lead += n
		var err error
		if l, err = l.Play(m); err != nil {
			return false
		}
	}
	for m := range l.Position().Moves() {
		if len(l.Position().Trace(m).Taken) > 0 {
			return false
		}
	}
	return f.Code == analysis.FactWins && lead >= f.Count || f.Code == analysis.FactLoses && -lead >= f.Count
}

// Facts of hints and reports are true: a search with fifty times the nodes confirms those that depend on the
// continuation, and the others are counted on the board. The positions and findings are in testdata/facts; -facts makes
// them anew.
func TestFacts_AreTrue(t *testing.T) {
	if *manyFacts > 0 {
		recordFacts(t, *manyFacts)
	}
	file, err := os.ReadFile(factsFile)
	if err != nil {
		t.Fatal(err)
	}
	facts, wrong, of, codes := 0, 0, map[string]int{}, map[engine.Code]int{}
	every, n := longtest.Count(8, 1), 0
	for text := range strings.Lines(string(file)) {
		if n++; n%every != 0 {
			continue
		}
		s := readSaid(t, strings.TrimSuffix(text, "\n"))
		list, ofWorse := s.facts(t)
		for _, f := range list {
			facts, of[s.game.Name], codes[f.Code] = facts+1, of[s.game.Name]+1, codes[f.Code]+1
			if why := s.refuted(f, ofWorse); why != "" {
				wrong++
				t.Logf("%s, %s: %s (report: %v): %+v: %s", s.game.Name, s.line.Position(), s.better[0], s.report, f, why)
			}
		}
	}
	t.Log(facts, wrong, of, codes)
	if facts < 350/every || wrong > 0 {
		t.Errorf("%d of %d facts are refuted; want %d, all of them true", wrong, facts, 350/every)
	}
	for _, name := range []string{"portuguese", "chilean", "eximo", "cage", "backgammon", "international"} {
		if of[name] < 15/every {
			t.Errorf("%d facts of %s, want %d", of[name], name, 15/every)
		}
	}
}

var factsFile = filepath.Join("testdata", "facts")

// written returns moves as they are in the file.
func written(moves []engine.Move) string {
	var list []string
	for _, m := range moves {
		list = append(list, strings.ReplaceAll(string(m), " ", "_"))
	}
	return strings.Join(list, " ")
}

func (s said) String() string {
	kind := "hint"
	if s.report {
		kind = "report"
	}
	return strings.Join([]string{s.game.Name, kind, s.line.Position().String(), written(s.better), written(s.second),
		written(s.deep), written(s.deepOver), written(s.earlier[0]), written(s.earlier[1])}, "\t")
}

func readSaid(t *testing.T, text string) said {
	t.Helper()
	fields := strings.Split(text, "\t")
	g := table.Named(fields[0])
	moves := func(n int) (list []engine.Move) {
		for m := range strings.FieldsSeq(fields[n]) {
			list = append(list, engine.Move(strings.ReplaceAll(m, "_", " ")))
		}
		return list
	}
	return said{g, line(t, g, fields[2]), fields[1] == "report", moves(3), moves(4), moves(5), moves(6),
		[2][]engine.Move{moves(7), moves(8)}}
}

// recordFacts writes a number of positions of each game, half of them from reports.
func recordFacts(t *testing.T, each int) {
	var all strings.Builder
	for _, name := range []string{"portuguese", "chilean", "eximo", "cage", "backgammon", "brazilian", "international",
		"russian", "english"} {
		g, found := table.Named(name), 0
		for seed := uint64(1); found < each && seed < 100; seed++ {
			l, random := begin(t, g), search.NewRandom(seed, 36)
			for ply := 0; l.Turn() != engine.Nobody && ply < 120 && found < each; ply++ {
				if side := l.Turn(); ply > 6 && (side == engine.First || side == engine.Second) && random.Intn(3) == 0 {
					s, ok := lookInto(t, g, l, random, seed%2 == 0)
					if ok {
						found++
						all.WriteString(s.String() + "\n")
					}
				}
				l = goOn(t, g, l, seed, random)
			}
		}
		t.Logf("%s: %d positions", name, found)
	}
	if err := os.WriteFile(factsFile, []byte(all.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// goOn plays one more move at a medium level.
func goOn(t *testing.T, g *engine.Game, l engine.Line, seed uint64, random *search.Random) engine.Line {
	t.Helper()
	var move engine.Move
	if l.Turn() == engine.Chance {
		var err error
		if move, err = l.Position().(engine.DicePosition).Roll(1+random.Intn(6), 1+random.Intn(6)); err != nil {
			t.Fatal(err)
		}
	} else {
		move = think(t, g, l, engine.Limits{Nodes: 300, Level: 3, Seed: seed})[0]
	}
	l, err := l.Play(move)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// think returns the expected continuation of a line, nothing where nobody is on turn.
func think(t *testing.T, g *engine.Game, l engine.Line, task engine.Limits) []engine.Move {
	t.Helper()
	if side := l.Turn(); side != engine.First && side != engine.Second {
		return nil
	}
	thought, err := g.Brain.Think(t.Context(), l, task)
	if err != nil {
		t.Fatal(err)
	}
	if w := thought.Moves[0]; len(w.Line) == 0 {
		return []engine.Move{w.Move}
	}
	return thought.Moves[0].Line
}

// lookInto searches a position; false if it has no facts, and mostly if they can be counted on the board.
func lookInto(t *testing.T, g *engine.Game, l engine.Line, random *search.Random, report bool) (s said, ok bool) {
	l = g.NewLine(l.Position()) // as it is read back
	moves := slices.Collect(l.Position().Moves())
	if len(moves) < 2 {
		return s, false
	}
	s = said{game: g, line: l, report: report}
	look := func(times int) engine.Limits {
		if _, stake := l.Position().(engine.StakeGame); stake {
			return engine.Limits{Level: 6}
		}
		return engine.Limits{Nodes: firstNodes * times, Seed: 1}
	}
	after := func(m engine.Move, times int) []engine.Move {
		next, err := l.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		moves := think(t, g, next, look(times))
		if times < deeper {
			return moves
		}
		for n := 0; n < len(moves) || n < longEnough && next.Turn() != engine.Nobody; n++ { // a line may end anywhere
			if n == len(moves) {
				moves = append(moves, think(t, g, next, look(times))[0])
			}
			if next, err = next.Play(moves[n]); err != nil {
				t.Fatal(err)
			}
		}
		return moves
	}
	if report {
		s.better = think(t, g, l, look(second))
		worse := moves[random.Intn(len(moves))]
		if worse == s.better[0] {
			return s, false
		}
		s.second = append([]engine.Move{worse}, after(worse, second)...)
		if !marked(t, g, l, worse, look(second)) {
			return s, false
		}
		s.earlier = [2][]engine.Move{append([]engine.Move{worse}, after(worse, 1)...), think(t, g, l, look(1))}
	} else {
		s.better = think(t, g, l, look(1))
		if s.second = after(s.better[0], second); len(s.second) == 0 && l.Turn() != engine.Chance {
			s.second = s.better[:1]
		}
	}
	list, _ := s.facts(t)
	hangs := slices.ContainsFunc(list, analysis.Fact.Expected)
	if hangs {
		s.deep = append([]engine.Move{s.better[0]}, after(s.better[0], deeper)...)
		if report {
			s.deepOver = append([]engine.Move{s.second[0]}, after(s.second[0], deeper)...)
		}
	}
	return s, hangs || len(list) > 0 && random.Intn(4) == 0
}

// marked reports whether a report would mark a move.
func marked(t *testing.T, g *engine.Game, l engine.Line, m engine.Move, task engine.Limits) bool {
	t.Helper()
	if _, stake := l.Position().(engine.StakeGame); stake {
		return true
	}
	best, err := g.Brain.Think(t.Context(), l, task)
	if err != nil {
		t.Fatal(err)
	}
	next, err := l.Play(m)
	if err != nil {
		t.Fatal(err)
	}
	left := 0
	if next.Turn() == l.Turn().Other() {
		answer, err := g.Brain.Think(t.Context(), next, task)
		if err != nil {
			t.Fatal(err)
		}
		left = engine.ProbScale - answer.Moves[0].Equity
	}
	return analysis.Chances.MarkFor(best.Moves[0].Equity-left) != analysis.Good
}

// begin returns the start of a game with its usual options.
func begin(t *testing.T, g *engine.Game) engine.Line {
	t.Helper()
	o, err := g.Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return g.NewLine(p)
}
