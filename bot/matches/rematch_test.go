package matches_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// ended makes a match in two private chats that Ana has resigned.
func ended(t *testing.T) (*Host, *Desk) {
	t.Helper()
	d := NewDesk()
	h, _ := Start(t, slow{memorytest.New()}, d)
	Privately(h, Ana, "/play damas colour=white")
	_, link, _ := strings.Cut(chat.PlainText(d.Last(t).M.Text), "start=")
	Privately(h, Rui, "/start "+strings.Fields(link)[0])
	Privately(h, Rui, d.Last(t).M.Buttons[0][0].Says)
	Privately(h, Ana, "/resign yes")
	return h, d
}

// slow is a store whose searches take time.
type slow struct{ storage.Store }

func (s slow) Find(ctx context.Context, q storage.Query) ([]storage.Head, error) {
	heads, err := s.Store.Find(ctx, q)
	time.Sleep(time.Second)
	return heads, err
}

// If both players ask for a rematch, however often and close together, there is one.
func TestRematch_AtOnce(t *testing.T) {
	InTime(t, func(t *testing.T) {
		h, d := ended(t)
		var all sync.WaitGroup
		for _, u := range []chat.User{Ana, Rui, Ana, Rui} {
			all.Go(func() { Privately(h.Bot, u, "/rematch") })
		}
		all.Wait()
		heads, err := h.Store.Find(t.Context(), storage.Query{Live: true})
		if err != nil || len(heads) != 1 || heads[0].Status != match.Playing {
			t.Errorf("there are %d matches, %v: %+v", len(heads), err, heads)
		}
		Privately(h, Ana, "/rematch")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.HasPrefix(got, "You have asked for that already: #") {
			t.Errorf("ana is told %q", got)
		}
	})
}

// A rematch of one match is not answered by a pending rematch of another match between the same players.
func TestRematch_OfTwo(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		var ids []string
		for range 2 {
			Says(h, Ana, "/play damas colour=white @rui")
			Says(h, Rui, "/accept")
			heads, err := h.Store.Find(t.Context(), storage.Query{Live: true})
			if err != nil || len(heads) != 1 {
				t.Fatalf("%d matches, %v", len(heads), err)
			}
			ids = append(ids, heads[0].ID)
			Says(h, Ana, "/resign yes")
		}
		tap := func(id string) {
			Hear(h, chat.Event{Room: "desk:group", From: Ana, Text: "/rematch #" + id, Addressed: true, Tap: true})
		}
		for i, id := range []string{ids[0], ids[1], ids[0]} {
			tap(id)
			heads, err := h.Store.Find(t.Context(), storage.Query{Live: true})
			if want := min(i+1, 2); err != nil || len(heads) != want {
				t.Errorf("after %d taps there are %d challenges, not %d, %v: %q", i+1, len(heads), want, err,
					chat.PlainText(d.Last(t).M.Text))
			}
		}
	})
}

// A person who has blocked the other, or is blocked, cannot ask for a rematch.
func TestRematch_OfOneBlocked(t *testing.T) {
	for _, who := range []chat.User{Ana, Rui} {
		Subtest(t, fmt.Sprint("by ", who.Name), func(t *testing.T) {
			h, d := ended(t)
			Privately(h, who, "/block @"+map[string]string{"ana": "rui", "rui": "ana"}[who.Handle])
			Privately(h, Ana, "/rematch")
			if heads, err := h.Store.Find(t.Context(), storage.Query{Live: true}); len(heads) > 0 || err != nil {
				t.Errorf("%d matches, %v: said %q", len(heads), err, chat.PlainText(d.Last(t).M.Text))
			}
		})
	}
}

// A chosen opening is shown with the challenge and played again in the rematch; one that is drawn is shown when the
// game begins.
func TestRematch_ChosenOpening(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for _, c := range []struct {
			who  chat.User
			says string
			want string
		}{
			{Ana, "/play damas opening=3", "(opening 3)"}, {Ana, "/cancel", ""},
			{Ana, "/play damas opening=drawn @rui", "(drawn openings)"}, {Ana, "/cancel", ""},
			{Ana, "/play damas opening=3 @rui", "(opening 3)"}, {Rui, "/accept", "Opening 3:"}, {Rui, "/resign yes", ""},
			{Rui, "/rematch", "(opening 3)"},
		} {
			d.Heard()
			Says(h, c.who, c.says)
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, c.want) {
				t.Errorf("%s: told %q", c.says, got)
			}
		}
	})
}

// A person who presses a button of others is told which match it belongs to, in every language.
func TestRematch_OfOthers(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, want := range map[string]string{
			"en": "Only the two players of #%s can do that.",
			"es": "Solo los dos jugadores de #%s pueden hacer eso.",
			"pt": "Só os dois jogadores de #%s podem fazer isso.",
		} {
			d, store := NewDesk(), memorytest.New()
			h, _ := Start(t, store, d)
			Says(h, Ana, "/language "+lang)
			Says(h, Ana, "/play damas @rui")
			Says(h, Rui, "/accept")
			Says(h, Rui, "/resign yes")
			id := Only(t, store, storage.Query{}).ID
			d.Heard()
			Hear(h, chat.Event{Room: "desk:group", From: Eva, Text: "/rematch #" + id, Addressed: true, Tap: true})
			if got := chat.PlainText(d.Last(t).M.Text); got != fmt.Sprintf(want, id) {
				t.Errorf("%s: %q", lang, got)
			}
		}
	})
}
