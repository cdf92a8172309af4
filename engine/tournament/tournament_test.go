package tournament_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"testing"
	"time"

	"tabuleiro/engine/longtest"
	"tabuleiro/engine/match"
	"tabuleiro/engine/pairing"
	"tabuleiro/engine/tournament"
)

// world plays a tournament with people who come, play, miss games and leave, as a seed determines.
type world struct {
	t      *testing.T
	random *rand.Rand
	now    time.Time
	state  tournament.State
	log    []tournament.Event
	played map[string]tournament.Outcome
}

func newWorld(t *testing.T, seed uint64, setup tournament.Setup) *world {
	w := &world{t: t, random: rand.New(rand.NewPCG(seed, 1)), now: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC),
		played: map[string]tournament.Outcome{}}
	w.state.ID = fmt.Sprint("t", seed)
	setup.Length = 7 * 24 * time.Hour
	w.do(tournament.Event{Kind: tournament.Announced, By: "ana", Who: &match.Player{ID: "ana"}, Room: "room",
		Setup: &setup})
	return w
}

func (w *world) do(e tournament.Event) {
	w.t.Helper()
	e.At = w.now
	next, err := w.state.Apply(e)
	if err != nil {
		w.t.Fatalf("%+v: %v", e, err)
	}
	w.state, w.log = next, append(w.log, e)
}

func (w *world) join(n int) {
	for i := range n {
		w.do(tournament.Event{Kind: tournament.Joined, By: fmt.Sprint("p", i), Who: &match.Player{ID: fmt.Sprint("p", i)},
			Room: "room"})
	}
}

func (w *world) outcome(id string) tournament.Outcome { return w.played[id] }

// settle applies automatic events.
func (w *world) settle() {
	w.t.Helper()
	for range 1000 {
		e, due := w.state.Due(w.now, w.outcome)
		if !due {
			for _, id := range w.open() {
				o := w.played[id]
				o.There = true
				w.played[id] = o
			}
			rulings := w.state.Rulings(w.outcome)
			if len(rulings) == 0 {
				return
			}
			for _, r := range rulings {
				w.played[r.Match] = tournament.Outcome{There: true, Over: true, Winner: r.Winner, Void: r.As == match.Nought}
			}
			continue
		}
		if e.Kind == tournament.Begun {
			for i, x := range w.state.Entrants {
				e.Order, e.Lots = append(e.Order, x.Who.ID), append(e.Lots, i)
			}
		}
		w.do(e)
	}
	w.t.Fatal("a thousand events follow from one")
}

// open returns the running matches.
func (w *world) open() (ids []string) {
	for round := range w.state.Rounds {
		for board, b := range w.state.Rounds[round].Boards {
			if b.Second == pairing.Bye || b.Decided != nil {
				continue
			}
			for _, id := range w.state.Games(round, board) {
				if !w.played[id].Over {
					ids = append(ids, id)
				}
			}
		}
	}
	return ids
}

// step has something happen in one of the matches, or a day pass.
func (w *world) step() {
	ids := w.open()
	switch n := w.random.IntN(40); {
	case n == 0 && w.state.Status == tournament.Running:
		if i := w.random.IntN(len(w.state.Entrants)); !w.state.Entrants[i].Out {
			w.do(tournament.Event{Kind: tournament.Withdrawn, Person: w.state.Entrants[i].Who.ID,
				By: w.state.Entrants[i].Who.ID})
		}
	case n < 4 || len(ids) == 0:
		w.now = w.now.Add(24 * time.Hour)
	default:
		id := ids[w.random.IntN(len(ids))]
		o := tournament.Outcome{There: true, Over: true}
		switch w.random.IntN(20) {
		case 0:
			o.Void, o.Absent, o.Late = true, tournament.Challenger+tournament.Contestant(w.random.IntN(2)), w.random.IntN(3) == 0
		case 1:
			o.Void = true
		case 2, 3, 4, 5:
		default:
			o.Winner = tournament.Challenger + tournament.Contestant(w.random.IntN(2))
		}
		w.played[id] = o
	}
	w.settle()
}

