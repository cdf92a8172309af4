package matches_test

import (
	"testing"
	"time"

	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// Players are reminded from nine in the morning until ten at night, to the minute; what is due in the night waits.
func TestClock_Hours(t *testing.T) {
	for name, c := range map[string]struct {
		begins time.Duration // after noon
		waits  time.Duration // from when three quarters of the time are gone
	}{
		"before the night": {9*time.Hour + 59*time.Minute, 0}, "at night": {10 * time.Hour, 11 * time.Hour},
		"before the morning": {20*time.Hour + 59*time.Minute, time.Minute}, "in the morning": {21 * time.Hour, 0},
	} {
		Subtest(t, name, func(t *testing.T) {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Later(c.begins)
			Says(h, Ana, "/play damas colour=white time=4d @rui")
			Says(h, Rui, "/accept")
			d.Heard()
			Later(72*time.Hour + c.waits - 10*time.Second)
			d.Expect(t, "too early")
			Later(20 * time.Second)
			d.Expect(t, "in time", "three quarters of your time are gone")
		})
	}
}
