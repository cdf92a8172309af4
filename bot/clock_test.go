package bot_test

import (
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// expect wants certain texts to have been said since the last look, and no others.
func (d *desk) expect(t *testing.T, what string, wants ...string) {
	t.Helper()
	got := d.heard()
	if len(got) != len(wants) {
		t.Fatalf("%s: said %q, want %q", what, got, wants)
	}
	for i, want := range wants {
		if !strings.Contains(got[i], want) {
			t.Errorf("%s: said %q, want %q", what, got[i], want)
		}
	}
}

// begin starts a match of four moves in a group, with a control.
func begin(t *testing.T, h chat.Handler, d *desk, control string) {
	t.Helper()
	says(h, ana, "/play damas colour=white time="+control+" @rui")
	says(h, rui, "/accept")
	for _, move := range []string{"ana 11-15", "rui 21-18", "ana 15-20", "rui 24x15"} {
		who, text, _ := strings.Cut(move, " ")
		says(h, map[string]chat.User{"ana": ana, "rui": rui}[who], text)
	}
	if said := d.heard(); len(said) != 6 {
		t.Fatalf("said: %q", said)
	}
}

// Over days the one who is late is called twice, by day, and the other one may claim the win when the time is over.
func TestTimeClaimed(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		begin(t, h, d, "4d")
		later(3*24*time.Hour - time.Second)
		d.expect(t, "before")
		says(h, rui, "/claim")
		d.expect(t, "too soon", "is not up yet")
		later(time.Second)
		if m := d.last(t).m; m.Turn.ID != ana.ID {
			t.Errorf("called: %+v", m.Turn)
		}
		d.expect(t, "a quarter", "Ana: three quarters of your time are gone.")
		later(23*time.Hour - time.Second)
		d.expect(t, "before the last call")
		later(time.Second)
		d.expect(t, "soon", "Ana: your time is nearly up.")
		later(time.Hour)
		m := d.last(t).m
		if m.Turn.ID != rui.ID || len(m.Buttons) == 0 || m.Buttons[0][0].Label != "Claim the win" ||
			m.Buttons[0][1].Label != "Give 3 days" {
			t.Errorf("over: %+v", m)
		}
		claim := m.Buttons[0][0].Says
		d.expect(t, "over", "Ana's time is up.\nAna (⚪) to move.\nCapture is compulsory: 12x19.\nRui, it is up to you. If nothing happens, you win in 4 days.")
		later(24 * time.Hour)
		says(h, rui, "/board")
		d.expect(t, "a day after", "you win in 3 days.")
		says(h, ana, claim)
		d.expect(t, "the wrong one", "Only the other player")
		says(h, rui, claim)
		d.expect(t, "claimed", "Rui claims: time is up.\nRui wins on time.")
		later(10 * 24 * time.Hour)
		d.expect(t, "afterwards")
	})
}

// A player who could not win is not told of a win that is waited for.
func TestTimeDrawn(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, `/play damas colour=white time=1d from="W:WK1,5:BK29" @rui`)
		says(h, rui, "/accept")
		for _, move := range []string{"ana 5-9", "rui 29-25", "ana 9-13", "rui 25-29"} {
			who, text, _ := strings.Cut(move, " ")
			says(h, map[string]chat.User{"ana": ana, "rui": rui}[who], text)
		}
		later(24 * time.Hour)
		if got := d.heard(); !strings.Contains(got[len(got)-1],
			"Rui, it is up to you. If nothing happens, it is a draw in 1 day: you have too little left to win.") {
			t.Errorf("offered: %q", got)
		}
		later(24 * time.Hour)
		d.expect(t, "the end", "Time is up.\nA draw: one side is out of time")
	})
}

// More time begins the calls anew, and a match about which nobody does anything ends.
func TestTimeGivenAndLost(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		begin(t, h, d, "4d")
		later(4 * 24 * time.Hour)
		give := d.last(t).m.Buttons[0][1].Says
		d.heard()
		says(h, rui, give)
		d.expect(t, "given", "Rui gives the other side 3 days more.\nAna (⚪) to move. 3 days left.")
		later(3 * 24 * time.Hour)
		d.expect(t, "again", "three quarters", "nearly up", "time is up")
		later(4*24*time.Hour - time.Second)
		d.expect(t, "before the end")
		later(time.Second)
		d.expect(t, "the end", "Time is up.\nRui wins on time.")
	})
}

