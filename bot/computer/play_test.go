package computer_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/computer"
	"tabuleiro/engine"
	"tabuleiro/engine/dice"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/match"
)

// oracle is a brain with given chances of the side on turn, which prefers the first legal move.
type oracle struct {
	win, draw int
	proven    bool
	tasks     *[]engine.Limits
}

func (o oracle) Think(_ context.Context, l engine.Line, t engine.Limits) (engine.SearchResult, error) {
	*o.tasks = append(*o.tasks, t)
	for move := range l.Position().Moves() {
		w := engine.ScoredMove{Move: move, Win: o.win, Draw: o.draw, Equity: o.win + o.draw/2, Proven: o.proven}
		return engine.SearchResult{Moves: []engine.ScoredMove{w}, Nodes: 77}, nil
	}
	return engine.SearchResult{}, fmt.Errorf("nobody is on turn")
}

// begun returns a match of ana, who begins, against the computer, after some moves.
func begun(t *testing.T, brain engine.Brain, level int, moves ...engine.Move) *match.Match {
	t.Helper()
	game := *draughts.Portuguese
	game.Brain = brain
	ana, robot := match.Player{ID: "terminal:ana", Name: "Ana"}, computer.Player(level, "House")
	setup := &match.Setup{Game: game.Name, Version: game.Version, Opponent: robot}
	events := []match.Event{
		{Kind: match.Challenged, By: ana.ID, Who: &ana, Setup: setup, Room: "terminal:here"},
		{Kind: match.Accepted, By: robot.ID, Who: &robot, First: ana.ID, Room: "terminal:here"},
	}
	for i, move := range moves {
		events = append(events, match.Event{Kind: match.Moved, By: []string{ana.ID, robot.ID}[i%2], Move: move})
	}
	return play(t, &match.Match{ID: "k7q2"}, &game, events...)
}

func play(t *testing.T, m *match.Match, game *engine.Game, events ...match.Event) *match.Match {
	t.Helper()
	for _, e := range events {
		next, err := m.Apply(e, func(string) *engine.Game { return game })
		if err != nil {
			t.Fatal(e.Kind, err)
		}
		m = next
	}
	return m
}

func TestLevel(t *testing.T) {
	for id, want := range map[string]int{
		"house:1": 1, "house:8": 8, "house:max": engine.Max, "house:0": 0, "house:10": 10, "house:11": 0, "house:": 0,
		"house:x": 0, "telegram:5": 0, "": 0,
	} {
		if level, ok := computer.Level(id); ok != (want > 0) || ok && level != want {
			t.Errorf("%q: %d, %v", id, level, ok)
		}
		if is := computer.Is(id); is != (want > 0) {
			t.Errorf("%q is the house: %v", id, is)
		}
	}
	for want := 1; want <= engine.Max; want++ {
		if level, ok := computer.Level(computer.Player(want, "").ID); !ok || level != want {
			t.Errorf("the house at level %d is of level %d", want, level)
		}
	}
}

