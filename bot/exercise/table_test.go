package exercise_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// The table of a puzzle of the day has twenty rows at the most, and says how many more have solved it, if any have;
// those who did as well share a place.
func TestTable_ManySolvers(t *testing.T) {
	for solved, more := range map[int]string{20: "", 21: "\n… +1", 23: "\n… +3"} {
		InTime(t, func(t *testing.T) {
			d, store := NewDesk(), memorytest.New()
			h, stop := Start(t, store, d)
			Says(h, Ana, "/settings puzzle 9:00")
			Later(21 * time.Hour)
			for n := range solved {
				id := fmt.Sprintf("u%02d", n)
				answers(t, h, store, chat.User{ID: "desk:" + id, Handle: id, Name: id}, false, min(n, 2)/2) // two at once
			}
			d.Heard()
			Later(24*time.Hour + time.Second)
			got := d.Heard()[0]
			if strings.Count(got, "\n1. ") != 2 || strings.Count(got, "\n3. ") != 18 || strings.Contains(got, "u20") {
				t.Errorf("%d have solved it: %q", solved, got)
			}
			if !strings.HasSuffix(got, more) || more == "" && strings.Contains(got, "…") {
				t.Errorf("%d have solved it, and the table ends %q", solved, got[strings.LastIndex(got, "\n"):])
			}
			stop()
		})
	}
}
