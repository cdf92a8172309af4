package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/engine/match"
	"tabuleiro/storage/memory"
)

// Of several challenges one is accepted by its number, be it typed with its sign or without.
func TestAcceptByNumber(t *testing.T) {
	for _, sign := range []string{"#", ""} {
		store, d := memory.New(), newDesk()
		h, _ := start(t, store, d)
		says(h, ana, "/play damas @rui")
		_, id, _ := strings.Cut(chat.Plain(d.last(t).m.Text), "#")
		says(h, ana, "/play eximo @rui")
		says(h, rui, "/accept "+sign+strings.ToUpper(id[:4]))
		if head, err := store.Head(t.Context(), id[:4]); err != nil || head.Status != match.Playing {
			t.Errorf("%q: %v, %+v; said %q", sign, err, head, chat.Plain(d.last(t).m.Text))
		}
	}
}

// Whoever chooses a colour of a challenge that somebody else has taken by a moment is told so, and the colour is no word too many.
func TestColourOfWhatIsTaken(t *testing.T) {
	d := newDesk()
	h, _ := start(t, memory.New(), d)
	says(h, ana, "/play damas colour=white")
	accept := d.last(t).m.Buttons[0][0].Says
	says(h, rui, accept)
	says(h, chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}, accept+" white")
	if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "Somebody else") {
		t.Errorf("eva is told %q", got)
	}
}

// Names that would fill the screen are cut.
func TestLongNames(t *testing.T) {
	d := newDesk()
	h, _ := start(t, memory.New(), d)
	long := strings.Repeat("Maximiliana", 5)
	says(h, chat.User{ID: "desk:max", Handle: strings.ToLower(long), Name: long}, "/play damas")
	if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, long[:30]) || strings.Contains(got, long[:33]) {
		t.Errorf("the name is shown as %q", got)
	}
}
