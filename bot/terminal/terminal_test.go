package terminal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/chat/chattest"
)

// parrot answers with the author and the text.
type parrot struct {
	chattest.Deaf
	t     *Terminal
	board *chat.Board
	file  *chat.File
	turn  chat.User
	ids   map[string]bool
	heard []chat.Event
}

func (p *parrot) Hear(ctx context.Context, e chat.Event) {
	if p.ids == nil {
		p.ids = map[string]bool{}
	}
	if p.ids[e.ID] {
		panic("two events are called " + e.ID)
	}
	p.ids[e.ID] = true
	p.heard = append(p.heard, e)
	text := fmt.Sprintf("%s|%s|%v", e.From.ID, e.Text, e.Addressed)
	for _, m := range e.Mentions {
		text += "|@" + m.ID
	}
	p.t.Send(ctx, e.Room, chat.Message{Text: []chat.Span{{Text: text, Bold: true}}, Board: p.board, File: p.file,
		Turn: p.turn, Answers: e.Reply})
}

func (p *parrot) Suggest(_ context.Context, e chat.Event) []string {
	return []string{fmt.Sprint(e.From.ID, " ", e.Text, "!", e.Addressed)}
}

// talk returns the answers to a script.
func talk(t *testing.T, script string, p *parrot) string {
	t.Helper()
	var out bytes.Buffer
	term := New(Config{In: strings.NewReader(script), Out: &out, Session: "s",
		Common: func(word string) bool { return word == "hm" }, Log: slog.New(slog.DiscardHandler)})
	p.t = term
	if err := term.Run(context.Background(), p); err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(out.String(), "\n\n", "\n") // the lines between answers are left out
}

