package computer_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/computer"
	"tabuleiro/engine"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/match"
)

// after returns a match of a length in which the computer or Ana moves first, after the first legal moves.
func after(t *testing.T, brain engine.Brain, level, length int, first bool) *match.Match {
	t.Helper()
	game := *draughts.Portuguese
	game.Brain = brain
	ana, robot := match.Player{ID: "terminal:ana", Name: "Ana"}, computer.Player(level, "House")
	begins := map[bool]string{true: robot.ID, false: ana.ID}[first]
	m := play(t, &match.Match{ID: "k7q2"}, &game,
		match.Event{Kind: match.Challenged, By: ana.ID, Who: &ana,
			Setup: &match.Setup{Game: game.Name, Version: game.Version, Opponent: robot}},
		match.Event{Kind: match.Accepted, By: robot.ID, Who: &robot, First: begins})
	for m.Line.Len() < length {
		for move := range m.Line.Position().Moves() {
			m = play(t, m, &game, match.Event{Kind: match.Moved, By: m.Player(m.Turn()).ID, Move: move})
			break
		}
	}
	return m
}

// The computer accepts a draw when it is worse, or later when it is equal, and decides that at level 6 or higher.
func TestDraw_Answer(t *testing.T) {
	for _, c := range []struct {
		length, win, draw int // as the computer sees it
		want              bool
	}{
		{4, 3500, 0, true},
		{4, 3501, 0, false},
		{4, 0, 7000, true},
		{4, 0, 7002, false},
		{4, 0, 9698, false},
		{4, 0, 9700, true},
		{19, 4800, 0, false},
		{20, 4800, 0, true},
		{21, 4800, 0, true},
		{21, 4801, 0, false},
		{21, 0, 9602, true},
		{21, 2898, 5002, true},
		{21, 2899, 5002, false},
		{21, 2800, 5000, false},
		{21, 2799, 5002, true},
	} {
		for _, first := range []bool{true, false} { // in half of them Ana is on turn, and the chances are hers
			for level, thinks := range map[int]int{3: 6, 8: 8} {
				o := oracle{win: c.win, draw: c.draw, tasks: new([]engine.Limits)}
				if first != (c.length%2 == 0) {
					o.win = engine.ProbScale - c.win - c.draw
				}
				m := after(t, o, level, c.length, first)
				m = play(t, m, m.Game, match.Event{Kind: match.Offered, By: "terminal:ana", Offer: match.Draw})
				*o.tasks = nil
				got := decided(t, m)
				kind := map[bool]match.Kind{true: match.Agreed, false: match.Refused}[c.want]
				want := []match.Event{{Kind: kind, By: computer.Player(level, "").ID, Offer: match.Draw}}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%+v, the house begins: %v: %s", c, first, diff)
				}
				tasks := []engine.Limits{{Level: thinks, Seed: computer.Seed(m), Best: 1}}
				if diff := cmp.Diff(tasks, *o.tasks); diff != "" {
					t.Errorf("%+v at level %d: %s", c, level, diff)
				}
			}
		}
	}
}

// From level 6 on the computer resigns what is certainly lost at once, and what is nearly lost after twenty moves.
func TestLost_Resigned(t *testing.T) {
	for _, c := range []struct {
		level, length, win, draw int
		proven, want             bool
	}{
		{6, 2, 0, 0, true, true},
		{5, 2, 0, 0, true, false},
		{6, 2, 1, 0, true, false},
		{6, 2, 0, 1, true, false},
		{6, 2, 0, 0, false, false},
		{6, 20, 99, 0, false, false},
		{6, 21, 99, 0, false, true},
		{6, 22, 99, 0, false, true},
		{6, 22, 100, 0, false, false},
		{6, 22, 50, 98, false, true},
		{6, 22, 50, 100, false, false},
		{5, 22, 99, 0, false, false},
		{engine.Max, 22, 99, 0, false, true},
	} {
		o := oracle{win: c.win, draw: c.draw, proven: c.proven, tasks: new([]engine.Limits)}
		got := decided(t, after(t, o, c.level, c.length, c.length%2 == 0))
		if len(got) != 1 || (got[0].Kind == match.Resigned) != c.want {
			t.Errorf("%+v: %+v", c, got)
		}
	}
}

