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

// keys types lines at a keyboard and returns who said what, and the output.
func keys(m chat.Message, lines ...string) (said []string, paper string) {
	var out bytes.Buffer
	h := &menu{m: m}
	h.t = New(Config{Out: &out, Interactive: true, User: "ana", Session: "s", Log: slog.New(slog.DiscardHandler)})
	for _, line := range lines {
		h.t.enter(context.Background(), h, line)
	}
	for _, e := range h.heard {
		said = append(said, e.From.Name+"|"+e.Text)
	}
	return said, out.String()
}

func TestKeyboard(t *testing.T) {
	choices := chat.Message{Buttons: [][]chat.Button{{{Label: "New game", Says: "/play"},
		{Label: "Rules", Says: "/rules"}}, {{Label: "←", Says: "/help"}}}}
	// which a keyboard does not
	choices.Buttons = append(choices.Buttons, []chat.Button{{Label: "Somebody else", Says: "/play", Asks: chat.APerson}})
	board := choices
	board.Board = &chat.Board{Text: "board"}
	board.Buttons = append(board.Buttons, []chat.Button{{Label: "11-15", Says: "11-15"}})
	for _, c := range []struct {
		name  string
		m     chat.Message
		lines []string
		want  []string
	}{
		{"the first key chooses", choices, []string{"hi", "a"}, []string{"ana|hi", "ana|/play"}},
		{"a name alone sits down", choices, []string{"rui:", "c"}, []string{"rui|/start", "rui|/help"}},
		{"for somebody else, too", choices, []string{"hi", "rui: C", "b"}, []string{"ana|hi", "rui|/help", "rui|/rules"}},
		{"nothing is asked for by a button", choices, []string{"hi", "d"}, []string{"ana|hi", "ana|d"}},
		{"a number may be a square", choices, []string{"hi", "1"}, []string{"ana|hi", "ana|1"}},
		{"under a board as well", board, []string{"hi", "1", "b", "A"}, []string{"ana|hi", "ana|1", "ana|/rules", "ana|/play"}},
		{"moves have no letter", board, []string{"hi", "d"}, []string{"ana|hi", "ana|d"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			said, _ := keys(c.m, c.lines...)
			if diff := cmp.Diff(c.want, said); diff != "" {
				t.Error(diff)
			}
		})
	}
	if _, paper := keys(choices, "hi"); !strings.Contains(paper, "  a  New game\n  b  Rules\n  c  terminal-back\n") {
		t.Errorf("the buttons have no letters:\n%s", paper)
	}
	if _, paper := keys(board, "hi"); !strings.Contains(paper, "a  New game   b  Rules   c  terminal-back\n") {
		t.Errorf("the buttons under a board are not told:\n%s", paper)
	}
}

// Each of many buttons has a letter of its own, and none is a word for yes or no.
func TestLetters(t *testing.T) {
	seen := map[string]bool{"y": true, "n": true, "s": true}
	for n := range 99 {
		letter := letterOf(n)
		if seen[letter] || letter == "" || len(letter) > 2 {
			t.Errorf("button %d is called %q", n, letter)
		}
		seen[letter] = true
	}
	for n, want := range map[int]string{0: "a", 22: "z", 23: "aa", 24: "ab", 45: "az", 46: "ba"} {
		if got := letterOf(n); got != want {
			t.Errorf("button %d is called %q, want %q", n, got, want)
		}
	}
}

