package analysis_test

import (
	"fmt"
	"slices"

	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/cage"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/eximo"
	"tabuleiro/engine/fourtest"
	"tabuleiro/engine/search"
)

// Facts of moves on boards of cells, and absent facts.
func TestWhy_Cells(t *testing.T) {
	for _, c := range []struct {
		name     string
		game     *engine.Game
		position string
		moves    []engine.Move
		want     analysis.Fact // with its Code alone: it must not be there
	}{
		{"a piece is won", draughts.Portuguese, "W:W10,1:B14,32", []engine.Move{"10x19", "32-28", "1-5", "28-24"},
			analysis.Fact{Code: "wins", Count: 1}},
		{"a line that ends soon wins nothing", draughts.Portuguese, "W:W10,1:B14,32", []engine.Move{"10x19", "32-28"},
			analysis.Fact{Code: "wins"}},
		{"but something is taken", draughts.Portuguese, "W:W10,1:B14,32", []engine.Move{"10x19"},
			analysis.Fact{Code: "takes", Count: 1}},
		{"a king is made", draughts.Portuguese, "W:W27:B5", []engine.Move{"27-30"},
			analysis.Fact{Code: "crowns", At: []int{60}}},
		{"a king that moves to the last row is none", draughts.Portuguese, "W:WK27:B5", []engine.Move{"27-30"},
			analysis.Fact{Code: "crowns"}},
		{"a man that hangs is moved away", draughts.Portuguese, "W:W14,1:B19,32", []engine.Move{"14x23"},
			analysis.Fact{Code: "saves"}},
		{"one answer", draughts.Portuguese, "W:W1:B21", []engine.Move{"1-5"}, analysis.Fact{Code: "only-reply"}},
		{"the last piece", cage.Cage, "10/10/10/10/10/10/10/10/10/br8 r", []engine.Move{"b1xa1*"},
			analysis.Fact{Code: "takes", Count: 1}},
	} {
		l := line(t, c.game, c.position)
		if _, err := l.Play(c.moves[0]); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := analysis.Why(l, c.moves)
		bare := c.want.Count == 0 && c.want.At == nil
		has := slices.ContainsFunc(got, func(f analysis.Fact) bool {
			return f.Code == c.want.Code && (bare || f.Count == c.want.Count && slices.Equal(f.At, c.want.At))
		})
		if has == bare {
			t.Errorf("%s: %+v, want %+v (or none of it)", c.name, got, c.want)
		}
	}
}

// The last checker escapes when it leaves the opponent's home board with none behind it there.
func TestWhy_Escapes(t *testing.T) {
	for _, c := range []struct {
		places string // of an XGID, from the bar of the other side on
		move   engine.Move
		want   bool
	}{
		{"----DEEe-e---------A--e---", "19/18 6/4", true},
		{"----DEEe-e----------A-e---", "20/18 6/5", true},
		{"----DEEe-e----------A-e---", "20/19 6/4", false},
		{"----DEEe-e--------A---e---", "18/17 6/4", false},
		{"----CEEe-e---------AA-e---", "19/18 6/4", false},
		{"----DEEe-e------------e--A", "bar/24 6/4", false},
	} {
		l := line(t, backgammon.Backgammon, "XGID="+c.places+":0:0:1:21:0:0:0:0:10")
		if _, err := l.Play(c.move); err != nil {
			t.Errorf("%s: %v", c.places, err)
			continue
		}
		got := analysis.Why(l, []engine.Move{c.move})
		if has := slices.ContainsFunc(got, func(f analysis.Fact) bool { return f.Code == analysis.FactEscapes }); has != c.want {
			t.Errorf("%s: %s: %+v, escapes: want %t", c.places, c.move, got, c.want)
		}
	}
}

