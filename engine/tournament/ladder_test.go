package tournament_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"tabuleiro/engine/match"
	"tabuleiro/engine/pairing"
	"tabuleiro/engine/tournament"
)

// rung is a challenge as the model of ladders keeps it.
type rung struct {
	up, down string
	over     bool
}

// ladderJudge is a model of a ladder, by the names of its people, from its events and the results of its matches. It
// shares no code with the program.
type ladderJudge struct {
	names  []string
	leave  map[string]bool
	since  map[string]time.Time
	fights []rung
}

func (j *ladderJudge) busy(name string) bool {
	for _, f := range j.fights {
		if !f.over && (f.up == name || f.down == name) {
			return true
		}
	}
	return false
}

// take applies an event, with the result of its board's match; it returns what is wrong with it.
func (j *ladderJudge) take(e tournament.Event, name func(int) string, is tournament.Outcome) string {
	spot := map[string]int{}
	for i, n := range j.names {
		spot[n] = i + 1
	}
	switch e.Kind {
	case tournament.Joined:
		if spot[e.By] > 0 {
			return "joins twice"
		}
		j.names, j.leave[e.By], j.since[e.By] = append(j.names, e.By), false, e.At
	case tournament.Paired:
		up, down := name(e.Pairs[0].First), name(e.Pairs[0].Second)
		if spot[up] == 0 || spot[down] == 0 || spot[up] <= spot[down] || spot[up] > spot[down]+3 || j.busy(up) ||
			j.busy(down) {
			return "may not be challenged"
		}
		j.fights = append(j.fights, rung{up: up, down: down})
		j.since[up], j.since[down] = e.At, e.At
	case tournament.Withdrawn:
		j.leave[e.Person] = true
	case tournament.Dropped:
		at := spot[e.Person]
		if at == 0 || at == len(j.names) || j.busy(e.Person) || e.At.Sub(j.since[e.Person]) < 14*24*time.Hour {
			return "may not drop"
		}
		j.names[at-1], j.names[at], j.since[e.Person] = j.names[at], e.Person, e.At
	case tournament.Decided, tournament.Declined:
		at := e.Board
		wins := e.Kind == tournament.Declined
		if wins {
			at = slices.IndexFunc(j.fights, func(f rung) bool { return !f.over && f.down == e.By })
		}
		f := &j.fights[at]
		if f.over {
			return "is decided twice"
		}
		switch e.Reason {
		case tournament.ByPlay:
			if wins = is.Winner == tournament.Challenger; !is.Over || is.Void {
				return "was not played"
			}
		case tournament.NoShow, tournament.Late:
			if wins = is.Absent == tournament.Opponent; !is.Void {
				return "was played"
			}
		case tournament.Absent:
			wins = !j.leave[f.up]
		}
		f.over, j.since[f.up], j.since[f.down] = true, e.At, e.At
		if wins && spot[f.up] > spot[f.down] {
			var next []string
			for _, n := range j.names {
				if n == f.down {
					next = append(next, f.up)
				}
				if n != f.up {
					next = append(next, n)
				}
			}
			j.names = next
		}
	}
	j.names = slices.DeleteFunc(slices.Clone(j.names), func(n string) bool { return j.leave[n] && !j.busy(n) })
	return ""
}

// ladderStep does something that may or may not be allowed, or lets time pass.
func ladderStep(w *world, refused map[tournament.Refusal]int) {
	person := func() string { return fmt.Sprint("p", w.random.IntN(12)) }
	try := func(e tournament.Event) {
		e.At = w.now
		if _, err := w.state.Apply(e); err == nil {
			w.do(e)
		} else if refusal := tournament.Refusal(""); errors.As(err, &refusal) {
			refused[refusal]++
		} else {
			w.t.Fatal(err)
		}
	}
	who, other := person(), person()
	switch n := w.random.IntN(20); {
	case n < 4:
		try(tournament.Event{Kind: tournament.Joined, By: who, Who: &match.Player{ID: who}, Room: "room"})
	case n < 11:
		try(tournament.Event{Kind: tournament.Paired, By: who,
			Pairs: []pairing.Pair{{First: w.state.Number(who), Second: w.state.Number(other)}}})
	case n == 11:
		for i := range w.state.Ladder { // of whom one may have been challenged
			try(tournament.Event{Kind: tournament.Declined, By: w.state.Entrants[i].Who.ID})
		}
	case n == 12:
		try(tournament.Event{Kind: tournament.Withdrawn, By: who, Person: who, Reason: tournament.OwnWish})
	case n < 16:
		w.now = w.now.Add(time.Duration(w.random.IntN(5*24)) * time.Hour)
	default:
		w.step()
	}
	w.settle()
}

