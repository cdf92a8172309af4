package bot_test

import (
	"strings"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/storage/memory"
)

// What is going on in a room is listed for whoever asks, and what has waited longest comes first.
func TestGamesOfRoom(t *testing.T) {
	d := newDesk()
	h, clock := startLimited(t, memory.New(), d, bot.Limits{})
	for _, game := range []string{"damas", "eximo"} {
		says(h, ana, "/play "+game+" @rui colour=white")
		says(h, rui, "/accept")
		clock.wait(26 * time.Hour)
	}
	says(h, eva, "/games room")
	text := d.heard()
	list := text[len(text)-1]
	first, second := strings.Index(list, "Portuguese draughts"), strings.Index(list, "Eximo")
	if first < 0 || second < first || !strings.Contains(list, "(2 days") || !strings.Contains(list, "(1 day") {
		t.Errorf("the list is %q", list)
	}
}
