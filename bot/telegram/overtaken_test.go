package telegram_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/engine/match"
	enginetable "tabuleiro/engine/table"
	"tabuleiro/storage"
)

// Eight matches in one group, in which moves are typed faster than Telegram takes boards, and some of these have to
// wait once more: at most one board a match waits, each that leaves is of the latest position, and all that was played
// is told in its order.
func TestBoards_Overtaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := newCrowd(t, 8, false)
		for _, p := range o.seats {
			p.begins("damas colour=white")
			time.Sleep(10 * time.Second)
		}
		time.Sleep(2 * time.Minute)

		var mu sync.Mutex
		shown, boards, late, most, tries := map[string]int{}, 0, 0, 0, 0
		leaves := func(s *telegramtest.Server, w http.ResponseWriter, r *http.Request, real func(http.ResponseWriter)) {
			mu.Lock()
			tries++
			flood := tries%7 == 0 // Telegram wants the group left alone, with a board that is made
			mu.Unlock()
			if flood {
				telegramtest.Flood(5)(s, w, r, real)
				return
			}
			played := map[string]int{}
			for _, p := range o.seats {
				played[p.id] = len(movesOf(t, o.store, p.id))
			}
			real(w)
			mu.Lock()
			defer mu.Unlock()
			most = max(most, o.telegram.State().Queues["out"])
			for _, p := range o.seats {
				if _, n, _ := p.look(); n > shown[p.id] {
					shown[p.id] = n
					if boards++; n < played[p.id] {
						late++
					}
				}
			}
		}
		o.Fail("sendPhoto", 1e6, leaves)
		o.Fail("editMessageMedia", 1e6, leaves)
		end := time.Now().Add(3 * time.Minute)
		var playing sync.WaitGroup
		for _, p := range o.seats {
			playing.Go(func() {
				for time.Now().Before(end) {
					time.Sleep(time.Duration(1000+p.random.IntN(4000)) * time.Millisecond)
					m := matchOf(t, o.store, p.id)
					if m.Status != match.Playing {
						return
					}
					by := p.of[0]
					if m.Player(m.Turn()).ID != fmt.Sprint("telegram:", by.ID) {
						by = p.of[1]
					}
					legal := slices.Collect(m.Line.Position().Moves())
					by.Says(o.group, "/m #"+p.id+" "+string(legal[p.random.IntN(len(legal))]))
				}
			})
		}
		playing.Wait()
		time.Sleep(3 * time.Minute)
		moves := 0
		for _, p := range o.seats {
			moves += len(movesOf(t, o.store, p.id))
		}
		t.Logf("%d moves, %d boards, %d of them late; at most %d messages wait", moves, boards, late, most)
		if late > 0 || most > len(o.seats) || boards > moves*2/3 || boards < len(o.seats) {
			t.Errorf("%d of %d boards were overtaken when they left; at most %d waited", late, boards, most)
		}
	})
}

// matchOf is a match as it is stored.
func matchOf(t testing.TB, store storage.Store, id string) *match.Match {
	t.Helper()
	events, err := store.Events(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	m, err := match.Replay(id, enginetable.Named, events)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// movesOf are the moves of a match.
func movesOf(t testing.TB, store storage.Store, id string) (moves []string) {
	t.Helper()
	events, err := store.Events(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if e.Kind == match.Moved {
			moves = append(moves, string(e.Move))
		}
	}
	return moves
}

// A board that may have arrived, its answer being lost, is told again although more was played meanwhile: nothing takes
// its place before it is known, and the room is told all.
func TestBoard_InDoubtIsNotOvertaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := virtual(t)
		ana, rui, group := o.people()
		ana.Says(group, "/settings message new")
		time.Sleep(10 * time.Second) // the answers to two commands come in either order
		ana.Says(group, "/play damas colour=white @rui")
		time.Sleep(10 * time.Second)
		rui.Taps(group.Sent()[len(group.Sent())-1], "Accept").Wait()
		time.Sleep(time.Minute)
		o.Fail("sendPhoto", 1, telegramtest.Lose)
		ana.Says(group, "/m 11-15")
		time.Sleep(50 * time.Millisecond)
		rui.Says(group, "/m 23-20")
		ana.Says(group, "/m 12-16")
		time.Sleep(2 * time.Minute)
		told := ""
		for _, m := range group.Sent() {
			told += m.Now().Text + "\n"
		}
		for _, move := range []string{"Ana: 11-15", "Rui: 23-20", "Ana: 12-16"} {
			if !strings.Contains(told, move) {
				t.Errorf("%s is not told in\n%s", move, told)
			}
		}
	})
}
