package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/engine/table"
)

// typed runs a command line, and returns its output and exit status.
func typed(args ...string) (out, diagnostics string, status int) {
	var printed, wrong bytes.Buffer
	status = do(args, strings.NewReader(""), &printed, &wrong)
	return printed.String(), wrong.String(), status
}

// settings writes a configuration into the test's folder.
func settings(t *testing.T, lines ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile(config.DefaultFile, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}

// An option with an impossible value, one that excludes another, and one given twice are refused with the reason.
func TestOptions_Refused(t *testing.T) {
	settings(t)
	for line, want := range map[string]string{
		"backup x.db --keep -1":                   "--keep has to be 1 to 1000",
		"best portuguese --count -3":              "--count at least 1",
		"best portuguese --level max --nodes 5":   "--level and --nodes can't be used together",
		"best portuguese --count 1 --count 2":     "--count is given twice: keep one",
		"best portuguese --level=3 --level 3":     "--level is given twice: keep one",
		"draw portuguese -o x.JPG":                "a .png, not a .jpg",
		"draw portuguese -o x.png --output y.png": "--output is given twice: keep one",
	} {
		if out, wrong, status := typed(strings.Fields(line)...); status != 2 || out != "" || !strings.Contains(wrong, want) {
			t.Errorf("%s: status %d, %q, %q", line, status, out, wrong)
		}
	}
	if _, wrong, status := typed(strings.Fields("draw portuguese --last 11-15 --last 21-18 -o x.png")...); status != 0 {
		t.Errorf("moves one after the other: status %d, %q", status, wrong)
	}
}

// The privacy notice is printed in the language of the bot, with the configured operator.
func TestPrivacy_Printed(t *testing.T) {
	pages := map[string]string{}
	for _, language := range []string{"en", "pt", "es"} {
		settings(t, "language: "+language, "operator: {name: Clube Dama, contact: dama@example.org}")
		page, wrong, status := typed("privacy")
		if status != 0 || wrong != "" || !strings.Contains(page, "Clube Dama") || !strings.Contains(page, "dama@example.org") ||
			!strings.HasSuffix(page, "\n") || strings.HasSuffix(page, "\n\n") {
			t.Errorf("%s: status %d, %q, %q", language, status, wrong, page)
		}
		for other, same := range pages {
			if same == page {
				t.Errorf("%s and %s have the same page", language, other)
			}
		}
		pages[language] = page
	}
	settings(t, "language: xx")
	if page, wrong, status := typed("privacy"); status != 2 || page != "" || !strings.Contains(wrong, "language") {
		t.Errorf("in no language: status %d, %q, %q", status, wrong, page)
	}
}

// Every mistake in the configuration is a line of its own, and so is a service that cannot be made; what is in order is
// reported as well.
func TestCheck_Configuration(t *testing.T) {
	const telegram = "telegram: {token: '123456:AAAAhiddenhidden'"
	const discord = "discord: {token: MTAwMDAwMDAwMDAwMDAwMDAw.Gm0abc.hiddenhiddenhiddenhiddenhidden}"
	for _, c := range []struct {
		lines  []string
		want   []string // lines that are printed
		status int
	}{
		{[]string{"log: {level: info}"}, []string{"services: none, so this terminal",
			"tabuleiro.db: there is none yet; it is made when the bot starts"}, 0},
		{[]string{"log: {level: loud}", "ranking: maybe"}, []string{
			"configuration: tabuleiro.yaml:1:14: log.level cannot be loud: choose auto, debug, info, warn, error",
			"configuration: tabuleiro.yaml:2:10: ranking has to be yes or no, or true or false",
			"services: none, so this terminal"}, 1},
		{[]string{telegram + "}", discord}, []string{"services: telegram, discord"}, 0},
		{[]string{telegram + ", webhook: {url: 'http://x'}}", discord}, []string{"configuration: telegram: the address of the webhook",
			"services: discord"}, 1},
	} {
		settings(t, c.lines...)
		out, wrong, status := typed("check")
		if status != c.status || (wrong == "") != (status == 0) || strings.Contains(out+wrong, "hidden") {
			t.Errorf("%q: status %d, %q, %q", c.lines, status, wrong, out)
		}
		for _, want := range c.want {
			if !strings.Contains("\n"+out, "\n"+want) {
				t.Errorf("%q: %q is missing in %q", c.lines, want, out)
			}
		}
	}
}

// Where no bot runs, health says so and names the database.
func TestHealth_Nobody(t *testing.T) {
	settings(t, "database: games.db")
	if _, wrong, status := typed("health"); status != 1 || wrong != "tabuleiro: health: no bot is running here: there is no database games.db\n" {
		t.Errorf("status %d, %q", status, wrong)
	}
	if err := os.WriteFile("games.db", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, wrong, status := typed("health"); status != 1 || !strings.Contains(wrong, "nobody listens") {
		t.Errorf("status %d, %q", status, wrong)
	}
}

// In the terminal the log is a file beside the database, readable by its owner alone, to which each run appends.
func TestConsole_Log(t *testing.T) {
	t.Chdir(t.TempDir())
	settings := config.Defaults()
	for n := range 2 {
		log := console{among: true}.log(settings)
		log.Info("nothing")
		log.Warn("something")
		text, err := os.ReadFile(settings.Database.Log())
		if lines := strings.Count(string(text), "\n"); lines != n+1 || strings.Contains(string(text), "nothing") || err != nil {
			t.Errorf("it is %q, %v", text, err)
		}
	}
	if info, err := os.Stat(settings.Database.Log()); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others may read it: %v, %v", info, err)
	}
}

// The program fails with the cause of its context; being asked to end is no failure.
func TestFailure(t *testing.T) {
	broken, cause := errors.New("broken"), errors.New("nobody reads")
	for _, c := range []struct{ err, cause, want error }{
		{nil, nil, nil}, {broken, nil, broken}, {nil, cause, cause}, {broken, cause, cause},
		{context.Canceled, context.Canceled, nil}, {context.Canceled, nil, nil}, {broken, context.Canceled, broken},
		{context.Canceled, cause, cause},
	} {
		if got := failure(c.err, c.cause); got != c.want {
			t.Errorf("%v, ended for %v, is %v; want %v", c.err, c.cause, got, c.want)
		}
	}
}

// Folders are made with all their parents, for this user alone; a file in the way is an error.
func TestMakeFolders(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := makeFolders("", "a/b", "c"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "a/b", "c"} {
		if info, err := os.Stat(name); err != nil || !info.IsDir() || info.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	if err := os.WriteFile("file", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := makeFolders("file/a"); err == nil || !strings.Contains(err.Error(), "make the folder") {
		t.Errorf("under a file: %v", err)
	}
}

// The help names every command and every game.
func TestHelp(t *testing.T) {
	out, _, status := typed("--help")
	for _, name := range []string{"run", "setup", "backup", "restore", "check", "health", "migrate", "export", "moves", "perft",
		"replay", "best", "duel", "draw", "privacy", "version"} {
		if !strings.Contains(out, "\n  "+name+" ") {
			t.Errorf("%s is missing in %q", name, out)
		}
	}
	games, _, _ := typed("moves", "--help")
	for _, g := range table.Games {
		if !strings.Contains(games, g.Name) {
			t.Errorf("%s is missing in %q", g.Name, games)
		}
	}
	if status != 0 {
		t.Errorf("status %d", status)
	}
	if _, wrong, status := typed("nonsense"); status != 2 || !strings.Contains(wrong, "(try tabuleiro --help)") {
		t.Errorf("nonsense: status %d, %q", status, wrong)
	}
	if out, _, status := typed("version"); status != 0 || !strings.Contains(out, "\ndatabase schema ") || !strings.HasPrefix(out, "tabuleiro ") {
		t.Errorf("version: status %d, %q", status, out)
	}
}
