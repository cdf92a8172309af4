package guide_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	. "tabuleiro/bot/desktest"
	"tabuleiro/bot/terminal"
	"tabuleiro/storage/memorytest"
)

// From the first words it takes one line to a board against the bot, and two against a friend: lines are counted at a
// terminal, which knows who types, and in a pipe, where a line begins with a name.
func TestMenu_TapsToTheBoard(t *testing.T) {
	for name, c := range map[string]struct {
		user  string
		most  int
		lines []string
	}{
		"terminal, the bot by a button": {"ana", 1, []string{"a"}},
		"terminal, the bot by a game":   {"ana", 1, []string{"damas"}},
		"terminal, the bot by words":    {"ana", 2, []string{"quiero jugar contigo", "a"}},
		"terminal, a friend":            {"ana", 2, []string{"/play damas @rui", "rui: ok"}},
		"pipe, the bot by a game":       {"", 1, []string{"ana: draughts"}},
		"pipe, the bot by command":      {"", 1, []string{"ana: /play house"}},
		"pipe, a friend":                {"", 2, []string{"ana: /play cage @rui", "rui: /accept"}},
	} {
		Subtest(t, name, func(t *testing.T) {
			var out bytes.Buffer
			script := strings.NewReader(strings.Join(c.lines, "\n") + "\n")
			typed := terminal.New(terminal.Config{In: script, Out: &out, User: c.user, Session: "1",
				Log: slog.New(slog.DiscardHandler)})
			if err := NewBot(t, memorytest.New()).Run(t.Context(), typed); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(out.String(), "+------") {
				t.Errorf("there is no board, but %q", out.String())
			}
			if len(c.lines) > c.most {
				t.Errorf("%d lines, want at most %d", len(c.lines), c.most)
			}
		})
	}
}