// A message that arrives while the prompt waits replaces it, with the prompt below.
func TestSaidWhileThePromptWaits(t *testing.T) {
	var out bytes.Buffer
	term := New(Config{Out: &out, Interactive: true, Log: slog.New(slog.DiscardHandler)})
	for _, prompt := range []string{"ana> ", ""} {
		term.prompt = prompt
		if _, err := term.Send(t.Context(), Room, chat.Message{Text: []chat.Span{{Text: "the house moves"}}}); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := out.String(), "\r\x1b[Kthe house moves\n\nana> the house moves\n\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A line of signs is broken between two of them.
func TestSigns_AreNotBroken(t *testing.T) {
	m := chat.Message{Board: &chat.Board{Text: "board"}}
	for range 20 {
		m.Buttons = append(m.Buttons, []chat.Button{{Label: "a1-b2", Says: "/moves a1-b2"}})
	}
	_, paper := keys(m, "hi")
	signs, _, _ := strings.Cut(strings.TrimSpace(paper), "\n\n")
	var broken []string
	for _, line := range strings.Split(signs, "\n") {
		if n := len(line); n > widest {
			t.Errorf("%d characters: %s", n, line)
		}
		broken = append(broken, strings.Split(line, "   ")...)
	}
	if len(broken) != 20 || broken[19] != "v  a1-b2" {
		t.Errorf("%q", broken)
	}
}

// once answers the first line with choices and every other one without. Its messages to Ana are private.
type once struct{ menu }

func (o *once) Hear(ctx context.Context, e chat.Event) {
	o.m.Private = e.From.Name == "ana"
	o.menu.Hear(ctx, e)
	o.m.Buttons = nil
}

func TestChoices_StandUntilOneIsPressed(t *testing.T) {
	o := &once{}
	o.m = chat.Message{Buttons: [][]chat.Button{{{Label: "Resign", Says: "/resign yes"},
		{Label: "Go on", Says: "/resign no"}}}}
	o.t = New(Config{Out: io.Discard, Interactive: true, User: "ana", Session: "s", Log: slog.New(slog.DiscardHandler)})
	for _, line := range []string{"ana:", "what?", "ana: b", "rui: b", "a"} {
		o.t.enter(context.Background(), o, line)
	}
	var said []string
	for _, e := range o.heard {
		said = append(said, e.Text)
	}
	if diff := cmp.Diff([]string{"/start", "what?", "/resign no", "/resign no", "a"}, said); diff != "" {
		t.Error(diff)
	}
}

// scripted answers each line with the next of its messages.
type scripted struct {
	parrot
	answers []chat.Message
}

func (s *scripted) Hear(ctx context.Context, e chat.Event) {
	s.heard = append(s.heard, e)
	s.t.Send(ctx, e.Room, s.answers[0])
	s.answers = s.answers[1:]
}

// Choices shown after one was pressed stay valid while other messages arrive.
func TestChoices_StandAgain(t *testing.T) {
	ask := chat.Message{Buttons: [][]chat.Button{{{Label: "Yes", Says: "/resign yes"}, {Label: "No", Says: "/resign no"}}}}
	word := chat.Message{Text: []chat.Span{{Text: "Well."}}}
	s := &scripted{answers: []chat.Message{ask, ask, word, word}}
	s.t = New(Config{Out: io.Discard, Interactive: true, User: "ana", Session: "s", Log: slog.New(slog.DiscardHandler)})
	for _, line := range []string{"/resign", "a", "what?", "b"} {
		s.t.enter(t.Context(), s, line)
	}
	if got := s.heard[3].Text; got != "/resign no" {
		t.Errorf("the last line says %q", got)
	}
}

func TestGoodbye(t *testing.T) {
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	term := New(Config{Leaves: func(word string) bool { return book.Means("leave", word) }})
	for _, word := range []string{"quit", "exit", "sair", "salir", "/sair", " Quit "} {
		if !term.goodbye(word) {
			t.Errorf("%q does not leave", word)
		}
	}
	for _, word := range []string{"", "/", "quit damas", "sai", "11-15", "ana:", "ana: sair já", "exit: ana", "ana: exit", "rui: /salir "} {
		if term.goodbye(word) {
			t.Errorf("%q leaves", word)
		}
	}
}

// A word for leaving presses the printed button that leaves what is shown, once, also said by somebody by name.
func TestGoodbye_LeavesTheScreen(t *testing.T) {
	for _, line := range []string{"quit", "/quit", "b", "rui: quit"} {
		screen := chat.Message{Board: &chat.Board{Text: "x"}, Buttons: [][]chat.Button{{
			{Label: "Next", Says: "/learn next"}, {Label: "Exit", Says: "/learn none", Tone: chat.Leaves},
		}}}
		s := &scripted{answers: []chat.Message{screen, {Text: []chat.Span{{Text: "Closed."}}}}}
		s.t = New(Config{Out: io.Discard, In: strings.NewReader("/learn\n" + line + "\nquit\nnever\n"), User: "ana", Session: "s",
			Leaves: func(word string) bool { return word == "quit" }, Log: slog.New(slog.DiscardHandler)})
		if err := s.t.Run(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		if len(s.heard) != 2 || s.heard[1].Text != "/learn none" {
			t.Errorf("%q: heard %+v", line, s.heard)
		}
	}
}

func TestLines_TypedAreKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "typed")
	term := New(Config{History: file, Log: slog.New(slog.DiscardHandler)})
	first := term.newEditor(t.Context(), nil)
	first.AppendHistory("ana: /play damas @rui")
	first.AppendHistory("11-15")
	term.closeEditor(first)

	second := term.newEditor(t.Context(), nil)
	defer second.Close()
	var lines bytes.Buffer
	if _, err := second.WriteHistory(&lines); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("ana: /play damas @rui\n11-15\n", lines.String()); diff != "" {
		t.Error(diff)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

// A terminal without control sequences gets none.
func TestPlain(t *testing.T) {
	m := chat.Message{Text: []chat.Span{{Text: "Draughts", Bold: true}}, Board: &chat.Board{Text: " O X "}}
	for plain, want := range map[bool]string{true: "\nDraughts\n\n O X \n\n> ",
		false: "\r\x1b[K\x1b[1mDraughts\x1b[0m\n\n O X \n\n> "} {
		var out bytes.Buffer
		term := New(Config{Out: &out, Interactive: true, Plain: plain, Log: slog.New(slog.DiscardHandler)})
		term.prompt = "> "
		if _, err := term.Send(t.Context(), Room, m); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); got != want {
			t.Errorf("plain %v: %q, want %q", plain, got, want)
		}
	}
}

func TestAnswers_Spaced(t *testing.T) {
	var out bytes.Buffer
	p := &parrot{}
	p.t = New(Config{In: strings.NewReader("ana: one\nana: two\n\nana: three\n"), Out: &out,
		Log: slog.New(slog.DiscardHandler)})
	if err := p.t.Run(context.Background(), p); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("terminal:ana|one|true\n\nterminal:ana|two|true\n\nterminal:ana|three|true\n", out.String()); diff != "" {
		t.Error(diff)
	}
}

// A script presses buttons by the letters shown.
func TestLetters_InScript(t *testing.T) {
	var out bytes.Buffer
	h := &menu{m: chat.Message{Buttons: [][]chat.Button{{{Label: "New game", Says: "/play"}, {Label: "Rules", Says: "/rules"}}}}}
	h.t = New(Config{In: strings.NewReader("ana: hi\nb\nrui: a\n"), Out: &out, Session: "s", Log: slog.New(slog.DiscardHandler)})
	if err := h.t.Run(context.Background(), h); err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, e := range h.heard {
		said = append(said, e.Text)
	}
	if got := strings.Join(said, " "); got != "hi /rules /play" || !strings.Contains(out.String(), "\n  a  New game\n  b  Rules\n") {
		t.Errorf("said %q; printed\n%s", got, out.String())
	}
}

// The letters of a board stay valid while a menu follows, whose letters continue; the next board has its own.
func TestLetters_UnderTheBoardStay(t *testing.T) {
	board := chat.Message{Board: &chat.Board{Text: "board"},
		Buttons: [][]chat.Button{{{Label: "24/22", Says: "/move 24/22"}}}}
	hint := chat.Message{Buttons: [][]chat.Button{{{Label: "Tell me more", Says: "/hint"}}}}
	next := chat.Message{Board: &chat.Board{Text: "board"}}
	puzzle := chat.Message{Board: &chat.Board{Text: "board"},
		Buttons: [][]chat.Button{{{Label: "8", Says: "/try 8"}, {Label: "Solution", Says: "/solution"}}}}
	squares := chat.Message{Buttons: [][]chat.Button{{{Label: "8-12", Says: "/try 8-12"}}}}
	term := New(Config{Out: new(bytes.Buffer), Interactive: true, Log: slog.New(slog.DiscardHandler)})
	for i, said := range []struct {
		m    chat.Message
		line string
		want string
	}{{board, "a", "/move 24/22"}, {hint, "a", "/move 24/22"}, {hint, "b", "/hint"}, {hint, "1", "1"}, {next, "a", "a"},
		{next, "b", "b"}, {puzzle, "a", "/try 8"}, {squares, "c", "/try 8-12"}, {squares, "b", "/solution"}} {
		if _, err := term.Send(t.Context(), Room, said.m); err != nil {
			t.Fatal(err)
		}
		if got := term.press(said.line); got != said.want {
			t.Errorf("%d: %q says %q, not %q", i, said.line, got, said.want)
		}
	}
}
