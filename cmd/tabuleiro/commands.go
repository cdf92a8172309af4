package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"tabuleiro/bot/account"
	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/cmd/tabuleiro/control"
	"tabuleiro/cmd/tabuleiro/database"
	"tabuleiro/storage/bolt"
)

type checkCommand struct{}

// Run prints each problem on a line of its own, and what it counts on other lines. It makes each adapter from its
// settings, but calls no service.
func (checkCommand) Run(ctx context.Context, file config.File, out *bufio.Writer, p database.Progress) error {
	found := &database.Problems{Out: out}
	settings, err := file.Read() // a setting that cannot be read has its default
	mistakes, _ := errors.AsType[config.Mistakes](err)
	chats, err := services(settings, settings.Language.Spoken(os.Getenv), new(archive.Cache),
		slog.New(slog.DiscardHandler)) // nothing is read from the cache
	if err != nil {
		mistakes = append(mistakes, strings.Split(err.Error(), "\n")...) // one line for each service
	}
	for _, m := range mistakes {
		found.Add("configuration", errors.New(m))
	}
	switch {
	case chats != nil:
		fmt.Fprintf(out, "services: %s\n", names(chats))
	case settings.Telegram.Token == "" && settings.Discord.Token == "":
		fmt.Fprintln(out, "services: none, so this terminal")
	}
	err = database.Check(ctx, settings.Database, p, found)
	if err == nil && found.N > 0 {
		err = errors.New(database.Count(found.N, "problem"))
	}
	return err
}

type healthCommand struct{}

func (healthCommand) Run(ctx context.Context, settings config.Config, out *bufio.Writer) error {
	at, err := control.SocketOf(settings.Database)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("no bot is running here: there is no database %s", settings.Database.File())
	}
	if err != nil {
		return err
	}
	return control.Health(ctx, at, out)
}

// privacyCommand prints the text of /privacy in the configured language, as the developer portals of services ask for
// it.
type privacyCommand struct{}

func (privacyCommand) Run(settings config.Config, out *bufio.Writer) error {
	book, err := speech.Load()
	if err != nil {
		return err
	}
	voice, _ := book.In(settings.Language.Spoken(os.Getenv))
	_, err = fmt.Fprintln(out, chat.PlainText(account.PrivacyIn(voice, account.Operator(settings.Operator))))
	return err
}

type versionCommand struct{}

func (versionCommand) Run(out *bufio.Writer) error {
	_, err := fmt.Fprintf(out, "tabuleiro %s\n%s %s/%s\ndatabase schema %d\n", version(), runtime.Version(), runtime.GOOS,
		runtime.GOARCH, bolt.Schema())
	return err
}

// commit is set by builds without a checkout: -ldflags "-X main.commit=$(git rev-parse HEAD)".
var commit string

// version returns the version of the program, or the commit that it was built from.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return cmp.Or(commit, "of an unknown commit")
}
