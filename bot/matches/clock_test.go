package matches_test

import (
	"maps"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// In a match over days, the late player is reminded twice, by day, and the opponent may claim the win when the time is
// over.
func TestClock_Claimed(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Begin(t, h, d, "4d")
		Later(3*24*time.Hour - time.Second)
		d.Expect(t, "before")
		Says(h, Rui, "/claim")
		d.Expect(t, "too soon", "is not up yet")
		Later(time.Second)
		if m := d.Last(t).M; m.Turn.ID != Ana.ID {
			t.Errorf("called: %+v", m.Turn)
		}
		d.Expect(t, "a quarter", "Ana: three quarters of your time are gone.")
		Later(23*time.Hour - time.Second)
		d.Expect(t, "before the last call")
		Later(time.Second)
		d.Expect(t, "soon", "Ana: your time is nearly up.")
		Later(time.Hour)
		m := d.Last(t).M
		if m.Turn.ID != Rui.ID || len(m.Buttons) == 0 || m.Buttons[0][0].Label != "Claim the win" ||
			m.Buttons[0][1].Label != "Give 3 days" {
			t.Errorf("over: %+v", m)
		}
		claim := m.Buttons[0][0].Says
		d.Expect(t, "over", "Ana's time is up.\nAna (⚪) to move.\nCapture is compulsory: 12x19.\nRui, it is up to you. If nothing happens, you win in 4 days.")
		Later(24 * time.Hour)
		Says(h, Rui, "/board")
		d.Expect(t, "a day after", "you win in 3 days.")
		Says(h, Ana, claim)
		d.Expect(t, "the wrong one", "Only the other player")
		Says(h, Rui, claim)
		d.Expect(t, "claimed", "Rui claims: time is up.\nRui wins on time.")
		Later(10 * 24 * time.Hour)
		d.Expect(t, "afterwards")
	})
}

// A player who cannot win is not told that a win can be claimed.
func TestClock_Drawn(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, `/play damas colour=white time=1d from="W:WK1,5:BK29" @rui`)
		Says(h, Rui, "/accept")
		for _, move := range []string{"ana 5-9", "rui 29-25", "ana 9-13", "rui 25-29"} {
			who, text, _ := strings.Cut(move, " ")
			Says(h, map[string]chat.User{"ana": Ana, "rui": Rui}[who], text)
		}
		Later(24 * time.Hour)
		if got := d.Heard(); !strings.Contains(got[len(got)-1],
			"Rui, it is up to you. If nothing happens, it is a draw in 1 day: you have too little left to win.") {
			t.Errorf("offered: %q", got)
		}
		Later(24 * time.Hour)
		d.Expect(t, "the end", "Time is up.\nA draw: one side is out of time")
	})
}

// If time is given, the reminders begin again; a match in which nobody does anything ends.
func TestClock_GivenAndLost(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Begin(t, h, d, "4d")
		Later(4 * 24 * time.Hour)
		give := d.Last(t).M.Buttons[0][1].Says
		d.Heard()
		Says(h, Rui, give)
		d.Expect(t, "given", "Rui gives the other side 3 days more.\nAna (⚪) to move. 3 days left.")
		Later(3 * 24 * time.Hour)
		d.Expect(t, "again", "three quarters", "nearly up", "time is up")
		Later(4*24*time.Hour - time.Second)
		d.Expect(t, "before the end")
		Later(time.Second)
		d.Expect(t, "the end", "Time is up.\nRui wins on time.")
	})
}

// Before the fourth move no match is won on time: the opponent may cancel it, or it ends without a result.
func TestClock_Early(t *testing.T) {
	for _, how := range []string{"cancel", "wait"} {
		AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
			Says(h, Ana, "/play damas colour=white time=1d @rui")
			Says(h, Rui, "/accept")
			Says(h, Ana, "11-15")
			Says(h, Rui, "21-18")
			d.Heard()
			Later(24 * time.Hour)
			cancel := d.Last(t).M.Buttons[0][0]
			if got := d.Heard(); !strings.Contains(got[len(got)-1], "the match ends in 1 day and does not count.") {
				t.Errorf("offered: %q", got)
			}
			if cancel.Label != "Cancel" {
				t.Errorf("offered: %+v", cancel)
			}
			if how == "cancel" {
				Says(h, Rui, cancel.Says+" yes")
				d.Expect(t, how, "cancels the match")
			} else {
				Later(24 * time.Hour)
				d.Expect(t, how, "so the match does not count.")
			}
			heads, err := h.Store.Find(t.Context(), storage.Query{})
			if err != nil || len(heads) != 1 || heads[0].Status != match.Void || !heads[0].Deadline.IsZero() {
				t.Errorf("%s: %+v, %v", how, heads, err)
			}
		})
	}
}

