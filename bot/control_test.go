package bot_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage/memorytest"
)

// tap presses a button of the last message that has one with such a label.
func tap(t *testing.T, h chat.Handler, d *desk, u chat.User, label string) {
	t.Helper()
	for _, s := range slices.Backward(d.all()) {
		for _, row := range s.m.Buttons {
			for _, b := range row {
				if b.Label == label {
					h.Hear(context.Background(), chat.Event{Room: "desk:group", From: u, Text: b.Says, Addressed: true, Tap: true,
						Opener: u, Quoted: chat.Plain(s.m.Text)})
					return
				}
			}
		}
	}
	t.Fatalf("nothing to tap for %q", label)
}

// labels are those of the buttons of the last message.
func labels(t *testing.T, d *desk) (list []string) {
	t.Helper()
	for _, row := range d.last(t).m.Buttons {
		for _, b := range row {
			list = append(list, b.Label)
		}
	}
	return list
}

// The buttons of a board stay through an offer and its refusal; everything else one may do is behind one button and
// goes away again; resigning asks first.
func TestControl(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d := newDesk()
		d.caps.Choices = 8
		h, _ := start(t, memorytest.New(), d)
		says(h, ana, "/play damas @rui")
		says(h, rui, "/accept")
		moves := labels(t, d)
		if want := []string{"9-13", "10-13", "10-14", "11-14", "11-15", "12-15", "12-16", "⋯"}; !slices.Equal(moves, want) {
			t.Fatalf("the board offers %q, want %q", moves, want)
		}
		tap(t, h, d, ana, "⋯")
		if m := d.last(t).m; !m.Private || !m.Quiet || m.Instead || !slices.Contains(labels(t, d), "Offer a draw") ||
			!slices.Contains(labels(t, d), "Resign") {
			t.Errorf("more: %q, %+v", labels(t, d), m)
		}
		said := len(d.all())
		tap(t, h, d, ana, "←")
		if n := len(d.all()); n != said {
			t.Errorf("back: %q is said", chat.Plain(d.last(t).m.Text))
		}
		tap(t, h, d, ana, "Rules")
		if m := d.last(t).m; !m.Instead || !strings.HasPrefix(chat.Plain(m.Text), "Portuguese draughts · ") {
			t.Errorf("the rules do not take the place of what was opened: %+v", m)
		}
		says(h, ana, "/draw")
		if got := labels(t, d); !slices.Equal(got, append([]string{"Accept", "Decline"}, moves...)) {
			t.Errorf("while a draw is offered: %q", got)
		}
		says(h, rui, "no")
		if got := labels(t, d); !slices.Equal(got, moves) ||
			!strings.Contains(chat.Plain(d.last(t).m.Text), "declines the draw") {
			t.Errorf("after a bare no: %q, %q", got, chat.Plain(d.last(t).m.Text))
		}
		tap(t, h, d, ana, "⋯")
		tap(t, h, d, ana, "Resign")
		if got := chat.Plain(d.last(t).m.Text); got != "Do you really want to resign against Rui?" || !d.last(t).m.Private {
			t.Errorf("resigning: %q", got)
		}
		tap(t, h, d, ana, "Go on")
		if m := d.last(t).m; chat.Plain(m.Text) != "Good: the match goes on." || !m.Instead || len(m.Buttons) > 0 {
			t.Errorf("going on: %+v", m)
		}
		says(h, ana, "/board")
		row := slices.Concat(d.last(t).m.Buttons...)
		stale := []string{row[0].Says, row[len(row)-1].Says}
		tap(t, h, d, ana, "11-15")
		if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "Ana: 11-15") {
			t.Errorf("a tap: %q", got)
		}
		for _, old := range stale {
			h.Hear(context.Background(), chat.Event{Room: "desk:group", From: rui, Text: old, Addressed: true, Tap: true})
			if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "older board") {
				t.Errorf("%s under an old board: %q", old, got)
			}
		}
		eva := chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}
		tap(t, h, d, rui, "⋯")
		tap(t, h, d, eva, "←")
		if got := chat.Plain(d.last(t).m.Text); !strings.HasPrefix(got, "Only the two players") {
			t.Errorf("somebody else: %q", got)
		}
		d.heard()
		says(h, eva, "/board")
		if m := d.last(t).m; m.Turn != (chat.User{}) || m.Board == nil || !m.Quiet {
			t.Errorf("a board for an onlooker calls %+v, quiet: %v", m.Turn, m.Quiet)
		}
	})
}

