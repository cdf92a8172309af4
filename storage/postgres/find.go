package postgres

import (
	"context"
	"encoding/json"

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
	return list(ctx, s, decode[storage.Head], text, args)
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
