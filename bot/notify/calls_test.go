package notify_test

import (
	"strings"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// A move notifies only the player on turn: not if they are present, else in private, else by a new board.
func TestCalls(t *testing.T) {
	const long = 5 * time.Minute
	for name, c := range map[string]struct {
		waits         time.Duration // before Ana moves; Rui has moved before that
		hidden, talks bool
		setting       string // of Rui
		edited        bool
		quiet         bool
		called        bool // in private
		removed       bool
	}{
		"there":                         {edited: true, quiet: true},
		"there, the board out of sight": {hidden: true, quiet: true, removed: true},
		"elsewhere":                     {waits: long, removed: true},
		"elsewhere, with a talk":        {waits: long, talks: true, edited: true, quiet: true, called: true},
		"elsewhere, both":               {waits: long, talks: true, hidden: true, quiet: true, called: true, removed: true},
		"wants to be called there":      {waits: long, talks: true, setting: "calls group", removed: true},
		"wants no calls":                {waits: long, talks: true, setting: "calls none", edited: true, quiet: true},
		"each move is kept":             {setting: "message new"},
	} {
		Subtest(t, name, func(t *testing.T) {
			s := &Square{Desk: NewDesk(), Talks: c.talks}
			s.Can.Turns, s.Can.Clears = true, true
			h, _ := Start(t, memorytest.New(), s, Limit(bot.Limits{}))
			if who := strings.HasPrefix(c.setting, "calls"); c.setting != "" {
				SaysIn(h, map[bool]chat.Room{true: "desk:rui", false: "desk:group"}[who], Rui, "/settings "+
					map[bool]string{true: "me ", false: ""}[who]+c.setting)
			}
			Says(h, Ana, "/play damas colour=white @rui")
			Says(h, Rui, "/accept")
			Says(h, Ana, "11-15")
			Says(h, Rui, "21-18")
			Later(c.waits)
			s.Hidden = c.hidden
			before, edits, removed := len(s.All()), len(s.Edits()), len(s.Removed)
			Says(h, Ana, "15-20")
			said := s.All()[before:]
			board := said[0].M
			if got := len(s.Edits()) > edits; got != c.edited || board.Board == nil || board.Quiet != c.quiet ||
				len(s.Removed) > removed != c.removed {
				t.Errorf("edited: %v, quiet: %v, taken away: %v; %q", got, board.Quiet, s.Removed[removed:], chat.PlainText(board.Text))
			}
			if (len(said) == 2) != c.called {
				t.Fatalf("%d messages", len(said))
			}
			if !c.called {
				return
			}
			if call := said[1]; call.Room != "desk:rui" || call.M.Turn.ID != Rui.ID || call.M.Quiet ||
				!strings.Contains(chat.PlainText(call.M.Text), "Rui (⚫) to move") ||
				!strings.HasPrefix(call.M.Buttons[0][0].URL, "https://square.example/desk:group/m") {
				t.Errorf("called in %s: %q, %v", call.Room, chat.PlainText(call.M.Text), call.M.Buttons)
			}
		})
	}
}
