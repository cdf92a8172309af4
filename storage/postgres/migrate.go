package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
)

// The answers to a database that a newer program has brought up to date, to one that an older program has left, and to
// one in which no program has written anything.
var (
	ErrNewerSchema = errors.New("the database is of a newer tabuleiro")
	ErrOlderSchema = errors.New("the database is of an older tabuleiro")
	ErrNoSchema    = errors.New("there is no database of tabuleiro")
)

//go:embed migrations/*.sql
var migrations embed.FS

// steps are the numbered files that make the schema, the first one at index 0.
var steps = func() (all []string) {
	names, _ := fs.Glob(migrations, "migrations/*.sql") // sorted; what is built in can be read
	for _, name := range names {
		text, _ := migrations.ReadFile(name)
		all = append(all, string(text))
	}
	return all
}()

// migrate carries out the steps that the database has not seen, each in a transaction of its own. The session has the
// lock.
func migrate(ctx context.Context, conn *pgx.Conn) error {
	if _, err := conn.Exec(ctx, `CREATE TABLE IF NOT EXISTS schema_steps (number integer PRIMARY KEY)`); err != nil {
		return err
	}
	have, err := schema(ctx, conn)
	if err != nil {
		return err
	}
	for ; have < len(steps); have++ {
		err := pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
			_, err := tx.Exec(ctx, steps[have])
			if err == nil {
				_, err = tx.Exec(ctx, `INSERT INTO schema_steps (number) VALUES ($1)`, have+1)
			}
			return err
		})
		if err != nil {
			return fmt.Errorf("bring the schema to %d: %w", have+1, err)
		}
	}
	return nil
}

// schema returns how many steps the database has seen.
func schema(ctx context.Context, conn *pgx.Conn) (have int, err error) {
	err = conn.QueryRow(ctx, `SELECT coalesce(max(number), 0) FROM schema_steps`).Scan(&have)
	if err == nil && have > len(steps) {
		err = fmt.Errorf("%w: it has schema %d, this program knows up to %d; use a newer tabuleiro", ErrNewerSchema, have,
			len(steps))
	}
	return have, err
}

// readable is the oldest schema of which everything that counts is where this program reads it.
const readable = 2

// checkReadable fails unless a database can be read.
func checkReadable(ctx context.Context, config *pgx.ConnConfig) error {
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	have, err := schema(ctx, conn)
	switch {
	case code(err) == undefinedTable, err == nil && have == 0:
		return ErrNoSchema
	case err == nil && have < readable:
		return fmt.Errorf("%w: schema %d; start the bot once, which brings it up to date", ErrOlderSchema, have)
	}
	return err
}
