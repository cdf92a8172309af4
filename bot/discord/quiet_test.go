package discord_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/storage"
)

// The player on turn is called once: not by somebody's look at what goes on, nor by the own refusal of an offer.
func TestCalled_Once(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		challenge(w, ana, rui, c)
		rui.Command(c, "start").Silent()
		if m := c.Next(); len(m.Pinged) > 0 || m.Picture == nil {
			t.Errorf("%q calls %d people", m.Content, len(m.Pinged))
		}
		rui.Command(c, "draw")
		offer := c.Next()
		if len(offer.Pinged) != 1 || offer.Pinged[0] != ana {
			t.Errorf("%q calls %d people", offer.Content, len(offer.Pinged))
		}
		ana.Presses(offer, "Decline")
		if m := c.Next(); len(m.Pinged) > 0 || !strings.Contains(m.Content, "declines") {
			t.Errorf("%q calls %d people", m.Content, len(m.Pinged))
		}
		ana.Command(c, "draw")
		rui.Presses(c.Next(), "Decline")
		if m := c.Next(); len(m.Pinged) != 1 || m.Pinged[0] != ana {
			t.Errorf("%q calls %d people", m.Content, len(m.Pinged))
		}
	})
}

// A challenge to a name that is typed, which notifies nobody here, says so, and how else; the same challenge to the
// person then calls, and says nothing of that.
func TestTypedName_CallsNobody(t *testing.T) {
	type note struct{ lang, text string }
	servertest.Each(t, map[string]note{
		"English":    {"en", "A typed name notifies nobody on Discord: choose the person from the command's list, or mention them."},
		"Spanish":    {"es", "Un nombre escrito no avisa a nadie en Discord: elige a la persona en la lista del comando o menciónala."},
		"Portuguese": {"pt", "Um nome escrito não avisa ninguém no Discord: escolha a pessoa na lista do comando, ou mencione-a."},
	}, func(t *testing.T, x note) {
		w := begin(t)
		ana, rui, c := w.people()
		typed(c, ana, "/language "+x.lang)
		named := typed(c, ana, "/play damas @"+rui.Handle)
		if len(named.Pinged) > 0 || !strings.Contains(named.Content, x.text) {
			t.Errorf("to a name %q calls %d people", named.Content, len(named.Pinged))
		}
		ana.Types(c, "/play damas "+rui.Mention())
		if m := c.Next(); len(m.Pinged) != 1 || m.Pinged[0] != rui || strings.Contains(m.Content, x.text) {
			t.Errorf("to a person %q calls %d people", m.Content, len(m.Pinged))
		}
		named.Bare()
		if heads, err := w.store.Find(t.Context(), storage.Query{Live: true}); len(heads) != 1 || err != nil {
			t.Errorf("%d challenges wait, %v", len(heads), err)
		}
		if m := typed(c, ana, "/play damas"); strings.Contains(m.Content, x.text) || len(m.Buttons()) == 0 {
			t.Errorf("to anyone %q", m.Content)
		}
	})
}
