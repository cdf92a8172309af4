package guide_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// The running matches of a room are listed for anyone who asks, those that have waited longest first.
func TestList_GamesOfRoom(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		h, _ := Start(t, memorytest.New(), d, Limit(bot.Limits{}))
		for _, game := range []string{"damas", "eximo"} {
			Says(h, Ana, "/play "+game+" @rui colour=white")
			Says(h, Rui, "/accept")
			Later(26 * time.Hour)
		}
		Says(h, Eva, "/games")
		// which nobody has accepted
		Says(h, Eva, "/play cage")
		// which is no move
		Says(h, Ana, "/draw #"+regexp.MustCompile(`draughts: .*#(\w+)`).FindStringSubmatch(strings.Join(d.Heard(), "\n"))[1])
		Says(h, Eva, "/games room")
		text := d.Heard()
		list := text[len(text)-1]
		first, second := strings.Index(list, "Portuguese draughts"), strings.Index(list, "Eximo")
		if !strings.HasPrefix(list, "2 matches") || strings.Contains(list, "Cage") {
			t.Errorf("a challenge is listed: %q", list)
		}
		if first < 0 || second < first || !strings.Contains(list, "(waiting for 2 days") ||
			!strings.Contains(list, "(waiting for 1 day") {
			t.Errorf("the list is %q", list)
		}
	})
}
