package matches_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// The buttons of a board stay through an offer and its refusal; all other actions are behind one button and can be
// hidden again; resigning asks first.
func TestButtons_Control(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		d.Can.Choices = 8
		h, _ := Start(t, memorytest.New(), d)
		Says(h, Ana, "/play damas @rui")
		Says(h, Rui, "/accept")
		moves := Labels(t, d)
		if want := []string{"9-13", "10-13", "10-14", "11-14", "11-15", "12-15", "12-16", "⋯"}; !slices.Equal(moves, want) {
			t.Fatalf("the board offers %q, want %q", moves, want)
		}
		Tap(t, h, d, Ana, "⋯")
		if m := d.Last(t).M; !m.Private || !m.Quiet || m.Instead || !slices.Contains(Labels(t, d), "Offer a draw") ||
			!slices.Contains(Labels(t, d), "Resign") {
			t.Errorf("more: %q, %+v", Labels(t, d), m)
		}
		said := len(d.All())
		Tap(t, h, d, Ana, "←")
		if n := len(d.All()); n != said {
			t.Errorf("back: %q is said", chat.PlainText(d.Last(t).M.Text))
		}
		Tap(t, h, d, Ana, "Rules")
		if m := d.Last(t).M; !m.Instead || !strings.HasPrefix(chat.PlainText(m.Text), "Portuguese draughts · ") {
			t.Errorf("the rules do not take the place of what was opened: %+v", m)
		}
		Says(h, Ana, "/draw")
		if got := Labels(t, d); !slices.Equal(got, append([]string{"Accept", "Decline"}, moves...)) {
			t.Errorf("while a draw is offered: %q", got)
		}
		Says(h, Rui, "no")
		if got := Labels(t, d); !slices.Equal(got, moves) ||
			!strings.Contains(chat.PlainText(d.Last(t).M.Text), "declines the draw") {
			t.Errorf("after a bare no: %q, %q", got, chat.PlainText(d.Last(t).M.Text))
		}
		Tap(t, h, d, Ana, "⋯")
		Tap(t, h, d, Ana, "Resign")
		if got := chat.PlainText(d.Last(t).M.Text); got != "Do you really want to resign against Rui?" || !d.Last(t).M.Private {
			t.Errorf("resigning: %q", got)
		}
		Tap(t, h, d, Ana, "Go on")
		if m := d.Last(t).M; chat.PlainText(m.Text) != "Good: the match goes on." || !m.Instead || len(m.Buttons) > 0 {
			t.Errorf("going on: %+v", m)
		}
		Says(h, Ana, "/board")
		row := slices.Concat(d.Last(t).M.Buttons...)
		stale := []string{row[0].Says, row[len(row)-1].Says}
		Tap(t, h, d, Ana, "11-15")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "Ana: 11-15") {
			t.Errorf("a tap: %q", got)
		}
		for _, old := range stale {
			h.Hear(context.Background(), chat.Event{Room: "desk:group", From: Rui, Text: old, Addressed: true, Tap: true})
			if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "older board") {
				t.Errorf("%s under an old board: %q", old, got)
			}
		}
		eva := chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}
		Tap(t, h, d, Rui, "⋯")
		Tap(t, h, d, eva, "←")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.HasPrefix(got, "Only the two players") {
			t.Errorf("somebody else: %q", got)
		}
		d.Heard()
		Says(h, eva, "/board")
		if m := d.Last(t).M; m.Turn != (chat.User{}) || m.Board == nil || !m.Quiet {
			t.Errorf("a board for an onlooker calls %+v, quiet: %v", m.Turn, m.Quiet)
		}
	})
}

// A hint is offered against the computer, and between people who agreed to hints; an undo is offered only after a move.
func TestButtons_MoreOffers(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for opponent, want := range map[string]bool{"house": true, "@rui": false, "@rui hints=yes": true} {
			d := NewDesk()
			d.Can.Choices = 8
			h, _ := Start(t, memorytest.New(), d)
			Says(h, Ana, "/play damas "+opponent+" colour=white")
			if opponent != "house" {
				Says(h, Rui, "/accept")
			}
			_, id, _ := strings.Cut(chat.PlainText(d.Last(t).M.Text), "#")
			Tap(t, h, d, Ana, "⋯")
			if got := Labels(t, d); slices.Contains(got, "Hint") != want || slices.Contains(got, "Take back") {
				t.Errorf("against %s: %q", opponent, got)
			}
			if want {
				Says(h, Ana, "/resign yes")
				Says(h, Ana, "/hint #"+id[:4])
				if got := chat.PlainText(d.Last(t).M.Text); !strings.HasSuffix(strings.TrimSpace(got), "is over.") {
					t.Errorf("a hint after the end: %q", got)
				}
			}
		}
	})
}

// If many moves are legal, the buttons offer the pieces, then their targets; a piece with a single target moves at
// once.
func TestButtons_Steps(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		d.Can.Choices = 3
		h, _ := Start(t, memorytest.New(), d)
		Says(h, Ana, "/play damas @rui")
		Says(h, Rui, "/accept")
		if got := Labels(t, d); !slices.Equal(got, []string{"9", "10", "11", "12", "⋯"}) {
			t.Fatalf("the pieces: %q", got)
		}
		Tap(t, h, d, Ana, "11")
		if got := Labels(t, d); !slices.Equal(got, []string{"11-14", "11-15", "←"}) || !d.Last(t).M.OnlyButtons {
			t.Fatalf("where it goes: %q", got)
		}
		Tap(t, h, d, Ana, "←")
		Tap(t, h, d, Ana, "9")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "Ana: 9-13") {
			t.Errorf("the only place: %q", got)
		}
	})
}

