package main

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// policy lists the allowed imports. It states what is wanted: a breach is mended in the code, not here.
//
// A package may import what stands behind any arrow to the right of it; "everything" is all packages. A package to the
// left of no arrow may import none of the others, and all packages must be in the table.
const policy = `
	cmd/tabuleiro -> everything
	cmd/tabuleiro/judgetest ->
	cmd/tabuleiro/scripttest -> cmd/tabuleiro/config
	cmd/tabuleiro/config -> bot/discord, bot/speech, bot/telegram
	cmd/tabuleiro/setup -> cmd/tabuleiro/config, bot/discord/client, bot/telegram/client
	cmd/tabuleiro/database -> cmd/tabuleiro/control -> cmd/tabuleiro/config
	cmd/tabuleiro/control -> bot, bot/meter, storage
	cmd/tabuleiro/database -> bot, bot/archive, bot/view, engine/match, engine/record, engine/table, storage, storage/bolt, storage/postgres
	cmd/tabuleiro/rules -> cmd/tabuleiro/config, bot/chat, bot/guide, bot/speech, bot/view, render, engine/duel, engine/record, engine/match, engine/table, engine
	bot/telegram, bot/discord, bot/terminal -> bot/adapter -> bot/chat
	bot/telegram -> bot/telegram/client -> bot/telegram/pace -> bot/telegram/wire -> bot/chat
	bot/telegram/client -> bot/adapter
	bot/terminal -> bot/chat
	bot/discord -> bot/discord/gateway -> bot/discord/styled -> bot/discord/client, bot/discord/commands -> bot/discord/wire -> bot/chat
	bot/discord/styled, bot/discord/client -> bot/adapter
	bot/discord/discordtest -> bot/discord/commands, bot/command, bot/speech, engine/table
	bot/telegram/telegramtest, bot/discord/discordtest -> bot/adapter/servertest, bot/chat
	bot/adapter/servertest, bot/chat/chattest -> bot/chat
	bot/speech, bot/telegram, bot/discord/commands -> bot/command
	bot/guide, bot/router -> bot/command
	bot/speech -> bot/chat
	bot/intent -> bot/speech, engine
	bot/router, bot -> bot/intent
	bot/computer -> engine/match, engine
	bot/meter -> storage, engine/match
	bot/view -> engine/analysis, engine/puzzle, bot/computer, bot/chat, bot/speech, render, engine/match, engine/dice, engine
	bot/guide -> engine/puzzle, engine/rating, bot/view, bot/chat, bot/speech, render, engine/match, engine
	bot/archive -> bot/view, bot/chat, storage, engine/match, engine
	bot/archive, bot/adapter, bot/telegram, bot/discord, bot/discord/client, bot/notify, bot/people, bot/matches, bot/account, bot/router, bot/club -> bot/cache
	bot/notify -> bot/adapter, bot/computer, bot/archive, bot/view, bot/chat, bot/meter, bot/speech, storage, render, engine/match, engine
	bot/agenda -> bot/kv, storage
	bot/request, bot/people, bot/archive, bot/notify, bot/change, bot/matches, bot/exercise, bot/show, bot/account, bot/router, bot -> bot/kv
	bot/bottest -> bot, bot/computer, bot/view, bot/chat, bot/speech, storage, engine/match, engine
	bot/desktest -> bot/chat/chattest, bot, bot/bottest, bot/terminal, bot/archive, bot/chat, bot/speech, storage, storage/memorytest, render, engine/draughts, engine/fourtest, engine/puzzle, engine/table, engine/match, engine
	bot/adapter/adaptertest -> bot/chat/chattest, engine/longtest, bot/bottest, bot, bot/view, bot/chat, bot/speech, storage/memorytest, storage/bolt, storage, engine/table, engine/draughts, engine/puzzle, engine/match, engine
	bot/request -> bot/notify, bot/archive, bot/guide, bot/view, bot/computer, bot/chat, bot/speech, storage, engine/match, engine
	bot/services -> bot/request, bot/view, bot/chat, engine/match, engine
	bot/find -> bot/request, bot/cache, bot/archive, bot/view, bot/chat, bot/speech, storage, engine/match, engine
	bot/people -> bot/services, bot/request, bot/archive, bot/view, bot/chat, bot/speech, storage, engine/match
	bot/change -> bot/people, bot/find, bot/request, bot/notify, bot/computer, bot/archive, bot/view, bot/speech, storage, engine/match, engine/dice, engine/rating, engine/opening, engine
	bot/matches, bot/exercise, bot/show, bot/account -> bot/change, bot/people, bot/find, bot/services, bot/request, bot/notify, bot/agenda, bot/meter, bot/computer, bot/archive, bot/guide, bot/view, bot/chat, bot/speech, storage, render, engine/analysis, engine/puzzle, engine/record, engine/rating, engine/match, engine/dice, engine
	bot/router -> bot/computer, bot/matches, bot/exercise, bot/show, bot/account, bot/change, bot/find, bot/people, bot/services, bot/request, bot/notify, bot/meter, bot/archive, bot/guide, bot/view, bot/chat, bot/speech, storage, engine/match, engine/puzzle, engine/record, engine
	bot/club -> bot/matches, bot/change, bot/people, bot/services, bot/request, bot/notify, bot/agenda, bot/archive, bot/guide, bot/view, bot/chat, bot/speech, bot/kv, storage, render, engine/tournament, engine/pairing, engine/match, engine
	bot -> bot/club, bot/router, bot/matches, bot/exercise, bot/show, bot/account, bot/change, bot/people, bot/find, bot/services, bot/request, bot/agenda, bot/notify, bot/archive, bot/guide, bot/view, bot/chat, bot/meter, bot/speech, storage, render, engine/analysis, engine/match, engine
	storage/bolt, storage/memorytest, storage/postgres -> storage -> engine/match, engine/rating, engine
	storage/postgres/postgrestest -> storage, engine/longtest
	storage/storagetest -> storage, engine/match, engine/rating, engine
	storage/faultytest -> storage, engine/match
	render -> engine
	engine/match -> engine/dice, engine/rating, engine
	engine/tournament -> engine/pairing, engine/dice, engine/match, engine
	engine/enginetest -> engine, engine/longtest, engine/goldentest
	engine/longtest ->
	engine/goldentest ->
	engine/draughts -> engine/draughts/pdn, engine/draughts/think -> engine/draughts/rules -> engine/grid -> engine
	engine/fourtest -> engine/grid, engine
	engine/eximo -> engine/eximo/think -> engine/eximo/rules -> engine/grid -> engine
	engine/cage -> engine/cage/think -> engine/cage/rules -> engine/grid -> engine
	engine/draughts/think -> engine/draughts/endings -> engine/draughts/rules
	engine/draughts/endings -> engine/learn
	engine/draughts/pdn -> engine/grid
	engine/draughts/think, engine/eximo/think, engine/cage/think -> engine/search, engine/learn
	engine/search/searchtest -> engine/duel, engine/puzzle, engine/goldentest
	engine/opening -> engine
	engine/duel, engine/search/searchtest, engine/analysis, engine/puzzle -> engine/search -> engine
	engine/backgammon -> engine/backgammon/mat, engine/backgammon/think -> engine/backgammon/rules -> engine/backgammon/id -> engine/backgammon/board -> engine
	engine/backgammon/think -> engine/backgammon/think/net, engine/learn
	engine/table -> engine/draughts, engine/eximo, engine/cage, engine/backgammon, engine
	engine/record -> engine
`