// In Cage a piece that jumps off the board is lost together with what it captures, capturing is optional, and a side
// without a move passes.
func TestWhy_Cage(t *testing.T) {
	for _, c := range []struct {
		position string
		moves    []engine.Move
		want     []analysis.Fact
	}{
		{"10/10/10/10/10/10/10/5r4/4b5/br8 r", []engine.Move{"b1xa1*"}, []analysis.Fact{{Code: "exchange", Count: 1}}},
		{"10/10/10/10/10/10/10/10/10/br8 r", []engine.Move{"b1xa1*"},
			[]analysis.Fact{{Code: "takes", Count: 1}, {Code: "wins-game"}}},
		{"10/10/10/10/10/4r5/10/10/10/b9 b", []engine.Move{"a1-b2"}, []analysis.Fact{{Code: "passes"}}},
		{"10/10/10/3r6/3b6/10/10/10/10/1rb7 r", []engine.Move{"b1xd1", "d6xd8", "d1-e2", "d8-e7"},
			[]analysis.Fact{{Code: "exchange", Count: 1}, {Code: "only-reply"}}},
	} {
		if got := analysis.Why(line(t, cage.Cage, c.position), c.moves); !slices.EqualFunc(got, c.want,
			func(a, b analysis.Fact) bool {
				return a.Code == b.Code && a.Count == b.Count
			}) {
			t.Errorf("%s: %s: %+v, want %+v", c.position, c.moves[0], got, c.want)
		}
	}
}

// Each countable fact is counted in another way, from the views of the positions, in many games of every kind.
func TestWhy_IsOnTheBoard(t *testing.T) {
	seen := map[engine.Code]int{}
	for n, g := range []*engine.Game{draughts.Portuguese, draughts.Chilean, draughts.Russian, eximo.Eximo,
		backgammon.Backgammon} {
		random := search.NewRandom(uint64(n), 36)
		games := map[*engine.Game]int{eximo.Eximo: 1}[g]
		if games == 0 {
			games = 2
		}
		for range games {
			l := begin(t, g)
			for ply := 0; ply < 400 && l.Turn() != engine.Nobody; ply++ {
				moves := slices.Collect(l.Position().Moves())
				if len(moves) > 300 && g == eximo.Eximo {
					break
				}
				if len(moves) == 2 && moves[1] == "double" { // games are played to their end
					moves = moves[:1]
				}
				m := moves[random.Intn(len(moves))]
				for _, f := range append(analysis.Why(l, []engine.Move{m}), analysis.Against(l, []engine.Move{m})...) {
					if f.Expected() {
						continue
					}
					seen[f.Code]++
					if why := denied(l, m, f); why != "" {
						t.Errorf("%s, %s: %s: %+v: %s", g.Name, l.Position(), m, f, why)
					}
				}
				next, err := l.Play(m)
				if err != nil {
					t.Fatal(err)
				}
				l = next
			}
		}
	}
	t.Log(seen)
	for _, c := range []engine.Code{"takes", "crowns", "saves", "only-reply", "threatens", "lets-king", "lets-take",
		"hits", "point", "anchor", "shots", "escapes"} {
		if seen[c] == 0 {
			t.Errorf("no move had the fact %s", c)
		}
	}
}

