package telegram_test

import (
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Eight matches in one group, in which moves are typed faster than Telegram takes boards, and some of these have to
// wait once more: at most one board a match
// waits, each that leaves is of the latest position, and all that was played is told in its order.
func TestBoards_Overtaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := virtual(t)
		var all []*telegramtest.Person
		const matches = 8
		for i := range matches {
			all = append(all, o.Person(fmt.Sprint("Ana", i), fmt.Sprint("ana_", i)),
				o.Person(fmt.Sprint("Rui", i), fmt.Sprint("rui_", i)))
		}
		group := o.Supergroup(all...)
		ids := make([]string, matches)
		for i := range ids {
			all[2*i].Says(group, "/play damas colour=white @"+all[2*i+1].Handle)
			time.Sleep(10 * time.Second)
			asked := group.Sent()[len(group.Sent())-1]
			_, id, _ := strings.Cut(asked.Now().Text, "#")
			ids[i], _, _ = strings.Cut(id, "\n")
			all[2*i+1].Taps(asked, "Accept").Wait()
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
			heads, err := o.store.Find(t.Context(), storage.Query{})
			if err != nil {
				t.Error(err)
			}
			for _, h := range heads {
				played[h.ID] = movesOf(t, o, h.ID)
			}
			real(w)
			mu.Lock()
			defer mu.Unlock()
			most = max(most, o.telegram.State().Queues["out"])
			for _, id := range ids {
				if n := movesShown(group, id); n > shown[id] {
					shown[id] = n
					if boards++; n < played[id] {
						late++
					}
				}
			}
		}
		o.Fail("sendPhoto", 1e6, leaves)
		o.Fail("editMessageMedia", 1e6, leaves)
		end := time.Now().Add(3 * time.Minute)
		var playing sync.WaitGroup
		for i, id := range ids {
			playing.Go(func() {
				random := mathrand.New(mathrand.NewPCG(uint64(i), 5))
				for time.Now().Before(end) {
					time.Sleep(time.Duration(1000+random.IntN(4000)) * time.Millisecond)
					events, err := o.store.Events(t.Context(), id)
					if err != nil {
						t.Error(err)
						return
					}
					m, err := match.Replay(id, func(string) *engine.Game { return games[0] }, events)
					if err != nil || m.Status != match.Playing {
						return
					}
					legal := slices.Collect(m.Line.Position().Moves())
					by := all[2*i]
					if m.Player(m.Turn()).ID != fmt.Sprint("telegram:", by.ID) {
						by = all[2*i+1]
					}
					by.Says(group, "/m #"+id+" "+string(legal[random.IntN(len(legal))]))
				}
			})
		}
		playing.Wait()
		time.Sleep(3 * time.Minute)
		moves := 0
		for _, id := range ids {
			moves += movesOf(t, o, id)
		}
		t.Logf("%d moves, %d boards, %d of them late; at most %d messages wait", moves, boards, late, most)
		if late > 0 || most > matches || boards > moves*2/3 || boards < matches {
			t.Errorf("%d of %d boards were overtaken when they left; at most %d waited, of %d matches", late, boards, most,
				matches)
		}
	})
}

// movesOf is how many moves are stored of a match.
func movesOf(t *testing.T, o *table, id string) (n int) {
	events, err := o.store.Events(t.Context(), id)
	if err != nil {
		t.Error(err)
	}
	for _, e := range events {
		if e.Kind == match.Moved {
			n++
		}
	}
	return n
}

// movesShown is how many moves were made before the position that the buttons of a board are for.
func movesShown(group *telegramtest.Chat, id string) (n int) {
	for _, m := range group.Sent() {
		for _, label := range m.Buttons() {
			if after, ok := strings.CutPrefix(m.Data(label), "/move #"+id+":"); ok {
				number, _, _ := strings.Cut(after, " ")
				moves, _ := strconv.Atoi(number)
				n = max(n, moves)
			}
		}
	}
	return n
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
