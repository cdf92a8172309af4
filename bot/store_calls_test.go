package bot_test

import (
	"testing"

	"tabuleiro/bot"
	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// A typed move needs two writes (the move, and its delivery) and at most six reads, until everything is sent.
func TestMove_StoreCalls(t *testing.T) {
	InTime(t, func(t *testing.T) {
		plain := memorytest.New()
		store := faultytest.New(plain)
		h, _ := Start(t, plain, NewDesk(), func(c *bot.Config) { c.Store = archive.NewCache(store) })
		Says(h, Ana, "/portuguese @rui")
		Says(h, Rui, "/accept")
		players := []chat.User{Ana, Rui}
		for i, move := range []string{"9-13", "24-20", "5-9", "28-24", "1-5", "32-28"} {
			var reads, writes []faultytest.Call
			store.Plan(func(c faultytest.Call) (none faultytest.Fault) {
				if c.Writes() {
					writes = append(writes, c)
				} else {
					reads = append(reads, c)
				}
				return none
			})
			Says(h, players[i%2], move)
			if i < 2 {
				continue // what was never read is read first
			}
			if len(reads) > 6 || len(writes) != 2 {
				t.Errorf("%s reads the store %d times, %v, and writes %d times, %v", move, len(reads), reads, len(writes), writes)
			}
		}
	})
}
