package router_test

import (
	"context"
	"testing"

	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// An author who says not to resign is not asked to.
func TestWords_DoesNotResign(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, text := range []string{"dont resign", "don't resign", "don't give up!", "i dont want to resign",
			"I'm not resigning", "im not giving up", "não desistas", "não quero desistir", "não desisto", "no te rindas",
			"no quiero abandonar", "no me rindo", "no abandones"} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Says(h, Ana, "/play damas @rui")
			Says(h, Rui, "/accept")
			d.Tells(t, h, Mentioned, Ana, text, "No game was resigned.")
		}
	})
}

// A yes to the question for how much a game is resigned, which named nothing, is asked about: a second one is for what
// that names.
func TestWords_YesResignsForNothingUnsaid(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, yes := range []string{"yes", "sim", "sí"} {
			for cube, want := range map[string]string{"0:0": "1 point", "1:1": "2 points"} {
				store, d := memorytest.New(), NewDesk()
				h, _ := Start(t, store, d)
				Privately(h, Ana, "/play gamao @house:1 colour=black from=XGID=-b----E-C---eE---c-e----B-:"+cube+":1:21:0:0:0:0:10")
				Privately(h, Ana, "/resign")
				d.Tells(t, h, Privately, Ana, yes, "Do you want to offer to resign for "+want)
				heads, err := store.Find(context.Background(), storage.Query{})
				if err != nil || len(heads) != 1 || match.Status(heads[0].Status) != match.Playing {
					t.Errorf("%s, %s: %v, %v", yes, cube, heads, err)
				}
				d.Tells(t, h, Privately, Ana, yes, want)
			}
		}
	})
}

// Each way to say that one doubles does so.
func TestWords_Doubles(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, text := range []string{"double", "i double", "dobro", "dobrar", "eu dobro", "quero dobrar", "doblo", "doblar",
			"yo doblo", "quiero doblar", "Dobro!"} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			h.Grants = d
			Says(h, Ana, "/play gamao rules=manual colour=black @rui from=XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10")
			Says(h, Rui, "/accept")
			d.Tells(t, h, Mentioned, Rui, text, "doubles")
		}
	})
}
