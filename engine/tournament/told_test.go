package tournament_test

import (
	"fmt"
	"hash/fnv"
	"strings"
	"testing"
	"time"

	"tabuleiro/engine/goldentest"
	"tabuleiro/engine/match"
	"tabuleiro/engine/pairing"
	"tabuleiro/engine/tournament"
)

// tell writes an event of a world and the standing after it.
func tell(w *world, text *strings.Builder, e tournament.Event) {
	s := w.state
	name := func(i int) string {
		if i == pairing.Bye {
			return "bye"
		}
		return s.Entrants[i].Who.ID
	}
	fmt.Fprintf(text, "%s %s", e.At.Format("02.01. 15h"), e.Kind)
	for _, said := range []string{e.By, e.Person, string(e.Reason)} {
		if said != "" {
			fmt.Fprint(text, " ", said)
		}
	}
	for _, p := range e.Pairs {
		fmt.Fprint(text, " ", name(p.First), "-", name(p.Second))
	}
	if e.Kind == tournament.Decided || e.Kind == tournament.Replayed {
		fmt.Fprint(text, " board ", e.Round, "/", e.Board, " ", e.Points)
	}
	if at := s.Deadline(); !at.IsZero() {
		fmt.Fprint(text, ", until ", at.Format("02.01."))
	}
	fmt.Fprintf(text, "; %s", s.Status)
	for _, r := range s.Rulings(w.outcome) {
		fmt.Fprint(text, ", ", r.As, " ", r.Winner)
	}
	for round := range s.Rounds {
		for board, b := range s.Rounds[round].Boards {
			if b.Decided == nil && b.Second != pairing.Bye && round == len(s.Rounds)-1 {
				fmt.Fprint(text, ", ", s.FirstSide(round, board, 0).ID, " begins")
			}
		}
	}
	text.WriteString("\n   ")
	for _, row := range s.Standing(w.outcome) {
		fmt.Fprintf(text, " %d %s %d", row.Place, name(row.Entrant), row.Points)
		if s.Setup.System == tournament.Ladder {
			fmt.Fprint(text, s.Tally(row.Entrant))
			for _, other := range s.InReach(row.Entrant) {
				fmt.Fprint(text, ">", name(other))
			}
		}
		text.WriteString(",")
	}
	text.WriteString("\n")
}

// tellTournament plays a tournament to its end, and writes all of it.
func tellTournament(t *testing.T, text *strings.Builder, seed uint64, setup tournament.Setup) {
	t.Helper()
	w := newWorld(t, seed, setup)
	fmt.Fprintf(text, "%s of %d, %d rounds, %d games\n", setup.System, setup.Needs, setup.Rounds, setup.Games)
	w.join(setup.Needs)
	told := 0
	for w.settle(); ; w.step() {
		for ; told < len(w.log); told++ {
			if e := w.log[told]; e.Kind != tournament.Joined {
				tell(w, text, e)
			}
		}
		if w.state.Status != tournament.Running {
			break
		}
	}
	fmt.Fprintf(text, "%d rounds in all\n\n", w.state.RoundsInAll())
}

// tellLadder writes the first events of a ladder.
func tellLadder(t *testing.T, text *strings.Builder, seed uint64) {
	t.Helper()
	w := newWorld(t, seed, tournament.Setup{System: tournament.Ladder})
	fmt.Fprintln(text, "ladder", seed)
	refused := map[tournament.Refusal]int{}
	for told := 0; len(w.log) < 50; ladderStep(w, refused) {
		if told < len(w.log) {
			told = len(w.log)
			tell(w, text, w.log[told-1])
		}
	}
	fmt.Fprintf(text, "%v\n\n", refused)
}

// sumOf returns a hash of the texts of several seeds.
func sumOf(seed uint64, tell func(text *strings.Builder, seed uint64)) uint64 {
	sum := fnv.New64a()
	for n := range uint64(12) {
		var text strings.Builder
		tell(&text, seed+1+n)
		sum.Write([]byte(text.String()))
	}
	return sum.Sum64()
}