// Random ladders, on which people join, challenge, win, decline, miss deadlines, idle and leave, agree with the model,
// and their events replay to the same state.
func TestLadders(t *testing.T) {
	refused, kinds := map[tournament.Refusal]int{}, map[string]int{}
	for seed := range uint64(10) {
		w := newWorld(t, seed, tournament.Setup{System: tournament.Ladder})
		j := ladderJudge{leave: map[string]bool{}, since: map[string]time.Time{}}
		for told := 0; len(w.log) < 200; {
			ladderStep(w, refused)
			name := func(i int) string { return w.state.Entrants[i].Who.ID }
			for ; told < len(w.log); told++ {
				e := w.log[told]
				var is tournament.Outcome
				if e.Kind == tournament.Decided {
					is = w.played[w.state.Games(0, e.Board)[0]]
				}
				if wrong := j.take(e, name, is); wrong != "" {
					t.Fatalf("seed %d, event %d: %+v %s; %v", seed, told, e, wrong, j.names)
				}
				kinds[string(e.Kind)+" "+string(e.Reason)]++
			}
			var got []string
			for _, row := range w.state.Standing(w.outcome) {
				got = append(got, name(row.Entrant))
			}
			if !slices.Equal(got, j.names) {
				t.Fatalf("seed %d after %+v: the ladder is %v, the judge has %v", seed, w.log[told-1], got, j.names)
			}
		}
		var again []tournament.Event
		text, err := json.Marshal(w.log)
		if err == nil {
			err = json.Unmarshal(text, &again)
		}
		if same, failed := tournament.Replay(w.state.ID, again); err != nil || failed != nil ||
			!reflect.DeepEqual(same, w.state) {
			t.Fatalf("seed %d: the events make %+v, not %+v (%v, %v)", seed, same, w.state, err, failed)
		}
	}
	for _, kind := range []string{"joined ", "paired ", "declined ", "dropped ", "withdrawn own-wish", "decided played",
		"decided no-show", "decided nothing"} {
		if kinds[kind] < 5 {
			t.Errorf("%q happened %d times", kind, kinds[kind])
		}
	}
	for _, r := range []tournament.Refusal{tournament.OutOfReach, tournament.HasOpen, tournament.OtherOpen,
		tournament.IsIn, tournament.IsNotIn, tournament.NoChallenge} {
		if refused[r] == 0 {
			t.Errorf("nothing was refused as %s", r)
		}
	}
}

// ladderOf returns a ladder of people who have joined in order.
func ladderOf(t *testing.T, n int) (w *world, challenges func(up, down int)) {
	w = newWorld(t, 1, tournament.Setup{System: tournament.Ladder})
	w.join(n)
	return w, func(up, down int) {
		w.do(tournament.Event{Kind: tournament.Paired, By: fmt.Sprint("p", up),
			Pairs: []pairing.Pair{{First: up, Second: down}}})
		w.settle()
	}
}

// Fourteen days after the last challenge an idle person is passed by those who have played meanwhile, by one place;
// where all are idle all stay.
func TestLadder_Idle(t *testing.T) {
	w, challenges := ladderOf(t, 4)
	for _, step := range []struct {
		days int
		want []int
		do   func()
	}{
		{13, []int{0, 1, 2, 3}, func() { challenges(3, 2); w.do(tournament.Event{Kind: tournament.Declined, By: "p2"}) }},
		{0, []int{0, 1, 3, 2}, nil},
		{1, []int{3, 0, 1, 2}, nil}, // both who were idle, by a place each
		{100, []int{3, 0, 1, 2}, nil},
	} {
		if w.now = w.now.Add(time.Duration(step.days) * 24 * time.Hour); step.do != nil {
			step.do()
			w.now = w.now.Add(time.Second)
		}
		w.settle()
		if step.do == nil && !slices.Equal(w.state.Ladder, step.want) {
			t.Errorf("after %d days more: %v, want %v", step.days, w.state.Ladder, step.want)
		}
	}
}

