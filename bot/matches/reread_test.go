package matches_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// hall is a pair of services whose texts may be read late. The clock of each service is wrong by a different amount.
type hall struct {
	t     *testing.T
	h     *Host
	store storage.Store
	n     int
}

// wrongBy is the error of the services' clocks, which count fractions of seconds.
var wrongBy = map[string]time.Duration{
	"desk": 10*time.Minute + time.Millisecond, "shelf": -5*time.Minute + time.Millisecond,
}

// says sends a text that was said some time ago; with again, as one that is read again now.
func (l *hall) says(u chat.User, text string, ago time.Duration, again bool) {
	l.t.Helper()
	l.n++
	service := chat.Room(u.ID).Service()
	e := chat.Event{ID: fmt.Sprint(service, ":", l.n),
		Room: map[string]chat.Room{"desk": "desk:group", "shelf": "shelf:channel"}[service], From: u,
		Text: text, Addressed: text[0] == '/', Mentions: []chat.User{Ana, Rui}, Said: time.Now().Add(wrongBy[service] - ago)}
	if again {
		e.Reread = time.Now()
	}
	l.hears(e)
}

// hears handles an event at the moment of the one before.
func (l *hall) hears(e chat.Event) {
	Hear(l.h.Bot, e)
	synctest.Wait()
}

// move returns a legal move of the only match.
func (l *hall) move() string { return string(FirstMove(Only(l.t, l.store, storage.Query{}))) }

// count counts the events of a kind.
func (l *hall) count(kind match.Kind) (n int) {
	for _, e := range EventsOf(l.t, l.store) {
		if e.Kind == kind {
			n++
		}
	}
	return n
}

// played fails unless the match has that many moves.
func (l *hall) played(what string, want int) {
	l.t.Helper()
	if got := l.count(match.Moved); got != want {
		l.t.Errorf("%s: %d moves, not %d", what, got, want)
	}
}

// enter makes a hall with both services, in virtual time.
func enter(t *testing.T, do func(l *hall, d *Desk)) {
	t.Helper()
	InTime(t, func(t *testing.T) {
		store, d := memorytest.New(), NewDesk()
		h, _ := TwoServices(t, store, d, NewDesk())
		do(&hall{t: t, h: h, store: store}, d)
	})
}

// If the other player is on a service with another clock, a text that is read again counts if it was said after the
// last move.
func TestReread_AcrossServices(t *testing.T) {
	enter(t, func(l *hall, d *Desk) {
		l.says(Ana, "/play damas colour=white", 0, false)
		l.says(Leo, "/accept "+CodeIn(t, chat.PlainText(d.Last(t).M.Text)), 0, false)
		Later(time.Minute)
		l.says(Ana, "11-15", 0, false)
		Later(10 * time.Second)
		l.says(Leo, "/move 21-18", 0, false)
		Later(10 * time.Second)
		l.says(Ana, l.move(), 15*time.Second, true)
		l.played("said before the other player moved", 2)
		l.says(Ana, l.move(), 5*time.Second, true)
		l.played("said after that", 3)
	})
}

// Moves of the computer and throws after the reading cannot have been seen before, and two people who spoke at the same
// moment cannot have seen each other's words.
func TestReread_Blind(t *testing.T) {
	for name, c := range map[string]struct {
		challenge string
		second    chat.User
		apart     time.Duration // between the two texts
		number    int           // of the second; the first has one from 2 on
		want      int           // moves, of the computer also
	}{
		"the house":            {"/play damas house level=1 colour=white", Ana, time.Second, 0, 2},
		"dice":                 {"/play gamao colour=black @rui", Rui, time.Second, 0, 2}, // one of them to roll
		"a person":             {"/play damas colour=white @rui", Rui, time.Second, 0, 2},
		"at one moment":        {"/play damas colour=white @rui", Rui, 0, 1, 1},
		"at one moment, later": {"/play damas colour=white @rui", Rui, 0, 9, 2},
		"out of order":         {"/play damas colour=white @rui", Rui, -time.Second, 9, 1},
		"twice the same":       {"/play damas colour=white @rui", Ana, time.Second, 9, 1},
	} {
		t.Run(name, func(t *testing.T) {
			enter(t, func(l *hall, _ *Desk) {
				l.says(Ana, c.challenge, 0, false)
				if c.second == Rui || name == "twice the same" {
					l.says(Rui, "/accept", 0, false)
				}
				Later(time.Minute)
				l.says(Ana, l.move(), 10*time.Second, true)
				read := time.Now()
				Later(5 * time.Second)
				e := chat.Event{ID: fmt.Sprint("desk:", c.number), Room: "desk:group", From: c.second, Text: l.move(), Reread: read}
				e.Said = read.Add(wrongBy["desk"] - 10*time.Second + c.apart)
				l.hears(e)
				Later(time.Minute)
				l.played(name, c.want)
			})
		})
	}
}

