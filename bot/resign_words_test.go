package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage/memory"
)

// Whoever says that nobody resigns is not asked to.
func TestDoesNotResign(t *testing.T) {
	for _, text := range []string{"dont resign", "don't resign", "don't give up!", "i dont want to resign", "I'm not resigning", "im not giving up", "não desistas", "não quero desistir", "não desisto", "no te rindas", "no quiero abandonar", "no me rindo", "no abandones"} {
		d := newDesk()
		h, _ := start(t, memory.New(), d)
		says(h, ana, "/play damas @rui")
		says(h, rui, "/accept")
		d.tells(t, h, mentioned, ana, text, "Nothing was resigned.")
	}
}

// The stakes that a sentence names are those for which a game is resigned.
func TestResignsAGammon(t *testing.T) {
	for text, want := range map[string]string{
		"I resign a gammon": "2 points", "resign gammon": "2 points", "i resign, gammon": "2 points", "desisto com gammon": "2 points",
		"me rindo con gammon": "2 points", "abandono, gammon": "2 points", "I resign a single game": "1 point", "me rindo con doble": "2 points",
		"resign": "What do you resign", "I resign the backgammon": "What do you resign",
	} {
		d := newDesk()
		h, _ := start(t, memory.New(), d)
		says(h, ana, "/play gamao points=5 @rui")
		says(h, rui, "/accept")
		d.heard()
		mentioned(h, ana, text)
		got := chat.Plain(d.last(t).m.Text)
		if asks := strings.Contains(got, "What do you resign"); asks != strings.HasPrefix(want, "What") || !strings.Contains(got, want) {
			t.Errorf("%s: told %q", text, got)
		}
	}
	d := newDesk()
	h, _ := start(t, memory.New(), d)
	says(h, ana, "/play damas @rui")
	says(h, rui, "/accept")
	d.tells(t, h, mentioned, ana, "I resign, it was a double loss", "Do you really want to resign against Rui?")
}

// Each way to say that one doubles does so.
func TestDoublesInWords(t *testing.T) {
	for _, text := range []string{"double", "i double", "dobro", "dobrar", "eu dobro", "quero dobrar", "doblo", "doblar", "yo doblo", "quiero doblar", "Dobro!"} {
		d := newDesk()
		h, _ := start(t, memory.New(), d)
		says(h, ana, "/play gamao rules=manual colour=black @rui from=XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10")
		says(h, rui, "/accept")
		d.tells(t, h, mentioned, rui, text, "doubles")
	}
}