// Tournaments of all kinds end, each round obeys the rules, and the events replay to the same state.
func TestTournaments_End(t *testing.T) {
	count, seeds := 0, uint64(longtest.Count(20, 120))
	for seed := range seeds {
		for _, system := range tournament.Systems {
			setup := tournament.Setup{System: system, Games: 1 + int(seed)%2, Needs: 2 + int(seed*7%19)}
			w := newWorld(t, seed, setup)
			w.join(setup.Needs)
			w.settle()
			if w.state.Status != tournament.Running {
				t.Fatalf("seed %d: %s with %d of %d", seed, w.state.Status, len(w.state.Entrants), setup.Needs)
			}
			steps := 0
			for ; w.state.Status == tournament.Running; steps++ {
				if steps > 20000 {
					t.Fatalf("seed %d, %s: it goes on for ever: %+v", seed, system, w.state)
				}
				w.step()
			}
			count++
			check(t, w)
			var again []tournament.Event
			text, err := json.Marshal(w.log)
			if err == nil {
				err = json.Unmarshal(text, &again)
			}
			same, failed := tournament.Replay(w.state.ID, again)
			if err != nil || failed != nil || !reflect.DeepEqual(same, w.state) {
				t.Fatalf("seed %d: the events make %+v, not %+v (%v, %v)", seed, same, w.state, err, failed)
			}
		}
	}
	if count != 3*int(seeds) {
		t.Fatalf("%d tournaments were played", count)
	}
}

// check checks the rounds of a finished tournament, independently of how they were made.
func check(t *testing.T, w *world) {
	t.Helper()
	s := w.state
	met, seen := map[[2]int]int{}, map[string]bool{}
	for round, r := range s.Rounds {
		in := map[int]bool{}
		for board, b := range r.Boards {
			for _, who := range []int{b.First, b.Second} {
				if who != pairing.Bye && in[who] {
					t.Fatalf("%s round %d: %d plays twice", s.ID, round, who)
				}
				in[who] = true
			}
			if b.Second != pairing.Bye {
				met[[2]int{min(b.First, b.Second), max(b.First, b.Second)}]++
			}
			for _, id := range s.Games(round, board) {
				if seen[id] {
					t.Fatalf("%s: the match %s is on two boards", s.ID, id)
				}
				seen[id] = true
			}
		}
	}
	n, rows := len(s.Entrants), s.Standing(w.outcome)
	out := slices.ContainsFunc(s.Entrants, func(e tournament.Entrant) bool { return e.Out })
	points := 0
	for i, row := range rows {
		if row.Place != i+1 || i > 0 && rows[i-1].Points < row.Points && s.Setup.System != tournament.Cup {
			t.Fatalf("%s: the table is out of order: %+v", s.ID, rows)
		}
		points += row.Points
	}
	switch s.Setup.System {
	case tournament.Round:
		if len(met) != n*(n-1)/2 && !out {
			t.Fatalf("%s: %d of %d meetings", s.ID, len(met), n*(n-1)/2)
		}
	case tournament.Cup:
		games := 0
		for _, times := range met {
			games += times
		}
		if want := n - 1; games != want && games != want+1 && !out { // with the third place
			t.Fatalf("%s: a cup of %d with %d meetings", s.ID, n, games)
		}
	case tournament.Swiss:
		for pair, times := range met {
			if times > 1 && n > 2*len(s.Rounds) && !out {
				t.Fatalf("%s: %v met %d times in %d rounds of %d", s.ID, pair, times, len(s.Rounds), n)
			}
		}
	}
	if points == 0 && !out && len(met) > 3 {
		t.Errorf("%s: no points in %d meetings", s.ID, len(met))
	}
}

// In a cup the winner of the final is first and its loser second, whatever the points; then come the losers of the
// round before, in the order of their own game, and those who were out earlier.
func TestCup_Standing(t *testing.T) {
	w := newWorld(t, 5, tournament.Setup{System: tournament.Cup, Needs: 8})
	w.join(8)
	w.settle()
	// the pairs are 0-7 4-3 1-6 5-2, then the winners in order
	firsts := [][]bool{{true, true, true, true}, {true, true}, {true, true}}
	for _, round := range firsts {
		last := len(w.state.Rounds) - 1
		for board, first := range round {
			o := tournament.Outcome{There: true, Over: true, Winner: tournament.Opponent}
			if first {
				o.Winner = tournament.Challenger
			}
			w.played[w.state.Games(last, board)[0]] = o
		}
		w.settle()
	}
	final, third := w.state.Rounds[2].Boards[0], w.state.Rounds[2].Boards[1]
	want := []int{final.First, final.Second, third.First, third.Second}
	var got []int
	for i, row := range w.state.Standing(w.outcome) {
		if got = append(got, row.Entrant); row.Place != i+1 {
			t.Errorf("place %d is number %d", row.Place, i+1)
		}
	}
	if w.state.Status != tournament.Over || !slices.Equal(got[:4], want) {
		t.Errorf("%s; the table is %v, want it to begin with %v", w.state.Status, got, want)
	}
}

