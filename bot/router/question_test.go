package router_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// replies answers a message in the group.
func replies(h chat.Handler, u chat.User, text, to string) {
	Hear(h, chat.Event{Room: "desk:group", From: u, Text: text, Addressed: true, Quoted: to})
}

// A yes or no that is typed answers the question whether somebody really wants to: in any language, by the person who
// was asked, while nothing else has come between. The talk of people with each other ends no match.
func TestQuestion_AnsweredInWords(t *testing.T) {
	reply := func(h chat.Handler, u chat.User, text string, to chat.Message) {
		replies(h, u, text, chat.PlainText(to.Text))
	}
	for name, x := range map[string]struct {
		ask    string
		answer func(h chat.Handler, asked chat.Message)
		want   string // what is said last
		ends   match.Status
	}{
		"a reply": {"/resign", func(h chat.Handler, q chat.Message) { reply(h, Ana, "Sim", q) }, "Ana resigns",
			match.Over},
		"a reply of another": {"/resign", func(h chat.Handler, q chat.Message) { reply(h, Rui, "yes", q) }, "",
			match.Playing},
		"a reply to the board": {"/resign", func(h chat.Handler, q chat.Message) {
			reply(h, Ana, "yes", chat.Message{Text: []chat.Span{{Text: "Portuguese draughts #2gj5"}}})
		}, "", match.Playing},
		"a reply, no": {"/resign", func(h chat.Handler, q chat.Message) { reply(h, Ana, "não", q) },
			"the match goes on", match.Playing},
		"no among others": {"/resign", func(h chat.Handler, _ chat.Message) { Says(h, Ana, "no") }, "the match goes on",
			match.Playing},
		"yes among others": {"/resign", func(h chat.Handler, _ chat.Message) { Says(h, Ana, "sí") },
			"reply to my question", match.Playing},
		"after a word": {"/resign", func(h chat.Handler, _ chat.Message) {
			Says(h, Ana, "well then")
			Says(h, Ana, "no")
		}, "", match.Playing},
		"after a move": {"/resign", func(h chat.Handler, _ chat.Message) {
			Says(h, Rui, "11-15")
			Says(h, Ana, "no")
		}, "", match.Playing},
		"an offer came between": {"/resign", func(h chat.Handler, _ chat.Message) {
			Says(h, Rui, "/draw")
			Says(h, Ana, "yes")
		}, "A draw", match.Over},
		"too late": {"/resign", func(h chat.Handler, _ chat.Message) {
			Later(10 * time.Minute)
			Says(h, Ana, "no")
		}, "", match.Playing},
		"late, but a reply": {"/resign", func(h chat.Handler, q chat.Message) {
			Later(10 * time.Minute)
			reply(h, Ana, "sí", q)
		}, "Ana resigns", match.Over},
		"cancelling": {"/cancel", func(h chat.Handler, q chat.Message) { reply(h, Ana, "sim", q) }, "cancels the match",
			match.Void},
		"being forgotten": {"/forget", func(h chat.Handler, q chat.Message) { reply(h, Ana, "não", q) },
			"nothing was deleted", match.Playing},
	} {
		Subtest(t, name, func(t *testing.T) {
			store, d := memorytest.New(), NewDesk()
			h, stop := Start(t, store, d)
			Says(h, Ana, "/play damas @rui colour=theirs")
			Says(h, Rui, "/accept white")
			Says(h, Ana, x.ask)
			asked := d.Last(t).M
			d.Heard()
			x.answer(h, asked)
			said := d.Heard()
			m := Only(t, store, storage.Query{})
			if m.Status != x.ends || x.want == "" && name != "after a move" && len(said) > 0 || x.want != "" &&
				(len(said) == 0 || !strings.Contains(said[len(said)-1], x.want)) {
				t.Errorf("the match is %v, and said is %q", m.Status, said)
			}
			stop()
		})
	}
}

// In a private talk nobody but the bot can be meant.
func TestQuestion_AnsweredInPrivate(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for _, x := range []struct{ text, want string }{
			{"/play damas @house:1 colour=white", ""},
			{"/resign", "Do you really"},
			{"no", "the match goes on"},
			{"yes", "I am not waiting for an answer from you now"},
			{"/resign", "Do you really"},
			{"yes", "Ana resigns"},
			{"/forget", "If you want"},
			{"sí", "I have forgotten you"},
		} {
			Privately(h, Ana, x.text)
			if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, x.want) {
				t.Errorf("%s: %q", x.text, got)
			}
		}
	})
}

// The most for which a game can be given up cannot be refused, and less may be taken at once. Named without having been
// asked, either is asked about.
func TestQuestion_Resignation(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play backgammon @rui")
		Says(h, Rui, "/accept")
		Says(h, Ana, "/resign 3")
		if got := chat.PlainText(d.Last(t).M.Text); Only(t, h.Store, storage.Query{}).Status != match.Playing ||
			!strings.HasPrefix(got, "Do you really want to resign against") {
			t.Errorf("asked %q", got)
		}
		Says(h, Ana, "/resign 2")
		if got := chat.PlainText(d.Last(t).M.Text); Only(t, h.Store, storage.Query{}).Pending != (match.Pending{}) ||
			!strings.HasPrefix(got, "Do you want to offer to resign for 2 points?") {
			t.Errorf("asked %q", got)
		}
		Says(h, Ana, "/resign 2")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "Ana offers to resign for 2 points.") {
			t.Errorf("offered %q", got)
		}
		Says(h, Rui, "/decline")
		Says(h, Ana, "/resign")
		Says(h, Ana, "/resign 3")
		if got := chat.PlainText(d.Last(t).M.Text); Only(t, h.Store, storage.Query{}).Status != match.Over {
			t.Errorf("the match goes on with %q", got)
		}
	})
}

