package bot_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage"
	"tabuleiro/storage/memory"
)

// A menu is changed only by the person who opened it; the buttons of a match are for all.
func TestMenuOfSomebodyElse(t *testing.T) {
	for lang, want := range map[string]string{"en": "Somebody else has opened this. /play", "es": "Esto lo abrió otra persona. /jugar", "pt": "Isto foi aberto por outra pessoa. /jogar"} {
		d := newDesk()
		h, _ := start(t, memory.New(), d)
		says(h, rui, "/language "+lang)
		press := func(u chat.User, text, quoted string) string {
			h.Hear(context.Background(), chat.Event{Room: "desk:group", From: u, Text: text, Addressed: true, Tap: true, Opener: ana, Quoted: quoted, Locale: lang})
			return chat.Plain(d.last(t).m.Text)
		}
		if got := press(rui, "/play damas ??", "Which game?"); !strings.HasPrefix(got, want) || !d.last(t).m.Private {
			t.Errorf("%s: the menu of ana is changed by rui: %q", lang, got)
		}
		if got := press(ana, "/play damas ??", "Which game?"); strings.HasPrefix(got, want) {
			t.Errorf("%s: the menu of ana is not changed by ana: %q", lang, got)
		}
		says(h, ana, "/play damas @rui")
		if got := press(rui, "/accept", chat.Plain(d.last(t).m.Text)); strings.HasPrefix(got, want) || d.last(t).m.Board == nil {
			t.Errorf("%s: a challenge of ana is not accepted by rui: %q", lang, got)
		}
	}
}

// The last button of a menu counts once, however fast it is pressed, and the menu is gone then.
func TestMenuGone(t *testing.T) {
	d := newDesk()
	d.caps.Privates = false
	h, _ := start(t, memory.New(), d)
	press := func(text string) chat.Message {
		h.Hear(context.Background(), chat.Event{Room: "desk:group", From: ana, Text: text, Addressed: true, Tap: true, Mentions: []chat.User{ana, rui}})
		return d.last(t).m
	}
	if m := press("/play damas"); !m.Instead || m.Closes || !strings.Contains(chat.Plain(m.Text), "anyone") {
		t.Errorf("a challenge to anyone: %+v", m)
	}
	if m := press("/play damas"); !m.Private || !strings.Contains(chat.Plain(m.Text), "just asked") {
		t.Errorf("once more: %+v", m)
	}
	if m := press("/play damas @rui"); m.Instead || !m.Closes || m.Turn.ID != rui.ID {
		t.Errorf("a challenge to somebody: %+v", m)
	}
	if m := press("/play damas @zoe"); m.Instead || !m.Closes || m.Turn.Handle != "zoe" {
		t.Errorf("a challenge to somebody of whom only the handle is known: %+v", m)
	}
}

// Two people accept at the same moment: one plays, the other one is told so.
func TestAcceptedAtOnce(t *testing.T) {
	store, d := memory.New(), newDesk()
	h, _ := start(t, store, d)
	says(h, ana, "/play damas")
	accept := d.last(t).m.Buttons[0][0].Says
	d.heard()
	eva := chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}
	var both sync.WaitGroup
	for _, u := range []chat.User{rui, eva} {
		both.Go(func() { says(h, u, accept) })
	}
	both.Wait()
	said := strings.Join(d.heard(), "\n")
	if strings.Count(said, "accepts") != 1 || strings.Count(said, "Somebody else has accepted already.") != 1 {
		t.Errorf("said: %q", said)
	}
	if heads, err := store.Find(context.Background(), storage.Query{}); err != nil || len(heads) != 1 || heads[0].N != 2 {
		t.Errorf("%+v, %v", heads, err)
	}
}