// Random tournaments go as in testdata/told.txt: it has the places after each event and, for a ladder, everybody's
// results and allowed challenges; for most tournaments it has a hash.
func TestTold(t *testing.T) {
	var text strings.Builder
	for _, setup := range []tournament.Setup{
		{System: tournament.Swiss, Needs: 7}, {System: tournament.Swiss, Needs: 6, Rounds: 3, Games: 2},
		{System: tournament.Round, Needs: 5}, {System: tournament.Round, Needs: 3, Rounds: 2},
		{System: tournament.Cup, Needs: 6}, {System: tournament.Cup, Needs: 8, Games: 2}, {System: tournament.Cup, Needs: 5},
	} {
		seed := uint64(setup.Needs)
		tellTournament(t, &text, seed, setup)
		fmt.Fprintf(&text, "others: %016x\n\n", sumOf(seed, func(text *strings.Builder, seed uint64) {
			tellTournament(t, text, seed, setup)
		}))
	}
	for seed := range uint64(3) {
		tellLadder(t, &text, seed)
	}
	fmt.Fprintf(&text, "others: %016x\n", sumOf(3, func(text *strings.Builder, seed uint64) { tellLadder(t, text, seed) }))
	goldentest.Compare(t, "testdata/told.txt", text.String())
}

// A ruling ends the running matches of its board, and a person who has left loses them.
func TestRulings(t *testing.T) {
	for _, c := range []struct {
		points [2]int
		reason tournament.Reason
		as     match.Ruling
		winner tournament.Contestant
	}{
		{[2]int{2, 0}, tournament.ByArbiter, match.Award, tournament.Challenger},
		{[2]int{0, 2}, tournament.ByArbiter, match.Award, tournament.Opponent},
		{[2]int{1, 1}, tournament.ByArbiter, match.Even, tournament.None},
		{[2]int{0, 0}, tournament.ByArbiter, match.Neither, tournament.None},
		{[2]int{0, 0}, tournament.NothingWon, match.Nought, tournament.None},
		{[2]int{2, 0}, tournament.NoShow, match.Award, tournament.Challenger},
	} {
		w := newWorld(t, 1, tournament.Setup{System: tournament.Round, Needs: 2})
		w.join(2)
		w.settle()
		w.do(tournament.Event{Kind: tournament.Decided, By: "ana", Points: c.points, Reason: c.reason})
		want := tournament.Ruling{Match: w.state.Games(0, 0)[0], As: c.as, Winner: c.winner}
		if got := w.state.Rulings(w.outcome); len(got) != 1 || got[0] != want {
			t.Errorf("%v by %s: %+v", c.points, c.reason, got)
		}
	}
}

// A round has more time if a judge says so; the next one follows when that is over.
func TestExtended(t *testing.T) {
	w := newWorld(t, 1, tournament.Setup{System: tournament.Swiss, Needs: 4, Rounds: 2})
	extend := func(by string, days int) error {
		e := tournament.Event{Kind: tournament.Extended, By: by, At: w.now, Until: w.now.Add(time.Duration(days) * 24 * time.Hour)}
		next, err := w.state.Apply(e)
		if err == nil {
			w.state = next
		}
		return err
	}
	w.join(4)
	w.settle()
	for by, want := range map[string]error{"p0": tournament.NotAllowed, "ana": nil} {
		if err := extend(by, 10); err != want {
			t.Errorf("by %s: %v", by, err)
		}
	}
	if err := extend("ana", 0); err != tournament.NoBoard {
		t.Error(err)
	}
	until := w.now.Add(10 * 24 * time.Hour)
	if !w.state.Deadline().Equal(until) {
		t.Errorf("the round lasts until %s", w.state.Deadline())
	}
	w.now = until.Add(-time.Second)
	if w.settle(); len(w.state.Rounds) != 1 {
		t.Error("the next round has begun too early")
	}
	w.now = until
	if w.settle(); len(w.state.Rounds) != 2 || !w.state.Deadline().IsZero() {
		t.Errorf("%d rounds, until %s", len(w.state.Rounds), w.state.Deadline())
	}
	l, _ := ladderOf(t, 3)
	if _, err := l.state.Apply(tournament.Event{Kind: tournament.Extended, By: "ana", At: l.now, Until: l.now.Add(time.Hour)}); err != tournament.NoBoard {
		t.Error(err)
	}
}