// A hint is offered against the house, and between people if they agreed to that; nothing is taken back where nothing
// was played.
func TestMoreOffers(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for opponent, want := range map[string]bool{"house": true, "@rui": false, "@rui hints=yes": true} {
			d := newDesk()
			d.caps.Choices = 8
			h, _ := start(t, memorytest.New(), d)
			says(h, ana, "/play damas "+opponent+" colour=white")
			if opponent != "house" {
				says(h, rui, "/accept")
			}
			_, id, _ := strings.Cut(chat.Plain(d.last(t).m.Text), "#")
			tap(t, h, d, ana, "⋯")
			if got := labels(t, d); slices.Contains(got, "Hint") != want || slices.Contains(got, "Take back") {
				t.Errorf("against %s: %q", opponent, got)
			}
			if want {
				says(h, ana, "/resign yes")
				says(h, ana, "/hint #"+id[:4])
				if got := chat.Plain(d.last(t).m.Text); !strings.HasSuffix(strings.TrimSpace(got), "is over.") {
					t.Errorf("a hint after the end: %q", got)
				}
			}
		}
	})
}

// Where many moves are legal the pieces are offered, then where they go; one that can go to one place only goes there.
func TestSteps(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d := newDesk()
		d.caps.Choices = 3
		h, _ := start(t, memorytest.New(), d)
		says(h, ana, "/play damas @rui")
		says(h, rui, "/accept")
		if got := labels(t, d); !slices.Equal(got, []string{"9", "10", "11", "12", "⋯"}) {
			t.Fatalf("the pieces: %q", got)
		}
		tap(t, h, d, ana, "11")
		if got := labels(t, d); !slices.Equal(got, []string{"11-14", "11-15", "←"}) || !d.last(t).m.OnlyButtons {
			t.Fatalf("where it goes: %q", got)
		}
		tap(t, h, d, ana, "←")
		tap(t, h, d, ana, "9")
		if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "Ana: 9-13") {
			t.Errorf("the only place: %q", got)
		}
	})
}

// Answers for one's own eyes come in one's own language, what all see in that of the room.
func TestOwnLanguage(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/language pt")
		h.Hear(context.Background(), chat.Event{Room: "desk:group", From: rui, Text: "/resign", Addressed: true,
			Locale: "es"})
		if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "No tienes") {
			t.Errorf("a note: %q", got)
		}
		h.Hear(context.Background(), chat.Event{Room: "desk:group", From: rui, Text: "/play damas", Addressed: true,
			Locale: "es"})
		if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "Damas") || strings.Contains(got, "jugará") {
			t.Errorf("what all see: %q", got)
		}
	})
}

// Talk under a board gets nothing, a yes or no that answers no offer included.
func TestTalkUnderBoard(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/play damas @rui")
		says(h, rui, "/accept")
		board := chat.Plain(d.last(t).m.Text)
		d.heard()
		for _, text := range []string{"yes", "sí", "sim", "no", "não", "obrigado", "lol", "no way", "thanks"} {
			for _, u := range []chat.User{ana, rui} {
				h.Hear(context.Background(), chat.Event{Room: "desk:group", From: u, Text: text, Addressed: true, Quoted: board})
				if got := d.heard(); len(got) > 0 {
					t.Errorf("%s says %q and is told %q", u.Name, text, got)
				}
			}
		}
	})
}

