package terminal

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/peterh/liner"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
)

// menu answers everything with the same choices.
type menu struct {
	parrot
	m chat.Message
}

func (m *menu) Hear(ctx context.Context, e chat.Event) {
	m.heard = append(m.heard, e)
	m.t.Send(ctx, e.Room, m.m)
}

// keys types lines at a keyboard and returns who said what, and what stands on the paper.
func keys(m chat.Message, lines ...string) (said []string, paper string) {
	var out bytes.Buffer
	h := &menu{m: m}
	h.t = New(Config{Out: &out, Interactive: true, Session: "s", Log: slog.New(slog.DiscardHandler)})
	for _, line := range lines {
		h.t.typed(context.Background(), h, line)
	}
	for _, e := range h.heard {
		said = append(said, e.From.Name+"|"+e.Text)
	}
	return said, out.String()
}

func TestKeyboard(t *testing.T) {
	choices := chat.Message{Buttons: [][]chat.Button{{{Label: "New game", Says: "/play"},
		{Label: "Rules", Says: "/rules"}}, {{Label: "Help", Says: "/help"}}}}
	// which a keyboard does not
	choices.Buttons = append(choices.Buttons, []chat.Button{{Label: "Somebody else", Says: "/play", Asks: chat.APerson}})
	board := choices
	board.Board = &chat.Board{Text: "board"}
	squares := chat.Message{Buttons: [][]chat.Button{{{Label: "Accept", Says: "/accept"}, {Label: "9", Says: "/moves 9"}}}}
	levels := chat.Message{Buttons: [][]chat.Button{{{Label: "1", Says: "level=1"}, {Label: "2", Says: "level=2"}}}}
	board.Buttons = append(board.Buttons, []chat.Button{{Label: "11-15", Says: "11-15"}})
	for _, c := range []struct {
		name  string
		m     chat.Message
		lines []string
		want  []string
	}{
		{"a name alone sits down", choices, []string{"ana"}, []string{"ana|/start"}},
		{"with a colon too", choices, []string{"@ana :"}, []string{"ana|/start"}},
		{"a command waits for a name", choices, []string{"/play damas", "ana"}, []string{"ana|/play damas"}},
		{"and is not carried out twice", choices, []string{"/play damas", "ana", "rui:"},
			[]string{"ana|/play damas", "rui|/start"}},
		{"a sentence is no name", choices, []string{"hello there"}, []string{"|hello there"}},
		{"whoever sits there goes on", choices, []string{"ana", "rui"}, []string{"ana|/start", "ana|rui"}},
		{"a number chooses", choices, []string{"ana", "3", "1"}, []string{"ana|/start", "ana|/help", "ana|/play"}},
		{"for somebody else, too", choices, []string{"ana", "rui: 3", "2"},
			[]string{"ana|/start", "rui|/help", "rui|/rules"}},
		{"nothing is asked for by a choice", choices, []string{"ana", "4"}, []string{"ana|/start", "ana|4"}},
		{"a number that is no choice is a text", choices, []string{"ana", "4", "0"},
			[]string{"ana|/start", "ana|4", "ana|0"}},
		{"under a board a number is a square", board, []string{"ana", "1"}, []string{"ana|/start", "ana|1"}},
		{"and a letter chooses", board, []string{"ana", "b", "A"}, []string{"ana|/start", "ana|/rules", "ana|/play"}},
		{"moves have no letter", board, []string{"ana", "d"}, []string{"ana|/start", "ana|d"}},
		{"a number is a square without the board, too", squares, []string{"ana", "2", "9", "b"},
			[]string{"ana|/start", "ana|2", "ana|9", "ana|/moves 9"}},
		{"but numbers in their places are", levels, []string{"ana", "2"}, []string{"ana|/start", "ana|level=2"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			said, _ := keys(c.m, c.lines...)
			if diff := cmp.Diff(c.want, said); diff != "" {
				t.Error(diff)
			}
		})
	}
	if _, paper := keys(choices, "ana"); !strings.Contains(paper, "  1  New game\n  2  Rules\n  3  Help\n") {
		t.Errorf("the choices are not numbered:\n%s", paper)
	}
	if _, paper := keys(board, "ana"); !strings.Contains(paper, "a  New game   b  Rules   c  Help\n") {
		t.Errorf("the choices under a board are not told:\n%s", paper)
	}
}

