package guide_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// Buttons side by side in a menu fit a phone: two of fifteen characters, or three of nine, in every language.
func TestMenu_FitsPhone(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, lang := range []string{"en", "es", "pt"} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Says(h, Ana, "/language "+lang)
			for _, text := range []string{"/play damas ??", "/play gamao colour=theirs ??", "/settings message",
				"/settings theme", "/settings time"} {
				Says(h, Ana, text)
				buttons := d.Last(t).M.Buttons
				for _, row := range buttons[:len(buttons)-1] {
					for _, b := range row {
						if n := len([]rune(b.Label)); len(row) > 1 && n > 15 || len(row) > 2 && n > 9 {
							t.Errorf("%s, %s: %q stands in a row of %d", lang, text, b.Label, len(row))
						}
					}
				}
			}
		}
	})
}

// There is a way back from the computer's level to the opponents, and from them to the games.
func TestMenu_Back(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		d.Can.Privates = false
		h, _ := Start(t, memorytest.New(), d)
		Says(h, Ana, "/play damas house ??")
		for _, want := range []string{"against whom?", "Which game?"} {
			Tap(t, h, d, Ana, "←")
			if m := d.Last(t).M; !strings.Contains(chat.PlainText(m.Text), want) || !m.Instead {
				t.Errorf("back: %+v, not %q", m, want)
			}
		}
	})
}

// The last button of a menu counts once, however fast it is pressed, and then the menu is gone.
func TestMenu_Gone(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		d.Can.Privates = false
		h, _ := Start(t, memorytest.New(), d)
		press := func(text string) chat.Message {
			h.Hear(context.Background(), chat.Event{Room: "desk:group", From: Ana, Text: text, Addressed: true, Tap: true,
				Opener: Ana, Mentions: []chat.User{Ana, Rui}})
			return d.Last(t).M
		}
		if m := press("/play damas"); !m.Instead || m.Closes || !strings.Contains(chat.PlainText(m.Text), "anyone") {
			t.Errorf("a challenge to anyone: %+v", m)
		}
		if m := press("/play damas"); !m.Private || !strings.Contains(chat.PlainText(m.Text), "asked for that already") {
			t.Errorf("once more: %+v", m)
		}
		if m := press("/play damas @rui"); m.Instead || !m.Closes || m.Turn.ID != Rui.ID {
			t.Errorf("a challenge to somebody: %+v", m)
		}
		if m := press("/play damas @zoe"); m.Instead || !m.Closes || m.Turn.Handle != "zoe" {
			t.Errorf("a challenge to somebody of whom only the handle is known: %+v", m)
		}
	})
}

// The person named at the beginning of the guided start is called at its end, though the later buttons do not mention
// them.
func TestMenu_Opponent(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Hear(h, chat.Event{Room: "desk:group", From: Ana, Text: "/play @rui", Mentions: []chat.User{Rui}, Addressed: true})
		for range 2 { // the game, and then the challenge
			Hear(h, chat.Event{Room: "desk:group", From: Ana, Text: d.Last(t).M.Buttons[0][0].Says, Addressed: true, Tap: true,
				Opener: Ana})
		}
		if m := d.Last(t).M; m.Turn.ID != Rui.ID || !strings.Contains(chat.PlainText(m.Text), "Ana challenges Rui.") {
			t.Errorf("said to %v: %q", m.Turn, chat.PlainText(m.Text))
		}
	})
}

// A repeated challenge that nobody has received, or that awaits its answer, is one challenge. With other words it is
// another.
func TestMenu_RepeatedUnheard(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		typed := time.Now()
		Later(time.Minute)
		for i, x := range []struct {
			text string
			said time.Time
			want int
		}{
			{"/play damas colour=white @rui", typed.Add(5 * time.Second), 1}, // came first
			{"/play damas colour=white @rui", typed, 1},
			{"/play damas colour=white @rui time=3d", typed.Add(time.Second), 2},
			{"/play damas colour=white @RUI", typed.Add(2 * time.Second), 2},
			{"/play damas colour=white", typed.Add(3 * time.Second), 3},
			{"/play damas colour=white", typed.Add(4 * time.Second), 3},
			{"/play damas colour=white @rui", typed.Add(2 * time.Minute), 3}, // waits still
			{"/play damas colour=white", typed.Add(2 * time.Minute), 4},
		} {
			Hear(h, chat.Event{ID: fmt.Sprint("desk:", i), Room: "desk:group", From: Ana, Text: x.text,
				Mentions: []chat.User{Rui}, Said: x.said, Addressed: true})
			if heads, err := h.Store.Find(t.Context(), storage.Query{Live: true}); err != nil || len(heads) != x.want {
				t.Errorf("after %q there are %d matches, not %d, %v; said: %q", x.text, len(heads), x.want, err, d.Heard())
			}
		}
	})
}

