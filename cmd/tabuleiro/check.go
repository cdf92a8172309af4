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

func (checkCommand) Run(ctx context.Context, file config.File, out *bufio.Writer, p *database.Progress) error {
	c := &checking{out: out}
	settings := c.configuration(file)
	c.services(settings)
	err := database.Check(ctx, settings.Database, p, c.problem, c.say)
	if err == nil && c.problems > 0 {
		err = errors.New(database.Count(c.problems, "problem"))
	}
	return err
}

// checking is a check under way. It prints each problem in a line of its own, and how many there were of what in
// others.
type checking struct {
	out      *bufio.Writer
	problems int
}

func (c *checking) say(format string, args ...any) { fmt.Fprintf(c.out, format+"\n", args...) }

// problem prints a problem of something.
func (c *checking) problem(of string, err error) {
	c.problems++
	c.say("%s: %s", of, strings.ReplaceAll(fmt.Sprint(err), "\n", "; "))
}

// configuration reads the settings. A setting that cannot be read has its default afterwards.
func (c *checking) configuration(file config.File) config.Config {
	settings, err := file.Read()
	var all config.Mistakes
	if errors.As(err, &all) {
		for _, m := range all {
			c.problem("configuration", errors.New(m))
		}
	}
	return settings
}

// services sees whether each service could be made of its settings, and says which would be started. None is called.
func (c *checking) services(settings config.Config) {
	chats, err := services(settings, settings.Language.Spoken(os.Getenv), new(archive.Cache),
		slog.New(slog.DiscardHandler)) // which nothing is asked
	if err != nil {
		for one := range strings.SplitSeq(err.Error(), "\n") { // of a service each
			c.problem("configuration", errors.New(one))
		}
	}
	switch {
	case chats != nil:
		c.say("services: %s", names(chats))
	case settings.Telegram.Token == "" && settings.Discord.Token == "":
		c.say("services: none, so this terminal")
	}
}
