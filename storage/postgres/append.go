package postgres

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// row is a match in the form of the tables, with the events to write.
type row struct {
	head   string
	bodies []string // of the events
	names  []string // values of the column name of the table concerns
	storage.Head
}

// newRow builds the row of a head and the events to write.
func newRow(head storage.Head, events []match.Event) (r row, err error) {
	r.Head = head
	if r.head, err = encode(head); err == nil {
		r.bodies, err = storage.EncodeAll(events, encode)
	}
	if err != nil {
		return r, err
	}
	for _, p := range head.Players {
		r.names = append(r.names, player(p))
	}
	for _, p := range head.Places {
		r.names = append(r.names, room(p.Room))
	}
	slices.Sort(r.names)
	r.names = slices.Compact(r.names)
	return r, nil
}

// encode returns a value as JSON.
func encode(v any) (string, error) {
	body, err := json.Marshal(v)
	return string(body), err
}

// player and room return the names of a player and a room in the table concerns.
func player(id string) string { return "p" + id }
func room(id string) string   { return "r" + id }

// instant splits a time into two columns; a zero time becomes NULL where the columns allow it.
func instant(t time.Time) (seconds *int64, nanos *int32) {
	if t.IsZero() {
		return nil, nil
	}
	s, n := t.Unix(), int32(t.Nanosecond())
	return &s, &n
}

// Append implements storage.Store.
func (s *Store) Append(ctx context.Context, head storage.Head, events ...match.Event) error {
	return s.Finish(ctx, head, nil, events...)
}

// put writes a head and its names, and what write queues besides, unless the call is wrong.
func (s *Store) put(ctx context.Context, action string, head storage.Head, events []match.Event, wrong error,
	write func(row, *batch)) error {
	r, err := newRow(head, events)
	return s.write(ctx, action, head.ID, cmp.Or(wrong, err), func(b *batch) {
		write(r, b)
		r.putNames(b)
	})
}

// Rewrite implements storage.Store.
func (s *Store) Rewrite(ctx context.Context, head storage.Head, events []match.Event) error {
	return s.put(ctx, "rewrite match", head, events, storage.CheckRewrite(head, events), func(r row, b *batch) {
		r.putHead(b, head.N)
		b.Queue(`DELETE FROM events WHERE match = $1`, head.ID)
		b.Queue(`DELETE FROM causes WHERE match = $1`, head.ID)
		r.putEvents(b, 0)
	})
}

// Delete implements storage.Store.
func (s *Store) Delete(ctx context.Context, id string, n int) error {
	return s.write(ctx, "delete match", id, storage.CheckDelete(id, n), func(b *batch) {
		b.must(storage.ErrConflict, `DELETE FROM matches WHERE id = $1 AND n = $2 RETURNING 1`, id, n)
		b.Queue(`DELETE FROM events WHERE match = $1`, id)
		b.Queue(`DELETE FROM causes WHERE match = $1`, id)
		b.Queue(`DELETE FROM concerns WHERE match = $1`, id)
	})
}

// putHead writes the head if the match holds exactly holds events; otherwise another writer came first.
func (r row) putHead(b *batch, holds int) {
	began, ns := r.Began.Unix(), int32(r.Began.Nanosecond())
	due, dueNs := instant(r.Deadline)
	if holds == 0 {
		b.must(storage.ErrConflict, `INSERT INTO matches (id, n, head, began, began_ns, ended, unsaid, due, due_ns)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING 1`,
			r.ID, r.N, r.head, began, ns, r.Status.Ended(), r.Undelivered(), due, dueNs)
		return
	}
	b.must(storage.ErrConflict, `UPDATE matches SET n = $2, head = $3, began = $4, began_ns = $5, ended = $6, unsaid = $7, due = $8, due_ns = $9
		WHERE id = $1 AND n = $10 RETURNING 1`,
		r.ID, r.N, r.head, began, ns, r.Status.Ended(), r.Undelivered(), due, dueNs, holds)
}

// putEvents inserts the events after the first holds ones, and their idempotency keys.
func (r row) putEvents(b *batch, holds int) {
	b.Queue(`WITH new AS (SELECT place, body FROM unnest($3::text[]) WITH ORDINALITY AS list (body, place)),
			put AS (INSERT INTO events (match, n, body) SELECT $1, $2 + place, body FROM new)
		INSERT INTO causes (cause, match) SELECT body::json ->> 'cause', $1 FROM new WHERE body::json ->> 'cause' <> ''
		ON CONFLICT DO NOTHING`, r.ID, holds, r.bodies)
}

// putNames writes the names of a match's players and rooms and deletes those it no longer has. It skips unchanged
// rows, because most moves change no name.
func (r row) putNames(b *batch) {
	began, ns := r.Began.Unix(), int32(r.Began.Nanosecond())
	b.Queue(`INSERT INTO concerns (name, match, began, began_ns, ended)
		SELECT name, $1, $2, $3, $4 FROM unnest($5::text[]) AS new (name)
		ON CONFLICT (match, name) DO UPDATE SET began = excluded.began, began_ns = excluded.began_ns, ended = excluded.ended
		WHERE (concerns.began, concerns.began_ns, concerns.ended) <> (excluded.began, excluded.began_ns, excluded.ended)`,
		r.ID, began, ns, r.Status.Ended(), r.names)
	b.Queue(`DELETE FROM concerns WHERE match = $1 AND name <> ALL ($2::text[])`, r.ID, r.names)
}
