package exercise_test

import (
	"strings"
	"testing"

	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// A puzzle set by an older version goes on; an invalid one is replaced by the next.
func TestPuzzle_KeptByOlderVersion(t *testing.T) {
	const note = `{"game":"portuguese","shown":{"portuguese":3},"number":3,"puzzle":{"Position":"W:W3,4,16:B15,28,29",
		"Solution":["16-20","28-24","20-23"]},"at":0,"wrong":1,"looked":769,"warned":3,"strong":1400,"solver":"*",
		"person":"","last":{"at":"2026-11-20T10:00:00Z","id":""},"asker":"desk:2"}`
	for name, c := range map[string]struct{ position, move, want string }{
		"goes on":     {"W:W3,4,16:B15,28,29", "16-20", "has found 16-20"},
		"no position": {"W:W3,4,99:B15,28,29", "", "🧩 4 "},
	} {
		t.Run(name, func(t *testing.T) {
			InTime(t, func(t *testing.T) {
				d, store := NewDesk(), memorytest.New()
				old := strings.ReplaceAll(note, "W:W3,4,16:B15,28,29", c.position)
				if err := store.Put(t.Context(), "puzzle/desk:group", old); err != nil {
					t.Fatal(err)
				}
				h, stop := Start(t, store, d)
				defer stop()
				Says(h, Ana, strings.TrimSpace("/puzzle "+c.move))
				if got := d.Heard(); len(got) != 1 || !strings.Contains(got[0], c.want) {
					t.Errorf("told %q", got)
				}
			})
		})
	}
}
