package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"tabuleiro/bot/archive"
	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/cmd/tabuleiro/database"
)

type checkCommand struct{}

// Run prints each problem in a line of its own, and how many there are of what in others. Each service is made of its
// settings, and none is called.
func (checkCommand) Run(ctx context.Context, file config.File, out *bufio.Writer, p database.Progress) error {
	found := &database.Problems{Out: out}
	settings, err := file.Read() // a setting that cannot be read has its default
	var mistakes config.Mistakes
	errors.As(err, &mistakes)
	chats, err := services(settings, settings.Language.Spoken(os.Getenv), new(archive.Cache),
		slog.New(slog.DiscardHandler)) // which nothing is asked
	if err != nil {
		mistakes = append(mistakes, strings.Split(err.Error(), "\n")...) // of a service each
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