// A tournament begins at its set time with those who have joined; with fewer than two it comes to nothing.
func TestStarts(t *testing.T) {
	for joined, want := range map[int]tournament.Status{1: tournament.Void, 2: tournament.Running} {
		starts := time.Date(2026, 3, 5, 20, 0, 0, 0, time.UTC)
		w := newWorld(t, 1, tournament.Setup{System: tournament.Swiss, Starts: starts, Needs: 5})
		w.join(joined)
		w.settle()
		if !w.state.Deadline().Equal(starts) || w.state.Status != tournament.Gathering || !w.state.Live() ||
			w.state.Standing(w.outcome) != nil {
			t.Errorf("until %s it is %s", w.state.Deadline(), w.state.Status)
		}
		w.now = starts
		if w.settle(); w.state.Status != want || w.state.Live() != (want == tournament.Running) {
			t.Errorf("with %d it is %s", joined, w.state.Status)
		}
	}
}

// A replacement plays on for an entrant, without the rounds missed.
func TestReplaced(t *testing.T) {
	w := newWorld(t, 1, tournament.Setup{System: tournament.Round, Needs: 3})
	w.join(3)
	w.settle()
	w.do(tournament.Event{Kind: tournament.Withdrawn, Person: "p1", By: "p1"})
	if w.state.Plays("p1") || !w.state.Plays("p2") || w.state.Plays("eva") {
		t.Error("who plays is told otherwise")
	}
	at := w.state.Number("p1")
	w.do(tournament.Event{Kind: tournament.Replaced, By: "ana", Person: "p1", Who: &match.Player{ID: "eva"}})
	if w.state.Number("eva") != at || !w.state.Plays("eva") || w.state.Plays("p1") || len(w.state.Replaced) != 1 ||
		w.state.Replaced[0].ID != "p1" {
		t.Errorf("%+v", w.state.Entrants)
	}
	for _, e := range []tournament.Event{
		{Kind: tournament.Replaced, By: "ana", Person: "p2"},
		{Kind: tournament.Replaced, By: "ana", Person: "p2", Who: &match.Player{}},
	} {
		if _, err := w.state.Apply(e); err == nil {
			t.Errorf("%+v is taken", e)
		}
	}
	if _, err := w.state.Apply(tournament.Event{Kind: tournament.Replaced, By: "ana", Person: "zoe",
		Who: &match.Player{ID: "leo"}}); err != tournament.IsNotIn {
		t.Error(err)
	}
}

