package bot_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/storage/memorytest"
)

// The matches that go on in a room are listed for anyone who asks, those that have waited longest first.
func TestGamesOfRoom(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d := newDesk()
		h, _ := start(t, memorytest.New(), d, limit(bot.Limits{}))
		for _, game := range []string{"damas", "eximo"} {
			says(h, ana, "/play "+game+" @rui colour=white")
			says(h, rui, "/accept")
			later(26 * time.Hour)
		}
		says(h, eva, "/games")
		// which nobody has accepted
		says(h, eva, "/play cage")
		// which is no move
		says(h, ana, "/draw #"+regexp.MustCompile(`draughts: .*#(\w+)`).FindStringSubmatch(strings.Join(d.heard(), "\n"))[1])
		says(h, eva, "/games room")
		text := d.heard()
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
