package show

import (
	"context"
	"errors"
	"strings"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/kv"
	"tabuleiro/bot/request"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// promise is a report that was promised and not shown yet. It is stored, so that it survives a restart.
type promise struct {
	At       time.Time `json:"at"`
	Language string    `json:"language"` // language of the report
	Private  bool      `json:"private,omitempty"`
}

// promiseLife is how long a promise is kept; after that the person has to ask again.
const promiseLife = 24 * time.Hour

var promises = kv.New(kv.Schema{Name: "promise/", Owner: kv.Person,
	Bound: "one a report that is being made, for a day"},
	func(name string, _ promise) error {
		if _, ok := dueOf(name); !ok {
			return errors.New("it names no person, match and room")
		}
		return nil
	})

// due identifies a promised report: the person, the match, and the room in which to show it.
type due struct {
	person, match string
	room          chat.Room
}

func (d due) name() string { return d.person + "/" + d.match + "/" + string(d.room) }

// key identifies a report that is shown once, however many people ask for it.
func (d due) key() [2]string { return [2]string{string(d.room), d.match} }

func dueOf(name string) (due, bool) {
	parts := strings.SplitN(name, "/", 3)
	if len(parts) < 3 {
		return due{}, false
	}
	return due{parts[0], parts[1], chat.Room(parts[2])}, true
}

// promise stores a promise, and begins the report; it is shown in this room when it is ready.
func (v *Viewer) promise(req *request.Request, m *match.Match) error {
	d := due{req.Author.ID, m.ID, req.Event.Room}
	if _, made := v.promised.Load(d.key()); made {
		return nil
	}
	is := promise{At: v.Now(), Language: req.Room.Tag(), Private: req.Event.Private}
	if err := promises.Put(req.Ctx, v.Archive, d.name(), is); err != nil {
		return err
	}
	v.begin(d, req.Event)
	return nil
}

// begin makes a promised report in the background, unless that is under way. e is the event that asked for it, as far
// as it is known.
func (v *Viewer) begin(d due, e chat.Event) {
	done := make(chan struct{})
	if _, made := v.promised.LoadOrStore(d.key(), done); made {
		return
	}
	v.Think.RunInBackground(func(ctx context.Context) {
		defer close(done)
		defer v.promised.Delete(d.key())
		if err := v.keep(ctx, d, e); err != nil && ctx.Err() == nil {
			v.Archive.Log.Warn("a promised report is delayed", "match", d.match, "error", err)
		}
	})
}

// keep makes a promised report, shows it and deletes the promise. If the process stops before, the next one does that.
func (v *Viewer) keep(ctx context.Context, d due, e chat.Event) error {
	is, there, err := promises.Get(ctx, v.Archive, d.name())
	if err != nil || !there {
		return err
	}
	m, _, err := v.Archive.Load(ctx, d.match)
	switch {
	case errors.Is(err, storage.ErrNotFound), err == nil && v.Now().Sub(is.At) >= promiseLife:
		return promises.Delete(ctx, v.Archive, d.name())
	case err != nil:
		return err
	}
	switch r, err := v.make(ctx, d.person, m); {
	case ctx.Err() != nil, errors.Is(err, context.Canceled):
		return nil
	case err != nil:
		v.Archive.Log.Warn("a match cannot be analysed", "match", m.ID, "error", err)
	default:
		e.Room, e.Private, e.Locale = d.room, is.Private, is.Language
		v.Send(ctx, e, v.requestOf(ctx, d, e).ForRoom(m).Report(m, r))
	}
	return promises.Delete(context.WithoutCancel(ctx), v.Archive, d.name())
}

// requestOf returns a request of the person who was promised a report.
func (v *Viewer) requestOf(ctx context.Context, d due, e chat.Event) *request.Request {
	only := ""
	if e.Private {
		only = d.person
	}
	g := v.GuideFor(v.Archive.Preferences(ctx, archive.OwnerAt(d.room, only)), e)
	return &request.Request{Ctx: ctx, Event: e, Author: match.Player{ID: d.person}, Guide: g, Room: g.Voice}
}

// Await waits until the reports under way are shown, at most for the duration longest or until the context ends.
func (v *Viewer) Await(ctx context.Context, longest time.Duration) {
	ctx, stop := context.WithTimeout(ctx, longest)
	defer stop()
	v.promised.Range(func(_, done any) bool {
		select {
		case <-done.(chan struct{}):
		case <-ctx.Done():
		}
		return ctx.Err() == nil
	})
}

// KeepPromises begins the reports promised by earlier processes, now and once a minute, until the context ends.
func (v *Viewer) KeepPromises(ctx context.Context) {
	for ctx.Err() == nil {
		names, err := promises.Names(ctx, v.Archive, "")
		if err != nil && ctx.Err() == nil {
			v.Archive.Log.Warn("promised reports cannot be looked up", "error", err)
		}
		for _, name := range names {
			if d, ok := dueOf(name); ok && v.Services.Adapter(d.room.Service()) != nil {
				v.begin(d, chat.Event{})
			}
		}
		select {
		case <-time.After(time.Minute):
		case <-ctx.Done():
		}
	}
}
