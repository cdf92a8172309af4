package main

import (
	"bytes"
	"crypto/rand"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/terminal"
	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/engine/table"
	"tabuleiro/storage/memorytest"
)

// Replay reports mistakes in a file, and the list of games in one, as a chat does, in every language.
func TestReplay_SaysWhatTheChatSays(t *testing.T) {
	t.Chdir(t.TempDir())
	files := map[string]string{
		"move.pdn":    "[White \"Ana\"]\n\n1. 14-18 *\n",
		"other.pdn":   "[GameType \"30\"]\n\n1. 32-28 *\n",
		"doubt.pdn":   "1.; 11-14 23-19",
		"weak.pdn":    "[GameType \"28\"]\n[SetUp \"1\"]\n[FEN \"W:W10,12:B14,K15\"]\n\n1. 10-19 *\n",
		"picture.png": "\x89PNG\x00\x01",
		"large.pdn":   strings.Repeat("1. 11-14 *\n", 100_000),
		"long.mat":    " 99 point match\n Game 1\n",
		"many.pdn":    strings.Repeat("[White \"Ana\"]\n11-14 1-0\n[White \"Rui\"]\n11-14 11-14 *\n", 60),
		"several.pdn": "[White \"Ana\"]\n9-13 1-0\n[White \"Rui\"]\n12-16 *\n[White \"Eva\"]\nhello\n",
	}
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	names := slices.Sorted(maps.Keys(files))
	for _, lang := range speech.Languages {
		t.Setenv(config.Prefix+"LANGUAGE", lang)
		var lines strings.Builder
		for _, name := range names {
			lines.WriteString("ana: /import damas < " + name + "\n")
		}
		chat := strings.Split(converse(t, lang, lines.String()), "\n\n")
		for i, name := range names {
			var printed bytes.Buffer
			do([]string{"replay", "damas", "--file", name}, strings.NewReader(""), &printed, &printed)
			replay := strings.Split(strings.TrimPrefix(printed.String(), "tabuleiro: "), "\n")
			several := strings.Contains(replay[0], "--pick 2")
			if several != (name == "many.pdn" || name == "several.pdn") {
				t.Errorf("%s %s: %q", lang, name, replay)
			}
			for n, line := range strings.Split(chat[i], "\n") {
				listed := n > 0 && strings.Contains(line, ". ") && line[0] >= '0' && line[0] <= '9'
				if (listed || n == 0 && !several) && replay[n] != line {
					t.Errorf("%s %s: replay says %q, the chat %q", lang, name, replay[n], line)
				}
			}
		}
	}
}

// converse returns the answers of a bot at a terminal.
func converse(t *testing.T, lang, lines string) string {
	t.Helper()
	b, err := bot.New(bot.Config{
		Store: memorytest.New(), Games: table.Games, Language: lang, Log: slog.New(slog.DiscardHandler), Now: time.Now,
		Random: rand.Reader,
	})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := b.Run(t.Context(), terminal.New(terminal.Config{In: strings.NewReader(lines), Out: &out})); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