// Every twenty moves each side may offer a draw, and the computer does so with a move after which the game is almost
// certainly drawn. Lower levels check that at level 6.
func TestDraw_Offered(t *testing.T) {
	for _, c := range []struct {
		level, length, draw int
		thinks              []int // levels
		want                bool
	}{
		{6, 0, 9700, []int{6}, true},
		{6, 0, 9699, []int{6}, false},
		{6, 20, 9700, []int{6}, true},
		{6, 21, 9700, []int{6}, true},
		{6, 22, 9700, []int{6}, false},
		{6, 19, 9700, []int{6}, false},
		{10, 20, 9700, []int{10}, true},
		{5, 20, 9700, []int{5, 6}, true},
		{5, 20, 9699, []int{5, 6}, false},
		{5, 22, 9700, []int{5}, false},
	} {
		o := oracle{draw: c.draw, tasks: new([]engine.Limits)}
		m := after(t, o, c.level, c.length, c.length%2 == 0)
		*o.tasks = nil
		got := decided(t, m)
		offers := len(got) == 2 && got[1].Kind == match.Offered && got[1].Offer == match.Draw
		if got[0].Kind != match.Moved || offers != c.want {
			t.Errorf("%+v: %+v", c, got)
		}
		var tasks []engine.Limits
		for _, level := range c.thinks {
			tasks = append(tasks, engine.Limits{Level: level, Seed: computer.Seed(m), Best: 1})
		}
		if diff := cmp.Diff(tasks, *o.tasks); diff != "" {
			t.Errorf("%+v: %s", c, diff)
		}
	}
}

// The computer agrees to kind requests, and has an answer where it cannot search.
func TestOffer_WithoutThought(t *testing.T) {
	for offer, want := range map[match.Offer]match.Kind{match.Off: match.Agreed, match.Undo: match.Refused,
		match.Draw: match.Refused} {
		m := after(t, oracle{tasks: new([]engine.Limits)}, 8, 3, true)
		m.Lost = time.Now() // so that it can be called off
		m = play(t, m, m.Game, match.Event{Kind: match.Offered, By: "terminal:ana", Offer: offer})
		if diff := cmp.Diff([]match.Event{{Kind: want, By: "house:8", Offer: offer}}, computer.FallbackMove(m)); diff != "" {
			t.Errorf("%s: %s", offer, diff)
		}
		if offer == match.Draw {
			continue
		}
		if got := decided(t, m); len(got) != 1 || got[0].Kind != want {
			t.Errorf("%s: %+v", offer, got)
		}
	}
	m := after(t, nil, 8, 4, true)
	if _, err := computer.Decide(t.Context(), m, false); err == nil {
		t.Error("a move without a brain")
	}
	want := []match.Event{{Kind: match.Moved, By: "house:8"}, {Kind: match.Resigned, By: "house:8"}}
	for move := range m.Line.Position().Moves() {
		want[0].Move = move
		break
	}
	if diff := cmp.Diff(want, computer.FallbackMove(m)); diff != "" {
		t.Error(diff)
	}
	m = gamble(t, 8, opened, nil)
	m = play(t, m, m.Game, match.Event{Kind: match.Moved, By: "terminal:ana", Move: "8/5 6/5"})
	for m.Turn() == engine.Chance {
		e, err := m.Throw()
		if err != nil {
			t.Fatal(err)
		}
		m = play(t, m, m.Game, e)
	}
	got := computer.FallbackMove(m)
	play(t, m, m.Game, got[0])
	play(t, m, m.Game, got[1])
	if stakes := m.Resignations(m.Side("house:8")); len(got) != 2 || got[1].Times != stakes[len(stakes)-1] {
		t.Errorf("%+v, of stakes %v", got, stakes)
	}
}

// Each level has an id, and each game of a series another seed.
func TestIDs_Levels(t *testing.T) {
	for i, id := range computer.IDs() {
		if level, ok := computer.Level(id); !ok || level != i+1 {
			t.Errorf("%s is of level %d", id, level)
		}
	}
	if n := len(computer.IDs()); n != engine.Max {
		t.Errorf("%d ids", n)
	}
	m := after(t, oracle{tasks: new([]engine.Limits)}, 3, 2, true)
	next := *m
	next.Games = append(next.Games, match.Played{})
	if computer.Seed(m) == computer.Seed(&next) {
		t.Error("two games of a series are alike")
	}
}