// denied returns why a fact is false, by the moves and the views around a move; "" if it is true.
func denied(l engine.Line, m engine.Move, f analysis.Fact) string {
	next, err := l.Play(m)
	if err != nil {
		return err.Error()
	}
	side, p, q := l.Turn(), l.Position(), next.Position()
	before, after := p.View(), q.View()
	count := func(v engine.View, of engine.Side, kings bool) (n int) {
		for _, c := range v.Cells {
			if c.Side == of && (c.King || !kings) {
				n++
			}
		}
		return n
	}
	takes := func(p engine.Position) (most int) { // pieces of the other side, by a move
		of := p.Turn().Other()
		for m := range p.Moves() {
			if r, err := p.Play(m); err == nil {
				most = max(most, count(p.View(), of, false)-count(r.View(), of, false))
			}
		}
		return most
	}
	is := false
	switch f.Code {
	case "takes":
		is = count(before, side.Other(), false)-count(after, side.Other(), false) == f.Count
	case "crowns":
		is = count(after, side, true) == count(before, side, true)+1 && after.Cells[f.At[0]].King &&
			after.Cells[f.At[0]].Side == side
	case "passes":
		moves := slices.Collect(q.Moves())
		is = len(moves) == 1 && moves[0] == engine.Pass
	case "saves":
		other := p.(engine.NullMover).NullMove()
		is = takes(other) > 0 && takes(q) == 0
		for _, at := range f.At {
			is = is && before.Cells[at].Side == side
		}
	case "only-reply":
		is = len(slices.Collect(q.Moves())) == 1
	case "threatens":
		is = takes(q.(engine.NullMover).NullMove()) == f.Count && takes(q) == 0
	case "lets-take":
		is = takes(q) == f.Count
	case "lets-king":
		for r := range q.Moves() {
			if n, err := q.Play(r); err == nil && count(n.View(), side.Other(), true) > count(after, side.Other(), true) {
				is = true
			}
		}
	default:
		return deniedPoints(before.Points, q, side, f)
	}
	if is {
		return ""
	}
	return "it is not so"
}

// deniedPoints is denied on a board of points.
func deniedPoints(before *engine.Points, q engine.Position, side engine.Side, f analysis.Fact) string {
	if before == nil {
		return "it has no test"
	}
	after := q.View().Points
	me, other := side-engine.First, side.Other()-engine.First
	holds := func(v *engine.Points, at int) bool { return v.Points[at-1].Side == side && v.Points[at-1].Count > 1 }
	count := func(v *engine.Points, at int) int {
		if v.Points[at-1].Side != side {
			return 0
		}
		return v.Points[at-1].Count
	}
	is := false
	switch f.Code {
	case "hits":
		is = after.Bar[other]-before.Bar[other] == f.Count
	case "point", "anchor":
		is = !holds(before, f.At[0]) && holds(after, f.At[0]) &&
			(f.At[0] > 18) == ((f.Code == "anchor") == (side == engine.Second))
		if f.Code == "point" && f.At[0] > 6 && f.At[0] < 19 {
			is = !holds(before, f.At[0]) && holds(after, f.At[0])
		}
	case "prime", "break-prime":
		v := after
		if f.Code == "break-prime" {
			v = before
		}
		row := 0
		for at := 1; at <= 24; at++ {
			if row++; !holds(v, at) {
				row = 0
			}
			is = is || row == f.Count
		}
	case "escapes":
		is = true
		for at := 1; at <= 6; at++ {
			on := at
			if side == engine.Second {
				on = 25 - at
			}
			is = is && after.Points[on-1].Side != side
		}
		is = is && after.Bar[me] == 0
	case "shots":
		n := 0
		if q.Turn() != engine.Chance {
			q, _ = q.Play("roll")
		}
		for a := 1; a <= 6; a++ {
			for b := 1; b <= a; b++ {
				if hitsWith(q, a, b) {
					n += 2
					if a == b {
						n--
					}
				}
			}
		}
		is = n == f.Count
		for _, at := range f.At {
			is = is && count(after, at) == 1
		}
	}
	if is {
		return ""
	}
	return "it is not so"
}

// hitsWith reports whether a roll can hit outside the roller's home board.
func hitsWith(q engine.Position, a, b int) bool {
	throw, err := q.(engine.DicePosition).Roll(a, b)
	if err != nil {
		return false
	}
	thrown, err := q.Play(throw)
	if err != nil || thrown.Turn() == engine.Chance {
		return false
	}
	for m := range thrown.Moves() {
		for _, h := range thrown.Trace(m).Hops {
			own := h.To
			if thrown.Turn() == engine.First {
				own = 25 - own
			}
			if h.Hit && own > 6 {
				return true
			}
		}
	}
	return false
}

