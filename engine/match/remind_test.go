package match_test

import (
	"testing"

	"tabuleiro/engine/match"
)

// A player's own reminder comes a set time before the deadline of each decision, in time order among the others.
func TestReminder_Before(t *testing.T) {
	p := newTimed(t, "4d")
	p.plays("0 rui accepted", "0 ana reminds span=2d", "0 rui reminds span=2h")
	p.next("wanted 2d")
	p.refuses("1d bot called call=wanted", match.TimeLeft)
	p.plays("2d bot called call=wanted")
	p.next("quarter 3d")
	p.plays("3d ana moved 11-15")
	p.next("quarter 6d")
	p.plays("6d bot called call=quarter")
	p.next("wanted 6d22h")
	p.plays("6d22h30m bot called call=wanted")
	p.next("soon 6d23h")
	p.plays("6d22h40m rui moved 21-18", "7d ana reminds")
	p.next("quarter 9d22h40m")
	p.refuses("7d ana reminds span=4d", match.BadReminder)
	p.refuses("7d eva reminds span=4d", match.NotAPlayer)
}

// Of reminders due at once only the last is sent, and the others are skipped.
func TestReminder_Once(t *testing.T) {
	p := newTimed(t, "4d")
	p.plays("0 rui accepted", "0 ana reminds span=12h")
	p.plays("3d13h bot called call=wanted")
	p.next("soon 3d23h")
	p = newTimed(t, "4d")
	p.plays("0 rui accepted", "0 ana reminds span=30h")
	p.plays("3d1h bot called call=quarter")
	p.next("soon 3d23h")
}

// A reminder at a moment is for the current decision, with or without a time limit.
func TestReminder_Later(t *testing.T) {
	p := newTimed(t, "none")
	p.plays("0 rui accepted")
	p.next("nothing")
	p.refuses("0 rui reminds until=2d", match.NotYourTurn)
	p.refuses("1d ana reminds until=1d", match.BadReminder)
	p.refuses("1d ana reminds span=2h", match.NoClock)
	p.plays("0 ana reminds until=2d")
	p.next("wanted 2d")
	p.plays("2d bot called call=wanted")
	p.next("nothing")
	p.plays("3d ana reminds until=4d")
	p.next("wanted 4d")
	p.plays("3d ana moved 11-15")
	p.next("nothing")
	p = newTimed(t, "4d")
	p.plays("0 rui accepted")
	p.refuses("1d ana reminds until=4d", match.BadReminder)
	away := *p
	away.plays("1d ana away until=11d", "1d ana reminds until=12d")
	away.next("wanted 12d")
	away.plays("2d ana away until=2d") // back, and the time is over before that
	away.next("quarter 4d")
	p.plays("1d ana reminds until=3d23h30m", "3d22h bot called call=quarter", "3d23h bot called call=soon")
	p.next("wanted 3d23h30m")
}
