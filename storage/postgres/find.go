package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// storable reports whether a text can be in the database at all: one that cannot is not found.
func storable(texts ...string) bool {
	for _, s := range texts {
		if !utf8.ValidString(s) || strings.IndexByte(s, 0) >= 0 {
			return false
		}
	}
	return true
}

// Events implements storage.Store.
func (s *Store) Events(ctx context.Context, id string) (events []match.Event, err error) {
	err = s.use(ctx, func(ctx context.Context) error {
		if !storable(id) {
			return storage.ErrNotFound
		}
		rows, err := s.pool.Query(ctx, `SELECT body FROM events WHERE match = $1 ORDER BY n`, id)
		if err != nil {
			return err
		}
		events, err = pgx.CollectRows(rows, decode[match.Event])
		if err == nil && len(events) == 0 {
			return storage.ErrNotFound
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("match %.40q: %w", id, err)
	}
	return events, nil
}

// Head implements storage.Store.
func (s *Store) Head(ctx context.Context, id string) (head storage.Head, err error) {
	err = s.use(ctx, func(ctx context.Context) error {
		if !storable(id) {
			return storage.ErrNotFound
		}
		rows, err := s.pool.Query(ctx, `SELECT head FROM matches WHERE id = $1`, id)
		if err != nil {
			return err
		}
		head, err = pgx.CollectExactlyOneRow(rows, decode[storage.Head])
		return err
	})
	if err != nil {
		return storage.Head{}, fmt.Errorf("match %.40q: %w", id, err)
	}
	return head, nil
}

// decode reads a row with one column of JSON.
func decode[T any](row pgx.CollectableRow) (v T, err error) {
	var text string
	if err := row.Scan(&text); err != nil {
		return v, err
	}
	return v, json.Unmarshal([]byte(text), &v)
}

// Find implements storage.Store.
func (s *Store) Find(ctx context.Context, q storage.Query) (heads []storage.Head, err error) {
	err = s.use(ctx, func(ctx context.Context) error {
		if !storable(q.Room, q.Player, q.Cause) {
			return nil
		}
		text, args := find(q)
		rows, err := s.pool.Query(ctx, text, args...)
		if err != nil {
			return err
		}
		heads, err = pgx.CollectRows(rows, decode[storage.Head])
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("find matches: %w", err)
	}
	return heads, nil
}

// find is the statement of Find, with its arguments.
func find(q storage.Query) (text string, args []any) {
	text, args = ask(q)
	text = "SELECT m.head" + text + " ORDER BY " + order(q)
	if q.Limit > 0 {
		args = append(args, q.Limit)
		text += fmt.Sprintf(" LIMIT $%d", len(args))
	}
	if q.Skip > 0 {
		args = append(args, q.Skip)
		text += fmt.Sprintf(" OFFSET $%d", len(args))
	}
	return text, args
}

// Count implements storage.Store.
func (s *Store) Count(ctx context.Context, q storage.Query) (n int, err error) {
	err = s.use(ctx, func(ctx context.Context) error {
		if !storable(q.Room, q.Player, q.Cause) {
			return nil
		}
		text, args := ask(q)
		return s.pool.QueryRow(ctx, "SELECT count(*)"+text, args...).Scan(&n)
	})
	if err != nil {
		return 0, fmt.Errorf("count matches: %w", err)
	}
	return n, nil
}

// order is that of storage.Newest, by the columns that the index of the query has.
func order(q storage.Query) string {
	if q.Player != "" || q.Room != "" {
		return "c.began DESC, c.began_ns DESC, c.match DESC"
	}
	return "m.began DESC, m.began_ns DESC, m.id DESC"
}

// ask is a query from FROM on, with its arguments. It goes out from the narrowest table: the names, where one is given,
// else the matches by what the query asks of them; a second name and a cause are looked up for each row.
func ask(q storage.Query) (text string, args []any) {
	var where []string
	arg := func(v any) string {
		args = append(args, v)
		return fmt.Sprintf("$%d", len(args))
	}
	from, ended := " FROM matches m", "m.ended"
	switch {
	case q.Player != "":
		from, ended = " FROM concerns c JOIN matches m ON m.id = c.match", "c.ended"
		where = append(where, "c.name = "+arg(player(q.Player)))
		if q.Room != "" {
			where = append(where, "EXISTS (SELECT 1 FROM concerns r WHERE r.match = c.match AND r.name = "+arg(room(q.Room))+")")
		}
	case q.Room != "":
		from, ended = " FROM concerns c JOIN matches m ON m.id = c.match", "c.ended"
		where = append(where, "c.name = "+arg(room(q.Room)))
	}
	if q.Live {
		where = append(where, "NOT "+ended)
	}
	if q.Ended {
		where = append(where, ended)
	}
	if q.Unsaid {
		where = append(where, "m.unsaid")
	}
	if !q.Due.IsZero() {
		seconds, nanos := instant(q.Due)
		where = append(where, "m.due IS NOT NULL AND (m.due, m.due_ns) <= ("+arg(seconds)+", "+arg(nanos)+")")
	}
	if q.Cause != "" {
		where = append(where, "m.id IN (SELECT match FROM causes WHERE cause = "+arg(q.Cause)+")")
	}
	if len(where) > 0 {
		from += " WHERE " + strings.Join(where, " AND ")
	}
	return from, args
}