// The question whether somebody really wants to end a match is answered by this person alone. Answered it is gone; when
// the match has ended meanwhile, it says so and nothing else.
func TestQuestion(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/play damas @rui colour=white")
		says(h, rui, "/accept")
		for _, move := range []string{"11-15", "22-18"} {
			says(h, map[string]chat.User{"11-15": ana, "22-18": rui}[move], move)
		}
		ask := func(u chat.User) said {
			says(h, u, "/resign")
			return d.last(t)
		}
		under := func(u chat.User, asked said, n int) (string, chat.Message) {
			h.Hear(context.Background(), chat.Event{Room: asked.room, From: u, Text: asked.m.Buttons[0][n].Says, Addressed: true,
				Tap: true, Quoted: chat.Plain(asked.m.Text)})
			m := d.last(t).m
			return chat.Plain(m.Text), m
		}
		first, second := ask(ana), ask(ana)
		if got, _ := under(rui, first, 0); !strings.HasPrefix(got, "That button is not yours") {
			t.Errorf("rui, at ana's question: %q", got)
		}
		if got, m := under(rui, ask(rui), 0); !strings.Contains(got, "Rui resigns") || !m.Closes {
			t.Errorf("rui, at the own question: %q, %v", got, m.Closes)
		}
		for n, asked := range []said{first, second} {
			if got, m := under(ana, asked, n); !strings.HasSuffix(got, " is over.") || !m.Instead {
				t.Errorf("%q after the end: %q, %v", asked.m.Buttons[0][n].Label, got, m.Instead)
			}
		}
	})
}

// At a keyboard what a button says is typed by its sign, which is no tap.
func TestQuestionTyped(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/play damas @rui colour=white")
		says(h, rui, "/accept")
		says(h, ana, "/resign")
		yes := d.last(t).m.Buttons[0][0].Says
		says(h, rui, yes)
		if got := chat.Plain(d.last(t).m.Text); !strings.HasPrefix(got, "That button is not yours.") {
			t.Errorf("rui, by ana's button: %q", got)
		}
		says(h, ana, yes)
		if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "Ana resigns") {
			t.Errorf("ana: %q", got)
		}
	})
}

// Of the boards that show a match as it is in a room, the last one alone has buttons, whoever has asked for it; with
// the next move none of them has.
func TestBoardAskedForAgain(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/play damas colour=white @rui")
		says(h, rui, "/accept")
		n := len(d.retired)
		says(h, rui, "/board")
		says(h, chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}, "/board")
		says(h, ana, "11-15")
		says(h, ana, "/resign yes")
		says(h, ana, "/board")
		if got := d.retired[n:]; !slices.Equal(got, []chat.Ref{"m2", "m3", "m4", "m5"}) {
			t.Errorf("retired %v", got)
		}
	})
}

// Whoever taps the same move again has not meant an older board: nothing is said, whether the other side has answered
// meanwhile or not. Another button of that board is refused.
func TestMoveTappedTwice(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/play damas colour=white @rui")
		says(h, rui, "/accept")
		press := func(u chat.User, says string) {
			hear(h, chat.Event{Room: "desk:group", From: u, Text: says, Addressed: true, Tap: true})
		}
		row := slices.Concat(d.last(t).m.Buttons...)
		press(ana, row[0].Says)
		d.heard()
		for range 4 {
			press(ana, row[0].Says)
		}
		if got := d.heard(); len(got) > 0 {
			t.Errorf("the same move again: %q", got)
		}
		press(ana, row[1].Says)
		if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "older board") {
			t.Errorf("another move of the same board: %q", got)
		}
		says(h, rui, "23-20")
		d.heard()
		press(ana, row[0].Says)
		if got := d.heard(); len(got) > 0 {
			t.Errorf("the same move after the answer: %q", got)
		}
		says(h, ana, "12-16")
		d.heard()
		press(ana, row[0].Says)
		if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "older board") {
			t.Errorf("the move before the last: %q", got)
		}
	})
}