// libraries lists the packages that may import each library. No package may import one that is not in the table.
const libraries = `
	github.com/alecthomas/kong                          cmd/tabuleiro, cmd/tabuleiro/scripttest
	github.com/goccy/go-yaml                            cmd/tabuleiro/config, cmd/tabuleiro/setup, bot/speech
	github.com/prometheus/client_golang                 cmd/tabuleiro/control, bot/meter, bot/chat, bot/telegram/pace
	go.etcd.io/bbolt                                    storage/bolt
	github.com/jackc/pgx/v5                             storage/postgres, storage/postgres/postgrestest
	github.com/go-telegram-bot-api/telegram-bot-api/v5  bot/telegram, bot/telegram/client, bot/telegram/wire
	github.com/bwmarrin/discordgo                       bot/discord, bot/discord/client, bot/discord/commands, bot/discord/styled, bot/discord/wire, bot/discord/gateway
	github.com/gorilla/websocket                        bot/discord/gateway, bot/discord/discordtest
	github.com/santhosh-tekuri/jsonschema/v6            bot/discord/discordtest
	github.com/peterh/liner                             bot/terminal
	github.com/nicksnyder/go-i18n/v2                    bot/speech
	github.com/go-fonts/dejavu                          render
	golang.org/x/image                                  render, bot/terminal
	golang.org/x/sync                                   cmd/tabuleiro, bot, bot/notify, bot/telegram/pace, bot/terminal, storage/bolt, storage/storagetest
	golang.org/x/sys                                    bot/computer
	golang.org/x/term                                   cmd/tabuleiro, cmd/tabuleiro/setup
	golang.org/x/text                                   bot/chat, bot/speech, bot/telegram, engine/record, render
	github.com/hashicorp/golang-lru/v2                  bot/cache
	golang.org/x/time                                   bot/people, bot/notify, bot/adapter, bot/discord/client
	github.com/mattn/go-runewidth                       bot/chat, bot/club, bot/terminal, render
	github.com/cenkalti/backoff/v5                      bot/notify, bot/telegram, bot/telegram/client, bot/discord, bot/discord/client, bot/discord/gateway
	github.com/creack/pty                               cmd/tabuleiro
	github.com/google/go-cmp                            bot/desktest, engine/enginetest, engine/goldentest, storage/storagetest
	github.com/rogpeppe/go-internal                     cmd/tabuleiro/scripttest
	pgregory.net/rapid                                  engine/enginetest, storage/storagetest
`

