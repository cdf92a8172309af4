package router_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// beginAll begins a match of each of some games between Ana, who goes first, and Rui.
func beginAll(h chat.Handler, games ...string) {
	for i, game := range games {
		Says(h, Ana, "/play "+game+" @rui time=3d", fmt.Sprint("play-", game, i))
		Says(h, Rui, "/accept", fmt.Sprint("accept-", game, i))
	}
}

// With several matches running it is asked for which of them a reminder is that is asked for in words.
func TestWords_RemindOfSeveral(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, text := range []string{"remind me in 2 hours", "lembra-me daqui a 2 horas", "recuérdamelo en 2 horas"} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			beginAll(h, "damas colour=white", "cage", "eximo")
			Says(h, Ana, "11-15")
			d.Heard()
			Mentioned(h, Ana, text)
			d.Expect(t, text, "Which match do you mean?")
			d.Tells(t, h, Mentioned, Ana, "remind me in 2 hours of the cage game", "I will remind you in 2 hours")
		}
	})
}

// Of several matches none is resigned before it is named.
func TestWords_ResignAll(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, text := range []string{"/resign all", "resign all", "resign all my games", "i give up all of them",
			"desisto de todas", "desisto de todos os jogos", "abandono todas", "me rindo en todas"} {
			d := NewDesk()
			store := memorytest.New()
			h, _ := Start(t, store, d)
			beginAll(h, "damas colour=white", "cage", "eximo")
			d.Heard()
			Mentioned(h, Ana, text)
			d.Expect(t, text, "Which match do you mean?")
			if live, err := store.Find(context.Background(), storage.Query{Live: true}); err != nil || len(live) != 3 {
				t.Errorf("%s: %d matches are live: %v", text, len(live), err)
			}
		}
	})
}

// A player who comes back to several matches is shown them all, and whose turn it is.
func TestWords_BackToSeveral(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		beginAll(h, "damas colour=white", "cage", "eximo")
		for _, text := range []string{"where were we", "im back", "i'm back!", "where did we leave off", "onde íamos",
			"voltei", "por dónde íbamos", "ya volví", "dónde quedamos"} {
			d.Heard()
			Mentioned(h, Ana, text)
			got := strings.Join(d.Heard(), "\n")
			if !strings.HasPrefix(got, "3 matches:") || strings.Count(got, " to move.") != 3 {
				t.Errorf("%s: told %q", text, got)
			}
		}
	})
}

// The question which of many matches is meant stays short; each can still be named.
func TestWords_WhichOfMany(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		beginAll(h, "damas", "cage", "cage", "cage", "cage", "cage", "cage", "cage", "cage")
		d.Heard()
		Says(h, Ana, "/resign")
		m := d.Last(t).M
		got := chat.PlainText(m.Text)
		if lines := strings.Split(got, "\n"); len(lines) != 7 || !strings.HasPrefix(lines[6], "And 4 more") ||
			len(m.Buttons) != 5 {
			t.Fatalf("told %q with %d buttons", got, len(m.Buttons))
		}
		d.Tells(t, h, SaysText, Ana, "the draughts one", "Do you really want to resign")
	})
}

// A play of which a part is missing is for the match on turn whose dice it fits, and not for one in which it is
// forbidden.
func TestWords_IncompleteInSeveral(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		beginAll(h, "gamao", "gamao", "gamao", "gamao")
		heads, err := h.Store.Find(context.Background(), storage.Query{Live: true})
		if err != nil {
			t.Fatal(err)
		}
		var all []*match.Match
		for _, head := range heads {
			events, err := h.Store.Events(context.Background(), head.ID)
			if err != nil {
				t.Fatal(err)
			}
			m, err := match.Replay(head.ID, GameNamed, events)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, m)
		}
		tried := false
		for _, who := range []chat.User{Ana, Rui} {
			text := fitsOne(all, who.ID)
			if text == "" {
				continue // on turn in few
			}
			tried = true
			d.Tells(t, h, Mentioned, who, text, " is only the beginning.")
		}
		if !tried {
			t.Error("nothing was tried")
		}
	})
}

// fitsOne is the beginning of a play in one match of a person alone, which is forbidden in another one; "" if there is
// none.
func fitsOne(all []*match.Match, person string) string {
	for from := 24; from > 0; from-- {
		for die := 1; die <= min(6, from-1); die++ {
			text := fmt.Sprintf("%d/%d", from, from-die)
			fit, not, whole := 0, 0, 0
			for _, m := range all {
				_, err := m.Line.Position().Read(text)
				var wrong *engine.MoveError
				switch {
				case m.Player(m.Turn()).ID != person:
				case !errors.As(err, &wrong):
					whole++
				case wrong.Kind == engine.Incomplete && len(wrong.Choices) > 0:
					fit++
				default:
					not++
				}
			}
			if fit == 1 && not > 0 && whole == 0 {
				return text
			}
		}
	}
	return ""
}
