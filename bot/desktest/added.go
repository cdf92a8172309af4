package desktest

import (
	"io"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/fourtest"
	"tabuleiro/render"
	"tabuleiro/storage/memorytest"
)

// AddedGame configures a bot with another game, Connect Four, which has no lesson, illustrated rules or puzzles. Its
// sentences are in bot/testdata.
func AddedGame(t *testing.T, log io.Writer) bot.Config {
	t.Helper()
	return bot.Config{
		Store: memorytest.New(), Games: append(slices.Clone(Naive(Games)), fourtest.Four),
		Book: withFour(t), Language: "en",
		Log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelWarn})), Now: time.Now,
		Random: Lots{Random: rand.NewChaCha8([32]byte{2})}, Limits: bot.Limits{Challenges: 1e4, Matches: 1e4, Commands: 1e6},
		Draw: func(v engine.View, s render.Style) ([]byte, error) { return render.Picture(v, s) },
	}
}

// withFour returns the book with an additional file for each language, the one of Connect Four.
func withFour(t *testing.T) *speech.Book {
	t.Helper()
	all := fstest.MapFS{}
	add := func(from fs.FS, pattern string, to func(name string) string) {
		names, err := fs.Glob(from, pattern)
		if err != nil || names == nil {
			t.Fatal(pattern, err)
		}
		for _, name := range names {
			text, err := fs.ReadFile(from, name)
			if err != nil {
				t.Fatal(err)
			}
			all[to(name)] = &fstest.MapFile{Data: text}
		}
	}
	same := func(name string) string { return name }
	add(os.DirFS("../speech"), "*/*.yaml", same)
	add(os.DirFS("../speech"), "*/*/*.yaml", same)
	add(os.DirFS("../testdata/four"), "*.yaml", func(name string) string {
		return strings.TrimSuffix(name, ".yaml") + "/four.yaml"
	})
	book, err := speech.Read(all)
	if err != nil {
		t.Fatal(err)
	}
	return book
}
