package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"tabuleiro/bot/speech"
)

// longestReadme is the maximum number of words of the README.
const longestReadme = 900

// promises are the README's claims: the words there, the folder of the test that guards them, and its name.
var promises = [][3]string{
	{"on Telegram, on Discord or in a terminal", "bot/terminal", "TestConformance"},
	{"as a picture, as text or in words", "bot/account", "TestSettings_ShownAs"},
	{"which rule forbids a move", "bot", "TestTranscripts"},
	{"It speaks Portuguese, Spanish and English", "bot/speech", "TestSentences_Same"},
	{"A crash or a restart loses nothing", "cmd/tabuleiro", "TestChaos"},
	{"offers a game against the bot with one tap", "bot/guide", "TestMenu_TapsToTheBoard"},
	{"has a button for each move", "bot/matches", "TestDice_PlayedWithButtons"},
	{"Plain words work too", "bot/intent", "TestSentences"},
	{"at ten levels or its best", "bot/matches", "TestPlay_ComputerByWord"},
	{"the rules with drawn examples", "bot/guide", "TestRules"},
	{"so anyone can check them afterwards", "engine/dice", "TestDice"},
	{"the tab key completes", "cmd/tabuleiro", "TestKeyboard"},
	{"it reads lines", "bot/terminal", "TestLines"},
	{"writes every board as a PNG", "bot/terminal", "TestPictures"},
	{"a friend on Telegram plays a friend on Discord", "cmd/tabuleiro", "TestAbroad"},
	{"joins the accounts of a person who uses both services", "cmd/tabuleiro", "TestLink_BothServices"},
	{"In groups a bot starts in privacy mode", "bot/telegram", "TestGroup_WithPrivacy"},
	{"To let them just type", "bot/telegram", "TestConformance"},
	{"challenges can be posted in any chat", "bot/telegram", "TestInline"},
	{"two friends can play where the bot is not a member", "bot/discord", "TestGuest"},
	{"shows how to invite the bot", "cmd/tabuleiro/setup", "TestSetup"},
	{"SIGTERM stops the program cleanly", "bot/telegram", "TestStop"},
	{"a systemd unit", "cmd/tabuleiro", "TestUnit"},
	{"serves Prometheus", "cmd/tabuleiro/control", "TestMetrics"},
	{"lists which package may import which", "cmd/tabuleiro", "TestImports"},
	{"names those that are missing", "bot", "TestSentences"},
}

// The README is short, its links lead to existing files, and tests guard its claims; the lines that it has players type
// do what it says, for each game.
func TestReadme(t *testing.T) {
	root := filepath.Join("..", "..")
	file, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	text, words := strings.Join(strings.Fields(string(file)), " "), 0
	for word := range strings.FieldsSeq(text) {
		if strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			words++
		}
	}
	if words > longestReadme {
		t.Errorf("%d words, want %d at the most", words, longestReadme)
	}
	for _, link := range regexp.MustCompile(`\]\(([^:)]+)\)`).FindAllStringSubmatch(text, -1) {
		if _, err := os.Stat(filepath.Join(root, link[1])); err != nil {
			t.Error(err)
		}
	}
	for _, p := range promises {
		tests, err := filepath.Glob(filepath.Join(root, p[1], "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		held := false
		for _, name := range tests {
			source, err := os.ReadFile(name)
			held = held || err == nil && strings.Contains(string(source), "func "+p[2]+"(")
		}
		if !held || !strings.Contains(text, p[0]) {
			t.Errorf("%q is promised: %v; %s holds it in %s: %v", p[0], strings.Contains(text, p[0]), p[2], p[1], held)
		}
	}
	_, players, _ := strings.Cut(string(file), "\n## For players\n")
	players, _, found := strings.Cut(players, "\n## For operators\n")
	if !found {
		t.Fatal("there is no part for players before that for operators")
	}
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range regexp.MustCompile("`/([a-z]+)").FindAllStringSubmatch(players, -1) {
		if book.Command(command[1]) == "" {
			t.Errorf("/%s is no command", command[1])
		}
	}
	var in []string
	games := 0
	for _, row := range regexp.MustCompile("(?m)^\\|[^|]+\\|([^|]*`[^|]*)\\|").FindAllStringSubmatch(players, -1) {
		for _, word := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[1], -1) {
			in = append(in, "rita: /play "+word[1]+" @zoe", "rita: /cancel")
			games++
		}
	}
	last := ""
	for line := range strings.Lines(players) {
		line = strings.TrimRight(line, "\n")
		if name, typed, is := strings.Cut(line, "> "); is && strings.HasPrefix(name, "    ") {
			in = append(in, strings.TrimSpace(name)+": "+typed)
		} else if strings.HasPrefix(line, "    ") {
			last = strings.TrimSpace(line)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Dir, cmd.Env, cmd.Stdin = t.TempDir(), append(os.Environ(), childVariable+"=1", "LANG=en_GB.UTF-8"),
		strings.NewReader(strings.Join(in, "\n")+"\n")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(out), "rita challenges zoe."); games < 10 || n != games {
		t.Errorf("%d of %d words begin a game:\n%s", n, games, out)
	}
	if !strings.Contains(string(out), "\n"+last+"\n") {
		t.Errorf("%q is not said:\n%s", last, out)
	}
}
