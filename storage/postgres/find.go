package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// storable reports whether the texts among some values can be in the database at all: one that cannot is not found.
func storable(values ...any) bool {
	for _, v := range values {
		if s, ok := v.(string); ok && (!utf8.ValidString(s) || strings.IndexByte(s, 0) >= 0) {
			return false
		}
	}
	return true
}

// list reads the rows of a query.
func list[T any](ctx context.Context, s *Store, read pgx.RowToFunc[T], query string, args ...any) (found []T, err error) {
	err = s.use(ctx, func(ctx context.Context) error {
		if !storable(args...) {
			return nil
		}
		rows, err := s.pool.Query(ctx, query, args...)
		if err == nil {
			found, err = pgx.AppendRows(found, rows, read) // nil if there are none
		}
		return err
	})
	return found, err
}

// one reads the row of a query, or it is ErrNotFound.
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

// absent takes ErrNotFound for the answer that there is nothing.
func absent(err error) error {
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	return err
}

// decode reads a row with one column of JSON.
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
	defer storage.Wrap(&err, "count matches")
	text, args := ask(q)
	n, err = one(ctx, s, pgx.RowTo[int], "SELECT count(*)"+text, args...)
	return n, absent(err)
}

// Soonest implements storage.Store.
func (s *Store) Soonest(ctx context.Context) (soonest time.Time, err error) {
	defer storage.Wrap(&err, "the soonest deadline")
	soonest, err = one(ctx, s, func(row pgx.CollectableRow) (time.Time, error) {
		var seconds, nanos int64
		err := row.Scan(&seconds, &nanos)
		return time.Unix(seconds, nanos).UTC(), err
	}, `SELECT due, due_ns FROM matches WHERE due IS NOT NULL ORDER BY due, due_ns LIMIT 1`)
	return soonest, absent(err)
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
	if q.Player != "" || q.Room != "" {
		from, ended = " FROM concerns c JOIN matches m ON m.id = c.match", "c.ended"
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
	if q.Unsaid {
		where = append(where, "m.unsaid")
	}
	if !q.Due.IsZero() {
		seconds, nanos := instant(q.Due)
		where = append(where, "m.due IS NOT NULL AND (m.due, m.due_ns) <= ("+arg(*seconds)+", "+arg(*nanos)+")")
	}
	if q.Cause != "" {
		where = append(where, "m.id IN (SELECT match FROM causes WHERE cause = "+arg(q.Cause)+")")
	}
	if len(where) > 0 {
		from += " WHERE " + strings.Join(where, " AND ")
	}
	return from, args
}
