package bot_test

import (
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/storage/memorytest"
)

// Where a match has an arbiter, a player who has not made a first move in the time for it has lost, whichever of the
// two it is; both are told before. A player who has moved has appeared.
func TestAppear(t *testing.T) {
	for _, c := range []struct {
		name   string
		moves  []string // of White, then of Black
		result string
	}{
		{"White does not come", nil, "Rui wins: Ana has not appeared (4.4a)."},
		{"Black does not come", []string{"10-14"}, "Ana wins: Rui has not appeared (4.4a)."},
		{"both have come", []string{"10-14", "22-18"}, ""},
	} {
		subtest(t, c.name, func(t *testing.T) {
			d, store := newDesk(), memorytest.New()
			d.caps.Pictures = false
			h, stop := start(t, store, d)
			says(h, ana, "/play damas @rui white time=3d arbiter=@eva")
			rule := "eva is the arbiter.\nA player who does not make the first move in time loses as absent"
			d.expect(t, "the challenge", rule, "eva, Ana names you the arbiter")
			says(h, rui, "/accept")
			for i, move := range c.moves {
				says(h, []chat.User{ana, rui}[i], move)
			}
			later(2 * 24 * time.Hour)
			stop()
			d.heard()
			_, stop = start(t, store, d)
			later(23 * time.Hour)
			for _, text := range d.heard() { // one may be a call
				if strings.Contains(text, "not appeared") {
					t.Errorf("an hour before the time is over: %q", text)
				}
			}
			later(time.Hour + time.Minute)
			got := d.heard()
			if len(got) != 1 || !strings.Contains(got[0], c.result) ||
				strings.Contains(got[0], "not appeared") != (c.result != "") {
				t.Errorf("when the time is over: %q", got)
			}
			stop()
		})
	}
}
