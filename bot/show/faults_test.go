package show_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// Whichever call of the store fails while something is shown, the answer is the usual one or reports an error.
func TestShow_AnyCallFails(t *testing.T) {
	InTime(t, func(t *testing.T) {
		kept, d := memorytest.New(), NewDesk()
		store := faultytest.New(kept)
		h, _ := Start(t, kept, d, func(c *bot.Config) { c.Store = store })
		var ids []string
		for _, text := range []string{"ana /play damas @rui colour=white", "rui /accept", "ana 11-15", "rui 21-18", "ana /resign yes",
			"ana /analyse", "ana /play damas bot colour=white", "ana /play gamao @rui", "rui /accept", "ana /play cage @rui", "rui /accept"} {
			who, says, _ := strings.Cut(text, " ")
			Says(h, map[string]chat.User{"ana": Ana, "rui": Rui}[who], says)
			if id := regexp.MustCompile("#[a-z0-9]{4}").FindString(chat.PlainText(d.Last(t).M.Text)); id != "" && !slices.Contains(ids, id) {
				ids = append(ids, id) // one that has ended, one with the bot, with dice, and another one
			}
		}
		Later(time.Minute)
		asks := func(text string) string {
			d.Heard()
			Says(h, Ana, text)
			return strings.Join(d.Heard(), "\n")
		}
		for _, text := range strings.Split("/games;/games next;/games room;/history;/history last;/start;/start menu;/help;/rules;"+
			"/dice;/board whose;/board time;/step;/log;/words;/text;/position;/analyse;/replay;"+
			"/analyse "+ids[0]+" m1;/step "+ids[0]+" 1;/dice "+ids[2]+";/dice "+ids[2]+" nonsense;/board square 11;"+
			"/board square 11 "+ids[0]+";/hint "+ids[1], ";") {
			store.Plan(nil)
			usual := asks(text)
			for n := range store.Calls() {
				store.Plan(faultytest.Nth(n+1, faultytest.Fault{Err: ErrDown}))
				got := asks(text)
				store.Plan(nil)
				if hinted := strings.Contains(got, "Hints used: "); hinted && strings.HasPrefix(text, "/hint") {
					continue // it goes on from step to step
				}
				if got == "" || got != usual && !strings.HasPrefix(got, "Something went wrong") {
					t.Errorf("%s, call %d: %q, not %q", text, n+1, got, usual)
				}
			}
		}
	})
}

// Whichever call of the store fails while a report is asked for, it comes, or the error is reported and it comes when
// asked for again.
func TestAnalyse_AnyCallFails(t *testing.T) {
	calls := 0
	for n := 0; n <= calls; n++ {
		InTime(t, func(t *testing.T) {
			kept, d := memorytest.New(), NewDesk()
			store := faultytest.New(kept)
			h, _ := Start(t, kept, d, func(c *bot.Config) { c.Store = store })
			Says(h, Ana, "/play damas @rui colour=white")
			Says(h, Rui, "/accept")
			Says(h, Ana, "11-15")
			Says(h, Rui, "21-18")
			Says(h, Rui, "/resign yes")
			d.Heard()
			store.Plan(faultytest.Nth(n, faultytest.Fault{Err: ErrDown})) // of 0 none
			Says(h, Ana, "/analyse")
			calls = max(calls, store.Calls())
			store.Plan(nil)
			Later(3 * time.Minute)
			first := strings.Join(d.Heard(), "\n")
			Says(h, Rui, "/analyse")
			Later(3 * time.Minute)
			again := strings.Join(d.Heard(), "\n")
			promised := strings.Contains(first, "I am going through")
			if promised == strings.HasPrefix(first, "Something went wrong") || strings.Count(again, "Ana: accuracy") != 1 {
				t.Errorf("call %d: %q, and again %q", n, first, again)
			}
		})
	}
}

// A button below an outdated board says so, and one that asks for the next match says if none waits.
func TestBoard_OldButtons(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas @rui colour=white")
		Says(h, Rui, "/accept")
		id := IDOf(t, d)
		Says(h, Ana, "11-15")
		for says, want := range map[string]string{
			"/board " + id + ":0 more": "That button belongs to an older board", "/board " + id + ":0 back": "That button belongs to an older board",
			"/board " + id + ":1 more": "What would you like", "/board " + id + ":1 back": "Rui (⚫) to move",
		} {
			d.Heard()
			Taps(h, "desk:group", Ana, says)
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, want) {
				t.Errorf("%s: %q", says, got)
			}
		}
		Says(h, Ana, "/resign yes")
		Hear(h, chat.Event{Room: "desk:group", From: Ana, Text: "/board " + id + " back", Tap: true, Addressed: true, Quoted: "What would you"})
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "is over") {
			t.Errorf("after the end: %q", got)
		}
	})
}

