package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// list returns the rows of a query.
func list[T any](ctx context.Context, s *Store, read pgx.RowToFunc[T], query string, args ...any) (found []T, err error) {
	err = s.use(ctx, func(ctx context.Context) error {
		rows, err := s.pool.Query(ctx, query, args...)
		if err == nil {
			found, err = pgx.AppendRows(found, rows, read) // nil if there are none
		}
		if code(err) == invalidText { // text that the database cannot hold matches nothing
			return nil
		}
		return err
	})
	return found, err
}

// one returns the row of a query, or ErrNotFound.
func one[T any](ctx context.Context, s *Store, read pgx.RowToFunc[T], query string, args ...any) (row T, err error) {
	rows, err := list(ctx, s, read, query, args...)
	switch {
	case err != nil:
		return row, err
	case len(rows) == 0:
		return row, storage.ErrNotFound
	}
	return rows[0], nil
}

// decode decodes a row with a single column of JSON.
func decode[T any](row pgx.CollectableRow) (v T, err error) {
	var text string
	if err := row.Scan(&text); err != nil {
		return v, err
	}
	return v, json.Unmarshal([]byte(text), &v)
}

// Events implements storage.Store.
func (s *Store) Events(ctx context.Context, id string) (events []match.Event, err error) {
	defer storage.Wrap(&err, "match %.40q", id)
	events, err = list(ctx, s, decode[match.Event], `SELECT body FROM events WHERE match = $1 ORDER BY n`, id)
	if err == nil && len(events) == 0 {
		return nil, storage.ErrNotFound
	}
	return events, err
}

// Head implements storage.Store.
func (s *Store) Head(ctx context.Context, id string) (head storage.Head, err error) {
	defer storage.Wrap(&err, "match %.40q", id)
	return one(ctx, s, decode[storage.Head], `SELECT head FROM matches WHERE id = $1`, id)
}

// Find implements storage.Store.
func (s *Store) Find(ctx context.Context, q storage.Query) (heads []storage.Head, err error) {
	defer storage.Wrap(&err, "find matches")
	text, args := find(q)
	return list(ctx, s, decode[storage.Head], text, args...)
}

// find returns the statement of Find and its arguments. It selects from the narrowest table: concerns if the query
// has a name, else matches; a second name and an idempotency key are looked up per row.
func find(q storage.Query) (text string, args []any) {
	var where []string
	arg := func(v any) string {
		args = append(args, v)
		return fmt.Sprintf("$%d", len(args))
	}
	from, ended, order := "matches m", "m.ended", "m.began DESC, m.began_ns DESC, m.id DESC"
	if q.Player != "" || q.Room != "" {
		from, ended = "concerns c JOIN matches m ON m.id = c.match", "c.ended"
		order = "c.began DESC, c.began_ns DESC, c.match DESC"
	}
	switch {
	case q.Player != "":
		where = append(where, "c.name = "+arg(player(q.Player)))
		if q.Room != "" {
			where = append(where, "EXISTS (SELECT 1 FROM concerns r WHERE r.match = c.match AND r.name = "+arg(room(q.Room))+")")
		}
	case q.Room != "":
		where = append(where, "c.name = "+arg(room(q.Room)))
	}
	if q.Live {
		where = append(where, "NOT "+ended)
	}
	if q.Ended {
		where = append(where, ended)
	}
	if q.Undelivered {
		where = append(where, "m.unsaid")
	}
	if !q.Due.IsZero() {
		seconds, nanos := instant(q.Due)
		order = "m.due, m.due_ns, m.id"
		where = append(where, "m.due IS NOT NULL AND (m.due, m.due_ns) <= ("+arg(*seconds)+", "+arg(*nanos)+")")
	}
	if q.IdempotencyKey != "" {
		where = append(where, "m.id IN (SELECT match FROM causes WHERE cause = "+arg(q.IdempotencyKey)+")")
	}
	text = "SELECT m.head FROM " + from
	if len(where) > 0 {
		text += " WHERE " + strings.Join(where, " AND ")
	}
	text += " ORDER BY " + order
	if q.Limit > 0 {
		text += " LIMIT " + arg(q.Limit)
	}
	return text, args
}
