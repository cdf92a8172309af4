package router_test

import (
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// "Ok, let's go" accepts the one challenge that waits for the one who says it, by name; it accepts none where there are
// two, and none that is for anybody.
func TestWords_GoesAhead(t *testing.T) {
	for name, c := range map[string]struct {
		challenges []string
		says       string
		accepts    bool
	}{
		"en":         {[]string{"/play damas @rui"}, "ok lets go", true},
		"pt":         {[]string{"/play damas @rui"}, "bora lá!", true},
		"es":         {[]string{"/play damas @rui"}, "ya, dale, vamos", true},
		"two":        {[]string{"/play damas @rui", "/play cage @rui"}, "ok lets go", false},
		"anybody":    {[]string{"/play damas"}, "ok lets go", false},
		"other word": {[]string{"/play damas @rui"}, "ok lets go home", false},
	} {
		Subtest(t, name, func(t *testing.T) {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			for _, text := range c.challenges {
				Says(h, Ana, text)
			}
			d.Heard()
			Hear(h, chat.Event{Room: "desk:group", From: Rui, Text: c.says, Addressed: true})
			if got := strings.Join(d.Heard(), "\n"); strings.Contains(got, "Rui accepts") != c.accepts {
				t.Errorf("%q is answered with %q", c.says, got)
			}
		})
	}
}

// An entrant who says in words to leave a tournament leaves it.
func TestWords_Leaves(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, words := range map[string]string{"en": "I'm leaving the tournament", "es": "me salgo del torneo",
			"pt": "saio do torneio"} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			h.Grants = d
			Says(h, Ana, "/language "+lang)
			Says(h, Ana, "/tournament damas needs=4")
			for _, u := range []chat.User{Ana, Rui} {
				Says(h, u, "/tournament join")
			}
			d.Heard()
			Hear(h, chat.Event{Room: "desk:group", From: Rui, Text: words, Addressed: true})
			d.Heard()
			Says(h, Rui, "/tournament join") // as one who is in it could not
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "Rui") {
				t.Errorf("%s: after %q joining again is answered with %q", lang, words, got)
			}
		}
	})
}

// Right after a challenge, the person challenged by name accepts it by what people say, although it is said to nobody;
// no other person does, nor any other words, nor the same an hour later.
func TestWords_GoesOverheard(t *testing.T) {
	for _, c := range []struct {
		who   chat.User
		text  string
		after time.Duration
		begun bool
	}{
		{Rui, "bora", 0, true}, {Rui, "Aceito!", 0, true}, {Rui, "sí, dale", time.Minute, true},
		{Rui, "yes", time.Minute, true},
		{Eva, "aceito", 0, false}, {Ana, "ok", 0, false}, {Rui, "agora não", 0, false}, {Rui, "no", 0, false},
		{Rui, "ok", time.Hour, false}, {Rui, "ok mas quem paga", 0, false},
	} {
		AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
			Says(h, Ana, "/play damas @rui")
			time.Sleep(c.after)
			d.Heard()
			Says(h, c.who, c.text)
			if got := strings.Join(d.Heard(), "\n"); strings.Contains(got, "accepts") != c.begun || !c.begun && got != "" {
				t.Errorf("%s: %s after %v: told %q", c.who.Name, c.text, c.after, got)
			}
		})
	}
}