// A list that never becomes a tournament is closed, and a person forgotten before the beginning is removed from it.
func TestGathering(t *testing.T) {
	w := newWorld(t, 6, tournament.Setup{System: tournament.Swiss})
	w.join(3)
	w.do(tournament.Event{Kind: tournament.Forgotten, Person: "p1", Who: &match.Player{ID: "gone"}})
	if len(w.state.Entrants) != 2 || w.state.Number("p1") >= 0 || w.state.Number("gone") >= 0 {
		t.Errorf("on the list are %+v", w.state.Entrants)
	}
	w.now = w.state.Deadline().Add(-time.Second)
	if w.settle(); w.state.Status != tournament.Gathering {
		t.Errorf("too early it is %s", w.state.Status)
	}
	w.now = w.now.Add(time.Second)
	if w.settle(); w.state.Status != tournament.Void {
		t.Errorf("in the end it is %s", w.state.Status)
	}
}

// Two accounts become one person: an entrant who joined with one continues as the other; with both, one of the two
// entries becomes nobody's.
func TestMerged(t *testing.T) {
	w := newWorld(t, 7, tournament.Setup{System: tournament.Round, Needs: 3})
	w.join(3)
	w.settle()
	gone := match.Player{ID: "gone"}
	for to, want := range map[string][]string{"q": {"q"}, "p0": {"p0", "gone"}} {
		s, err := tournament.Replay(w.state.ID, tournament.Merged(w.log, "p2", to, gone))
		if err != nil || s.Number("p2") >= 0 {
			t.Errorf("%v, %+v", err, s.Entrants)
		}
		for _, id := range want {
			if i := s.Number(id); i < 0 || s.Entrants[i].Out != (id == "gone") {
				t.Errorf("with %s: %+v", to, s.Entrants)
			}
		}
	}
}

// A person who links two accounts keeps the name of the entry or announcement, unless the other account brings one.
func TestMerged_Name(t *testing.T) {
	arbiter := tournament.Setup{System: tournament.Round, Needs: 3}
	arbiter.Match.Arbiter = match.Player{ID: "eva", Name: "Eva"}
	w := newWorld(t, 7, arbiter)
	w.do(tournament.Event{Kind: tournament.Joined, By: "rui", Who: &match.Player{ID: "rui", Name: "Rui"}, Room: "room"})
	w.join(2)
	w.settle()
	nobody := match.Player{ID: "nobody", Name: "Somebody"}
	s, err := tournament.Replay(w.state.ID, tournament.Merged(w.log, "rui", "q", nobody))
	if err != nil {
		t.Fatal(err)
	}
	if i := s.Number("q"); i < 0 || s.Entrants[i].Who.Name != "Rui" {
		t.Errorf("Rui is called otherwise: %+v", s.Entrants)
	}
	if s, err = tournament.Replay(w.state.ID, tournament.Merged(w.log, "eva", "q", nobody)); err != nil {
		t.Fatal(err)
	}
	if got := s.Setup.Match.Arbiter; got != (match.Player{ID: "q", Name: "Eva"}) {
		t.Errorf("the arbiter Eva is %+v", got)
	}
	if s, err = tournament.Replay(w.state.ID, tournament.Forget(w.log, "rui", nobody)); err != nil {
		t.Fatal(err)
	}
	if i := s.Number("nobody"); i < 0 || s.Entrants[i].Who != nobody {
		t.Errorf("Rui is not forgotten: %+v", s.Entrants)
	}
}

// A round pairs entrants only, each once.
func TestPaired_Refused(t *testing.T) {
	w := newWorld(t, 1, tournament.Setup{System: tournament.Round})
	w.join(3)
	w.do(tournament.Event{Kind: tournament.Begun, Order: []string{"p0", "p1", "p2"}, Lots: []int{2, 0, 1}})
	if at := w.state.Deadline(); !at.IsZero() {
		t.Errorf("before the first round there is time until %s", at)
	}
	for pairs, want := range map[[4]int]bool{
		{0, 1, 2, pairing.Bye}: true, {0, 3, 1, pairing.Bye}: false, {3, 0, 1, pairing.Bye}: false,
		{0, -2, 1, pairing.Bye}: false, {0, 1, 1, pairing.Bye}: false, {pairing.Bye, 0, 1, 2}: false,
	} {
		e := tournament.Event{Kind: tournament.Paired, At: w.now, Until: w.now.Add(time.Hour),
			Pairs: []pairing.Pair{{First: pairs[0], Second: pairs[1]}, {First: pairs[2], Second: pairs[3]}}}
		if _, err := w.state.Apply(e); (err == nil) != want {
			t.Errorf("a round of %v: %v", pairs, err)
		}
	}
}

