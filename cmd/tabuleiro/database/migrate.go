package database

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"tabuleiro/bot/kv"
	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/cmd/tabuleiro/migrate"
	"tabuleiro/storage"
)

// Migrate is the command that copies everything from one database into another.
type Migrate struct {
	From string `arg:"" help:"Where everything is: a file, or postgres://USER@HOST/DATABASE. No bot may be using it."`
	To   string `arg:"" help:"Where it goes; nothing may be there, but for what an interrupted migration left."`
}

// Run copies everything, compares both sides, and prints what they hold.
func (c *Migrate) Run(ctx context.Context, out *bufio.Writer, p *Progress) (err error) {
	from, _ := os.Stat(c.From) // a server's is no file
	if to, _ := os.Stat(c.To); c.From == c.To || os.SameFile(from, to) {
		return config.Mistakef("source and target are the same database: name another one to copy into")
	}
	var ends [2]storage.Store
	for i, name := range []string{c.From, c.To} {
		var d config.Database
		if err := d.Set(name); err != nil {
			return config.Mistakef("the %s %w", []string{"source", "target"}[i], err)
		}
		if i == 0 && d.File() != "" {
			if _, err := os.Stat(d.File()); errors.Is(err, fs.ErrNotExist) {
				return config.Mistakef("there is no database %s", d)
			}
		}
		store, err := Open(ctx, d, nil)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, store.Close()) }()
		ends[i] = store
	}
	sum, err := migrate.All(ctx, ends[0], ends[1], p.of("copied").match)
	if err != nil {
		return err
	}
	retired, err := kv.DropRetired(ctx, ends[1])
	if err != nil {
		return err
	}
	if retired > 0 {
		fmt.Fprintf(out, "%s of an older version on messages: dropped from the copy\n", Count(retired, "note"))
	}
	_, err = fmt.Fprintf(out, "%s, %s, %s: the same on both sides (SHA-256 %s)\n", Count(sum.Matches, "match"),
		Count(sum.Events, "event"), Count(sum.Settings, "setting"), sum.Hash)
	return err
}