// A text said while the prompt waits stands in its place, with the prompt below.
func TestSaidWhileThePromptWaits(t *testing.T) {
	var out bytes.Buffer
	term := New(Config{Out: &out, Interactive: true, Log: slog.New(slog.DiscardHandler)})
	for _, prompt := range []string{"ana> ", ""} {
		term.asking(prompt)
		if _, err := term.Send(t.Context(), Room, chat.Message{Text: []chat.Span{{Text: "the house moves"}}}); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := out.String(), "\r\x1b[Kthe house moves\n\nana> the house moves\n\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A line of signs is broken between two of them.
func TestSignsAreNotBroken(t *testing.T) {
	m := chat.Message{Board: &chat.Board{Text: "board"}}
	for range 20 {
		m.Buttons = append(m.Buttons, []chat.Button{{Label: "a1-b2", Says: "/moves a1-b2"}})
	}
	_, paper := keys(m, "ana")
	signs, _, _ := strings.Cut(strings.TrimSpace(paper), "\n\n")
	var broken []string
	for _, line := range strings.Split(signs, "\n") {
		if n := len(line); n > widest {
			t.Errorf("%d characters: %s", n, line)
		}
		broken = append(broken, strings.Split(line, "   ")...)
	}
	if len(broken) != 20 || broken[19] != "t  a1-b2" {
		t.Errorf("%q", broken)
	}
}

// once answers the first line with choices and every other one without. Its messages to Ana are for her alone.
type once struct{ menu }

func (o *once) Hear(ctx context.Context, e chat.Event) {
	o.m.Private = e.From.Name == "ana"
	o.menu.Hear(ctx, e)
	o.m.Buttons = nil
}

func TestChoicesStandUntilOneIsPressed(t *testing.T) {
	o := &once{}
	o.m = chat.Message{Buttons: [][]chat.Button{{{Label: "Resign", Says: "/resign yes"},
		{Label: "Go on", Says: "/resign no"}}}}
	o.t = New(Config{Out: io.Discard, Interactive: true, Session: "s", Log: slog.New(slog.DiscardHandler)})
	for _, line := range []string{"ana", "what?", "ana: 2", "rui: 2", "1"} {
		o.t.typed(context.Background(), o, line)
	}
	var said []string
	for _, e := range o.heard {
		said = append(said, e.Text)
	}
	if diff := cmp.Diff([]string{"/start", "what?", "/resign no", "/resign no", "1"}, said); diff != "" {
		t.Error(diff)
	}
}

func TestGoodbye(t *testing.T) {
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Leaves: func(word string) bool { return book.Means("leave", word) }}
	for _, word := range []string{"quit", "exit", "sair", "salir", "/sair", " Quit ", "ana: exit", "rui: /salir "} {
		if !c.goodbye(word) {
			t.Errorf("%q does not leave", word)
		}
	}
	for _, word := range []string{"", "/", "quit damas", "sai", "11-15", "ana:", "ana: sair já", "exit: ana"} {
		if c.goodbye(word) {
			t.Errorf("%q leaves", word)
		}
	}
}

func TestTypedLinesAreKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "typed")
	term := New(Config{Typed: file, Log: slog.New(slog.DiscardHandler)})
	first := liner.NewLiner()
	first.AppendHistory("ana: /play damas @rui")
	first.AppendHistory("11-15")
	term.keepTyped(first)
	first.Close()

	second := liner.NewLiner()
	defer second.Close()
	term.remember(second)
	var lines bytes.Buffer
	if _, err := second.WriteHistory(&lines); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("ana: /play damas @rui\n11-15\n", lines.String()); diff != "" {
		t.Error(diff)
	}
}

// Lines that cannot have been typed are passed over, and those behind them are not lost.
func TestTypedLinesOfAnyKind(t *testing.T) {
	file := filepath.Join(t.TempDir(), "typed")
	if err := os.WriteFile(file, []byte(strings.Repeat("old\nolder\n", 1000)+"a\n\n"+strings.Repeat("x", 5000)+
		"\n\xff\xfe\nb\r\nc"), 0o600); err != nil {
		t.Fatal(err)
	}
	editor := liner.NewLiner()
	defer editor.Close()
	New(Config{Typed: file, Log: slog.New(slog.DiscardHandler)}).remember(editor)
	var lines bytes.Buffer
	if n, err := editor.WriteHistory(&lines); err != nil || n != liner.HistoryLimit ||
		!strings.HasSuffix(lines.String(), "older\na\nb\nc\n") {
		t.Errorf("%d lines, %v, at the end %q", n, err, lines.String()[max(0, lines.Len()-20):])
	}
}

// A terminal that knows no control sequences is shown none.
func TestPlain(t *testing.T) {
	m := chat.Message{Text: []chat.Span{{Text: "Draughts", Bold: true}}, Board: &chat.Board{Text: " O X "}}
	for plain, want := range map[bool]string{true: "\nDraughts\n\n O X \n\n> ",
		false: "\r\x1b[K\x1b[1mDraughts\x1b[0m\n\n O X \n\n> "} {
		var out bytes.Buffer
		term := New(Config{Out: &out, Interactive: true, Plain: plain, Log: slog.New(slog.DiscardHandler)})
		term.asking("> ")
		if _, err := term.Send(t.Context(), Room, m); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); got != want {
			t.Errorf("plain %v: %q, want %q", plain, got, want)
		}
	}
}