func TestLines(t *testing.T) {
	long := strings.Repeat("ñ", 32)
	for _, c := range []struct{ name, script, want string }{
		{"who speaks", "ana: hello\nrui:hi\n", "terminal:ana|hello|true\nterminal:rui|hi|true\n"},
		{"the last one goes on", "ana: hello\nagain\n", "terminal:ana|hello|true\nterminal:ana|again|true\n"},
		{"who gives no name", "/help\n", "terminal:terminal-guest|/help|true\n"},
		{"a capture is no name", "ana: hi\nd3:b5\nj10: h8\n",
			"terminal:ana|hi|true\nterminal:ana|d3:b5|true\nterminal:ana|j10: h8|true\n"},
		{"nor is a square", "ana: hi\na1: hello\na1: b3-b4\n",
			"terminal:ana|hi|true\nterminal:ana|a1: hello|true\nterminal:ana|a1: b3-b4|true\n"},
		{"nor is the side of a position", "ana: hi\nW:WK1:B10,15,24\nb:w18:b2\nw: W\n",
			"terminal:ana|hi|true\nterminal:ana|W:WK1:B10,15,24|true\nterminal:ana|b:w18:b2|true\nterminal:w|W|true\n"},
		{"nor is a word that people say", "ana: hi\nhm: ok\n", "terminal:ana|hi|true\nterminal:ana|hm: ok|true\n"},
		{"a name of several words", "Ana da Luz: hi\nAna da Luz: 11-15\nrui: hi @ana_da_luz\n",
			"terminal:ana_da_luz|hi|true\nterminal:ana_da_luz|11-15|true\nterminal:rui|hi @ana_da_luz|true|@terminal:ana_da_luz\n"},
		{"which a few words before a move are not", "ana: hi\nmy move: 11-15\nto move:x\n",
			"terminal:ana|hi|true\nterminal:ana|my move: 11-15|true\nterminal:ana|to move:x|true\n"},
		{"a name alone", "ana:\n", "terminal:ana|/start|true\n"},
		{"nor is a number", "ana: hi\n11:20\n", "terminal:ana|hi|true\nterminal:ana|11:20|true\n"},
		{"names of any script", "João: olá\nÑandú: hola\n", "terminal:joão|olá|true\nterminal:ñandú|hola|true\n"},
		{"case does not make another person", "Ana: hi\nANA: ho\n", "terminal:ana|hi|true\nterminal:ana|ho|true\n"},
		{"a command", "ana: /play @Rui @eva\n", "terminal:ana|/play @Rui @eva|true|@terminal:rui|@terminal:eva\n"},
		{"a name is no sentence", "ana: hi\n" + long + ": y\n" + long + "x: z @" + long + "x\n",
			"terminal:ana|hi|true\nterminal:" + long + "|y|true\nterminal:" + long + "|" + long + "x: z @" + long +
				"x|true|@terminal:" + long + "\n"},
		{"empty lines", "\n  \n\t\nana: hi\n\n", "terminal:ana|hi|true\n"},
		{"ends of lines", "ana: hi\r\nrui: y", "terminal:ana|hi|true\nterminal:rui|y|true\n"},
		{"nothing", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, talk(t, c.script, &parrot{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A word for leaving ends a script, too; later lines are not read.
func TestLeavingScript(t *testing.T) {
	for _, script := range []string{"ana: hi\nquit\nana: y\n", "ana: hi\n/quit\n\n"} {
		var out bytes.Buffer
		p := &parrot{}
		p.t = New(Config{In: strings.NewReader(script), Out: &out, Leaves: func(word string) bool { return word == "quit" },
			Log: slog.New(slog.DiscardHandler)})
		if err := p.t.Run(context.Background(), p); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff("terminal:ana|hi|true\n", out.String()); diff != "" {
			t.Errorf("%q: %s", script, diff)
		}
	}
}

// Long lines are cut, and invalid bytes passed on as they are: the bot cleans them.
func TestLines_Bad(t *testing.T) {
	long := "ana: " + strings.Repeat("x", 3*maxLine) + "\nrui: y\n"
	got := strings.Split(talk(t, long, &parrot{}), "\n")
	if len(got) != 3 || len(got[0]) > 2*maxLine || got[1] != "terminal:rui|y|true" {
		t.Errorf("a long line: %d lines, %d bytes, then %q", len(got), len(got[0]), got[1:])
	}
	if got := talk(t, "ana: \xff\x00\x1b[2J\n", &parrot{}); !strings.Contains(got, "\xff") {
		t.Errorf("bytes: %q", got)
	}
}

// The person whose answer is awaited is at the keyboard.
func TestTurn(t *testing.T) {
	p := &parrot{turn: chat.User{ID: "terminal:rui", Name: "rui"}}
	if got, want := talk(t, "ana: hi\ny\n", p), "terminal:ana|hi|true\nterminal:rui|y|true\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	p = &parrot{turn: chat.User{ID: "house:1", Name: "House"}}
	if got, want := talk(t, "ana: hi\ny\n", p), "terminal:ana|hi|true\nterminal:ana|y|true\n"; got != want {
		t.Errorf("the house sits at the keyboard: %q, want %q", got, want)
	}
}

// Pictures are numbered on from those in the folder.
func TestPictures(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "0001.png"), []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	term := New(Config{In: strings.NewReader("ana: hi\nana: y\n"), Out: &out, Pictures: dir,
		Log: slog.New(slog.DiscardHandler)})
	if !term.Caps("").Pictures {
		t.Error("no pictures are wanted")
	}
	p := &parrot{t: term, board: &chat.Board{PNG: []byte("new"), Text: "XO"}}
	if err := term.Run(context.Background(), p); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"0001.png": "old", "0002.png": "new", "0003.png": "new"} {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
			t.Errorf("%s: %q %v, want %q", name, got, err, want)
		}
	}
	if want := "terminal:ana|hi|true\n\nXO\n[" + filepath.Join(dir, "0002.png") +
		"]\n"; !strings.HasPrefix(out.String(), want) {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

// A board that cannot be drawn is described in words, and the error is logged.
func TestPictures_NotWritten(t *testing.T) {
	var out, log bytes.Buffer
	term := New(Config{Out: &out, Pictures: filepath.Join(t.TempDir(), "none"), Log: slog.New(slog.NewTextHandler(&log, nil))})
	if _, err := term.Send(t.Context(), Room, chat.Message{Board: &chat.Board{PNG: []byte("new"), Text: "XO"}}); err != nil {
		t.Fatal(err)
	}
	if out.String() != "XO\n" || !strings.Contains(log.String(), "a picture cannot be written") {
		t.Errorf("printed %q, logged %q", out.String(), log.String())
	}
}

// A script with a read error ends like one that was read to its end.
func TestScript_Breaks(t *testing.T) {
	var out bytes.Buffer
	in := io.MultiReader(strings.NewReader("ana: hi\n"), iotest.ErrReader(errors.New("a bad disk")))
	term := New(Config{In: in, Out: &out, Log: slog.New(slog.DiscardHandler)})
	if err := term.Run(t.Context(), &parrot{t: term}); err != nil || out.String() != "terminal:ana|hi|true\n" {
		t.Errorf("printed %q, %v", out.String(), err)
	}
}

// A line is broken when it is full and not before, also after another line and after a board.
func TestPretty_Full(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	board := chat.Span{Text: "O\nX", Mono: true}
	for _, c := range []struct {
		before []chat.Span
		first  int // characters that the line has
	}{{nil, 0}, {[]chat.Span{board}, 0}, {[]chat.Span{{Text: "a\n"}}, 0}, {[]chat.Span{{Text: x(80) + " yyy"}}, 3}, {[]chat.Span{{Text: x(79)}, {Text: " yyy"}}, 3},
		{[]chat.Span{board, {Text: "\n"}}, 0}, {[]chat.Span{{Text: "a\n\n"}}, 0}} {
		for n, sep := range map[int]string{78 - c.first: " ", 79 - c.first: "\n"} {
			got := chat.PlainText((&Terminal{}).pretty(append(slices.Clip(c.before), chat.Span{Text: x(n) + " b"})))
			if want := x(n) + sep + "b"; !strings.HasSuffix(got, want) {
				t.Errorf("behind %v: %q does not end with %q", c.before, got, want)
			}
		}
	}
}

// closed is a closed output.
type closed struct{}

var errClosed = errors.New("broken pipe")

func (closed) Write([]byte) (int, error) { return 0, errClosed }

func TestOutput_Closed(t *testing.T) {
	in := strings.NewReader("ana: hi\nana: y\nana: z\n")
	term := New(Config{In: in, Out: closed{}, Log: slog.New(slog.DiscardHandler)})
	p := &parrot{t: term}
	if err := term.Run(context.Background(), p); !errors.Is(err, errClosed) {
		t.Errorf("got %v, want %v", err, errClosed)
	}
	if len(p.ids) != 1 {
		t.Errorf("%d lines were heard after the output had gone", len(p.ids)-1)
	}
	if _, err := term.Send(context.Background(), Room, chat.Message{}); err == nil {
		t.Error("a message went into a closed output")
	}
}

// A run ends with its context, also while it waits for input.
func TestStop(t *testing.T) {
	in, typing := io.Pipe()
	defer typing.Close()
	ctx, cancel := context.WithCancel(context.Background())
	var out bytes.Buffer
	term := New(Config{In: in, Out: &out, Log: slog.New(slog.DiscardHandler)})
	done := make(chan error)
	go func() { done <- term.Run(ctx, &parrot{t: term}) }()
	if _, err := io.WriteString(typing, "ana: hi\n"); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestComplete(t *testing.T) {
	term := New(Config{})
	p := &parrot{t: term}
	for line, want := range map[string]string{
		"ana: /pl": "ana: terminal:ana /pl!true",
		"/pl":      "terminal:terminal-guest /pl!true",
		"d3:b":     "terminal:terminal-guest d3:b!true",
	} {
		if got := term.complete(context.Background(), p, line); len(got) != 1 || got[0] != want {
			t.Errorf("%q is completed to %q, want %q", line, got, want)
		}
	}
}

func TestPretty(t *testing.T) {
	long := strings.Repeat("word ", 40)
	board := strings.Repeat("x", 100) + "\n" + strings.Repeat("o", 100)
	got := chat.PlainText((&Terminal{}).pretty([]chat.Span{{Text: "title", Bold: true}, {Text: " " + long + "\n\nend\n"},
		{Text: board, Mono: true}}))
	if want := "\x1b[1mtitle\x1b[0m "; !strings.HasPrefix(got, want) {
		t.Errorf("no bold title: %q", got)
	}
	if !strings.HasSuffix(got, "\n\nend\n"+board) {
		t.Errorf("the board is broken: %q", got)
	}
	words := strings.TrimSuffix(got, board)
	for line := range strings.Lines(words) {
		if len(line) > widest+len("\x1b[1m\x1b[0m\n") {
			t.Errorf("a line of %d: %q", len(line), line)
		}
	}
	if got, want := len(strings.Fields(words)), 42; got != want {
		t.Errorf("%d words, want %d", got, want)
	}
	for _, text := range []string{"", " ", "\n", "é", "  é\n é ", strings.Repeat("ü", 200)} {
		if got, _ := wrap(text, 0, widest); strings.Join(strings.Fields(got), "") != strings.Join(strings.Fields(text), "") {
			t.Errorf("%q became %q", text, got)
		}
	}
}