// A number that is typed does as the button with it: in private, or in a reply to the question; said among others it is
// asked for, and any other number is none of the answers.
func TestQuestion_ResignationByNumber(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for name, x := range map[string]struct {
			answer func(h chat.Handler, asked string)
			want   string
		}{
			"a reply": {func(h chat.Handler, asked string) { replies(h, Ana, "3", asked) },
				"Rui wins 3 points: Ana resigns."},
			"less": {func(h chat.Handler, asked string) { replies(h, Ana, "2 points", asked) },
				"Ana offers to resign for 2 points."},
			"among others":   {func(h chat.Handler, _ string) { Says(h, Ana, "3") }, "reply to my question"},
			"another number": {func(h chat.Handler, asked string) { replies(h, Ana, "4", asked) }, ""},
			"of another":     {func(h chat.Handler, asked string) { replies(h, Rui, "3", asked) }, ""},
			"in private":     {func(h chat.Handler, _ string) { Privately(h, Ana, "3") }, "Ana resigns."},
		} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			if name == "in private" {
				Privately(h, Ana, "/play backgammon @house:1 points=3")
				Privately(h, Ana, "/resign")
			} else {
				Says(h, Ana, "/play backgammon @rui")
				Says(h, Rui, "/accept")
				Says(h, Ana, "/resign")
			}
			asked := chat.PlainText(d.Last(t).M.Text)
			d.Heard()
			x.answer(h, asked)
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, x.want) || x.want == "" &&
				strings.Contains(got, "resign") {
				t.Errorf("%s: told %q", name, got)
			}
		}
	})
}

// A question in a room of a service that is not there any more ends as well; nothing can be taken away there.
func TestQuestion_ServiceAway(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store := memorytest.New()
		const left = `{"heard":0,"at":"2026-11-23T11:00:00Z","own":"7","brief":true,"goes":true}`
		if err := store.Put(t.Context(), "question/desk:ana/away:room", left); err != nil {
			t.Fatal(err)
		}
		_, stop := Start(t, store, NewDesk())
		Later(time.Minute)
		if keys, err := store.Keys(t.Context(), "question/"); err != nil || len(keys) != 0 {
			t.Errorf("open are %q, %v", keys, err)
		}
		stop()
	})
}

// A question that nobody answers is open for a day, and then not kept any more: neither by a program that runs all the
// time nor by one that is started again later.
func TestQuestion_Lapses(t *testing.T) {
	for name, pass := range map[string]func(stop, start func()){
		"running": func(_, _ func()) { Later(2 * time.Hour) },
		"started": func(stop, start func()) { stop(); Later(2 * time.Hour); start(); Later(time.Minute) },
	} {
		Subtest(t, name, func(t *testing.T) {
			store, d := memorytest.New(), NewDesk()
			h, stop := Start(t, store, d)
			Says(h, Ana, "/play damas @rui colour=theirs")
			Says(h, Rui, "/accept white")
			Says(h, Ana, "/resign")
			asked := chat.PlainText(d.Last(t).M.Text)
			Later(23 * time.Hour)
			open := func() int {
				keys, err := store.Keys(t.Context(), "question/")
				if err != nil {
					t.Fatal(err)
				}
				return len(keys)
			}
			if open() != 1 {
				t.Fatalf("%d questions are open after 23 hours", open())
			}
			pass(stop, func() { h, stop = Start(t, store, d) })
			if open() != 0 {
				t.Errorf("%d questions are open after 25 hours", open())
			}
			Hear(h, chat.Event{Room: "desk:group", From: Ana, Text: "yes", Addressed: true, Quoted: asked})
			if m := Only(t, store, storage.Query{}); m.Status != match.Playing {
				t.Errorf("the match is %v", m.Status)
			}
			stop()
		})
	}
}

// A yes at which the store fails is told to have failed, and the next yes counts.
func TestWords_YesWhenStoreFails(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, method := range []string{"Put", "Append"} {
			store, d := faultytest.New(memorytest.New()), NewDesk()
			h, _ := Start(t, store, d)
			Privately(h, Ana, "/play damas @house:1 colour=white")
			Privately(h, Ana, "/resign")
			store.Plan(faultytest.Always(faultytest.Fault{Err: storage.ErrFull}, method))
			d.Heard()
			Privately(h, Ana, "yes")
			if got := fmt.Sprint(d.Heard()); method == "Append" && !strings.Contains(got, "went wrong") {
				t.Errorf("%s fails: said is %q", method, got)
			}
			store.Plan(nil)
			Privately(h, Ana, "yes")
			if is := Only(t, store, storage.Query{}).Status; is != match.Over {
				t.Errorf("%s has failed: the match is %v, and said is %q", method, is, d.Heard())
			}
		}
	})
}