// A bye needs no decision, and counts as a win.
func TestBye(t *testing.T) {
	w := newWorld(t, 1, tournament.Setup{System: tournament.Round, Needs: 3})
	w.join(3)
	w.settle()
	for board, b := range w.state.Rounds[0].Boards {
		for _, e := range []tournament.Event{{Kind: tournament.Decided, By: "ana", Board: board}, {Kind: tournament.Replayed, Board: board}} {
			_, err := w.state.Apply(e)
			if bye := b.Second == pairing.Bye; (err == tournament.NoBoard) != bye || !bye && err != nil {
				t.Errorf("%s on board %d: %v", e.Kind, board, err)
			}
		}
		if b.Second == pairing.Bye && len(w.state.Games(0, board)) != 0 {
			t.Error("a match is played on the board of a bye")
		}
	}
}

// The first entrant can miss a game and be forgotten like any other.
func TestFirst(t *testing.T) {
	w := newWorld(t, 1, tournament.Setup{System: tournament.Round, Needs: 3})
	w.join(3)
	w.settle()
	for i, x := range w.state.Entrants {
		other := w.state.Entrants[(i+1)%3].Who.ID
		if _, err := w.state.Apply(tournament.Event{Kind: tournament.Replaced, By: "ana", Person: other, Who: &x.Who}); err != tournament.IsIn {
			t.Errorf("%s plays in the place of %s, too: %v", x.Who.ID, other, err)
		}
		board := slices.IndexFunc(w.state.Rounds[0].Boards, func(b tournament.Board) bool { return b.Second != pairing.Bye })
		late, err := w.state.Apply(tournament.Event{Kind: tournament.Decided, Board: board, Reason: tournament.NoShow, Person: x.Who.ID})
		if err != nil || late.Entrants[i].Missed != 1 {
			t.Errorf("%s has missed %d, %v", x.Who.ID, late.Entrants[i].Missed, err)
		}
		gone, err := w.state.Apply(tournament.Event{Kind: tournament.Forgotten, Person: x.Who.ID, Who: &match.Player{ID: "gone"}})
		if err != nil || gone.Entrants[i].Who.ID != "gone" || !gone.Entrants[i].Out {
			t.Errorf("%s is forgotten: %+v, %v", x.Who.ID, gone.Entrants[i], err)
		}
	}
}

// Ids of tournament matches are distinct, with the letters and length of any other.
func TestMatchID(t *testing.T) {
	form, seen := regexp.MustCompile(`^[b-df-hj-km-np-tv-z2-9]{8}$`), map[string]bool{}
	for n := range 3 * 3 * 3 * 3 {
		id := tournament.MatchID(fmt.Sprint("t", n/27), n/9%3, n/3%3, n%3)
		if seen[id] || !form.MatchString(id) || id != tournament.MatchID(fmt.Sprint("t", n/27), n/9%3, n/3%3, n%3) {
			t.Errorf("a match is called %s", id)
		}
		seen[id] = true
	}
}

