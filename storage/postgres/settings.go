package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"tabuleiro/storage"
)

// Get implements storage.Store.
func (s *Store) Get(ctx context.Context, key string) (string, error) {
	value, err := one(ctx, s, "setting", key, pgx.RowTo[string], `SELECT value FROM settings WHERE key = $1`)
	return value, storage.Absent(err)
}

// Put implements storage.Store.
func (s *Store) Put(ctx context.Context, key, value string) error {
	return s.write(ctx, "keep setting", key, storage.CheckPut(key, value), func(b *batch) {
		if value == "" {
			b.Queue(`DELETE FROM settings WHERE key = $1`, key)
			return
		}
		b.Queue(`INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
			key, value)
	})
}

// Keys implements storage.Store. The prefix followed by MaxName bytes of the last code point sorts after every key
// that begins with the prefix.
func (s *Store) Keys(ctx context.Context, prefix string) ([]string, error) {
	return list(ctx, s, "settings from", prefix, pgx.RowTo[string],
		`SELECT key FROM settings WHERE key BETWEEN $1 AND $1 || repeat(chr(1114111), 256) ORDER BY key`, prefix)
}

// Erase implements storage.Store by rewriting the tables without their deleted rows. The write-ahead log is a copy,
// like a backup: the operator decides how long to keep it.
func (s *Store) Erase(ctx context.Context) (err error) {
	defer storage.Wrap(&err, "erase what was replaced")
	return s.useLong(ctx, func(ctx context.Context) error {
		for _, table := range []string{"matches", "events", "causes", "concerns", "settings", "people", "identities",
			"ratings"} {
			if _, err := s.pool.Exec(ctx, "VACUUM FULL "+table); err != nil {
				return err
			}
		}
		return nil
	})
}
