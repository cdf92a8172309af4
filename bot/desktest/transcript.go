package desktest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot"
	"tabuleiro/bot/bottest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/terminal"
	"tabuleiro/engine"
	"tabuleiro/engine/table"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// Games are all games.
var Games = table.Games

// turnOnBoard matches a line of a board that shows who is on turn, which looks like a typed one.
var turnOnBoard = regexp.MustCompile(`^> [OXrb] <`)

// Transcript replays the conversation of a file at a terminal and compares the result with the file, or with anew
// rewrites it.
func Transcript(t *testing.T, file string, anew bool) {
	t.Helper()
	file, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir()) // files are written here
	got := converse(t, string(want))
	if anew {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("the conversation differs; go test ./bot -run TestTranscripts -update writes it anew (-want +got):\n%s", diff)
	}
}

// converse replays the conversation of a transcript and returns the new transcript.
func converse(t *testing.T, transcript string) []byte {
	var out bytes.Buffer
	store := memorytest.New()
	random := rand.NewChaCha8([32]byte{1})
	language := "en"
	script := &script{out: &out}
	session := 0
	for line := range strings.Lines(transcript) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "--- "):
			session++
			run(t, store, random, language, session, script, &out)
			fmt.Fprintln(&out, line)
			if tongue, ok := strings.CutPrefix(line, "--- language "); ok {
				language = tongue
			}
		case turnOnBoard.MatchString(line):
		case strings.HasPrefix(line, "> "), strings.HasPrefix(line, "# "):
			script.lines = append(script.lines, line)
		}
	}
	run(t, store, random, language, session+1, script, &out)
	bottest.Verify(t, store, Games)
	return out.Bytes()
}

// script is a reader of typed lines, one for each read, that copies them to the transcript.
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

func run(t *testing.T, store storage.Store, random io.Reader, language string, session int, script *script,
	out io.Writer) {
	t.Helper()
	now := func() time.Time { return time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC) }
	b, err := bot.New(bot.Config{
		Store:    store,
		Games:    Naive(Games),
		Language: language,
		Log:      slog.New(slog.NewTextHandler(t.Output(), nil)),
		Now:      now,
		Random:   random,
		Owners:   []string{"terminal:olga"},
		Version:  "v1.2.3",
	})
	if err != nil {
		t.Fatal(err)
	}
	screen := terminal.New(terminal.Config{In: script, Out: out, Session: fmt.Sprint(session),
		Say: own(t, language), Log: slog.New(slog.DiscardHandler)})
	judge := &bottest.Judge{T: t, Store: store, Games: Games, Now: now}
	if err := b.Run(context.Background(), judged{screen, judge}); err != nil {
		t.Fatal(err)
	}
}

// own returns the terminal's own texts in a language; in the usual one for "".
func own(t *testing.T, usual string) func(key, language string) string {
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	return func(key, language string) string {
		if language == "" {
			language = usual
		}
		voice, _ := book.In(language)
		return voice.Text(key)
	}
}

// judged is a terminal whose messages are checked by a Judge.
type judged struct {
	*terminal.Terminal
	judge *bottest.Judge
}

func (j judged) Send(ctx context.Context, room chat.Room, m chat.Message) (chat.Ref, error) {
	j.judge.Said(m)
	return j.Terminal.Send(ctx, room, m)
}

// First is a brain that plays the first legal move, so that conversations do not change with every improvement of the
// computer player.
type First struct{}

// Think returns the first legal move.
func (First) Think(_ context.Context, l engine.Line, _ engine.Limits) (engine.SearchResult, error) {
	for move := range l.Position().Moves() {
		return engine.SearchResult{Moves: []engine.ScoredMove{{Move: move, Win: engine.ProbScale / 2, Equity: engine.ProbScale / 2}},
			Nodes: 1}, nil
	}
	return engine.SearchResult{}, errors.New("nobody is on turn")
}

// Naive returns games with the brain First.
func Naive(games []*engine.Game) (all []*engine.Game) {
	for _, g := range games {
		simple := *g
		simple.Brain = First{}
		all = append(all, &simple)
	}
	return all
}

// GameNamed returns the game with a name.
func GameNamed(name string) *engine.Game {
	for _, g := range Games {
		if g.Name == name {
			return g
		}
	}
	return nil
}