// An illegal move has no facts, and one in the continuation ends it.
func TestWhy_NoMove(t *testing.T) {
	l := line(t, draughts.Portuguese, "W:W10,1:B14,32")
	for _, moves := range [][]engine.Move{nil, {"1-32"}, {"1-32", "10x19"}} {
		if got := append(analysis.Why(l, moves), analysis.Against(l, moves)...); got != nil {
			t.Errorf("%v: %+v", moves, got)
		}
	}
	const more = 4
	whole := []engine.Move{"10x19", "32-28", "1-5", "28-24"}
	for n := 1; n <= more; n++ {
		want := analysis.Why(l, whole[:n])
		if got := analysis.Why(l, append(slices.Clone(whole[:n]), "1-32", "28-24")); len(want) == 0 || !slices.EqualFunc(got, want,
			func(a, b analysis.Fact) bool { return a.Code == b.Code && a.Count == b.Count }) {
			t.Errorf("%v: %+v, but %+v where it goes on with what is none", whole[:n], want, got)
		}
	}
	if start := analysis.Start(four(t), "d1"); start != "" {
		t.Errorf("a move of a game that knows no beginnings of moves begins with %q", start)
	}
}

// four returns the start of a game whose positions implement only the basic interface.
func four(t *testing.T) engine.Position {
	t.Helper()
	p, err := fourtest.Four.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A capture does not count as a win of pieces if the side is blocked afterwards.
func TestWhy_BlockedAfterACapture(t *testing.T) {
	random, found := search.NewRandom(5, 1), 0
	for range 20_000 {
		square := func() int { return 1 + random.Intn(32) }
		p, err := draughts.Portuguese.Parse(fmt.Sprintf("W:W%d:B%d,%d,%d", square(), square(), square(), square()), nil)
		if err != nil {
			continue
		}
		l := draughts.Portuguese.NewLine(p)
		for m := range p.Moves() {
			after, err := l.Play(m)
			if err != nil || len(p.Trace(m).Taken) != 1 {
				continue
			}
			for reply := range after.Position().Moves() {
				end, err := after.Play(reply)
				if err != nil || len(after.Position().Trace(reply).Taken) > 0 || end.Outcome().Winner != engine.Second {
					continue
				}
				found++
				moves := []engine.Move{m, reply}
				if got := analysis.Why(l, moves); slices.ContainsFunc(got, func(f analysis.Fact) bool { return f.Code == analysis.FactWins }) {
					t.Errorf("%s %v: %+v", p, moves, got)
				}
				if got := analysis.Against(l, moves); len(got) == 0 || got[0].Code != analysis.FactLosesGame {
					t.Errorf("%s %v: against it %+v", p, moves, got)
				}
			}
		}
	}
	if found == 0 {
		t.Error("nobody is blocked")
	}
	t.Log(found)
}

// Where capturing is optional a lone piece may still be captured: what it took is not counted as won.
func TestWhy_LonePiece(t *testing.T) {
	options, err := cage.Cage.Complete(engine.Options{"size": "6"})
	if err != nil {
		t.Fatal(err)
	}
	random, won, lone := search.NewRandom(7, 36), 0, 0
	for range 40 {
		p, err := cage.Cage.New(options)
		if err != nil {
			t.Fatal(err)
		}
		l := cage.Cage.NewLine(p)
		moves := someMoves(t, l, 200, random)
		for n, m := range moves {
			until := min(n+14, len(moves))
			end := l
			for _, m := range moves[n:until] {
				if end, err = end.Play(m); err != nil {
					t.Fatal(err)
				}
			}
			if left, _ := end.Position().View().Count(l.Turn()); (left == 1 || left == 2) && len(l.Position().Trace(m).Taken) > 0 {
				told := slices.ContainsFunc(analysis.Why(l, moves[n:until]), func(f analysis.Fact) bool { return f.Code == analysis.FactWins })
				switch {
				case left == 2 && told:
					won++
				case left == 1 && told:
					t.Errorf("%s: %v", l.Position(), moves[n:until])
				case left == 1:
					lone++
				}
			}
			if l, err = l.Play(m); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Log(won, lone)
	if won == 0 || lone == 0 {
		t.Errorf("%d captures are won with two pieces left, and %d lines end with one", won, lone)
	}
}