// A ladder ends at its maximum number of events, and takes nobody in then.
func TestLadder_Ends(t *testing.T) {
	w, challenges := ladderOf(t, 4)
	for w.state.N < 1000 {
		up, down := w.state.Ladder[1], w.state.Ladder[0]
		if challenges(up, down); w.state.Status != tournament.Running {
			t.Fatalf("after %d events it is %s, and a challenge is open", w.state.N, w.state.Status)
		}
		for _, e := range []tournament.Event{
			{Kind: tournament.Joined, By: "eva", Who: &match.Player{ID: "eva"}, Room: "room"},
			{Kind: tournament.Paired, By: "p3", Pairs: []pairing.Pair{{First: 3, Second: 2}}},
		} {
			if _, err := w.state.Apply(e); (err == tournament.IsFull) != (w.state.N >= 1000) || err != nil && err != tournament.IsFull {
				t.Fatalf("%s after %d events: %v", e.Kind, w.state.N, err)
			}
		}
		w.played[w.state.Games(0, len(w.state.Rounds[0].Boards)-1)[0]] = tournament.Outcome{There: true, Over: true}
		w.settle()
	}
	if w.settle(); w.state.Status != tournament.Over {
		t.Errorf("after %d events it is %s", w.state.N, w.state.Status)
	}
}

// A ladder takes at most as many people as a tournament, and one who leaves makes room for another.
func TestLadder_Full(t *testing.T) {
	w, _ := ladderOf(t, tournament.MostEntrants)
	eva := tournament.Event{Kind: tournament.Joined, By: "eva", Who: &match.Player{ID: "eva"}, Room: "evas"}
	if _, err := w.state.Apply(eva); err != tournament.IsFull {
		t.Error(err)
	}
	if !w.state.Plays("p0") || w.state.Plays("eva") {
		t.Error("who plays is told otherwise")
	}
}

// A challenge is decided once, by the person challenged or by a judge; anything else is refused.
func TestLadder_Decided(t *testing.T) {
	w, challenges := ladderOf(t, 3)
	challenges(1, 0)
	decided := tournament.Event{Kind: tournament.Decided, By: "ana", Points: [2]int{2, 0}, Reason: tournament.ByArbiter}
	for by, want := range map[string]error{"p0": nil, "p1": tournament.NoChallenge, "p2": tournament.NoChallenge, "eva": tournament.NoChallenge} {
		if _, err := w.state.Apply(tournament.Event{Kind: tournament.Declined, By: by}); err != want {
			t.Errorf("%q declines: %v", by, err)
		}
	}
	w.do(decided)
	if _, err := w.state.Apply(decided); err != tournament.NoChallenge || !slices.Equal(w.state.Ladder, []int{1, 0, 2}) {
		t.Errorf("decided again: %v, %v", err, w.state.Ladder)
	}
	if w.state.Entrants[0].Since != w.now || w.state.Entrants[1].Since != w.now {
		t.Errorf("they have played at %+v", w.state.Entrants)
	}
}

// A forgotten person is removed from the ladder, and one who has left may rejoin at the bottom.
func TestLadder_Left(t *testing.T) {
	w, challenges := ladderOf(t, 3)
	challenges(2, 0)
	w.do(tournament.Event{Kind: tournament.Withdrawn, By: "p0", Person: "p0", Reason: tournament.OwnWish})
	if w.settle(); !slices.Equal(w.state.Ladder, []int{2, 1}) {
		t.Errorf("who left while challenged loses the place to the one who challenged: %v", w.state.Ladder)
	}
	w.do(tournament.Event{Kind: tournament.Joined, By: "p0", Who: &match.Player{ID: "p0"}, Room: "room"})
	if !slices.Equal(w.state.Ladder, []int{2, 1, 0}) {
		t.Errorf("back again: %v", w.state.Ladder)
	}
	log := tournament.Forget(w.log, "p2", match.Player{ID: "gone"})
	if s, err := tournament.Replay(w.state.ID, log); err != nil || !slices.Equal(s.Ladder, []int{1, 0}) {
		t.Errorf("without who was forgotten: %v, %v", s.Ladder, err)
	}
}

// The sides alternate, so that challenging is no advantage.
func TestLadder_Sides(t *testing.T) {
	w, challenges := ladderOf(t, 2)
	var first []string
	for range 4 {
		up, down := w.state.Ladder[1], w.state.Ladder[0]
		challenges(up, down)
		board := len(w.state.Rounds[0].Boards) - 1
		if first = append(first, "down"); w.state.FirstSide(0, board, 0).ID == fmt.Sprint("p", up) {
			first[board] = "up"
		}
		w.played[w.state.Games(0, board)[0]] = tournament.Outcome{There: true, Over: true,
			Winner: tournament.Contestant(1 + rand.N(2))}
		w.settle()
	}
	if !slices.Equal(first, []string{"up", "down", "up", "down"}) {
		t.Errorf("the first sides were of %v", first)
	}
}