// A time limit of less than a day ends the match to the second, and the board shows both clocks.
func TestClock(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Begin(t, h, d, "10m+5s")
		Later(3 * time.Minute)
		Says(h, Ana, "12x19")
		d.Expect(t, "a move", "Rui (⚫) to move. 10 minutes 10 seconds left. Ana: 7 minutes 15 seconds.")
		Says(h, Rui, "/away 3d")
		d.Expect(t, "stopped alone", "does not stop while you are away")
		Later(10*time.Minute + 9*time.Second)
		d.Expect(t, "calls", "Rui: three quarters of your time", "Rui: your time is nearly up")
		Later(time.Second)
		d.Expect(t, "the end", "Time is up.\nAna wins on time.")
	})
}

// The bot reminds nobody at night, except of what would be too late in the morning.
func TestClock_AtNight(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Later(9 * time.Hour) // nine in the evening
		Begin(t, h, d, "2d")
		Later(36 * time.Hour) // nine in the morning, so the quarter comes at once
		d.Expect(t, "in the morning", "three quarters")
		Later(12 * time.Hour)
		d.Expect(t, "in the evening", "nearly up", "time is up")
		Says(h, Rui, "/give 1d")
		Later(3 * time.Hour) // after midnight
		Says(h, Ana, "12x19")
		d.Heard()
		Later(36 * time.Hour) // noon of the day after: a quarter is left
		d.Expect(t, "by day", "three quarters")
		Later(11*time.Hour - time.Second) // an hour before the end, at eleven in the evening
		d.Expect(t, "before")
		Later(time.Second)
		d.Expect(t, "at night, but else too late", "nearly up")
	})
}

// A challenge to a person expires after two days without an answer, one to anyone after seven.
func TestChallenge_Expires(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas @rui")
		Says(h, Ana, "/play cage")
		d.Expect(t, "said", "7 days for each move.", "7 days for each move.")
		changed := len(d.Edits())
		Later(48 * time.Hour)
		d.Expect(t, "named", "Ana challenges Rui")
		if len(d.Edits()) != changed+1 {
			t.Errorf("the message of the challenge is not changed")
		}
		Says(h, Rui, "/accept")
		if got := d.Heard(); len(got) != 1 || !strings.Contains(got[0], "Cage") {
			t.Errorf("accepted: %q", got)
		}
		Says(h, Ana, "/play eximo")
		d.Heard()
		Later(7*24*time.Hour - time.Second)
		d.Heard()
		Later(2 * time.Second) // another match is due at the same time
		if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "There was no answer in time") {
			t.Errorf("open: %q", got)
		}
	})
}

// A player whose time ended while the bot was down gets grace; a reminder that fell due then is sent once.
func TestClock_WhileDown(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := memorytest.New(), NewDesk()
		h, stop := Start(t, store, d)
		Begin(t, h, d, "4d")
		Later(time.Hour)
		stop()
		Later(3 * 24 * time.Hour)
		_, stop = Start(t, store, d)
		Later(time.Second)
		d.Expect(t, "up again", "three quarters")
		stop()
		Later(2 * 24 * time.Hour)
		h, stop = Start(t, store, d)
		defer stop()
		Later(time.Second)
		d.Expect(t, "after the end", "I was away when the time ran out: 1 day more.")
		Says(h, Rui, "/claim")
		d.Expect(t, "no claim", "not up yet")
		Later(24 * time.Hour)
		d.Expect(t, "over", "nearly up", "time is up")
	})
}

// In a match of less than a day, the grace is no more than its time; a challenge expires all the same.
func TestClock_EndsWhileDown(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := memorytest.New(), NewDesk()
		h, stop := Start(t, store, d)
		Says(h, Eva, "/play eximo @olga")
		d.Heard()
		Begin(t, h, d, "10m")
		Later(time.Minute)
		stop()
		Later(3 * 24 * time.Hour)
		_, stop = Start(t, store, d)
		defer stop()
		Later(time.Second)
		if said := strings.Join(d.Heard(), "\n"); !strings.Contains(said, "I was away when the time ran out: 10 minutes more.") {
			t.Errorf("said %q", said)
		}
		for id, want := range map[string]map[match.Status]int{Ana.ID: {match.Playing: 1}, Eva.ID: {}} {
			if got := Live(t, store, id); !maps.Equal(got, want) {
				t.Errorf("%s has %v", id, got)
			}
		}
		Later(10 * time.Minute)
		d.Expect(t, "over", "three quarters", "nearly up", "Time is up.\nRui wins on time.")
	})
}

