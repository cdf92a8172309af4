package bot_test

import (
	"strings"
	"testing"
	"time"

	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// A pause ends before its time when both agree, by the command and in plain words; where none is on those show the
// board.
func TestPauseEnds(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d := newDesk()
		d.caps.Together = true
		h, _ := start(t, memorytest.New(), d)
		h.grants = d
		begin(t, h, d, "4d")
		says(h, rui, "/pause 0")
		d.expect(t, "none is on", "No pause is on in")
		for _, text := range []string{"/pause 0", "resume the game", "vamos continuar", "sigamos"} {
			says(h, rui, "/pause 5d")
			says(h, ana, "/accept")
			later(24 * time.Hour)
			d.heard()
			mentioned(h, ana, text)
			d.expect(t, text, "Ana proposes to end the pause.\n")
			mentioned(h, rui, "yes")
			d.expect(t, text, "Rui agrees.\nAna (⚪) to move. 4 days left.")
			mentioned(h, ana, "continue the game")
			d.expect(t, "none is on any more", "Ana (⚪) to move. 4 days left.")
		}
		says(h, rui, "/pause 5d")
		says(h, ana, "/accept")
		d.heard()
		says(h, rui, "/pause 0")
		d.expect(t, "asked", "Ana: do you agree to end the pause?")
		says(h, ana, "/decline")
		d.expect(t, "refused", "Ana does not agree.\nAna (⚪) to move. The clock is stopped for another 5 days")
	})
}

// A player who is away and goes on playing is back.
func TestResumeAfterAbsence(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		begin(t, h, d, "4d")
		says(h, ana, "/away 5d")
		d.tells(t, h, mentioned, ana, "let's continue", "Ana is back.")
	})
}

// A player who asks for a weaker bot than the weakest, or which levels there are, is told of levels that there are, and
// offered no other one.
func TestLevelAtTheEnd(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		d.asks(h, ana, "/play draughts house level=1 colour=white")
		for _, moves := range []string{"", "11-15"} {
			d.asks(h, ana, moves)
			for text, want := range map[string]string{"make it easier": "I am at level 1 already",
				"what levels are there?": "1 · just learned the rules"} {
				if got := d.asks(h, ana, text); !strings.Contains(got, want) || strings.Contains(got, "=?") {
					t.Errorf("%s: told %q", text, got)
				}
			}
		}
	})
}

// The offer of a match with another level names only options that are not as usual.
func TestLevelOffered(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		privately(h, ana, "/play cage house size=6 level=3 colour=red")
		for _, text := range []string{string(firstMove(only(t, h.store, storage.Query{}))), "make it harder"} {
			d.heard()
			privately(h, ana, text)
		}
		if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "“play cage size 6 level 4”") {
			t.Errorf("told %q", got)
		}
	})
}