// The computer accepts a challenge with the challenger's sides, and adds a word where dice are rolled.
func TestChallenge_Accepted(t *testing.T) {
	ana, rival := match.Player{ID: "terminal:ana", Name: "Ana"}, computer.Player(3, "House")
	game := draughts.Portuguese
	m := play(t, &match.Match{ID: "k7q2"}, game, match.Event{Kind: match.Challenged, By: ana.ID, Who: &ana,
		Setup: &match.Setup{Game: game.Name, Version: game.Version, Opponent: rival}})
	if !computer.Due(m) {
		t.Error("the computer does not answer a challenge")
	}
	for side, first := range map[engine.Side]string{engine.First: ana.ID, engine.Second: rival.ID, engine.Nobody: ana.ID} {
		want := match.Event{Kind: match.Accepted, By: rival.ID, Who: &rival, First: first}
		if diff := cmp.Diff(want, computer.Accept(m, side)); diff != "" {
			t.Errorf("the challenger is %v: %s", side, diff)
		}
	}
	if got := computer.Accept(gamble(t, 3, opened, nil), engine.First); got.Word == "" {
		t.Error("no word of the house is in the dice")
	}
}

// More than ten waiting moves are a crowd, whatever is analysed besides.
func TestQueue_Crowded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScene(t)
		s.ask(t.Context(), computer.Analysis, "eva", "e")
		var want []string
		for n := range 11 {
			if s.Crowded() {
				t.Errorf("%d are a crowd", n)
			}
			who := fmt.Sprint("p", n)
			s.ask(t.Context(), computer.Move, who, "m")
			want = append(want, who+" m")
		}
		if !s.Crowded() {
			t.Error("eleven are no crowd")
		}
		s.want(append(want, "eva e")...)
	})
}

// A move that ends the game does not offer a draw.
func TestDraw_NotAtTheEnd(t *testing.T) {
	game := *draughts.Portuguese
	game.Brain = oracle{draw: engine.ProbScale, tasks: new([]engine.Limits)}
	ana := match.Player{ID: "terminal:ana", Name: "Ana"}
	for start, offers := range map[string]bool{"W:W15:B20": false, "W:W15:B28": true} {
		for _, level := range []int{1, 5} {
			robot := computer.Player(level, "House")
			m := play(t, &match.Match{ID: "k7q2"}, &game,
				match.Event{Kind: match.Challenged, By: ana.ID, Who: &ana,
					Setup: &match.Setup{Game: game.Name, Version: game.Version, Opponent: robot, Start: start}},
				match.Event{Kind: match.Accepted, By: robot.ID, Who: &robot, First: robot.ID})
			if events := decided(t, m); len(events) > 1 != offers || events[0].Kind != match.Moved {
				t.Errorf("%s at level %d: %+v", start, level, events)
			}
		}
	}
}

// The person served least recently comes first, until the queue forgets after a number of people.
func TestQueue_Memory(t *testing.T) {
	for _, c := range []struct {
		others int
		first  string
	}{{100, "rui r"}, {6000, "ana a"}} {
		synctest.Test(t, func(t *testing.T) {
			ctx := t.Context()
			q := computer.NewQueue(ctx, 1, false)
			do := func(person, match string, think func()) {
				if err := q.Do(ctx, computer.Job{Person: person, Match: match, Think: func(context.Context) error {
					think()
					return nil
				}}); err != nil {
					t.Error(err)
				}
			}
			do("ana", "a", func() {})
			for n := range c.others {
				do(fmt.Sprint("p", n), fmt.Sprint("m", n), func() {})
			}
			begin := make(chan struct{})
			go do("nobody", "none", func() { <-begin })
			synctest.Wait()
			var order []string
			for _, who := range []string{"ana", "rui"} {
				go do(who, who[:1], func() { order = append(order, who+" "+who[:1]) })
				synctest.Wait()
			}
			close(begin)
			synctest.Wait()
			if len(order) != 2 || order[0] != c.first {
				t.Errorf("after %d others: %q", c.others, order)
			}
		})
	}
}
