package bot_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	"tabuleiro/storage/memorytest"
)

// square is a service where a board goes on in its message, and people are called in private.
type square struct {
	*desk
	hidden  bool // nothing is in sight
	talks   bool // people have private talks with the bot
	removed []chat.Ref
}

func (s *square) InSight(chat.Room, chat.Ref) bool { return !s.hidden }

func (s *square) Callable(_ context.Context, id string, _ bool) (chat.Room, bool) {
	return chat.Room(id), s.talks
}

func (s *square) Address(room chat.Room, ref chat.Ref) string {
	return "https://square.example/" + string(room) + "/" + string(ref)
}

func (s *square) Remove(_ context.Context, _ chat.Room, ref chat.Ref) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.removed = append(s.removed, ref)
	return nil
}

// A move rings for the one who is to move and for nobody else: not at all for who is there, else in private, else by a
// new board.
func TestCalling(t *testing.T) {
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
		subtest(t, name, func(t *testing.T) {
			s := &square{desk: newDesk(), talks: c.talks}
			s.caps.Turns, s.caps.Clears = true, true
			h, _ := start(t, memorytest.New(), s, limit(bot.Limits{}))
			if who := strings.HasPrefix(c.setting, "calls"); c.setting != "" {
				says0(h, map[bool]chat.Room{true: "desk:rui", false: "desk:group"}[who], rui, "/settings "+
					map[bool]string{true: "me ", false: ""}[who]+c.setting)
			}
			says(h, ana, "/play damas colour=white @rui")
			says(h, rui, "/accept")
			says(h, ana, "11-15")
			says(h, rui, "21-18")
			later(c.waits)
			s.hidden = c.hidden
			before, edits, removed := len(s.all()), len(s.edits()), len(s.removed)
			says(h, ana, "15-20")
			said := s.all()[before:]
			board := said[0].m
			if got := len(s.edits()) > edits; got != c.edited || board.Board == nil || board.Quiet != c.quiet ||
				len(s.removed) > removed != c.removed {
				t.Errorf("edited: %v, quiet: %v, taken away: %v; %q", got, board.Quiet, s.removed[removed:], chat.Plain(board.Text))
			}
			if (len(said) == 2) != c.called {
				t.Fatalf("%d messages", len(said))
			}
			if !c.called {
				return
			}
			if call := said[1]; call.room != "desk:rui" || call.m.Turn.ID != rui.ID || call.m.Quiet ||
				!strings.Contains(chat.Plain(call.m.Text), "Rui (⚫) to move") ||
				!strings.HasPrefix(call.m.Buttons[0][0].URL, "https://square.example/desk:group/m") {
				t.Errorf("called in %s: %q, %v", call.room, chat.Plain(call.m.Text), call.m.Buttons)
			}
		})
	}
}