// outside is the part of the standard library, with all packages below, that nothing under engine may import: files,
// networks, clocks, logs and randomness of its own.
var outside = []string{
	"crypto", "database", "io/ioutil", "log", "math/rand", "net", "os", "path/filepath", "plugin", "syscall", "time",
	"unsafe",
}

// inside are the exceptions: events carry their time, the laws of all games use tests' means, and dice come from a hash
// chain of given seeds.
var inside = map[string][]string{
	"engine/match":      {"time"},
	"engine/tournament": {"time", "crypto/sha256"},
	"engine/dice":       {"crypto/sha256"},
	"engine/enginetest": {"time", "os", "path/filepath", "math/rand"},
	"engine/longtest":   {"os"},
	"engine/goldentest": {"os"},
}

const module = "tabuleiro"

func TestImports(t *testing.T) {
	imports := importsBelow(t, filepath.Join("..", ".."))
	if len(imports["engine"]) == 0 || len(imports["cmd/tabuleiro"]) == 0 {
		t.Fatalf("found only the packages %v", slices.Sorted(maps.Keys(imports)))
	}
	for _, breach := range breaches(imports) {
		t.Error(breach)
	}
}

// Breaches are found where there are any.
func TestImports_Breached(t *testing.T) {
	for _, c := range []struct {
		from, to string
		breach   bool
	}{
		{"engine/draughts", "tabuleiro/engine", false},
		{"engine/draughts", "tabuleiro/engine/grid", false},
		{"engine/draughts", "tabuleiro/engine/cage", true},
		{"engine/grid", "tabuleiro/engine/draughts", true},
		{"engine", "tabuleiro/engine/match", true},
		{"storage/bolt", "tabuleiro/engine", false},
		{"storage", "tabuleiro/storage/bolt", true},
		{"bot", "tabuleiro/bot/terminal", true},
		{"bot", "tabuleiro/engine/draughts", true},
		{"bot/matches", "tabuleiro/engine/dice", false},
		{"bot/show", "tabuleiro/bot/matches", true},
		{"bot/request", "tabuleiro/bot/find", true},
		{"engine/dice", "tabuleiro/engine", true},
		{"engine/dice", "crypto/sha256", false},
		{"engine/backgammon", "crypto/sha256", true},
		{"cmd/tabuleiro", "tabuleiro/engine/draughts", false},
		{"util", "fmt", true},
		{"engine/draughts", "fmt", false},
		{"engine/draughts", "os", true},
		{"engine", "net/http", true},
		{"engine", "math/rand/v2", true},
		{"engine", "math/bits", false},
		{"engine", "time", true},
		{"engine/match", "time", false},
		{"engine/match", "log/slog", true},
		{"bot", "time", false},
		{"storage/bolt", "go.etcd.io/bbolt/errors", false},
		{"storage", "go.etcd.io/bbolt", true},
		{"bot", "go.etcd.io/bbolt", true},
		{"bot/discord", "github.com/go-telegram-bot-api/telegram-bot-api/v5", true},
		{"bot", "example.org/new", true},
	} {
		got := breaches(map[string][]string{c.from: {c.to}})
		if (len(got) > 0) != c.breach {
			t.Errorf("%s imports %s: %q, want a breach: %t", c.from, c.to, got, c.breach)
		}
	}
}