// untilPass are moves of a game of Cage, after which a pass is the only legal move.
func untilPass(start engine.Line) (moves []string) {
	for seed := uint64(1); ; seed++ {
		random, line := rand.New(rand.NewPCG(seed, seed)), start
		for moves = nil; !line.Outcome().Decided(); {
			all := slices.Collect(line.Position().Moves())
			if slices.Equal(all, []engine.Move{engine.Pass}) && len(moves) > 0 {
				return moves
			}
			move := all[random.IntN(len(all))]
			line, _ = line.Play(move) // it is legal
			moves = append(moves, string(move))
		}
	}
}

// Two moves of one player were both meant if the other player had to pass between them.
func TestReread_Pass(t *testing.T) {
	enter(t, func(l *hall, _ *Desk) {
		l.says(Ana, "/play cage size=6 colour=red @rui", 0, false)
		l.says(Rui, "/accept", 0, false)
		moves := untilPass(Only(t, l.store, storage.Query{}).Line)
		for i, move := range moves {
			Later(time.Minute)
			by := []chat.User{Ana, Rui}[i%2]
			last := i == len(moves)-1
			l.says(by, move, 20*time.Second, last)
			if last {
				l.says(by, l.move(), 10*time.Second, true)
			}
		}
		l.played("with a pass, and the move after it", len(moves)+2)
	})
}

// An acceptance from before the challenge opens no thread and begins nothing.
func TestReread_Acceptance(t *testing.T) {
	enter(t, func(l *hall, d *Desk) {
		l.says(Ana, "/play damas thread @rui", 10*time.Second, false)
		l.says(Rui, "/accept", 20*time.Second, true)
		if n, threads := l.count(match.Accepted), d.Threads.Load(); n+int(threads) > 0 {
			t.Errorf("accepted: %d, threads: %d", n, threads)
		}
		l.says(Rui, "/accept", 5*time.Second, true)
		if n, threads := l.count(match.Accepted), d.Threads.Load(); n != 1 || threads != 1 {
			t.Errorf("afterwards accepted: %d, threads: %d", n, threads)
		}
	})
}

// A challenge that was repeated for lack of an answer, and is read after the first was accepted, begins nothing.
func TestReread_Challenge(t *testing.T) {
	enter(t, func(l *hall, d *Desk) {
		l.says(Ana, "/play damas @rui", 10*time.Second, false)
		l.says(Rui, "/accept", 3*time.Second, false)
		for i, ago := range []time.Duration{5 * time.Second, time.Second} {
			l.says(Ana, "/play damas @rui", ago, true)
			if found, err := l.store.Find(t.Context(), storage.Query{}); len(found) != i+1 || err != nil {
				t.Errorf("said %v ago, there are %d matches, want %d: %v", ago, len(found), i+1, err)
			}
		}
	})
}

// Each text that was said after a puzzle was set tries it once.
func TestReread_Puzzle(t *testing.T) {
	enter(t, func(l *hall, d *Desk) {
		l.says(Ana, "/puzzle damas", 0, false)
		Later(time.Minute)
		posed := PosedIn(t, l.store, "desk:group")
		line, err := posed.Puzzle.Line(GameNamed("portuguese"))
		if err != nil {
			t.Fatal(err)
		}
		var wrong engine.Move
		for m := range line.Position().Moves() {
			if !slices.Contains(posed.Puzzle.Solution, m) {
				wrong = m
			}
		}
		for _, before := range []string{"", "/puzzle "} {
			d.Heard()
			l.says(Rui, before+string(wrong), 2*time.Minute, true)
			l.says(Rui, "/puzzle next", 2*time.Minute, true)
			if got := d.Heard(); len(got) > 0 {
				t.Errorf("before it was set: %q", got)
			}
			l.says(Rui, before+string(wrong), 10*time.Second, true)
			l.n-- // the same event
			l.says(Rui, before+string(wrong), 10*time.Second, true)
			if got := d.Heard(); len(got) != 1 {
				t.Errorf("after it was set: %q", got)
			}
			Later(time.Minute)
		}
	})
}
