package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"tabuleiro/bot"
	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/engine/table"
	"tabuleiro/storage/bolt"
	"tabuleiro/storage/memory"
)

type checkCommand struct{}

func (checkCommand) Run(ctx context.Context, file config.File, out *bufio.Writer) error {
	c := &checking{out: out}
	settings := c.configuration(file)
	c.services(settings)
	if err := c.database(ctx, settings.Database); err != nil {
		return fmt.Errorf("check: %w", err)
	}
	if c.problems > 0 {
		return fmt.Errorf("check: %s", plural(c.problems, "problem"))
	}
	return nil
}

// checking is a check under way. It prints each problem in a line of its own, and how many there were of what in others.
type checking struct {
	out      *bufio.Writer
	problems int
}

func (c *checking) say(format string, args ...any) { fmt.Fprintf(c.out, format+"\n", args...) }

// problem prints a problem of something.
func (c *checking) problem(of string, err any) {
	c.problems++
	c.say("%s: %s", of, strings.ReplaceAll(fmt.Sprint(err), "\n", "; "))
}

// configuration reads the settings. A setting that cannot be read has its default afterwards.
func (c *checking) configuration(file config.File) config.Config {
	settings, err := file.Read()
	var all config.Mistakes
	switch {
	case errors.As(err, &all):
		for _, m := range all {
			c.problem("configuration", m)
		}
	case err != nil:
		c.problem("configuration", err)
	}
	return settings
}

// services sees whether each service could be made of its settings, and says which would be started. None is called.
func (c *checking) services(settings config.Config) {
	language := settings.Language.Spoken(os.Environ())
	var start []string
	for _, leave := range []func(*config.Config){
		func(c *config.Config) { c.Discord.Token = "" },
		func(c *config.Config) { c.Telegram.Token = "" },
	} {
		one := settings
		leave(&one)
		chats, err := services(one, language, memory.New(), nil, slog.New(slog.DiscardHandler))
		if err != nil {
			c.problem("configuration", err)
		}
		for _, a := range chats {
			start = append(start, a.Name())
		}
	}
	switch {
	case start != nil:
		c.say("services: %s", strings.Join(start, ", "))
	case settings.Telegram.Token == "" && settings.Discord.Token == "":
		c.say("services: none, so this terminal")
	}
}

// database looks through a copy of the database.
func (c *checking) database(ctx context.Context, database config.Database) error {
	err := withCopy(ctx, database, func(file, who string) error {
		told := func(of string, err error) { c.problem(of, err) }
		found, err := lookThrough(ctx, file, told, told)
		if err != nil {
			return err
		}
		c.say("%s: schema %d, %s, %s, %s; looked through a copy made %s", database, found.Schema,
			plural(found.Matches, "match"), plural(found.Events, "event"), plural(found.Settings, "setting"), who)
		return nil
	})
	switch {
	case ctx.Err() != nil:
		return err
	case errors.Is(err, errNoDatabase):
		folder := filepath.Dir(database.File())
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			c.problem("database", fmt.Sprintf("there is no folder %s for it", folder))
			return nil
		}
		c.say("%s: there is none yet; it is made when the bot starts", database)
	case err != nil:
		c.problem("database", err)
	}
	return nil
}

// lookThrough tells all that is wrong with a database that no process has open, and what that is wrong with. Damaged is told
// what cannot be read or does not hold together; wrong, what can be read and is not as the bot writes it: a match that
// cannot be played again, a setting or a rating that is none. It fails if the file cannot be looked into.
func lookThrough(ctx context.Context, file string, damaged, wrong func(of string, err error)) (bolt.Contents, error) {
	bots := bot.Inspection{Games: table.Games, Wrong: wrong}
	found, err := bolt.Check(ctx, file, bolt.Options{}, bolt.Inspector{
		Match: bots.Match, Rating: bots.Rating, Setting: bots.Setting,
		Problem: func(id string, err error) {
			of := "database"
			if id != "" {
				of = "match " + id
			}
			damaged(of, err)
		},
	})
	if err != nil {
		return found, err
	}
	bots.End()
	return found, nil
}

// plural counts something in words.
func plural(n int, what string) string {
	switch {
	case n == 1:
		return "1 " + what
	case strings.HasSuffix(what, "ch"):
		what += "e"
	}
	return fmt.Sprintf("%d %ss", n, what)
}
