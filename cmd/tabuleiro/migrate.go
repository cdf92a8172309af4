package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"tabuleiro/cmd/tabuleiro/migrate"
)

type migrateCommand struct {
	From string `arg:"" help:"Where everything is: a file, or postgres://USER@HOST/DATABASE. No bot may be using it."`
	To   string `arg:"" help:"Where it goes; nothing may be there, but for what an interrupted migration left."`
}

func (c *migrateCommand) Run(out *bufio.Writer) (err error) {
	ctx, stop := untilStopped(context.Background())
	defer stop()
	var ends [2]migrate.Store
	for i, name := range []string{c.From, c.To} {
		var d database
		if err := d.UnmarshalText([]byte(name)); err != nil {
			return mistakef("migrate: %s %w", d, err)
		}
		if i == 0 && d.file() != "" {
			if _, err := os.Stat(d.file()); errors.Is(err, fs.ErrNotExist) {
				return mistakef("migrate: there is no database %s", d)
			}
		}
		store, err := d.open(ctx)
		if err != nil {
			return fmt.Errorf("migrate: %w", err)
		}
		defer func() { err = errors.Join(err, store.Close()) }()
		ends[i] = store
	}
	sum, err := migrate.All(ctx, ends[0], ends[1], func(done, all int) {
		fmt.Fprintf(out, "%d of %s\n", done, plural(all, "match"))
		_ = out.Flush() // the end of the run reports what cannot be printed
	})
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	_, err = fmt.Fprintf(out, "%s, %s, %s: the same on both sides (SHA-256 %s)\n", plural(sum.Matches, "match"),
		plural(sum.Events, "event"), plural(sum.Settings, "setting"), sum.Hash)
	return err
}