func TestDecide(t *testing.T) {
	offer := func(o match.Offer) match.Event { return match.Event{Kind: match.Offered, By: "terminal:ana", Offer: o} }
	move := func(m string) []match.Event {
		return []match.Event{{Kind: match.Moved, By: "house:", Move: engine.Move(m), Nodes: 77}}
	}
	answer := func(k match.Kind, o match.Offer) []match.Event {
		return []match.Event{{Kind: k, By: "house:", Offer: o}}
	}
	for _, c := range []struct {
		name  string
		brain oracle
		level int
		moves []engine.Move
		offer *match.Event
		want  []match.Event // By without the level; nil: nothing is due
	}{
		{"not its turn", oracle{}, 5, nil, nil, nil},
		{"a move", oracle{win: 4000, draw: 2000}, 5, []engine.Move{"11-15"}, nil, move("21-17")},
		{"lost, and plays on below level 6", oracle{proven: true}, 5, []engine.Move{"11-15"}, nil, move("21-17")},
		{"lost beyond doubt at the highest level", oracle{proven: true}, engine.Max, []engine.Move{"11-15"}, nil,
			[]match.Event{{Kind: match.Resigned, By: "house:"}}},
		{"lost beyond doubt", oracle{proven: true}, 6, []engine.Move{"11-15"}, nil,
			[]match.Event{{Kind: match.Resigned, By: "house:"}}},
		{"nearly lost, so early", oracle{win: 50}, 8, []engine.Move{"11-15"}, nil, move("21-17")},
		{"nothing left to play for", oracle{draw: engine.ProbScale, proven: true}, 3, []engine.Move{"11-15"}, nil,
			append(move("21-17"), match.Event{Kind: match.Offered, By: "house:", Offer: match.Draw})},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.brain.tasks = new([]engine.Limits)
			m := begun(t, c.brain, c.level, c.moves...)
			if computer.Due(m) != (c.want != nil) {
				t.Fatalf("due: %v", computer.Due(m))
			}
			if c.want == nil {
				return
			}
			check(t, m, c.level, c.want)
		})
	}
	for _, c := range []struct {
		name  string
		brain oracle
		level int
		offer match.Offer
		want  match.Kind
	}{
		// Ana is on turn, so the chances are hers.
		{"a draw for who wins", oracle{win: 2000, draw: 2000}, 5, match.Draw, match.Refused},
		{"a draw for who loses", oracle{win: 8000}, 5, match.Draw, match.Agreed},
		{"a draw in a drawn position", oracle{win: 100, draw: 9800}, 8, match.Draw, match.Agreed},
		{"a draw as soon as the game has begun", oracle{win: 5500}, 5, match.Draw, match.Refused},
		{"a take-back at level 4", oracle{}, 4, match.Undo, match.Agreed},
		{"a take-back at the highest level", oracle{}, engine.Max, match.Undo, match.Refused},
		{"a take-back at level 5", oracle{}, 5, match.Undo, match.Refused},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.brain.tasks = new([]engine.Limits)
			m := begun(t, c.brain, c.level, "11-15", "21-17")
			m = play(t, m, m.Game, offer(c.offer))
			check(t, m, c.level, answer(c.want, c.offer))
		})
	}
}

