package club

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tabuleiro/bot/agenda"
	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/notebook"
	"tabuleiro/bot/recent"
	"tabuleiro/engine/tournament"
	"tabuleiro/storage"
)

// book has the tournaments as they are kept.
type book struct {
	archive *archive.Archive
	now     func() time.Time
	locks   *archive.Locks[string]     // held while one is changed
	made    *recent.List[string, bool] // the appointments that nobody has begun to keep, as far as it knows
}

// record is a tournament as it is kept.
type record struct {
	Events []tournament.Event `json:"events"`
	Told   map[string]told    `json:"told,omitempty"` // by room
}

// told is what a room has been told.
type told struct {
	N    int      `json:"n"`              // events
	From int      `json:"from,omitempty"` // the first of those that the message with the table tells
	Ref  chat.Ref `json:"ref,omitempty"`  // of the message with the table
	Text string   `json:"text,omitempty"`
}

var (
	records = notebook.New(notebook.Kind{Name: "tournament/", Of: notebook.Own,
		Bound: "three under way in a room, of 64 people at most", Forgotten: "Club.Forget"},
		func(id string, r record) error {
			_, err := tournament.Replay(id, r.Events)
			return err
		})
	places = notebook.New[notebook.Mark](notebook.Kind{Name: "tournament-at/", Of: notebook.Room,
		Bound: "one a tournament and room"})
	dues = agenda.NewIndex(notebook.Kind{Name: "tournament-due/", Of: notebook.Own, Bound: "two a tournament",
		Forgotten: "it names nobody but a room"}, agenda.Precise,
		func(of string) error {
			if !strings.Contains(of, "/") {
				return fmt.Errorf("%q names no tournament", of)
			}
			return nil
		})
)

// load reads a tournament; the error is storage.ErrNotFound if there is none.
func (b book) load(ctx context.Context, id string) (record, tournament.State, error) {
	r, there, err := records.Get(ctx, b.archive, id)
	if err == nil && !there {
		err = storage.ErrNotFound
	}
	if err != nil {
		return r, tournament.State{}, err
	}
	s, err := tournament.Replay(id, r.Events)
	return r, s, err
}

// hold waits until nobody else changes a tournament, until leave is called.
func (b book) hold(id string) (leave func()) { return b.locks.Enter(id) }

// change has a tournament decided on and stores what came of that.
func (b book) change(ctx context.Context, id string, decide func(record, tournament.State) ([]tournament.Event,
	error)) (tournament.State, error) {
	defer b.hold(id)()
	r, s, err := b.load(ctx, id)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return s, err
	}
	s.ID = id
	events, err := decide(r, s)
	if err != nil || len(events) == 0 {
		return s, err
	}
	now, rooms := b.now(), len(s.Rooms)
	for _, e := range events {
		e.At = now
		if s, err = s.Apply(e); err != nil {
			return s, err
		}
		r.Events = append(r.Events, e)
	}
	if err := b.appoint(ctx, appointment{now, chat.Room(s.Rooms[0]), id}); err != nil {
		return s, err
	}
	for _, room := range s.Rooms[rooms:] {
		if err := places.Put(ctx, b.archive, room+"/"+id, notebook.Mark{}); err != nil {
			return s, err
		}
	}
	return s, records.Put(ctx, b.archive, id, r)
}

// rewrite has a tournament written anew that is there; again reports whether anything is to be stored.
func (b book) rewrite(ctx context.Context, id string, rewrite func(r *record) (again bool)) error {
	defer b.hold(id)()
	r, s, err := b.load(ctx, id)
	if err != nil || !rewrite(&r) {
		return err
	}
	is, err := tournament.Replay(id, r.Events)
	if err != nil {
		return err
	}
	for room := range r.Told {
		if !slices.Contains(is.Rooms, room) {
			delete(r.Told, room)
		}
	}
	if err := b.appoint(ctx, appointment{b.now(), chat.Room(is.Rooms[0]), id}); err != nil {
		return err
	}
	for _, room := range is.Rooms {
		if !slices.Contains(s.Rooms, room) {
			err = errors.Join(err, places.Put(ctx, b.archive, room+"/"+id, notebook.Mark{}))
		}
	}
	if err == nil {
		err = records.Put(ctx, b.archive, id, r)
	}
	for _, room := range s.Rooms {
		if err == nil && !slices.Contains(is.Rooms, room) {
			err = places.Delete(ctx, b.archive, room+"/"+id)
		}
	}
	return err
}

