package bot_test

import (
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// newest is the number of the match that was begun last.
func newest(t *testing.T, store storage.Store) string {
	t.Helper()
	heads, err := store.Find(t.Context(), storage.Query{})
	if err != nil || len(heads) == 0 {
		t.Fatalf("%d matches, %v", len(heads), err)
	}
	return heads[0].ID
}

// A look at a match without a number means one of the author's own that has begun; where none has, any may be meant,
// and the author is asked.
func TestLookedAtWithoutNumber(t *testing.T) {
	eva := chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}
	for name, c := range map[string]struct {
		began []chat.User // who begins a match here, and whether it is accepted
		taken []bool
		own   bool // the first one is meant
	}{
		"of the only one":                      {[]chat.User{ana}, []bool{true}, true},
		"of others there is one as well":       {[]chat.User{ana, eva}, []bool{true, true}, true},
		"nobody has accepted the own one":      {[]chat.User{ana, eva}, []bool{false, false}, false},
		"nobody has accepted a second of hers": {[]chat.User{ana, ana}, []bool{true, false}, true},
	} {
		subtest(t, name, func(t *testing.T) {
			store, d := memorytest.New(), newDesk()
			h, _ := start(t, store, d)
			first := ""
			for i, who := range c.began {
				says(h, who, "/play damas colour=white")
				if first == "" {
					first = newest(t, store)
				}
				if c.taken[i] {
					says(h, rui, "/accept #"+newest(t, store))
				}
			}
			d.heard()
			says(h, ana, "/position")
			got := chat.Plain(d.last(t).m.Text)
			if own := strings.Contains(got, "#"+first) && !strings.HasPrefix(got, "Which match"); own != c.own || !own &&
				!strings.HasPrefix(got, "Which match") {
				t.Errorf("said %q", got)
			}
		})
	}
}

// The number of a match that has ended may be typed without its sign, alone; behind another number, or before other
// words, it is not meant.
func TestEndedWithoutSign(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		var ids []string
		for range 2 {
			says(h, ana, "/play damas @rui colour=white")
			says(h, rui, "/accept")
			for i, move := range []string{"11-15", "21-18"} {
				says(h, []chat.User{ana, rui}[i], move)
			}
			ids = append(ids, newest(t, h.store))
			says(h, ana, "/resign yes")
		}
		says(h, eva, "/play damas @ana")
		for _, c := range []struct{ text, want string }{
			{"/analyse", "#" + ids[1]},
			{"/analyse " + ids[0], "#" + ids[0]},
			{"/analyse " + strings.ToUpper(ids[0]), "#" + ids[0]},
			{"/analyse #" + ids[1] + " " + ids[0], "I do not understand “" + ids[0] + "”."},
			{"/analyse " + ids[0] + " now", "I do not understand “" + ids[0] + " now”."},
		} {
			says(h, ana, c.text)
			if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, c.want) {
				t.Errorf("%s: said %q, want %q", c.text, got, c.want)
			}
		}
	})
}

// The dice are counted without a look at matches that have none: one of them that cannot be read is in nobody's way.
func TestRollsOfDiceAlone(t *testing.T) {
	inTime(t, func(t *testing.T) {
		kept := memorytest.New()
		d := newDesk()
		h, stop := start(t, kept, d)
		for _, g := range games {
			says(h, ana, "/play "+g.Name+" @rui")
			says(h, rui, "/accept #"+newest(t, kept))
		}
		stop()
		store := faultytest.New(kept)
		d = newDesk()
		h, stop = start(t, store, d)
		defer stop()
		var read, dice []string
		for _, g := range slices.Backward(games) {
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
		says(h, ana, "/dice stats")
		store.Plan(nil)
		if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "Ana") || !slices.Equal(read, dice) {
			t.Errorf("read are matches of %q: said %q", read, got)
		}
	})
}
