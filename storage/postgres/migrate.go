package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
)

// Errors about a database migrated by a newer program, one left by an older program, and one without a schema.
var (
	ErrNewerSchema = errors.New("the database is of a newer tabuleiro")
	ErrOlderSchema = errors.New("the database is of an older tabuleiro")
	ErrNoSchema    = errors.New("there is no database of tabuleiro")
)

//go:embed migrations/*.sql
var migrations embed.FS

// steps holds the migrations in order; index 0 is the first.
var steps = func() (all []string) {
	names, _ := fs.Glob(migrations, "migrations/*.sql") // sorted; reading embedded files cannot fail
	for _, name := range names {
		text, _ := migrations.ReadFile(name)
		all = append(all, string(text))
	}
	return all
}()

// migrate runs the steps that the database lacks, each in its own transaction. The session must have the lock.
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

// schema returns the number of steps the database has had, and ErrNewerSchema if this program does not know all of
// them.
func schema(ctx context.Context, conn *pgx.Conn) (have int, err error) {
	err = conn.QueryRow(ctx, `SELECT coalesce(max(number), 0) FROM schema_steps`).Scan(&have)
	if err == nil && have > len(steps) {
		err = fmt.Errorf("%w: it has schema %d, this program knows up to %d; use a newer tabuleiro", ErrNewerSchema, have,
			len(steps))
	}
	return have, err
}

// readable is the oldest schema whose tables this program can read.
const readable = 2

// checkReadable returns an error unless the database can be read.
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