// If two people accept at once, one plays, and the other is told so.
func TestMenu_AcceptedAtOnce(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas")
		accept := d.Last(t).M.Buttons[0][0].Says
		d.Heard()
		eva := chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}
		var both sync.WaitGroup
		for _, u := range []chat.User{Rui, eva} {
			both.Go(func() { Says(h.Bot, u, accept) })
		}
		both.Wait()
		said := strings.Join(d.Heard(), "\n")
		if strings.Count(said, "accepts") != 1 || strings.Count(said, "Somebody else has accepted already.") != 1 {
			t.Errorf("said: %q", said)
		}
		if heads, err := h.Store.Find(context.Background(), storage.Query{}); err != nil || len(heads) != 1 ||
			heads[0].N != 2 {
			t.Errorf("%+v, %v", heads, err)
		}
	})
}

// Where a level of the computer is chosen, each has a line that describes it.
func TestMenu_LevelNames(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas ??")
		Tap(t, h, d, Ana, "Against the bot")
		asked := chat.PlainText(d.Last(t).M.Text)
		for level := 1; level <= engine.Max; level++ {
			if want := fmt.Sprintf("\n%s · ", engine.LevelName(level)); !strings.Contains(asked, want) {
				t.Errorf("%q is not in %q", want, asked)
			}
		}
	})
}

// The computer accepts a rematch at once, and the result stays where the rematch button is.
func TestMenu_RematchOfTheBot(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for _, text := range []string{"/play damas house colour=white", "/resign yes", "/rematch"} {
			h.Hear(t.Context(), chat.Event{Room: "desk:ana", From: Ana, Text: text, Addressed: true, Private: true,
				Tap: text == "/rematch"})
		}
		if m := d.Last(t).M; m.Instead || !strings.Contains(chat.PlainText(m.Text), "I play at level ") {
			t.Errorf("the rematch is said with %+v", m)
		}
	})
}

// All pages about people are reached by one command: the author's results and, from there, those against a person and
// the ranking.
func TestMenu_People(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, word := range []string{"/people", "/pessoas", "/personas", "/profile @ana"} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Says(h, Ana, "/play damas @rui colour=white")
			Says(h, Rui, "/accept")
			Says(h, Ana, "11-15")
			Says(h, Rui, "22-18")
			Says(h, Rui, "/resign yes")
			d.Heard()
			who := Ana
			if strings.Contains(word, "@") {
				who = Rui
			}
			Says(h, who, word)
			for label, want := range map[string]string{"Against ": who.Name + " against ",
				"Ranking": "Ranking: Portuguese draughts"} {
				m := d.Last(t).M
				found := ""
				for _, b := range slices.Concat(m.Buttons...) {
					if strings.HasPrefix(b.Label, label) {
						found = b.Says
					}
				}
				Taps(h, "desk:group", who, found)
				if got := chat.PlainText(d.Last(t).M.Text); !strings.HasPrefix(got, want) {
					t.Errorf("%s, %s: told %q", word, label, got)
				}
				Says(h, who, word)
			}
		}
	})
}

// Against the computer the opponent cannot choose the colour.
func TestMenu_BotChoosesNothing(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas ??")
		before := Labels(t, d)
		Tap(t, h, d, Ana, "Against the bot")
		if after := Labels(t, d); !slices.Contains(before, "They choose") || slices.Contains(after, "They choose") {
			t.Errorf("against anybody %q, against the house %q", before, after)
		}
	})
}

// A challenge to anyone in a private chat has a button that asks for the bot's level, for the same game and options. It
// withdraws the challenge, once.
func TestMenu_AgainstTheBotAsWanted(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		private := func(text string, tap bool) chat.Message {
			Hear(h, chat.Event{Room: "desk:ana", From: Ana, Text: text, Addressed: true, Private: true, Tap: tap})
			return d.Last(t).M
		}
		private(`/play chilean colour=black capture=huff from="B:W31:B1"`, false)
		says := Pressed(t, d.Last(t).M, "Against the bot")
		private("/play eximo", false)
		open := d.Last(t).M
		d.Heard()
		asked := private(says, true)
		if got := d.Heard(); len(got) != 1 {
			t.Errorf("besides the question is said %q", got)
		}
		level := Pressed(t, asked, "2")
		if want := `/play chilenas colour=second from="B:W31:B1" capture=huff @house:2`; level != want || !asked.Instead {
			t.Errorf("the level says %q, not %q; instead: %v", level, want, asked.Instead)
		}
		if got := chat.PlainText(private(says, true).Text); !strings.HasSuffix(got, " is over.") {
			t.Errorf("pressed once more: %q", got)
		}
		_, link, _ := strings.Cut(chat.PlainText(open.Text), "start=")
		Hear(h, chat.Event{Room: "desk:rui", From: Rui, Text: "/accept #" + strings.Fields(link)[0], Addressed: true,
			Private: true})
		if got := chat.PlainText(private(Pressed(t, open, "Against the bot"), true).Text); !strings.HasPrefix(got,
			"That button") {
			t.Errorf("pressed when somebody has accepted: %q", got)
		}
		if m := Only(t, h.Store, storage.Query{Live: true}); m.Setup.Game != "eximo" || m.Status != match.Playing {
			t.Errorf("there is %s, which is %s", m.Setup.Game, m.Status)
		}
	})
}
