package bot_test

import (
	"context"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// An author who says not to resign is not asked to.
func TestDoesNotResign(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, text := range []string{"dont resign", "don't resign", "don't give up!", "i dont want to resign",
			"I'm not resigning", "im not giving up", "não desistas", "não quero desistir", "não desisto", "no te rindas",
			"no quiero abandonar", "no me rindo", "no abandones"} {
			d := newDesk()
			h, _ := start(t, memorytest.New(), d)
			says(h, ana, "/play damas @rui")
			says(h, rui, "/accept")
			d.tells(t, h, mentioned, ana, text, "No game was resigned.")
		}
	})
}

// The stakes that a sentence names are those for which a game is resigned.
func TestResignsAGammon(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for text, want := range map[string]string{
			"I resign a gammon": "2 points", "resign gammon": "2 points", "i resign, gammon": "2 points",
			"desisto com gammon":  "2 points",
			"me rindo con gammon": "2 points", "abandono, gammon": "2 points", "I resign a single game": "1 point",
			"me rindo con doble": "2 points",
			"resign":             "Resign for", "I resign the backgammon": "Resign for",
		} {
			d := newDesk()
			h, _ := start(t, memorytest.New(), d)
			h.grants = d
			says(h, ana, "/play gamao points=5 @rui")
			says(h, rui, "/accept")
			d.heard()
			mentioned(h, ana, text)
			got := chat.Plain(d.last(t).m.Text)
			if asks := strings.Contains(got, "Resign for"); asks != strings.HasPrefix(want, "Resign") ||
				!strings.Contains(got, want) {
				t.Errorf("%s: told %q", text, got)
			}
		}
		d := newDesk()
		h, _ := start(t, memorytest.New(), d)
		h.grants = d
		says(h, ana, "/play damas @rui")
		says(h, rui, "/accept")
		d.tells(t, h, mentioned, ana, "I resign, it was a double loss", "Do you really want to resign against Rui?")
	})
}

// A yes to the question for how much a game is resigned, which named nothing, is asked about: a second one is for what
// that names.
func TestYesResignsForNothingUnsaid(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, yes := range []string{"yes", "sim", "sí"} {
			for cube, want := range map[string]string{"0:0": "1 point", "1:1": "2 points"} {
				store, d := memorytest.New(), newDesk()
				h, _ := start(t, store, d)
				privately(h, ana, "/play gamao @house:1 colour=black from=XGID=-b----E-C---eE---c-e----B-:"+cube+":1:21:0:0:0:0:10")
				privately(h, ana, "/resign")
				d.tells(t, h, privately, ana, yes, "Do you want to offer to resign for "+want)
				heads, err := store.Find(context.Background(), storage.Query{})
				if err != nil || len(heads) != 1 || match.Status(heads[0].Status) != match.Playing {
					t.Errorf("%s, %s: %v, %v", yes, cube, heads, err)
				}
				d.tells(t, h, privately, ana, yes, want)
			}
		}
	})
}

// Each way to say that one doubles does so.
func TestDoublesInWords(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, text := range []string{"double", "i double", "dobro", "dobrar", "eu dobro", "quero dobrar", "doblo", "doblar",
			"yo doblo", "quiero doblar", "Dobro!"} {
			d := newDesk()
			h, _ := start(t, memorytest.New(), d)
			h.grants = d
			says(h, ana, "/play gamao rules=manual colour=black @rui from=XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10")
			says(h, rui, "/accept")
			d.tells(t, h, mentioned, rui, text, "doubles")
		}
	})
}
