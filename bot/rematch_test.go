package bot_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// ended is a match in two private talks that Ana has resigned.
func ended(t *testing.T) (*host, *desk) {
	t.Helper()
	d := newDesk()
	h, _ := start(t, slow{memorytest.New()}, d)
	privately(h, ana, "/play damas colour=white")
	_, link, _ := strings.Cut(chat.Plain(d.last(t).m.Text), "start=")
	privately(h, rui, "/start "+strings.Fields(link)[0])
	privately(h, rui, d.last(t).m.Buttons[0][0].Says)
	privately(h, ana, "/resign yes")
	return h, d
}

// slow is a store that takes its time to find something.
type slow struct{ storage.Store }

func (s slow) Find(ctx context.Context, q storage.Query) ([]storage.Head, error) {
	heads, err := s.Store.Find(ctx, q)
	time.Sleep(time.Second)
	return heads, err
}

// Where both ask for a rematch, each as often and as close together as they like, there is one.
func TestRematchAtOnce(t *testing.T) {
	inTime(t, func(t *testing.T) {
		h, d := ended(t)
		var all sync.WaitGroup
		for _, u := range []chat.User{ana, rui, ana, rui} {
			all.Go(func() { privately(h.Bot, u, "/rematch") })
		}
		all.Wait()
		heads, err := h.store.Find(t.Context(), storage.Query{Live: true})
		if err != nil || len(heads) != 1 || heads[0].Status != match.Playing {
			t.Errorf("there are %d matches, %v: %+v", len(heads), err, heads)
		}
		privately(h, ana, "/rematch")
		if got := chat.Plain(d.last(t).m.Text); !strings.HasPrefix(got, "You have just asked for that: #") {
			t.Errorf("ana is told %q", got)
		}
	})
}

// Rematch under one match is not answered by what waits of another one of the same players.
func TestRematchOfTwo(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		var ids []string
		for range 2 {
			says(h, ana, "/play damas colour=white @rui")
			says(h, rui, "/accept")
			heads, err := h.store.Find(t.Context(), storage.Query{Live: true})
			if err != nil || len(heads) != 1 {
				t.Fatalf("%d matches, %v", len(heads), err)
			}
			ids = append(ids, heads[0].ID)
			says(h, ana, "/resign yes")
		}
		tap := func(id string) {
			hear(h, chat.Event{Room: "desk:group", From: ana, Text: "/rematch #" + id, Addressed: true, Tap: true})
		}
		for i, id := range []string{ids[0], ids[1], ids[0]} {
			tap(id)
			heads, err := h.store.Find(t.Context(), storage.Query{Live: true})
			if want := min(i+1, 2); err != nil || len(heads) != want {
				t.Errorf("after %d taps there are %d challenges, not %d, %v: %q", i+1, len(heads), want, err,
					chat.Plain(d.last(t).m.Text))
			}
		}
	})
}

// A person who has blocked the other, or is blocked, cannot ask for a rematch.
func TestRematchOfOneBlocked(t *testing.T) {
	for _, who := range []chat.User{ana, rui} {
		subtest(t, fmt.Sprint("by ", who.Name), func(t *testing.T) {
			h, d := ended(t)
			privately(h, who, "/block @"+map[string]string{"ana": "rui", "rui": "ana"}[who.Handle])
			privately(h, ana, "/rematch")
			if heads, err := h.store.Find(t.Context(), storage.Query{Live: true}); len(heads) > 0 || err != nil {
				t.Errorf("%d matches, %v: said %q", len(heads), err, chat.Plain(d.last(t).m.Text))
			}
		})
	}
}

// An opening that was chosen is told with the challenge, and played again; one that is drawn is told when the game
// begins.
func TestChosenOpening(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		for _, c := range []struct {
			who  chat.User
			says string
			want string
		}{
			{ana, "/play damas opening=3", "(opening 3)"}, {ana, "/cancel", ""},
			{ana, "/play damas opening=drawn @rui", "(drawn openings)"}, {ana, "/cancel", ""},
			{ana, "/play damas opening=3 @rui", "(opening 3)"}, {rui, "/accept", "Opening 3:"}, {rui, "/resign yes", ""},
			{rui, "/rematch", "(opening 3)"},
		} {
			d.heard()
			says(h, c.who, c.says)
			if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, c.want) {
				t.Errorf("%s: told %q", c.says, got)
			}
		}
	})
}

// A person who taps a button of others is told which match it belongs to, in every language.
func TestRematchOfOthers(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for lang, want := range map[string]string{
			"en": "Only the two players of #%s can do that.",
			"es": "Solo los dos jugadores de #%s pueden hacer eso.",
			"pt": "Só os dois jogadores de #%s podem fazer isso.",
		} {
			d, store := newDesk(), memorytest.New()
			h, _ := start(t, store, d)
			says(h, ana, "/language "+lang)
			says(h, ana, "/play damas @rui")
			says(h, rui, "/accept")
			says(h, rui, "/resign yes")
			id := only(t, store, storage.Query{}).ID
			d.heard()
			hear(h, chat.Event{Room: "desk:group", From: eva, Text: "/rematch #" + id, Addressed: true, Tap: true})
			if got := chat.Plain(d.last(t).m.Text); got != fmt.Sprintf(want, id) {
				t.Errorf("%s: %q", lang, got)
			}
		}
	})
}
