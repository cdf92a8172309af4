package terminal

import (
	"bytes"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/chat"
)

// A run does not print again what the one before has printed, whatever became of that; anything else it does.
func TestPrintedBefore(t *testing.T) {
	note := filepath.Join(t.TempDir(), "printed")
	var out bytes.Buffer
	run := func() *Terminal {
		return New(Config{Out: &out, Interactive: true, Printed: note, Log: slog.New(slog.DiscardHandler)})
	}
	say := func(term *Terminal, text, once string) {
		m := chat.Message{Text: []chat.Span{{Text: text}}, Once: once, Turn: person("rui"), Buttons: [][]chat.Button{{{Label: "Yes", Says: "/accept"}}}}
		if _, err := term.Send(t.Context(), Room, m); err != nil {
			t.Fatal(err)
		}
	}
	first := run()
	say(first, "first", "k7q2-100")
	say(first, "second", "k7q2-99") // shorter than the one noted before
	say(first, "an answer", "")
	killed := run()
	say(killed, "second", "k7q2-99")
	if killed.prompt() != "rui> " || killed.chosen("1") != "/accept" {
		t.Errorf("%q is asked, and 1 means %q", killed.prompt(), killed.chosen("1"))
	}
	say(killed, "third", "k7q2-101")
	say(killed, "an answer", "")
	if err := killed.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(note); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after a good end: %v", err)
	}
	say(run(), "third", "k7q2-101")
	const yes = "\n  1  Yes\n\n"
	want := "first" + yes + "second" + yes + "an answer" + yes + "third" + yes + "an answer" + yes + "third" + yes
	if d := cmp.Diff(want, out.String()); d != "" {
		t.Error(d)
	}
}

// Where nothing can be noted everything is printed all the same.
func TestNotNoted(t *testing.T) {
	var out bytes.Buffer
	term := New(Config{Out: &out, Printed: t.TempDir(), Log: slog.New(slog.DiscardHandler)})
	for range 2 {
		if _, err := term.Send(t.Context(), Room, chat.Message{Text: []chat.Span{{Text: "said"}}, Once: "k7q2-1"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := term.Close(); err != nil || out.String() != "said\nsaid\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
}