// Invalid events are refused with the reason.
func TestApply_Wrong(t *testing.T) {
	w := newWorld(t, 1, tournament.Setup{System: tournament.Swiss})
	w.join(2)
	ana := &match.Player{ID: "ana"}
	setup := &tournament.Setup{System: tournament.Swiss}
	for _, c := range []struct {
		state tournament.State
		event tournament.Event
		want  string
	}{
		{tournament.State{}, tournament.Event{Kind: tournament.Joined}, "it has not been announced"},
		{tournament.State{}, tournament.Event{Kind: tournament.Announced, Who: ana, Room: "r"}, "an announcement is the first event and has a setup, an organiser and a room"},
		{tournament.State{}, tournament.Event{Kind: tournament.Announced, Setup: setup, Room: "r"}, "an announcement is the first event and has a setup, an organiser and a room"},
		{tournament.State{}, tournament.Event{Kind: tournament.Announced, Setup: setup, Who: ana}, "an announcement is the first event and has a setup, an organiser and a room"},
		{w.state, tournament.Event{Kind: tournament.Announced, Setup: setup, Who: ana, Room: "r"}, "an announcement is the first event and has a setup, an organiser and a room"},
		{w.state, tournament.Event{Kind: "danced"}, "the kind is unknown"},
		{w.state, tournament.Event{Kind: tournament.Declined}, "it is no ladder"},
		{w.state, tournament.Event{Kind: tournament.Joined, Room: "r"}, "who joins needs an id and a room"},
		{w.state, tournament.Event{Kind: tournament.Joined, Who: &match.Player{}, Room: "r"}, "who joins needs an id and a room"},
		{w.state, tournament.Event{Kind: tournament.Joined, Who: ana}, "who joins needs an id and a room"},
		{w.state, tournament.Event{Kind: tournament.Begun, Order: []string{"p0"}, Lots: []int{0, 1}}, "the order of 1 and the lots of 2 are not those of 2 entrants"},
		{w.state, tournament.Event{Kind: tournament.Begun, Order: []string{"p0", "p1"}, Lots: []int{0}}, "the order of 2 and the lots of 1 are not those of 2 entrants"},
		{w.state, tournament.Event{Kind: tournament.Begun, Order: []string{"p0", "eva"}, Lots: []int{0, 1}}, `the order has "eva", who is no entrant or is there twice`},
		{w.state, tournament.Event{Kind: tournament.Begun, Order: []string{"p0", "p0"}, Lots: []int{0, 1}}, `the order has "p0", who is no entrant or is there twice`},
		{w.state, tournament.Event{Kind: tournament.Forgotten, Person: "p0"}, "a forgotten person is called something"},
	} {
		if _, err := c.state.Apply(c.event); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, not %s", c.event.Kind, err, c.want)
		}
	}
	broken := append(w.log, tournament.Event{Kind: tournament.Joined, Who: &match.Player{ID: "p0"}, Room: "r"})
	if s, err := tournament.Replay("t9", broken); err == nil || s.N != 3 ||
		err.Error() != "tournament t9: event 4 (joined): the tournament refuses: is-in" {
		t.Errorf("%v behind %d events", err, s.N)
	}
	l, _ := ladderOf(t, 3)
	if _, err := l.state.Apply(tournament.Event{Kind: tournament.Paired, By: "p2"}); err == nil ||
		err.Error() != "a challenge is of one pair" {
		t.Error(err)
	}
	for name, e := range map[string]tournament.Event{
		"no challenge":         {Kind: tournament.Decided, By: "ana", Board: 4},
		"decides for the last": {Kind: tournament.Dropped, Person: "p2"},
		"drops a stranger":     {Kind: tournament.Dropped, Person: "eva"},
	} {
		if _, err := l.state.Apply(e); err != tournament.NoChallenge && err != tournament.IsNotIn {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A person forgotten before the beginning leaves neither words nor their private room.
func TestForgotten_Alone(t *testing.T) {
	w := newWorld(t, 3, tournament.Setup{System: tournament.Swiss})
	w.do(tournament.Event{Kind: tournament.Joined, By: "eva", Who: &match.Player{ID: "eva"}, Room: "evas", Alone: true,
		Word: "secret", IdempotencyKey: "said"})
	w.do(tournament.Event{Kind: tournament.Joined, By: "rui", Who: &match.Player{ID: "rui"}, Room: "pub", Word: "open"})
	log := tournament.Forget(w.log, "eva", match.Player{ID: "gone"})
	if e := log[1]; e.Room != "room" || e.Alone || e.Word != "" || e.IdempotencyKey != "" || e.By != "gone" {
		t.Errorf("%+v", e)
	}
	if e := log[2]; e.Room != "pub" || e.Word != "open" || e.By != "rui" {
		t.Errorf("%+v", e)
	}
	if w.log[1].Word != "secret" {
		t.Error("the events before are others now")
	}
	s, err := tournament.Replay(w.state.ID, tournament.Forget(w.log, "ana", match.Player{ID: "gone"}))
	if err != nil || s.Organiser.ID != "gone" || !s.Judges("gone") || s.Judges("ana") || s.Judges("") {
		t.Errorf("%v, %+v", err, s.Organiser)
	}
	// After the beginning the lots have been drawn from the words.
	w.do(tournament.Event{Kind: tournament.Begun, Order: []string{"eva", "rui"}, Lots: []int{0, 1}})
	if log := tournament.Forget(w.log, "eva", match.Player{ID: "gone"}); log[1].Word != "secret" || log[3].Order[0] != "gone" {
		t.Errorf("%+v", log[1:])
	}
	if last := tournament.Forget(w.log, "eva", match.Player{ID: "gone"}); last[len(last)-1].Kind != tournament.Forgotten {
		t.Errorf("%+v", last)
	}
}