// note keeps what a room has been told.
func (b book) note(ctx context.Context, id, room string, is told) error {
	defer b.hold(id)()
	r, _, err := b.load(ctx, id)
	if err != nil {
		return err
	}
	if r.Told == nil {
		r.Told = map[string]told{}
	}
	r.Told[room] = is
	return records.Put(ctx, b.archive, id, r)
}

// shown keeps that a room has another message with the table, and returns the one before; "": there is none. Where the
// tournament is not told, nothing is kept.
func (b book) shown(ctx context.Context, id string, room chat.Room, now told) (old chat.Ref, err error) {
	defer b.hold(id)()
	r, _, err := b.load(ctx, id)
	is, there := r.Told[string(room)]
	if err != nil || !there {
		return "", err
	}
	old, is.Ref, is.From, is.Text = is.Ref, now.Ref, now.From, now.Text
	r.Told[string(room)] = is
	return old, records.Put(ctx, b.archive, id, r)
}

// all are the ids of all tournaments there are.
func (b book) all(ctx context.Context) ([]string, error) { return records.Names(ctx, b.archive, "") }

// sort is a sort of tournaments, each with a command of its own, whose name it is.
type sort string

const (
	contests sort = "tournament" // those that come to an end
	ladders  sort = "ladder"
)

func sortOf(s tournament.State) sort {
	if s.Setup.System == tournament.Ladder {
		return ladders
	}
	return contests
}

// at are the ids of the tournaments that a room is told of, those under way and then those
// that have ended, the last one last; of one sort, or "" for all.
func (b book) at(ctx context.Context, room chat.Room, of sort) (live, ended []string, err error) {
	last := map[string]time.Time{}
	names, err := places.Names(ctx, b.archive, string(room)+"/")
	for _, name := range names {
		id := strings.TrimPrefix(name, string(room)+"/")
		r, s, loaded := b.load(ctx, id)
		switch {
		case errors.Is(loaded, storage.ErrNotFound): // it came to nothing before it was stored
		case loaded != nil:
			err = errors.Join(err, loaded)
		case of != "" && of != sortOf(s):
		case s.Status == tournament.Gathering || s.Status == tournament.Running:
			live = append(live, id)
		default:
			ended, last[id] = append(ended, id), r.Events[len(r.Events)-1].At
		}
	}
	slices.SortStableFunc(ended, func(a, b string) int { return last[a].Compare(last[b]) })
	return live, ended, err
}

// appointment is when a tournament is to be looked at.
type appointment struct {
	at   time.Time
	room chat.Room // where it was announced
	id   string
}

func (a appointment) due() agenda.Appointment {
	return agenda.Appointment{At: a.at, Of: string(a.room) + "/" + a.id}
}

func (a appointment) name() string { return a.at.UTC().Format(agenda.Precise) + a.id }

// appointmentOf reads what is due.
func appointmentOf(due agenda.Appointment) appointment {
	i := strings.LastIndexByte(due.Of, '/')
	return appointment{due.At, chat.Room(due.Of[:max(0, i)]), due.Of[i+1:]}
}

func (b book) appoint(ctx context.Context, a appointment) error {
	b.made.Put(a.name(), true)
	return dues.Put(ctx, b.archive, a.due())
}

func (b book) cancel(ctx context.Context, a appointment) error {
	return dues.Delete(ctx, b.archive, a.due())
}
