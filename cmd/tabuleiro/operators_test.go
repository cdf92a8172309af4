package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/engine/longtest"
	"tabuleiro/storage/postgres/postgrestest"
)

// operatorLines returns the command lines for operators in the README and operating.md, in the order of steps.
func operatorLines(t *testing.T) (lines [][]string) {
	t.Helper()
	for file, part := range map[string][3]string{
		filepath.Join("..", "..", "README.md"): {"\n## For operators\n", "\n## For developers\n", "`(tabuleiro[^`\n]*)`"},
		"operating.md":                         {"", "\n## Security\n", "(?m)^    (tabuleiro[^#\n]*)"},
	} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(text), part[0])
		rest, _, found := strings.Cut(rest, part[1])
		if !found {
			t.Fatalf("%s has no part for operators", file)
		}
		for _, command := range regexp.MustCompile(part[2]).FindAllStringSubmatch(rest, -1) {
			if words := strings.Fields(command[1]); words[0] == "tabuleiro" {
				lines = append(lines, words)
			}
		}
	}
	// The README's lines come before those of operating.md.
	slices.SortStableFunc(lines, func(a, b []string) int { return order(a) - order(b) })
	return lines
}

// steps are the commands in the order in which a new operator needs them: before the bot runs, while it runs, and after
// it was stopped.
var steps = []string{"setup", "", "health", "check", "backup", "export", "restore", "migrate"}

func order(words []string) int {
	if len(words) == 1 {
		return slices.Index(steps, "")
	}
	return slices.Index(steps, words[1])
}

// An operator who follows the README and operating.md, with Telegram and Discord, gets a game, a backup, a restored
// one, and a PostgreSQL on which the game goes on: each command line there is run.
func TestOperators(t *testing.T) {
	longtest.Skip(t)
	telegram, discord := telegramtest.New(t), discordtest.New(t)
	ana := telegram.Person("Ana", "ana")
	private := ana.Private()
	v := &victim{t: t, dir: t.TempDir(), more: []string{"TABULEIRO_TELEGRAM_API=" + telegram.URL,
		"TABULEIRO_DISCORD_API=" + discord.API, "GORACE=atexit_sleep_ms=0"}}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	run := func(in string, args ...string) string {
		t.Helper()
		cmd := exec.Command(self, args...)
		cmd.Dir, cmd.Env, cmd.Stdin = v.dir, append(append(os.Environ(), childVariable+"=1"), v.more...),
			strings.NewReader(in)
		var diagnostics bytes.Buffer
		cmd.Stderr = &diagnostics
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("tabuleiro %s: %v\n%s%s", strings.Join(args, " "), err, out, &diagnostics)
		}
		return string(out)
	}
	said := func(text, want string) {
		t.Helper()
		ana.Says(private, text)
		for m := private.Next(); !strings.Contains(m.Text, want); {
			m = private.Next()
		}
	}
	running := false
	stop := func() {
		if running {
			v.stop()
		}
		running = false
	}
	defer func() {
		if running {
			v.kill()
			v.gone()
		}
	}()
	backups := filepath.Join(v.dir, "backups")
	if err := os.Mkdir(backups, 0o700); err != nil {
		t.Fatal(err)
	}
	var seen []string
	for _, words := range operatorLines(t) {
		args := slices.Clone(words[1:])
		for i, a := range args {
			args[i] = strings.Replace(a, "/backups", backups, 1)
		}
		name := strings.Join(args[:min(len(args), 1)], "")
		seen = append(seen, name)
		switch name {
		case "setup":
			run(strings.Join([]string{telegram.Token, "", discordtest.Token, "Ana", "ana@example.org"}, "\n")+"\n", args...)
		case "":
			v.start()
			running = true
			said("/play damas @house:1 colour=white", "Ana")
			said("11-15", "11-15")
		case "health", "check", "backup":
			run("", args...)
		case "export":
			if out := run("", args...); !strings.Contains(out, "1 match written") {
				t.Errorf("exported: %s", out)
			}
		case "restore":
			stop()
			if out := run("", args...); !strings.Contains(out, "1 match") ||
				!strings.Contains(out, "what was there before is in") {
				t.Errorf("restored: %s", out)
			}
		case "migrate":
			stop()
			if !postgrestest.Wanted() {
				continue
			}
			server := postgrestest.New(t)
			args[2] = server
			if out := run("", args...); !strings.Contains(out, "the same on both sides") {
				t.Errorf("migrated: %s", out)
			}
			v.more = append(v.more, "TABULEIRO_DATABASE="+server)
		default:
			t.Errorf("no test knows %q", words)
		}
	}
	slices.Sort(seen)
	if all := slices.Sorted(slices.Values(steps)); !slices.Equal(slices.Compact(seen), all) {
		t.Errorf("there are lines for %q, want %q", seen, all)
	}
	v.start()
	running = true
	said("/board", "Ana")
	stop()
}