func TestSpacedAnswers(t *testing.T) {
	var out bytes.Buffer
	p := &parrot{}
	p.t = New(Config{In: strings.NewReader("ana: a\nana: c\n\nana: b\n"), Out: &out, Spaced: true,
		Log: slog.New(slog.DiscardHandler)})
	if err := p.t.Run(context.Background(), p); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("terminal:ana|a|true\n\nterminal:ana|c|true\n\nterminal:ana|b|true\n", out.String()); diff != "" {
		t.Error(diff)
	}
}

// A script presses buttons by the signs that it is shown; where they have none it is shown what they say.
func TestNumbersInScript(t *testing.T) {
	choices := chat.Message{Buttons: [][]chat.Button{{{Label: "New game", Says: "/play"},
		{Label: "Rules", Says: "/rules"}}}}
	for numbered, want := range map[bool][2]string{true: {"hi /rules /play", "\n  1  New game\n  2  Rules\n"},
		false: {"hi 2 1", "[/play] [/rules]\n"}} {
		var out bytes.Buffer
		h := &menu{m: choices}
		h.t = New(Config{In: strings.NewReader("ana: hi\n2\nrui: 1\n"), Out: &out, Numbered: numbered, Session: "s",
			Log: slog.New(slog.DiscardHandler)})
		if err := h.t.Run(context.Background(), h); err != nil {
			t.Fatal(err)
		}
		var said []string
		for _, e := range h.heard {
			said = append(said, e.Text)
		}
		if got := strings.Join(said, " "); got != want[0] || !strings.Contains(out.String(), want[1]) {
			t.Errorf("numbered %v: said %q, want %q; printed\n%s", numbered, got, want[0], out.String())
		}
	}
}

// A run that begins with a letter presses what stands under the board of the run before.
func TestLetterOfTheRunBefore(t *testing.T) {
	h := &menu{m: chat.Message{Board: &chat.Board{Text: "board"},
		Buttons: [][]chat.Button{{{Label: "24", Says: "/move 24"}}}}}
	h.t = New(Config{In: strings.NewReader("a\n"), Out: new(bytes.Buffer), User: "ana", Numbered: true, Session: "s",
		Log: slog.New(slog.DiscardHandler)})
	if err := h.t.Run(context.Background(), h); err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, e := range h.heard {
		said = append(said, e.Text)
	}
	if got := strings.Join(said, " "); got != "/board /move 24" {
		t.Errorf("said %q", got)
	}
}

func TestPaint(t *testing.T) {
	const o, x, plain = "\x1b[1m", "\x1b[1;35m", "\x1b[0m"
	for board, want := range map[string]string{
		" O X ":         " " + o + "O" + plain + " " + x + "X" + plain + " ",
		"1|OO 2|XX":     "1|" + o + "OO" + plain + " 2|" + x + "XX" + plain,
		"XOR OXO Oi 4X": "XOR OXO Oi 4X",
	} {
		if diff := cmp.Diff(want, paint(board)); diff != "" {
			t.Error(diff)
		}
	}
}

// The letters under a board count while a menu stands below it, and so do the numbers of the menu; the next board has
// its own.
func TestLettersUnderTheBoardStay(t *testing.T) {
	board := chat.Message{Board: &chat.Board{Text: "board"},
		Buttons: [][]chat.Button{{{Label: "24/22", Says: "/move 24/22"}}}}
	hint := chat.Message{Buttons: [][]chat.Button{{{Label: "Tell me more", Says: "/hint"}}}}
	next := chat.Message{Board: &chat.Board{Text: "board"}}
	puzzle := chat.Message{Board: &chat.Board{Text: "board"},
		Buttons: [][]chat.Button{{{Label: "8", Says: "/try 8"}, {Label: "Solution", Says: "/solution"}}}}
	squares := chat.Message{Buttons: [][]chat.Button{{{Label: "8-12", Says: "/try 8-12"}}}} // signed by letters, too
	term := New(Config{Out: new(bytes.Buffer), Interactive: true, Log: slog.New(slog.DiscardHandler)})
	for i, said := range []struct {
		m    chat.Message
		line string
		want string
	}{{board, "a", "/move 24/22"}, {hint, "a", "/move 24/22"}, {hint, "1", "/hint"}, {next, "a", "a"}, {next, "1", "1"},
		{puzzle, "a", "/try 8"}, {squares, "a", "/try 8-12"}, {squares, "b", "/solution"}} {
		if _, err := term.Send(t.Context(), Room, said.m); err != nil {
			t.Fatal(err)
		}
		if got := term.piped(said.line); got != said.want {
			t.Errorf("%d: %q says %q, not %q", i, said.line, got, said.want)
		}
	}
}