// Before the fourth move nothing is won: the other one may cancel, or it ends without consequence.
func TestTimeEarly(t *testing.T) {
	for _, how := range []string{"cancel", "wait"} {
		atDesk(t, func(t *testing.T, h *host, d *desk) {
			says(h, ana, "/play damas colour=white time=1d @rui")
			says(h, rui, "/accept")
			says(h, ana, "11-15")
			says(h, rui, "21-18")
			d.heard()
			later(24 * time.Hour)
			cancel := d.last(t).m.Buttons[0][0]
			if got := d.heard(); !strings.Contains(got[len(got)-1], "the match ends in 1 day and does not count.") {
				t.Errorf("offered: %q", got)
			}
			if cancel.Label != "Cancel" {
				t.Errorf("offered: %+v", cancel)
			}
			if how == "cancel" {
				says(h, rui, cancel.Says+" yes")
				d.expect(t, how, "cancels the match")
			} else {
				later(24 * time.Hour)
				d.expect(t, how, "so the match does not count.")
			}
			heads, err := h.store.Find(t.Context(), storage.Query{})
			if err != nil || len(heads) != 1 || heads[0].Status != match.Void || !heads[0].Deadline.IsZero() {
				t.Errorf("%s: %+v, %v", how, heads, err)
			}
		})
	}
}

// A clock under a day ends the match to the second, and tells what both have left.
func TestTimeClock(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		begin(t, h, d, "10m+5s")
		later(3 * time.Minute)
		says(h, ana, "12x19")
		d.expect(t, "a move", "Rui (⚫) to move. 10 minutes 10 seconds left. Ana: 7 minutes 15 seconds.")
		says(h, rui, "/away 3d")
		d.expect(t, "stopped alone", "does not stop while you are away")
		later(10*time.Minute + 9*time.Second)
		d.expect(t, "calls", "Rui: three quarters of your time", "Rui: your time is nearly up")
		later(time.Second)
		d.expect(t, "the end", "Time is up.\nAna wins on time.")
	})
}

// The bot calls no player at night; news that would come too late by then are said all the same.
func TestTimeAtNight(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		later(9 * time.Hour) // nine in the evening
		begin(t, h, d, "2d")
		later(36 * time.Hour) // nine in the morning, so the quarter comes at once
		d.expect(t, "in the morning", "three quarters")
		later(12 * time.Hour)
		d.expect(t, "in the evening", "nearly up", "time is up")
		says(h, rui, "/give 1d")
		later(3 * time.Hour) // after midnight
		says(h, ana, "12x19")
		d.heard()
		later(36 * time.Hour) // noon of the day after: a quarter is left
		d.expect(t, "by day", "three quarters")
		later(11*time.Hour - time.Second) // an hour before the end, at eleven in the evening
		d.expect(t, "before")
		later(time.Second)
		d.expect(t, "at night, but else too late", "nearly up")
	})
}

// A challenge that nobody answers is over after two days, and one to anyone after seven.
func TestChallengeExpires(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/play damas @rui")
		says(h, ana, "/play cage")
		d.expect(t, "said", "7 days for each move.", "7 days for each move.")
		changed := len(d.edits())
		later(48 * time.Hour)
		d.expect(t, "named", "Ana challenges Rui")
		if len(d.edits()) != changed+1 {
			t.Errorf("the message of the challenge is not changed")
		}
		says(h, rui, "/accept")
		if got := d.heard(); len(got) != 1 || !strings.Contains(got[0], "Cage") {
			t.Errorf("accepted: %q", got)
		}
		says(h, ana, "/play eximo")
		d.heard()
		later(7*24*time.Hour - time.Second)
		d.heard()
		later(2 * time.Second) // another match is due at the same time
		if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "There was no answer in time") {
			t.Errorf("open: %q", got)
		}
	})
}

