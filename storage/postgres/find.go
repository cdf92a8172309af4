package postgres

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// list returns the rows of a query, or an error that names what they are of.
func list[T any](ctx context.Context, s *Store, what, of string, read pgx.RowToFunc[T], query string,
	args ...any) (found []T, err error) {
	defer storage.Wrap(&err, "%s %.40q", what, of)
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

// some returns the rows of a query, or ErrNotFound if there are none.
func some[T any](ctx context.Context, s *Store, what, of string, read pgx.RowToFunc[T],
	query string) (rows []T, err error) {
	if rows, err = list(ctx, s, what, of, read, query, of); err == nil && len(rows) == 0 {
		err = fmt.Errorf("%s %.40q: %w", what, of, storage.ErrNotFound)
	}
	return rows, err
}

// one returns the row of a query, or ErrNotFound.
func one[T any](ctx context.Context, s *Store, what, of string, read pgx.RowToFunc[T], query string) (row T, err error) {
	rows, err := some(ctx, s, what, of, read, query)
	if err == nil {
		row = rows[0]
	}
	return row, err
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
func (s *Store) Events(ctx context.Context, id string) ([]match.Event, error) {
	return some(ctx, s, "match", id, decode[match.Event], `SELECT body FROM events WHERE match = $1 ORDER BY n`)
}

// Head implements storage.Store.
func (s *Store) Head(ctx context.Context, id string) (storage.Head, error) {
	return one(ctx, s, "match", id, decode[storage.Head], `SELECT head FROM matches WHERE id = $1`)
}

// Find implements storage.Store.
func (s *Store) Find(ctx context.Context, q storage.Query) ([]storage.Head, error) {
	text, args := find(q)
	return list(ctx, s, "matches of", q.Room+q.Player, decode[storage.Head], text, args)
}

// find returns the statement of Find and its arguments. It selects from the narrowest table: concerns if the query
// has a name, else matches; a second name and an idempotency key are looked up per row.
func find(q storage.Query) (text string, args pgx.NamedArgs) {
	from, ended, order := "matches m", "m.ended", "m.began DESC, m.began_ns DESC, m.id DESC"
	named, both := q.Player != "" || q.Room != "", q.Player != "" && q.Room != ""
	names := []string{player(q.Player), room(q.Room)}
	if q.Player == "" {
		names = names[1:]
	}
	if named {
		from, ended = "concerns c JOIN matches m ON m.id = c.match", "c.ended"
		order = "c.began DESC, c.began_ns DESC, c.match DESC"
	}
	if !q.Due.IsZero() {
		order = "m.due, m.due_ns, m.id"
	}
	text = "SELECT m.head FROM " + from + " WHERE true"
	for _, c := range []struct {
		holds     bool
		condition string
	}{
		{named, "c.name = @name"},
		{both, "EXISTS (SELECT 1 FROM concerns r WHERE r.match = c.match AND r.name = @room)"},
		{q.Live, "NOT " + ended},
		{q.Ended, ended},
		{q.Undelivered, "m.unsaid"},
		{!q.Due.IsZero(), "m.due IS NOT NULL AND (m.due, m.due_ns) <= (@seconds, @nanos)"},
		{q.IdempotencyKey != "", "m.id IN (SELECT match FROM causes WHERE cause = @cause)"},
	} {
		if c.holds {
			text += " AND " + c.condition
		}
	}
	text += " ORDER BY " + order
	if q.Limit > 0 {
		text += " LIMIT @limit"
	}
	return text, pgx.NamedArgs{"name": names[0], "room": room(q.Room), "cause": q.IdempotencyKey, "limit": q.Limit,
		"seconds": q.Due.Unix(), "nanos": q.Due.Nanosecond()}
}
