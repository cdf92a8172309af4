package terminal

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
)

// The system's user speaks until a line names another person; one without a name speaks, too.
func TestUser(t *testing.T) {
	for user, want := range map[string]string{"rita": "terminal:rita", "joão.s": "terminal:joão.s",
		"Ana Maria": "terminal:ana_maria", "a1": "terminal:você", "": "terminal:você",
		strings.Repeat("x", 40): "terminal:você"} {
		p := &parrot{}
		p.t = New(Config{In: strings.NewReader("hello\nana: hi\nagain\n"), Out: new(bytes.Buffer), User: user, Session: "s",
			Say: func(_, _ string) string { return "você" }, Log: slog.New(slog.DiscardHandler)})
		if err := p.t.Run(context.Background(), p); err != nil {
			t.Fatal(err)
		}
		if p.heard[0].From.ID != want || p.heard[2].From.ID != "terminal:ana" {
			t.Errorf("%q speaks as %q, then as %q", user, p.heard[0].From.ID, p.heard[2].From.ID)
		}
	}
}

// A letter in the first line of a script presses an initial choice, or one below the board of the previous run; any
// other line is text.
func TestFirstLine_IsLetter(t *testing.T) {
	for script, want := range map[string]string{
		"a\n":      "rita /start, rita /play house",
		"ana: a\n": "ana /start, ana /play house",
		"1\n":      "rita 1",
		"hello\n":  "rita hello",
	} {
		m := &menu{m: chat.Message{Buttons: [][]chat.Button{{{Label: "Play me", Says: "/play house"}}}}}
		m.t = New(Config{In: strings.NewReader(script), Out: new(bytes.Buffer), User: "rita", Session: "s",
			Log: slog.New(slog.DiscardHandler)})
		if err := m.t.Run(context.Background(), m); err != nil {
			t.Fatal(err)
		}
		var said []string
		for _, e := range m.heard {
			said = append(said, e.From.Name+" "+e.Text)
		}
		if got := strings.Join(said, ", "); got != want {
			t.Errorf("%q is heard as %q", script, got)
		}
	}
}
