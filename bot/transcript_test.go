package bot_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot"
	"tabuleiro/bot/terminal"
	"tabuleiro/engine"
	"tabuleiro/engine/cage"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/eximo"
	"tabuleiro/storage"
	"tabuleiro/storage/memory"
)

var update = flag.Bool("update", false, "write the transcripts anew from what is answered; read the difference before accepting it")

var games = []*engine.Game{draughts.Portuguese, draughts.Chilean, eximo.Eximo, cage.Cage}

// TestTranscripts plays the conversations of testdata. A line that begins with "> " is typed, with "# " it is a comment,
// "--- restart" ends the program and starts it again on the same store, "--- language pt" does so in another language;
// everything else is what the bot answers.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := converse(t, string(want))
			if *update {
				if err := os.WriteFile(file, got, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("the conversation differs (-want +got):\n%s", diff)
			}
		})
	}
}

// converse holds the conversation of a transcript again and returns it as it went.
func converse(t *testing.T, transcript string) []byte {
	var out bytes.Buffer
	store := memory.New()
	random := rand.NewChaCha8([32]byte{1})
	language := "en"
	script := &script{out: &out}
	for line := range strings.Lines(transcript) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "--- "):
			run(t, store, random, language, script)
			fmt.Fprintln(&out, line)
			if tongue, ok := strings.CutPrefix(line, "--- language "); ok {
				language = tongue
			}
		case strings.HasPrefix(line, "> "), strings.HasPrefix(line, "# "):
			script.lines = append(script.lines, line)
		}
	}
	run(t, store, random, language, script)
	return out.Bytes()
}

// script is what is typed, one line a read, written into the transcript as it is read.
type script struct {
	lines []string
	out   *bytes.Buffer
}

func (s *script) Read(p []byte) (int, error) {
	for len(s.lines) > 0 {
		line := s.lines[0]
		s.lines = s.lines[1:]
		fmt.Fprintln(s.out, line)
		if typed, ok := strings.CutPrefix(line, "> "); ok {
			return copy(p, typed+"\n"), nil
		}
	}
	return 0, io.EOF
}

var sessions int

func run(t *testing.T, store storage.Store, random io.Reader, language string, script *script) {
	t.Helper()
	sessions++
	b, err := bot.New(bot.Config{
		Store:    store,
		Games:    games,
		Language: language,
		Log:      slog.New(slog.NewTextHandler(t.Output(), nil)),
		Now:      func() time.Time { return time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC) },
		Random:   random,
	})
	if err != nil {
		t.Fatal(err)
	}
	chat := terminal.New(terminal.Config{In: script, Out: script.out, Session: fmt.Sprint(sessions), Log: slog.New(slog.DiscardHandler)})
	if err := b.Run(context.Background(), chat); err != nil {
		t.Fatal(err)
	}
}
