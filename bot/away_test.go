package bot_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/faulty"
	"tabuleiro/storage/memory"
)

// Texts heard while the store of several processes is away are dealt with as soon as it is there again, and nobody is
// told that something went wrong; where the process loses the room before, another one deals with them.
func TestStoreIsAway(t *testing.T) {
	inTime(t, func(t *testing.T) {
		common := memory.New()
		store := faulty.New(common)
		h, d, _, _ := oneOfSeveral(t, "a", store, common)
		hears := func(u chat.User, text string, loses time.Duration) {
			ctx, leave, ours := h.Share.Enter(t.Context(), "desk:group")
			if !ours {
				t.Fatal("the room is another's")
			}
			defer leave()
			ctx, cancel := context.WithTimeout(ctx, loses)
			defer cancel()
			h.Hear(ctx, chat.Event{ID: "desk:" + text, Room: "desk:group", From: u, Text: text, Mentions: []chat.User{ana, rui}})
		}
		goes := func(away time.Duration) {
			back := time.Now().Add(away)
			store.Plan(func(c faulty.Call) faulty.Fault {
				if time.Now().Before(back) {
					return faulty.Fault{Err: storage.ErrAway, Done: c.Method == "Append"} // an append is kept, and the answer lost
				}
				return faulty.Fault{}
			})
		}
		hears(ana, "/play damas colour=white @rui", time.Minute)
		hears(rui, "/accept", time.Minute)
		d.heard()
		for _, away := range []time.Duration{time.Millisecond, 5 * time.Second} {
			goes(away)
			move, who := "11-15", ana
			if away > time.Second {
				move, who = "22-18", rui
			}
			began := time.Now()
			hears(who, move, time.Minute)
			if took := time.Since(began); took > away+2*time.Second {
				t.Errorf("%s takes %v", move, took)
			}
			d.expect(t, move, who.Name+": "+move)
		}
		goes(time.Hour)
		hears(ana, "12-16", 3*time.Second)
		goes(0)
		if said := d.heard(); len(said) > 0 {
			t.Errorf("of what another process deals with is said: %q", said)
		}
		moves := 0
		for _, e := range eventsOf(t, common) {
			if e.Kind == match.Moved {
				moves++
			}
		}
		if moves != 2 {
			t.Errorf("%d moves are stored", moves)
		}
	})
}

// A person who waits for the store is shown every few seconds that the bot has heard, and then answered.
func TestWaitingIsShown(t *testing.T) {
	inTime(t, func(t *testing.T) {
		common := memory.New()
		store := faulty.New(common)
		h, d, _, _ := oneOfSeveral(t, "a", store, common)
		ctx, leave, ours := h.Share.Enter(t.Context(), "desk:group")
		if !ours {
			t.Fatal("the room is another's")
		}
		defer leave()
		for away, want := range map[time.Duration]int{4 * time.Second: 0, 13 * time.Second: 2} {
			d.attended = nil
			back := time.Now().Add(away)
			store.Plan(func(faulty.Call) faulty.Fault {
				if time.Now().Before(back) {
					return faulty.Fault{Err: storage.ErrAway}
				}
				return faulty.Fault{}
			})
			h.Hear(ctx, chat.Event{ID: "desk:" + away.String(), Room: "desk:group", From: ana, Text: "/games", Addressed: true})
			if len(d.attended) != want || len(d.heard()) == 0 {
				t.Errorf("away for %v: shown %d times, want %d", away, len(d.attended), want)
			}
		}
	})
}

// A player who has been away is back by a word for it in any of the languages.
func TestAwayOffInWords(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, text := range []string{
			"/away off", "/away back", "/away none", "/ausente não", "/ausente off", "/ausente desligado", "/ausente terminar",
			"/fora não", "/fora fim",
			"/ausente no", "/ausente fin", "/ausente desactivar", "/ausente vuelta",
		} {
			d := newDesk()
			h, stop := start(t, memory.New(), d)
			says(h, ana, "/play damas @rui time=3d")
			says(h, rui, "/accept")
			says(h, ana, "/away 7d")
			if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "is away for") {
				t.Fatalf("said %q", got)
			}
			says(h, ana, text)
			if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "is back") {
				t.Errorf("%s: said %q", text, got)
			}
			stop()
		}
	})
}

// Until when somebody is away is told as it was said, to the end of that day where that person is; a text that names no
// day is asked about, and no clock stops.
func TestAwayUntil(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		begin(t, h, d, "4d")
		says(h, ana, "/settings me zone America/Sao_Paulo")
		later(14*time.Hour + 30*time.Minute) // half an hour before midnight there, on a Monday
		d.heard()
		for _, said := range [][2]string{
			{"vou viajar até domingo", "Ana is away for 6 days"}, {"/ausente hasta el lunes", "Ana is away for 7 days"},
			{"away until friday", "Ana is away for 4 days"}, {"I'm away until tomorrow", "Ana is away for 1 day"},
			{"/away friday", "Ana is away for 4 days"}, {"/away until 26 November", "Ana is away for 3 days"},
			{"/fora até ao Natal", "I do not know which day “ao natal” is"},
			{"estaré fuera dos semanas", "Ana is away for 14 days"},
			{"pause until friday", "4 days"}, {"/ausente banana", "I do not understand the time “banana”"},
			{"/away banana", "“banana”"},
			{"away from friday to sunday", "An absence begins at once"},
			{"ausente de sexta a domingo", "An absence begins at once"},
			{"voy a estar fuera del viernes al lunes", "An absence begins at once"},
			{"away from monday to friday", "Ana is away for 4 days"},
			{"away from friday", "as soon as you tell me"}, {"/ausente a partir de sexta", "as soon as you tell me"},
			{"/ausente desde el viernes", "as soon as you tell me"},
		} {
			hear(h, chat.Event{Room: "desk:group", From: ana, Text: said[0], Addressed: true})
			if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, said[1]) {
				t.Errorf("%q is answered with %q, want %q", said[0], got, said[1])
			}
			says(h, ana, "/away 0")
			d.heard()
		}
	})
}
