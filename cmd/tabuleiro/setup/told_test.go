package setup

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabuleiro/bot/discord/discordtest"
)

var update = flag.Bool("update", false, "write testdata/told.txt anew")

// The command's output and the files that it writes are those of testdata/told.txt.
func TestSetup_Told(t *testing.T) {
	golden, err := filepath.Abs("testdata/told.txt")
	if err != nil {
		t.Fatal(err)
	}
	telegram, discord := services(t)
	var told strings.Builder
	run := func(lines ...string) {
		printed, err := answered(t, lines...)
		told.WriteString(printed)
		if err != nil {
			told.WriteString("error: " + err.Error() + "\n")
		}
		if text, err := os.ReadFile("tabuleiro.yaml"); err == nil {
			told.WriteString("--- the file:\n" + string(text))
			if err := os.Remove("tabuleiro.yaml"); err != nil {
				t.Fatal(err)
			}
		}
		told.WriteString("------\n")
	}
	discord.GrantContent(false)
	run("4839574812:AAwrong", telegram.Token, "Tabuleiro da Ana", discordtest.Token, "Ana", "ana@example.org")
	telegram.Privacy(false)
	discord.GrantContent(true)
	run(telegram.Token, "", "Bot "+discordtest.Token, "", "")
	run("a b", "", "wrong", "wrong", "wrong")
	run("", "")
	text := strings.NewReplacer(telegram.Bot.Handle, "HANDLE", telegram.Token, "TOKEN", discordtest.Token, "TOKEN",
		discord.App, "APP").Replace(told.String())
	if *update {
		if err := os.WriteFile(golden, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if text != string(want) {
		t.Errorf("told is\n%s\nnot\n%s", text, want)
	}
}
