package terminal

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"unicode/utf8"

	"tabuleiro/bot/chat"
)

// A sentence of the terminal's own fills its lines from the first column on.
func TestTell_Width(t *testing.T) {
	const line = "begin a line with a name, like rui, and" // 39 characters
	var out bytes.Buffer
	term := New(Config{Out: &out, Interactive: true, Plain: true, Log: slog.New(slog.DiscardHandler),
		Columns: func() int { return len(line) }, Say: func(_, _ string) string { return line + " /accept" }})
	if term.Tell("terminal-others"); !strings.Contains(out.String(), line+"\n/accept") {
		t.Errorf("told is %q", out.String())
	}
}

// A window of unknown width has eighty columns.
func TestTell_WidthUnknown(t *testing.T) {
	const line = "another person begins a line with a name, like rui, and says what is meant" // 74 characters
	for _, columns := range []func() int{nil, func() int { return 0 }, func() int { return -1 }, func() int { return 500 }} {
		var out bytes.Buffer
		term := New(Config{Out: &out, Interactive: true, Plain: true, Log: slog.New(slog.DiscardHandler), Columns: columns,
			Say: func(_, _ string) string { return line + " by it now" }})
		if term.Tell("terminal-others"); !strings.Contains(out.String(), line+" by it\nnow") {
			t.Errorf("told is %q", out.String())
		}
	}
}

// Lines are as wide as the window, within readable limits.
func TestWidth(t *testing.T) {
	for columns, want := range map[int]int{-1: 80, 0: 80, 1: 20, 19: 20, 20: 20, 21: 21, 79: 79, 80: 80, 81: 80} {
		if got := New(Config{Columns: func() int { return columns }}).width(); got != want {
			t.Errorf("in a window of %d lines are %d wide, want %d", columns, got, want)
		}
	}
}

// A choice that just fits is not broken.
func TestWindow_Full(t *testing.T) {
	for label, broken := range map[string]bool{"123456789 1234": false, "123456789 12345": false, "123456789 123456": true} {
		var out bytes.Buffer
		term := New(Config{Out: &out, Interactive: true, Plain: true, Log: slog.New(slog.DiscardHandler), Columns: func() int { return 20 }})
		m := chat.Message{Buttons: [][]chat.Button{{{Label: label, Says: "/x"}}}}
		if _, err := term.Send(t.Context(), Room, m); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(out.String(), "\n     1234"); got != broken {
			t.Errorf("%q is printed %q", label, out.String())
		}
	}
}

// In a window of forty columns no word is broken: neither in a sentence nor in a choice.
func TestWindow_Narrow(t *testing.T) {
	const columns = 40
	var out bytes.Buffer
	term := New(Config{Out: &out, Interactive: true, Plain: true, Log: slog.New(slog.DiscardHandler),
		Columns: func() int { return columns },
		Say:     func(_, _ string) string { return "Another person: begin a line with a name, like rui: /accept" }})
	m := chat.Message{Text: []chat.Span{{Text: "Hello! Draughts, backgammon, Eximo or Cage: against me or a friend."}},
		Buttons: [][]chat.Button{{{Label: "Against me, at a level for people who have just learned the rules",
			Says: "/play house"}}}}
	if _, err := term.Send(t.Context(), Room, m); err != nil {
		t.Fatal(err)
	}
	term.Tell("terminal-others")
	for line := range strings.Lines(out.String()) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > columns {
			t.Errorf("%d characters: %q", n, line)
		}
	}
	for _, word := range []string{"backgammon", "learned", "Another"} {
		if !strings.Contains(out.String(), word) {
			t.Errorf("%q is missing from %q", word, out.String())
		}
	}
}