// importsBelow returns the imports of each package of a module, without tests and nested modules. It reads files rather
// than builds, so that no import hides behind a build constraint.
func importsBelow(t *testing.T, root string) map[string][]string {
	imports := make(map[string][]string)
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				return nil // the files of a test that runs at the same time
			}
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if file != root && (name == "testdata" || name == "vendor" || strings.HasPrefix(name, ".") ||
				strings.HasPrefix(name, "_") || isNested(file)) {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, text, parser.ImportsOnly)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(file))
		if err != nil {
			return err
		}
		pkg := filepath.ToSlash(folder)
		imports[pkg] = append(imports[pkg], "") // a package that imports nothing is one, too
		for _, i := range parsed.Imports {
			path, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			if !slices.Contains(imports[pkg], path) {
				imports[pkg] = append(imports[pkg], path)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return imports
}

// breaches describes the imports that the tables do not allow.
func breaches(imports map[string][]string) []string {
	allowed, listed := readPolicy()
	owners := readLibraries()
	var found []string
	for _, pkg := range slices.Sorted(maps.Keys(imports)) {
		if !listed[pkg] {
			found = append(found, fmt.Sprintf("package %s is not in the policy", pkg))
			continue
		}
		for _, path := range imports[pkg] {
			ours, isOurs := strings.CutPrefix(path, module+"/")
			first, _, _ := strings.Cut(path, "/")
			ok := true
			switch {
			case isOurs:
				ok = slices.Contains(allowed[pkg], ours) || slices.Contains(allowed[pkg], "everything")
			case strings.Contains(first, "."):
				ok = slices.ContainsFunc(slices.Collect(maps.Keys(owners)), func(library string) bool {
					return below(path, library) && slices.Contains(owners[library], pkg)
				})
			case below(pkg, "engine"):
				here := func(top string) bool { return below(path, top) }
				ok = !slices.ContainsFunc(outside, here) || slices.ContainsFunc(inside[pkg], here)
			}
			if !ok {
				found = append(found, fmt.Sprintf("%s must not import %s", pkg, path))
			}
		}
	}
	return found
}

func below(path, top string) bool { return path == top || strings.HasPrefix(path, top+"/") }

func readPolicy() (allowed map[string][]string, listed map[string]bool) {
	allowed, listed = make(map[string][]string), make(map[string]bool)
	for line := range strings.Lines(strings.TrimSpace(policy)) {
		var groups [][]string
		for group := range strings.SplitSeq(line, "->") {
			groups = append(groups, list(group))
		}
		for i, group := range groups {
			for _, pkg := range group {
				listed[pkg] = true
				allowed[pkg] = append(allowed[pkg], slices.Concat(groups[i+1:]...)...)
			}
		}
	}
	return allowed, listed
}

func readLibraries() map[string][]string {
	owners := make(map[string][]string)
	for line := range strings.Lines(strings.TrimSpace(libraries)) {
		library, packages, _ := strings.Cut(strings.TrimSpace(line), " ")
		owners[library] = list(packages)
	}
	return owners
}

func list(text string) []string {
	names := strings.Split(text, ",")
	for i := range names {
		names[i] = strings.TrimSpace(names[i])
	}
	return names
}
