package setup

import (
	"bufio"
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/cmd/tabuleiro/config"
)

// services starts a Telegram and a Discord for the command.
func services(t *testing.T) (*telegramtest.Server, *discordtest.Server) {
	telegram, discord := telegramtest.New(t), discordtest.New(t)
	t.Setenv("TABULEIRO_TELEGRAM_API", telegram.URL)
	t.Setenv("TABULEIRO_DISCORD_API", discord.API)
	t.Chdir(t.TempDir())
	return telegram, discord
}

// answered runs the command with lines as input, and returns its output.
func answered(t *testing.T, lines ...string) (string, error) {
	t.Helper()
	var printed bytes.Buffer
	out := bufio.NewWriter(&printed)
	err := Command{}.Run(t.Context(), "", strings.NewReader(strings.Join(lines, "\n")+"\n"), out)
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	return printed.String(), err
}

// A wrong token is asked for again; the services' answers about the bot become the file, the invitation links and the
// remaining steps.
func TestSetup(t *testing.T) {
	telegram, discord := services(t)
	discord.GrantContent(false)
	wrong := "4839574812:AAwrongwrongwrong"
	printed, err := answered(t, wrong, telegram.Token, "Tabuleiro da Ana", discordtest.Token, `Ana "A." #1`,
		"ana@example.org")
	if err != nil {
		t.Fatalf("%v after\n%s", err, printed)
	}
	for _, want := range []string{
		"telegram: this token is not known there",
		"Telegram knows it: @" + telegram.Bot.Handle,
		"@BotFather, /setprivacy, @" + telegram.Bot.Handle + ", Disable",
		"https://t.me/" + telegram.Bot.Handle + "?startgroup=true",
		"Discord knows it: tabuleiro.",
		"tick Message Content Intent",
		"https://discord.com/oauth2/authorize?client_id=" + discord.App +
			"&scope=bot+applications.commands&permissions=309237746688\n",
		"tabuleiro.yaml is written",
	} {
		if !strings.Contains(printed, want) {
			t.Errorf("%q is missing in\n%s", want, printed)
		}
	}
	if telegram.Bot.First != "Tabuleiro da Ana" {
		t.Errorf("in Telegram the bot is called %q", telegram.Bot.First)
	}
	if strings.Contains(printed, "secret-part") || strings.Contains(printed, "AAF") {
		t.Errorf("a token was printed:\n%s", printed)
	}
	if info, err := os.Stat("tabuleiro.yaml"); err != nil || info.Mode() != 0o600 {
		t.Errorf("others may read the file: %v, %v", info.Mode(), err)
	}
	c, err := config.Read("", nil)
	if err != nil || string(c.Telegram.Token) != telegram.Token || string(c.Discord.Token) != discordtest.Token ||
		c.Discord.Content ||
		string(c.Operator.Name) != `Ana "A." #1` || string(c.Operator.Contact) != "ana@example.org" {
		t.Errorf("the file says %+v, %v", c, err)
	}
}

// Features already switched on are reported and set; a service without a token is left out.
func TestSetup_OfOne(t *testing.T) {
	telegram, discord := services(t)
	printed, err := answered(t, "", "Bot "+discordtest.Token, "", "")
	if err != nil {
		t.Fatalf("%v after\n%s", err, printed)
	}
	c, err := config.Read("", nil)
	if err != nil || c.Telegram.Token != "" || !c.Discord.Content || telegram.Calls("getMe") != 0 {
		t.Errorf("the file says %+v, %v", c, err)
	}
	if text, err := os.ReadFile("tabuleiro.yaml"); err != nil || strings.Contains(string(text), "operator") {
		t.Errorf("the file is %s, %v", text, err)
	}
	if _, err := answered(t); err == nil || !strings.Contains(err.Error(), "there is a tabuleiro.yaml already") {
		t.Errorf("over a file that is there: %v", err)
	}
	if err := os.Remove("tabuleiro.yaml"); err != nil {
		t.Fatal(err)
	}
	telegram.Privacy(false)
	discord.GrantContent(false)
	if printed, err := answered(t, telegram.Token, "", "", "", ""); err != nil ||
		!strings.Contains(printed, "In groups it hears all that is said") || strings.Contains(printed, "/setprivacy") {
		t.Errorf("%v after\n%s", err, printed)
	}
}

// No file is written without a token, at the end of the input, with a token that stays wrong, or with a service that
// cannot be reached. No error contains a token.
func TestSetup_EndsWithoutFile(t *testing.T) {
	telegram, _ := services(t)
	for name, c := range map[string]struct {
		lines []string
		want  string
	}{
		"no token":     {[]string{"", ""}, "without a token there is nothing to write"},
		"end":          {[]string{telegram.Token}, "the input ended"},
		"wrong thrice": {[]string{"1:AAgeheim", "1:AAgeheim", "1:AAgeheim", ""}, "telegram: this token is not known there"},
		"an address":   {[]string{"geheim/../x", "geheim?", "geheim#", ""}, "that is no token"},
	} {
		printed, err := answered(t, c.lines...)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(printed+err.Error(), "geheim") {
			t.Errorf("%s: %v after\n%s", name, err, printed)
		}
	}
	telegram.Close()
	if printed, err := answered(t, "1:AAgeheim", "1:AAgeheim", "1:AAgeheim"); err == nil ||
		strings.Contains(printed+err.Error(), "geheim") {
		t.Errorf("without a service: %v after\n%s", err, printed)
	}
	if left, err := filepath.Glob("*"); left != nil || err != nil {
		t.Errorf("left behind: %q, %v", left, err)
	}
	if _, err := os.Stat("tabuleiro.yaml"); !os.IsNotExist(err) && err != fs.ErrNotExist {
		t.Error(err)
	}
}
