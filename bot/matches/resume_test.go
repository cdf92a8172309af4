package matches_test

import (
	"strings"
	"testing"
	"time"

	. "tabuleiro/bot/desktest"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// A pause ends before its time when both agree, by the command and in plain words; where none is on those show the
// board.
func TestPause_Ends(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		d.Can.Together = true
		h, _ := Start(t, memorytest.New(), d)
		h.Grants = d
		Begin(t, h, d, "4d")
		Says(h, Rui, "/pause 0")
		d.Expect(t, "none is on", "No pause is on in")
		for _, text := range []string{"/pause 0", "resume the game", "vamos continuar", "sigamos"} {
			Says(h, Rui, "/pause 5d")
			Says(h, Ana, "/accept")
			Later(24 * time.Hour)
			d.Heard()
			Mentioned(h, Ana, text)
			d.Expect(t, text, "Ana proposes to end the pause.\n")
			Mentioned(h, Rui, "yes")
			d.Expect(t, text, "Rui agrees.\nAna (⚪) to move. 4 days left.")
			Mentioned(h, Ana, "continue the game")
			d.Expect(t, "none is on any more", "Ana (⚪) to move. 4 days left.")
		}
		Says(h, Rui, "/pause 5d")
		Says(h, Ana, "/accept")
		d.Heard()
		Says(h, Rui, "/pause 0")
		d.Expect(t, "asked", "Ana: do you agree to end the pause?")
		Says(h, Ana, "/decline")
		d.Expect(t, "refused", "Ana does not agree.\nAna (⚪) to move. The clock is stopped for another 5 days")
	})
}

// A player who is away and goes on playing is back.
func TestResume_AfterAbsence(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Begin(t, h, d, "4d")
		Says(h, Ana, "/away 5d")
		d.Tells(t, h, Mentioned, Ana, "let's continue", "Ana is back.")
	})
}

// A player who asks for a weaker bot than the weakest, or which levels there are, is told of levels that there are, and
// offered no other one.
func TestLevel_AtTheEnd(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		d.Asks(h, Ana, "/play draughts house level=1 colour=white")
		for _, moves := range []string{"", "11-15"} {
			d.Asks(h, Ana, moves)
			for text, want := range map[string]string{"make it easier": "I am at level 1 already",
				"what levels are there?": "1 · just learned the rules"} {
				if got := d.Asks(h, Ana, text); !strings.Contains(got, want) || strings.Contains(got, "=?") {
					t.Errorf("%s: told %q", text, got)
				}
			}
		}
	})
}

// The offer of a match with another level names only options that are not as usual.
func TestLevel_Offered(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Privately(h, Ana, "/play cage house size=6 level=3 colour=red")
		for _, text := range []string{string(FirstMove(Only(t, h.Store, storage.Query{}))), "make it harder"} {
			d.Heard()
			Privately(h, Ana, text)
		}
		if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "“play cage size 6 level 4”") {
			t.Errorf("told %q", got)
		}
	})
}