// An event that does not fit is refused with the reason.
func TestRefusals(t *testing.T) {
	ana, bob := match.Player{ID: "ana"}, match.Player{ID: "bob"}
	w := newWorld(t, 1, tournament.Setup{System: tournament.Round})
	refused := func(e tournament.Event, want tournament.Refusal) {
		t.Helper()
		e.At = w.now
		if _, err := w.state.Apply(e); !errors.Is(err, want) {
			t.Errorf("%+v: %v, want %v", e, err, want)
		}
	}
	join := func(p match.Player) tournament.Event {
		return tournament.Event{Kind: tournament.Joined, By: p.ID, Who: &p, Room: "room"}
	}
	refused(tournament.Event{Kind: tournament.Left, By: "bob"}, tournament.IsNotIn)
	refused(tournament.Event{Kind: tournament.Begun}, tournament.TooFew)
	refused(tournament.Event{Kind: tournament.Decided, By: "ana"}, tournament.NotBegun)
	refused(tournament.Event{Kind: tournament.Cancelled, By: "bob"}, tournament.NotAllowed)
	w.do(join(ana))
	refused(join(ana), tournament.IsIn)
	w.do(join(bob))
	w.do(tournament.Event{Kind: tournament.Begun, Order: []string{"bob", "ana"}, Lots: []int{1, 0}})
	refused(join(match.Player{ID: "eva"}), tournament.HasBegun)
	w.settle()
	refused(tournament.Event{Kind: tournament.Decided, By: "bob"}, tournament.NotAllowed)
	refused(tournament.Event{Kind: tournament.Decided, By: "ana", Board: 1}, tournament.NoBoard)
	for _, at := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		refused(tournament.Event{Kind: tournament.Decided, By: "ana", Round: at[0], Board: at[1]}, tournament.NoBoard)
	}
	for _, points := range [][2]int{{3, 0}, {0, 3}, {2, 1}, {-1, 2}, {2, -1}} {
		refused(tournament.Event{Kind: tournament.Decided, By: "ana", Points: points}, tournament.BadPoints)
	}
	refused(tournament.Event{Kind: tournament.Withdrawn, By: "bob", Person: "ana"}, tournament.NotAllowed)
	refused(tournament.Event{Kind: tournament.Replaced, By: "ana", Person: "bob", Who: &ana}, tournament.IsIn)
	w.do(tournament.Event{Kind: tournament.Decided, By: "ana", Points: [2]int{2, 0}, Reason: tournament.ByArbiter})
	w.settle()
	refused(tournament.Event{Kind: tournament.Ended}, tournament.IsOver)
	if rows := w.state.Standing(w.outcome); w.state.Entrants[rows[0].Entrant].Who != bob || rows[0].Points != 2 {
		t.Errorf("bob, to whom the game was given, is not first: %+v", rows)
	}
	for i := range tournament.MostEntrants {
		if w.state.Status == tournament.Over {
			w = newWorld(t, 2, tournament.Setup{})
		}
		w.do(join(match.Player{ID: fmt.Sprint("p", i)}))
	}
	refused(join(ana), tournament.IsFull)
}

func regexpWords(s string) []string {
	return slices.Collect(func(yield func(string) bool) {
		word := ""
		for _, r := range s + " " {
			if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' {
				word += string(r)
			} else if word != "" {
				if !yield(word) {
					return
				}
				word = ""
			}
		}
	})
}

// Somebody withdraws while a match goes on: that ends by itself, and its result counts, also if it was won meanwhile.
func TestWithdrawn_InAMatch(t *testing.T) {
	for _, meanwhile := range []tournament.Contestant{tournament.None, tournament.Challenger} {
		w := newWorld(t, 7, tournament.Setup{System: tournament.Swiss, Needs: 2, Rounds: 1})
		w.join(2)
		w.settle()
		id, first := w.state.Games(0, 0)[0], w.state.Entrants[w.state.Rounds[0].Boards[0].First].Who.ID
		w.do(tournament.Event{Kind: tournament.Withdrawn, Person: first, By: first})
		if list := w.state.Rulings(w.outcome); len(list) != 1 ||
			list[0] != (tournament.Ruling{Match: id, As: match.Left, Winner: tournament.Opponent}) {
			t.Fatalf("the match that goes on is to end so: %+v", list)
		}
		if meanwhile != tournament.None {
			w.played[id] = tournament.Outcome{There: true, Over: true, Winner: meanwhile}
		}
		w.settle()
		winner := 0 // of those of the board
		if meanwhile == tournament.None {
			winner = 1
		}
		r, done := w.state.Result(0, 0, w.outcome)
		if !done || r.Unplayed || r.Points[winner] != 2 || r.Points[1-winner] != 0 || w.state.Status != tournament.Over {
			t.Errorf("won meanwhile by %d: %+v %v, %s", meanwhile, r, done, w.state.Status)
		}
	}
}

// Nobody of seven has the bye of a Swiss tournament twice, however their games end.
func TestSwiss_ByeOnce(t *testing.T) {
	for seed := range uint64(40) {
		w := newWorld(t, seed, tournament.Setup{System: tournament.Swiss, Needs: 7, Rounds: 4})
		w.join(7)
		for w.settle(); w.state.Status == tournament.Running; w.settle() {
			for _, id := range w.open() {
				w.played[id] = tournament.Outcome{There: true, Over: true, Winner: tournament.Contestant(w.random.IntN(3))}
			}
		}
		byes := map[int]int{}
		for _, r := range w.state.Rounds {
			for _, b := range r.Boards {
				if b.Second == pairing.Bye {
					byes[b.First]++
				}
			}
		}
		if len(byes) != len(w.state.Rounds) || len(byes) < 2 {
			t.Errorf("seed %d: %d rounds with the byes %v", seed, len(w.state.Rounds), byes)
		}
	}
}