// During an agreed pause, and while the late player is away, no time runs; without a limit none ever does.
func TestClock_PauseAndAway(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Begin(t, h, d, "4d")
		Says(h, Rui, "/pause 5d")
		d.Expect(t, "offered", "Rui proposes a pause: 5 days.")
		Says(h, Ana, "/pause")
		d.Expect(t, "agreed", "Ana agrees.\nAna (⚪) to move. The clock is stopped for another 5 days, with 4 days left.")
		Later(8 * 24 * time.Hour)
		d.Expect(t, "after it", "three quarters")
		Says(h, Ana, "/away 0")
		d.Expect(t, "back from nowhere", "You are not away.")
		Says(h, Ana, "/away 10d")
		d.Expect(t, "away", "Ana is away for 10 days; the clock stops.")
		Later(10*24*time.Hour + 22*time.Hour)
		d.Expect(t, "still")
		Later(2 * time.Hour)
		d.Expect(t, "after the return", "nearly up", "time is up")
		Says(h, Ana, "/away 3d")
		d.Expect(t, "too late", "Your time in")
		Says(h, Rui, "/away 31d")
		d.Expect(t, "too long", "in a year you may be away for 30 days")
		Says(h, Rui, "/away 30d") // not his own time, but it counts
		d.Expect(t, "the other", "Rui is away for 30 days; until then the clock stops whenever it is Rui's turn.")
		Says(h, Rui, "/away 0")
		d.Expect(t, "back", "Rui is back.")
		Says(h, Rui, "/away 20d")
		Later(2 * 24 * time.Hour)
		d.Heard()
		Says(h, Rui, "/away 28d")
		d.Expect(t, "with those before", "in a year you may be away for 30 days")
		Says(h, Rui, "/away 27d")
		d.Expect(t, "what is left", "Rui is away for 27 days")
		Says(h, Rui, "/give soon")
		d.Expect(t, "what time", "I do not understand the time “soon”")
		Says(h, Eva, "/away 3d")
		d.Expect(t, "nobody waits", "None of your matches has a time limit")
		Says(h, Eva, "/away 0")
		d.Expect(t, "back without a clock", "You are not away.")
	})
}

// A player who comes back ends the absence, even if no clock is left that it stopped.
func TestClock_AwayWithoutClocks(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Begin(t, h, d, "30d")
		Says(h, Ana, "/away 10d")
		Says(h, Rui, "/resign")
		Says(h, Rui, "/resign yes "+Rui.ID)
		d.Heard()
		Says(h, Ana, "/away 0")
		d.Expect(t, "back", "You are not away any more.")
		Says(h, Ana, "/away 0")
		d.Expect(t, "once", "You are not away.")
	})
}

// A clock whose time is over cannot be stopped; the author is told, whatever happens to the other clocks.
func TestClock_AwayTooLate(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Begin(t, h, d, "30d")
		Begin(t, h, d, "1d")
		Later(25 * time.Hour)
		d.Heard()
		Says(h, Ana, "/away 20d")
		d.Expect(t, "in both", "Ana is away for 20 days; the clock stops.", "Your time in")
	})
}

// A player is reminded as asked for, also after a restart, and at night only at a moment that was asked for.
func TestReminder(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := memorytest.New(), NewDesk()
		h, stop := Start(t, store, d)
		Begin(t, h, d, "4d")
		Says(h, Ana, "/remind 2d")
		d.Expect(t, "before", "I will remind you 2 days before")
		Says(h, Ana, "/remind in 6h")
		d.Expect(t, "later", "I will remind you in 6 hours (18:00, UTC), if you have not moved by then.")
		stop()
		h, stop = Start(t, store, d)
		defer stop()
		Later(6*time.Hour - time.Second)
		d.Expect(t, "too soon")
		Later(time.Second)
		d.Expect(t, "in time", "Ana: you asked me")
		Says(h, Ana, "/lembrar daqui a 8h") // that is two at night
		d.Expect(t, "again", "I will remind you in 8 hours (02:00, UTC), if you have not moved by then.")
		Later(8*time.Hour - time.Second)
		d.Expect(t, "not yet")
		Later(time.Second)
		d.Expect(t, "at night", "Ana: you asked me")
		Says(h, Ana, "/remind 71h") // before the time is over, that is three at night
		d.Expect(t, "before, at night", "I will remind you 2 days 23 hours before")
		Says(h, Ana, "/remind 0")
		d.Expect(t, "none", "no more reminders of this match")
		Says(h, Ana, "/remind blue")
		d.Expect(t, "no time", "I do not understand the time “blue”")
		Says(h, Rui, "/remind in 3h")
		d.Expect(t, "not on turn", "It is Ana's turn.")
	})
}