// A time that ended while the bot was down gives grace; a call that fell due then is made once.
func TestTimeWhileDown(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store, d := memorytest.New(), newDesk()
		h, stop := start(t, store, d)
		begin(t, h, d, "4d")
		later(time.Hour)
		stop()
		later(3 * 24 * time.Hour)
		_, stop = start(t, store, d)
		later(time.Second)
		d.expect(t, "up again", "three quarters")
		stop()
		later(2 * 24 * time.Hour)
		h, stop = start(t, store, d)
		defer stop()
		later(time.Second)
		d.expect(t, "after the end", "I was away when the time ran out: 1 day more.")
		says(h, rui, "/claim")
		d.expect(t, "no claim", "not up yet")
		later(24 * time.Hour)
		d.expect(t, "over", "nearly up", "time is up")
	})
}

// While a pause is agreed on, or the late one is away, no time runs; without a limit none ever does.
func TestPauseAndAway(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		begin(t, h, d, "4d")
		says(h, rui, "/pause 5d")
		d.expect(t, "offered", "Rui proposes a pause: 5 days.")
		says(h, ana, "/pause")
		d.expect(t, "agreed", "Ana agrees.\nAna (⚪) to move. The clock is stopped for another 5 days, with 4 days left.")
		later(8 * 24 * time.Hour)
		d.expect(t, "after it", "three quarters")
		says(h, ana, "/away 0")
		d.expect(t, "back from nowhere", "You are not away.")
		says(h, ana, "/away 10d")
		d.expect(t, "away", "Ana is away for 10 days; the clock stops.")
		later(10*24*time.Hour + 22*time.Hour)
		d.expect(t, "still")
		later(2 * time.Hour)
		d.expect(t, "after the return", "nearly up", "time is up")
		says(h, ana, "/away 3d")
		d.expect(t, "too late", "Your time in")
		says(h, rui, "/away 31d")
		d.expect(t, "too long", "in a year you may be away for 30 days")
		says(h, rui, "/away 30d") // not his own time, but it counts
		d.expect(t, "the other", "Rui is away for 30 days; until then the clock stops whenever it is Rui's turn.")
		says(h, rui, "/away 0")
		d.expect(t, "back", "Rui is back.")
		says(h, rui, "/away 20d")
		later(2 * 24 * time.Hour)
		d.heard()
		says(h, rui, "/away 28d")
		d.expect(t, "with those before", "in a year you may be away for 30 days")
		says(h, rui, "/away 27d")
		d.expect(t, "what is left", "Rui is away for 27 days")
		says(h, rui, "/give soon")
		d.expect(t, "what time", "I do not understand the time “soon”")
		says(h, eva, "/away 3d")
		d.expect(t, "nobody waits", "None of your matches has a time limit")
	})
}

// Where the author's time is up already no clock stops, and that is told, whatever other clocks do.
func TestAwayTooLate(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		begin(t, h, d, "30d")
		begin(t, h, d, "1d")
		later(25 * time.Hour)
		d.heard()
		says(h, ana, "/away 20d")
		d.expect(t, "in both", "Ana is away for 20 days; the clock stops.", "Your time in")
	})
}

// A player is reminded as asked for, also after a restart, and at night only at a moment that was asked for.
func TestReminder(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store, d := memorytest.New(), newDesk()
		h, stop := start(t, store, d)
		begin(t, h, d, "4d")
		says(h, ana, "/remind 2d")
		d.expect(t, "before", "I will remind you 2 days before")
		says(h, ana, "/remind in 6h")
		d.expect(t, "later", "I will remind you in 6 hours (18:00, UTC), if you have not moved by then.")
		stop()
		h, stop = start(t, store, d)
		defer stop()
		later(6*time.Hour - time.Second)
		d.expect(t, "too soon")
		later(time.Second)
		d.expect(t, "in time", "Ana: you asked me")
		says(h, ana, "/lembrar daqui a 8h") // that is two at night
		d.expect(t, "again", "I will remind you in 8 hours (02:00, UTC), if you have not moved by then.")
		later(8*time.Hour - time.Second)
		d.expect(t, "not yet")
		later(time.Second)
		d.expect(t, "at night", "Ana: you asked me")
		says(h, ana, "/remind 71h") // before the time is over, that is three at night
		d.expect(t, "before, at night", "I will remind you 2 days 23 hours before")
		says(h, ana, "/remind 0")
		d.expect(t, "none", "no more reminders of this match")
		says(h, ana, "/remind blue")
		d.expect(t, "no time", "I do not understand the time “blue”")
		says(h, rui, "/remind in 3h")
		d.expect(t, "not on turn", "It is Ana's turn.")
	})
}
