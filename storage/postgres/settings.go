package postgres

import (
	"context"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"tabuleiro/storage"
)

// Get implements storage.Store.
func (s *Store) Get(ctx context.Context, key string) (value string, err error) {
	err = s.use(ctx, func(ctx context.Context) error {
		if !storable(key) {
			return nil
		}
		err := s.pool.QueryRow(ctx, `SELECT value FROM settings WHERE key = $1`, key).Scan(&value)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		return err
	})
	if err != nil {
		return "", fmt.Errorf("setting %.40q: %w", key, err)
	}
	return value, nil
}

// Put implements storage.Store.
func (s *Store) Put(ctx context.Context, key, value string) error {
	err := storage.CheckPut(key, value)
	if err == nil {
		err = s.write(ctx, func(b *batch) {
			if value == "" {
				b.Queue(`DELETE FROM settings WHERE key = $1`, key)
			} else {
				b.Queue(`INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
					key, value)
			}
		})
	}
	if err != nil {
		return fmt.Errorf("keep a setting: %w", err)
	}
	return nil
}

// Keys implements storage.Store.
func (s *Store) Keys(ctx context.Context, prefix string) (keys []string, err error) {
	err = s.use(ctx, func(ctx context.Context) error {
		if !storable(prefix) {
			return nil
		}
		rows, err := s.pool.Query(ctx, `SELECT key FROM settings WHERE key >= $1 AND ($2 = '' OR key < $2) ORDER BY key`,
			prefix, after(prefix))
		if err != nil {
			return err
		}
		keys, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("settings %.40q...: %w", prefix, err)
	}
	return keys, nil
}

// after is the first text, by bytes, that comes after all that begin with a prefix; "" if there is none.
func after(prefix string) string {
	runes := []rune(prefix)
	for i := len(runes) - 1; i >= 0; i-- {
		switch r := runes[i] + 1; {
		case r > utf8.MaxRune:
			continue
		case r == 0xD800: // surrogates are no characters
			return string(runes[:i]) + "\uE000"
		default:
			return string(runes[:i]) + string(r)
		}
	}
	return ""
}

// Erase implements storage.Store: the tables are written anew without what was deleted from them. The write-ahead log
// is a copy, like a backup: how long it is kept is the operator's choice.
func (s *Store) Erase(ctx context.Context) error {
	err := s.useLong(ctx, func(ctx context.Context) error {
		for _, table := range []string{"matches", "events", "causes", "concerns", "settings", "people", "identities",
			"ratings"} {
			if _, err := s.pool.Exec(ctx, "VACUUM FULL "+table); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("erase what was replaced: %w", err)
	}
	return nil
}
