package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrNewerSchema is the answer to a database that a newer program has brought up to date.
var ErrNewerSchema = errors.New("the database is of a newer tabuleiro")

//go:embed migrations/*.sql
var migrations embed.FS

// steps are the numbered files that make the schema, the first one at index 0.
func steps() ([]string, error) {
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return nil, err
	}
	var all []string
	for i, name := range names { // sorted
		number, _, _ := strings.Cut(strings.TrimPrefix(name, "migrations/"), "_")
		if n, err := strconv.Atoi(number); err != nil || n != i+1 {
			return nil, fmt.Errorf("%s is not number %d", name, i+1)
		}
		text, err := fs.ReadFile(migrations, name)
		if err != nil {
			return nil, err
		}
		all = append(all, string(text))
	}
	return all, nil
}

// migrate carries out the steps that the database has not seen, each in a transaction of its own. The row of number 0
// is locked meanwhile, so that of several programs that start at once one does it and the others find it done.
func migrate(ctx context.Context, pool *pgxpool.Pool) error {
	all, err := steps()
	if err != nil {
		return err
	}
	for try := 1; ; try++ {
		err = begin(ctx, pool)
		if !createdTwice(err) || try == tries {
			break
		}
	}
	if err != nil {
		return err
	}
	for more := true; more; {
		err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
			var have int
			if err := tx.QueryRow(ctx, `SELECT number FROM schema_steps WHERE number = 0 FOR UPDATE`).Scan(&have); err != nil {
				return err
			}
			if err := tx.QueryRow(ctx, `SELECT max(number) FROM schema_steps`).Scan(&have); err != nil {
				return err
			}
			switch {
			case have > len(all):
				return fmt.Errorf("%w: it has schema %d, this program knows up to %d; use a newer tabuleiro", ErrNewerSchema, have,
					len(all))
			case have == len(all):
				more = false
				return nil
			}
			var version string
			if err := tx.QueryRow(ctx, `SELECT version()`).Scan(&version); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, spelt(all[have], version), pgx.QueryExecModeSimpleProtocol); err != nil {
				return fmt.Errorf("bring the schema to %d: %w", have+1, err)
			}
			_, err := tx.Exec(ctx, `INSERT INTO schema_steps (number) VALUES ($1)`, have+1)
			return err
		})
		if err != nil && !disordered(err) {
			return err
		}
	}
	return nil
}

// spelt is a step for a server of a version. CockroachDB compares all text by its bytes, and has no columns with a
// collation that says so.
func spelt(step, version string) string {
	if strings.HasPrefix(version, "CockroachDB") {
		return strings.ReplaceAll(step, ` COLLATE "C"`, "")
	}
	return step
}

// createdTwice tells whether a table was refused because another program creates it at the same moment. The catalogue
// has several words for that: its index has the name of the table or of its type (unique_violation), or it is seen
// there in time (duplicate_object, duplicate_table).
func createdTwice(err error) bool {
	var answer *pgconn.PgError
	return errors.As(err, &answer) && slices.Contains([]string{"23505", "42710", "42P07"}, answer.Code)
}

// begin makes the table of steps.
func begin(ctx context.Context, pool *pgxpool.Pool) error {
	if _, err := pool.Exec(ctx, `CREATE TABLE IF NOT EXISTS schema_steps (number integer PRIMARY KEY)`); err != nil {
		return err
	}
	_, err := pool.Exec(ctx, `INSERT INTO schema_steps (number) VALUES (0) ON CONFLICT DO NOTHING`)
	return err
}