// Private answers are in the author's own language, public ones in that of the room.
func TestButtons_OwnLanguage(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/language pt")
		h.Hear(context.Background(), chat.Event{Room: "desk:group", From: Rui, Text: "/resign", Addressed: true,
			Locale: "es"})
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "No tienes") {
			t.Errorf("a note: %q", got)
		}
		h.Hear(context.Background(), chat.Event{Room: "desk:group", From: Rui, Text: "/play damas", Addressed: true,
			Locale: "es"})
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "Damas") || strings.Contains(got, "jugará") {
			t.Errorf("what all see: %q", got)
		}
	})
}

// Talk under a board is not answered, nor is a yes or no that answers no offer.
func TestButtons_TalkUnderBoard(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas @rui")
		Says(h, Rui, "/accept")
		board := chat.PlainText(d.Last(t).M.Text)
		d.Heard()
		for _, text := range []string{"yes", "sí", "sim", "no", "não", "obrigado", "lol", "no way", "thanks"} {
			for _, u := range []chat.User{Ana, Rui} {
				h.Hear(context.Background(), chat.Event{Room: "desk:group", From: u, Text: text, Addressed: true, Quoted: board})
				if got := d.Heard(); len(got) > 0 {
					t.Errorf("%s says %q and is told %q", u.Name, text, got)
				}
			}
		}
	})
}

// Only the person who was asked whether to end a match can answer. The answered question is removed; if the match has
// ended meanwhile, the answer says so and nothing else.
func TestQuestion(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas @rui colour=white")
		Says(h, Rui, "/accept")
		for _, move := range []string{"11-15", "22-18"} {
			Says(h, map[string]chat.User{"11-15": Ana, "22-18": Rui}[move], move)
		}
		ask := func(u chat.User) Said {
			Says(h, u, "/resign")
			return d.Last(t)
		}
		under := func(u chat.User, asked Said, n int) (string, chat.Message) {
			h.Hear(context.Background(), chat.Event{Room: asked.Room, From: u, Text: asked.M.Buttons[0][n].Says, Addressed: true,
				Tap: true, Quoted: chat.PlainText(asked.M.Text)})
			m := d.Last(t).M
			return chat.PlainText(m.Text), m
		}
		first, second := ask(Ana), ask(Ana)
		if got, _ := under(Rui, first, 0); !strings.HasPrefix(got, "That button is not yours") {
			t.Errorf("rui, at ana's question: %q", got)
		}
		if got, m := under(Rui, ask(Rui), 0); !strings.Contains(got, "Rui resigns") || !m.Closes {
			t.Errorf("rui, at the own question: %q, %v", got, m.Closes)
		}
		for n, asked := range []Said{first, second} {
			if got, m := under(Ana, asked, n); !strings.HasSuffix(got, " is over.") || !m.Instead {
				t.Errorf("%q after the end: %q, %v", asked.M.Buttons[0][n].Label, got, m.Instead)
			}
		}
	})
}

// In a terminal the text of a button is typed by its letter, which is no press.
func TestQuestion_Typed(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas @rui colour=white")
		Says(h, Rui, "/accept")
		Says(h, Ana, "/resign")
		yes := d.Last(t).M.Buttons[0][0].Says
		Says(h, Rui, yes)
		if got := chat.PlainText(d.Last(t).M.Text); !strings.HasPrefix(got, "That button is not yours.") {
			t.Errorf("rui, by ana's button: %q", got)
		}
		Says(h, Ana, yes)
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "Ana resigns") {
			t.Errorf("ana: %q", got)
		}
	})
}

// Of the boards in a room that show the current position, only the last one has buttons, no matter who asked; after
// the next move none of them has.
func TestBoard_AskedForAgain(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas colour=white @rui")
		Says(h, Rui, "/accept")
		n := len(d.Retired)
		Says(h, Rui, "/board")
		Says(h, chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}, "/board")
		Says(h, Ana, "11-15")
		Says(h, Ana, "/resign yes")
		Says(h, Ana, "/board")
		if got := d.Retired[n:]; !slices.Equal(got, []chat.Ref{"m2", "m3", "m4", "m5"}) {
			t.Errorf("retired %v", got)
		}
	})
}

// A second tap on the same move is not answered, whether the other side has moved meanwhile or not. Another button of
// that board is refused as old.
func TestMove_TappedTwice(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas colour=white @rui")
		Says(h, Rui, "/accept")
		press := func(u chat.User, says string) {
			Hear(h, chat.Event{Room: "desk:group", From: u, Text: says, Addressed: true, Tap: true})
		}
		row := slices.Concat(d.Last(t).M.Buttons...)
		press(Ana, row[0].Says)
		d.Heard()
		for range 4 {
			press(Ana, row[0].Says)
		}
		if got := d.Heard(); len(got) > 0 {
			t.Errorf("the same move again: %q", got)
		}
		press(Ana, row[1].Says)
		if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "older board") {
			t.Errorf("another move of the same board: %q", got)
		}
		Says(h, Rui, "23-20")
		d.Heard()
		press(Ana, row[0].Says)
		if got := d.Heard(); len(got) > 0 {
			t.Errorf("the same move after the answer: %q", got)
		}
		Says(h, Ana, "12-16")
		d.Heard()
		press(Ana, row[0].Says)
		if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "older board") {
			t.Errorf("the move before the last: %q", got)
		}
	})
}
