package find_test

import (
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// newest returns the id of the match that was begun last.
func newest(t *testing.T, store storage.Store) string {
	t.Helper()
	heads, err := store.Find(t.Context(), storage.Query{})
	if err != nil || len(heads) == 0 {
		t.Fatalf("%d matches, %v", len(heads), err)
	}
	return heads[0].ID
}

// A command without an id that shows a match means one of the author's own that has begun; if none has, any match here
// may be meant, and the author is asked.
func TestFind_WithoutNumber(t *testing.T) {
	eva := chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}
	for name, c := range map[string]struct {
		began []chat.User // who begins a match here, and whether it is accepted
		taken []bool
		own   bool // the first one is meant
	}{
		"of the only one":                      {[]chat.User{Ana}, []bool{true}, true},
		"of others there is one as well":       {[]chat.User{Ana, eva}, []bool{true, true}, true},
		"nobody has accepted the own one":      {[]chat.User{Ana, eva}, []bool{false, false}, false},
		"nobody has accepted a second of hers": {[]chat.User{Ana, Ana}, []bool{true, false}, true},
	} {
		Subtest(t, name, func(t *testing.T) {
			store, d := memorytest.New(), NewDesk()
			h, _ := Start(t, store, d)
			first := ""
			for i, who := range c.began {
				Says(h, who, "/play damas colour=white")
				if first == "" {
					first = newest(t, store)
				}
				if c.taken[i] {
					Says(h, Rui, "/accept #"+newest(t, store))
				}
			}
			d.Heard()
			Says(h, Ana, "/position")
			got := chat.PlainText(d.Last(t).M.Text)
			if own := strings.Contains(got, "#"+first) && !strings.HasPrefix(got, "Which match"); own != c.own || !own &&
				!strings.HasPrefix(got, "Which match") {
				t.Errorf("said %q", got)
			}
		})
	}
}

// The id of an ended match may be typed without its sign, as the first word; after another id it does not count.
func TestFind_EndedWithoutSign(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		var ids []string
		for range 2 {
			Says(h, Ana, "/play damas @rui colour=white")
			Says(h, Rui, "/accept")
			for i, move := range []string{"11-15", "21-18"} {
				Says(h, []chat.User{Ana, Rui}[i], move)
			}
			ids = append(ids, newest(t, h.Store))
			Says(h, Ana, "/resign yes")
		}
		Says(h, Eva, "/play damas @ana")
		for _, c := range []struct{ text, want string }{
			{"/analyse", "#" + ids[1]},
			{"/analyse " + ids[0], "#" + ids[0]},
			{"/analyse " + strings.ToUpper(ids[0]), "#" + ids[0]},
			{"/analyse #" + ids[1] + " " + ids[0], "I do not understand “" + ids[0] + "”."},
			{"/analyse " + ids[0] + " deeply", "I do not understand “deeply”."},
		} {
			Says(h, Ana, c.text)
			if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, c.want) {
				t.Errorf("%s: said %q, want %q", c.text, got, c.want)
			}
		}
	})
}

// Dice are counted without reading matches that have none, so an unreadable one of these does no harm.
func TestFind_RollsOfDiceAlone(t *testing.T) {
	InTime(t, func(t *testing.T) {
		kept := memorytest.New()
		d := NewDesk()
		h, stop := Start(t, kept, d)
		for _, g := range Games {
			Says(h, Ana, "/play "+g.Name+" @rui")
			Says(h, Rui, "/accept #"+newest(t, kept))
		}
		stop()
		store := faultytest.New(kept)
		d = NewDesk()
		h, stop = Start(t, store, d)
		defer stop()
		var read, dice []string
		for _, g := range slices.Backward(Games) {
			if g.Name == "backgammon" || g.Kin == "backgammon" {
				dice = append(dice, g.Name)
			}
		}
		store.Plan(func(c faultytest.Call) faultytest.Fault {
			if c.Method == "Events" {
				head, err := kept.Head(t.Context(), c.Of)
				if err != nil {
					t.Error(err)
				}
				read = append(read, head.Game)
			}
			return faultytest.Fault{}
		})
		Says(h, Ana, "/dice stats")
		store.Plan(nil)
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "Ana") || !slices.Equal(read, dice) {
			t.Errorf("read are matches of %q: said %q", read, got)
		}
	})
}
