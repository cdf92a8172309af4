package terminal

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/chat"
)

// typing puts lines where the editor reads its input.
func typing(t *testing.T, lines ...string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "stdin")
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	in, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	usual := os.Stdin
	os.Stdin = in
	t.Cleanup(func() {
		os.Stdin = usual
		_ = in.Close()
	})
}

// A person who sits down at the keyboard is greeted with the menu before the first line, and the history is kept for
// the next run: non-empty, readable lines that are not too long.
func TestInteractive_Typed(t *testing.T) {
	history := filepath.Join(t.TempDir(), "typed")
	long := strings.Repeat("x", maxTyped)
	typing(t, "rui: 11-15", "   ", "\xff", long, long+"x", "quit", "never")
	var out, log bytes.Buffer
	term := New(Config{Out: &out, Interactive: true, User: "ana", Session: "s", History: history,
		Say: func(key, _ string) string { return key }, Leaves: func(word string) bool { return word == "quit" },
		Log: slog.New(slog.NewTextHandler(&log, nil))})
	p := &parrot{t: term}
	if err := term.Run(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, e := range p.heard {
		said = append(said, e.From.Name+": "+e.Text)
	}
	if diff := cmp.Diff([]string{"ana: /start", "rui: 11-15", "rui: \xff", "rui: " + long, "rui: " + long + "x"}, said); diff != "" {
		t.Error(diff)
	}
	if first := strings.Index(out.String(), "terminal-others"); first < 0 || strings.Index(out.String(), "terminal-leave") < first {
		t.Errorf("the beginning is %q", out.String())
	}
	kept, err := os.ReadFile(history)
	if want := "rui: 11-15\n" + long + "\nquit\n"; err != nil || string(kept) != want {
		t.Errorf("kept %q, %v", kept, err)
	}
	if log.Len() > 0 {
		t.Errorf("logged %s", log.String())
	}
}

// A history that cannot be saved is logged, but a run without a history, or the first one, logs nothing.
func TestHistory_Broken(t *testing.T) {
	folder := t.TempDir()
	for history, want := range map[string][2]bool{ // cannot be read, cannot be kept
		"":                                     {false, false},
		filepath.Join(folder, "new"):           {false, false},
		folder:                                 {true, true},
		filepath.Join(folder, "none", "typed"): {false, true},
	} {
		var log bytes.Buffer
		term := New(Config{History: history, Log: slog.New(slog.NewTextHandler(&log, nil))})
		term.closeEditor(term.newEditor(t.Context(), nil))
		for i, text := range []string{"the history of typed lines cannot be read", "the history of typed lines cannot be written"} {
			if strings.Contains(log.String(), text) != want[i] {
				t.Errorf("%q: %q is logged: %v", history, text, !want[i])
			}
		}
	}
}

// A list of buttons none of which can be pressed here adds nothing to the message.
func TestKeyboard_Nothing(t *testing.T) {
	if _, paper := keys(chat.Message{Text: []chat.Span{{Text: "Whom?"}}, Buttons: [][]chat.Button{{{Label: "Somebody", Says: "/play", Asks: chat.APerson}}}},
		"hi"); paper != "Whom?\n\n" {
		t.Errorf("%q", paper)
	}
}
