package router_test

import (
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// In a match with an arbiter, the player who has not made a first move in the time for it loses, whichever of the two
// that is; both are told beforehand. A player who has moved has appeared.
func TestWords_Appear(t *testing.T) {
	for _, c := range []struct {
		name   string
		moves  []string // of White, then of Black
		result string
	}{
		{"White does not come", nil, "Rui wins: Ana has not appeared (4.4a)."},
		{"Black does not come", []string{"10-14"}, "Ana wins: Rui has not appeared (4.4a)."},
		{"both have come", []string{"10-14", "22-18"}, ""},
	} {
		Subtest(t, c.name, func(t *testing.T) {
			d, store := NewDesk(), memorytest.New()
			d.Can.Pictures = false
			h, stop := Start(t, store, d)
			Says(h, Ana, "/play damas @rui white time=3d arbiter=@eva")
			rule := "eva is the arbiter.\nA player who does not make the first move in time loses as absent"
			d.Expect(t, "the challenge", rule, "eva, Ana names you the arbiter")
			Says(h, Rui, "/accept")
			for i, move := range c.moves {
				Says(h, []chat.User{Ana, Rui}[i], move)
			}
			Later(2 * 24 * time.Hour)
			stop()
			d.Heard()
			_, stop = Start(t, store, d)
			Later(23 * time.Hour)
			for _, text := range d.Heard() { // one may be a call
				if strings.Contains(text, "not appeared") {
					t.Errorf("an hour before the time is over: %q", text)
				}
			}
			Later(time.Hour + time.Minute)
			got := d.Heard()
			if len(got) != 1 || !strings.Contains(got[0], c.result) ||
				strings.Contains(got[0], "not appeared") != (c.result != "") {
				t.Errorf("when the time is over: %q", got)
			}
			stop()
		})
	}
}