// check compares the computer's decision with the wanted events, and applies them to the match.
func check(t *testing.T, m *match.Match, level int, want []match.Event) {
	t.Helper()
	if !computer.Due(m) {
		t.Fatal("nothing is due")
	}
	got, err := computer.Decide(t.Context(), m, false)
	if err != nil {
		t.Fatal(err)
	}
	play(t, m, m.Game, got...)
	for i := range got {
		if by, ok := computer.Level(got[i].By); !ok || by != level {
			t.Errorf("by %s", got[i].By)
		}
		got[i].By = "house:"
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// With one king each every level offers a draw, and accepts one.
func TestNothingLeft(t *testing.T) {
	game := draughts.Portuguese
	for level := 1; level <= engine.Levels; level++ {
		ana, robot := match.Player{ID: "terminal:ana", Name: "Ana"}, computer.Player(level, "House")
		setup := &match.Setup{Game: game.Name, Version: game.Version, Start: "W:WK2:BK31", Opponent: robot}
		m := play(t, &match.Match{ID: "k7q2"}, game,
			match.Event{Kind: match.Challenged, By: ana.ID, Who: &ana, Setup: setup, Room: "terminal:here"},
			match.Event{Kind: match.Accepted, By: robot.ID, Who: &robot, First: robot.ID, Room: "terminal:here"})
		offers := decided(t, m)
		if last := offers[len(offers)-1]; last.Kind != match.Offered || last.Offer != match.Draw {
			t.Errorf("level %d: %+v", level, offers)
		}
		m = play(t, m, game, offers[0], match.Event{Kind: match.Offered, By: ana.ID, Offer: match.Draw})
		if answer := decided(t, m); len(answer) != 1 || answer[0].Kind != match.Agreed {
			t.Errorf("level %d answers the offer of a draw with %+v", level, answer)
		}
	}
}

// decided returns the computer's events.
func decided(t *testing.T, m *match.Match) []match.Event {
	t.Helper()
	events, err := computer.Decide(t.Context(), m, false)
	if err != nil {
		t.Fatal(err)
	}
	return events
}

// paced is an oracle with a number of nodes for each level.
type paced struct{ oracle }

func (p paced) Nodes(level int) int { return 100 * level }

// While many wait, level 8 and higher cost as much as level 7: they search as few nodes or, if these are not counted,
// play like it. Other levels stay as they are.
func TestBrief(t *testing.T) {
	for _, c := range []struct {
		paced bool
		level int
		want  engine.Limits
	}{
		{true, 8, engine.Limits{Level: 8, Nodes: 700}},
		{true, 10, engine.Limits{Level: 10, Nodes: 700}},
		{true, engine.Max, engine.Limits{Level: engine.Max, Nodes: 700}},
		{true, 7, engine.Limits{Level: 7}},
		{false, 8, engine.Limits{Level: 7}},
		{false, engine.Max, engine.Limits{Level: 7}},
		{false, 3, engine.Limits{Level: 3}},
	} {
		o := oracle{win: 5000, tasks: new([]engine.Limits)}
		var brain engine.Brain = o
		if c.paced {
			brain = paced{o}
		}
		m := begun(t, brain, c.level, "11-15")
		events, err := computer.Decide(t.Context(), m, true)
		if err != nil {
			t.Fatal(err)
		}
		c.want.Seed, c.want.Best = computer.Seed(m), 1
		if got := (*o.tasks)[0]; got != c.want {
			t.Errorf("level %d thinks with %+v, want %+v", c.level, got, c.want)
		}
		if events[0].Nodes != 77 {
			t.Errorf("the match does not tell how many nodes that took: %+v", events[0])
		}
	}
	if p, ok := draughts.Portuguese.Brain.(engine.NodeBudgeter); !ok || p.Nodes(7) == 0 || p.Nodes(7) >= p.Nodes(8) ||
		p.Nodes(8) >= p.Nodes(10) || p.Nodes(10) >= p.Nodes(engine.Max) {
		t.Error("the brain of draughts does not tell how many nodes its levels have")
	}
}

// The real brain makes a legal move, and the same one after a restart.
func TestMove_Same(t *testing.T) {
	m := begun(t, draughts.Portuguese.Brain, 3, "11-15")
	first, err := computer.Decide(t.Context(), m, false)
	if err != nil {
		t.Fatal(err)
	}
	play(t, m, m.Game, first...)
	again, err := computer.Decide(t.Context(), begun(t, draughts.Portuguese.Brain, 3, "11-15"), false)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first, again); diff != "" {
		t.Error(diff)
	}
}

// The future rolls of the sealed chain have no effect: the computer decides the same with another chain behind the same
// position.
func TestDice_ToCome(t *testing.T) {
	positions := map[string]string{
		"a double": "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10",
		"a take":   "XGID=-b----E-C---eE---c-e----B-:1:0:-1:D:0:0:0:5:10",
	}
	for high := range 6 {
		for low := range high + 1 {
			if (high+low)%longtest.Count(4, 1) > 0 {
				continue
			}
			throw := fmt.Sprintf("%d%d", high+1, low+1)
			positions[throw] = "XGID=-b----E-C---eE---c-e----B-:0:0:1:" + throw + ":0:0:0:5:10"
		}
	}
	for name, position := range positions {
		for _, level := range []int{1, 3, engine.Levels} {
			m := gamble(t, level, position, map[string]string{"points": "5"})
			if !computer.Due(m) {
				t.Fatalf("%s: the house has nothing to do", name)
			}
			other := *m
			other.Dice.Last = dice.LastKey([32]byte{9})
			want, err := computer.Decide(t.Context(), m, false)
			if err != nil {
				t.Fatal(name, err)
			}
			got, err := computer.Decide(t.Context(), &other, false)
			if err != nil {
				t.Fatal(name, err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s at level %d: %s", name, level, diff)
			}
		}
	}
}