// The button for the next match replaces the board it belongs to, which is no match's board any more; when typed, the
// board comes below.
func TestGames_NextTurnsTheBoard(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas @rui colour=white")
		Says(h, Rui, "/accept")
		id := IDOf(t, d)
		Says(h, Ana, "11-15")
		board := chat.Ref(fmt.Sprint("m", len(d.All())))
		Says(h, Ana, "/play cage @rui colour=red")
		Says(h, Rui, "/accept")
		next := chat.Event{Room: "desk:group", From: Ana, Text: "/games next " + id, Addressed: true, Mentions: []chat.User{Rui}}
		Hear(h, next)
		if m := d.Last(t).M; m.Instead || !strings.Contains(chat.PlainText(m.Text), "Cage") {
			t.Errorf("typed: %+v", m)
		}
		next.Tap, next.Pressed = true, board
		Hear(h, next)
		if m := d.Last(t).M; !m.Instead || !strings.Contains(chat.PlainText(m.Text), "Cage") {
			t.Errorf("pressed: %+v", m)
		}
		Says(h, Rui, "/move "+id+" 21-18")
		if m := d.Last(t); m.On != "" || !strings.Contains(chat.PlainText(m.M.Text), "Rui: 21-18") || slices.Contains(d.Retired, board) {
			t.Errorf("the move is told on %q: %q; without buttons are %v", m.On, chat.PlainText(m.M.Text), d.Retired)
		}
		d.Heard()
		Says(h, Eva, "/games next")
		if got := d.Heard(); len(got) != 1 || !strings.Contains(got[0], "No match here waits for you") {
			t.Errorf("for somebody who plays nothing: %q", got)
		}
	})
}

// The menu tells a person without a name what is missing, shows people at one keyboard their only running match, and
// the rules are those of the only game.
func TestStart_Odd(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Hear(h, chat.Event{Room: "desk:group", Text: "/start", Addressed: true})
		if got := d.Heard(); len(got) != 2 || !strings.HasPrefix(got[0], "Hello!") {
			t.Errorf("nobody is told %q", got)
		}
		Says(h, Ana, "/rules")
		if got := d.Heard(); len(got) != 1 || !strings.Contains(got[0], "Eximo") || len(d.All()) > 0 {
			t.Errorf("the rules: %q", got)
		}
	}, func(c *bot.Config) {
		c.Games = slices.DeleteFunc(Naive(Games), func(g *engine.Game) bool { return g.Name != "eximo" })
	})
	InTime(t, func(t *testing.T) {
		types := Together(t, "en")
		types(Ana, "/play damas @rui colour=white")
		types(Rui, "/accept")
		if got := types(Ana, "/start"); !strings.Contains(got, "to move") || !strings.Contains(got, "[11: /move #") {
			t.Errorf("together: %q", got)
		}
	})
}

// A match of a game without a computer player is not analysed.
func TestAnalyse_NoBrain(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for _, says := range []string{"ana /play eximo @rui", "rui /accept"} {
			who, text, _ := strings.Cut(says, " ")
			Says(h, map[string]chat.User{"ana": Ana, "rui": Rui}[who], text)
		}
		PlayOn(t, h, h.Store, 2)
		Says(h, Ana, "/resign yes")
		Says(h, Ana, "/analyse")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "do not play") {
			t.Errorf("told %q", got)
		}
	}, func(c *bot.Config) {
		for i, g := range c.Games {
			without := *g
			without.Brain = nil
			c.Games[i] = &without
		}
	})
}

// Own matches are listed first if they await the reader, and by the time left, page by page; a button for a page that
// no longer exists shows the last one.
func TestGames_Order(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		limits := []string{"7d", "1d", "no", "3d"}
		order := []int{1, 3, 0, 2} // from the shortest
		var ids []string
		for i := range 16 {
			Says(h, Ana, "/play damas @rui colour=white time="+limits[i%4])
			Says(h, Rui, "/accept")
			ids = append(ids, IDOf(t, d))
		}
		for i, id := range ids {
			if i/4%2 == 1 {
				Says(h, Ana, "/move "+id+" 11-15")
			}
		}
		var want []string
		for _, moved := range []int{0, 1} {
			for _, limit := range order {
				want = append(want, ids[4*moved+limit], ids[4*(moved+2)+limit])
			}
		}
		var got []string
		pages := []string{"/games", "/games 2", "/games 3"}
		for _, page := range pages {
			d.Heard()
			Says(h, Ana, page)
			got = append(got, regexp.MustCompile("#[a-z0-9]{4}").FindAllString(chat.PlainText(d.Last(t).M.Text), -1)...)
		}
		if !slices.Equal(got, want) {
			t.Errorf("listed %v, want %v", got, want)
		}
		last := chat.PlainText(d.Last(t).M.Text)
		Taps(h, "desk:group", Ana, "/games 9")
		if got := chat.PlainText(d.Last(t).M.Text); got != last {
			t.Errorf("the ninth page is %q", got)
		}
		Says(h, Ana, "/games next")
		if got := IDOf(t, d); got != ids[0] { // it has waited longest
			t.Errorf("the next one is %s, not %s", got, ids[0])
		}
	})
}
