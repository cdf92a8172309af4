package terminal

import (
	"bytes"
	"image/png"
	"io"
	"log/slog"
	"strings"
	"testing"
	"unicode/utf8"

	"tabuleiro/bot/chat"
)

// A board is seen whole: as it is where there is room, smaller in a small window, and as text in one where it could not
// be read.
func TestPictureFitsTheWindow(t *testing.T) {
	picture := noise(t, 640, 740)
	for _, c := range []struct{ width, height, lines, wide int }{
		{0, 0, 0, 640}, {0, 0, 24, 640}, {2000, 2000, 100, 640},
		{640, 740 + 7*10, (740 + 7*10) / 10, 640},
		{480, 2000, 100, 480}, {360, 2000, 100, 360}, {359, 2000, 100, 0},
		{2000, 555 + 7*15, (555 + 7*15) / 15, 480}, // the sentences above are still seen
		{2000, 440 + 2*20, (440 + 2*20) / 20, 380}, // no longer, or it would be too small
		{480, 312, 24, 0},
	} {
		var out bytes.Buffer
		var got []byte
		term := New(Config{Out: &out, Interactive: true, Log: slog.New(slog.DiscardHandler),
			Inline: func(_ io.Writer, png []byte) error { got = png; return nil },
			Window: func() Size { return Size{c.width, c.height, c.lines, 0} }})
		if _, err := term.Send(t.Context(), Room,
			chat.Message{Board: &chat.Board{PNG: picture, Text: "the board"}}); err != nil {
			t.Fatal(err)
		}
		if text := strings.Contains(out.String(), "the board"); text != (c.wide == 0) {
			t.Errorf("%dx%d: as text: %v", c.width, c.height, text)
		}
		if c.wide == 0 {
			continue
		}
		size, err := png.DecodeConfig(bytes.NewReader(got))
		if err != nil || size.Width != c.wide || size.Height != 740*c.wide/640 {
			t.Errorf("%dx%d: %dx%d, %v; want a width of %d", c.width, c.height, size.Width, size.Height, err, c.wide)
		}
	}
}

// The caps of a window too small for pictures are those of boards of text.
func TestCapsOfTheWindow(t *testing.T) {
	for _, c := range []struct {
		width, height, lines int
		pictures             bool
	}{
		{0, 0, 24, true}, {360, 2000, 100, true}, {359, 2000, 100, false}, {2000, 500, 20, true}, {2000, 480, 20, false},
	} {
		term := New(Config{Inline: func(io.Writer, []byte) error { return nil },
			Window: func() Size { return Size{c.width, c.height, c.lines, 0} }})
		if caps := term.Caps(); caps.Pictures != c.pictures || (caps.Caption > 0) != c.pictures {
			t.Errorf("%dx%d: %+v", c.width, c.height, caps)
		}
	}
}

// In a window of forty columns no word is broken: neither in a sentence nor in a choice.
func TestNarrowWindow(t *testing.T) {
	const columns = 40
	var out bytes.Buffer
	term := New(Config{Out: &out, Interactive: true, Plain: true, Log: slog.New(slog.DiscardHandler),
		Window: func() Size { return Size{Columns: columns} },
		Say:    func(string) string { return "Another person: begin a line with a name, like rui: /accept" }})
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
