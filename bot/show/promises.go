package show

import (
	"context"
	"errors"
	"strings"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/kv"
	"tabuleiro/bot/request"
	"tabuleiro/bot/services"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// promise is a report that somebody was promised and that is not shown yet, wherever the program stops meanwhile.
type promise struct {
	At       time.Time `json:"at"`
	Language string    `json:"language"` // in which it is to be
	Private  bool      `json:"private,omitempty"`
}

// promiseLife is how long a promise is kept. After that the person asks again, or not at all.
const promiseLife = 24 * time.Hour

var promises = kv.New(kv.Schema{Name: "promise/", Owner: kv.Person,
	Bound: "one a report that is being made, for a day"},
	func(name string, _ promise) error {
		if _, ok := dueOf(name); !ok {
			return errors.New("it names no person, match and room")
		}
		return nil
	})

// due says to whom a report is promised, of which match, and where.
type due struct {
	person, match string
	room          chat.Room
}

func (d due) name() string { return d.person + "/" + d.match + "/" + string(d.room) }

// key is what is promised once, however many ask for it.
func (d due) key() [2]string { return [2]string{string(d.room), d.match} }

func dueOf(name string) (due, bool) {
	parts := strings.SplitN(name, "/", 3)
	if len(parts) < 3 {
		return due{}, false
	}
	return due{parts[0], parts[1], chat.Room(parts[2])}, true
}

// promise has a report made, and shown where it was asked for when it is ready. The promise is kept until then.
func (s Insights) promise(req *request.Request, m *match.Match) error {
	d := due{req.Author.ID, m.ID, req.Event.Room}
	if _, made := s.promised.LoadOrStore(d.key(), make(chan struct{})); made {
		return nil
	}
	is := promise{At: s.now(), Language: req.Room.Tag(), Private: req.Event.Private}
	if err := promises.Put(req.Ctx, s.archive, d.name(), is); err != nil {
		s.kept(d)
		return err
	}
	s.keep(d, m, req)
	return nil
}

// keep keeps a promise that is marked as one that is being kept.
func (s Insights) keep(d due, m *match.Match, req *request.Request) {
	s.think.RunInBackground(func(ctx context.Context) {
		defer s.kept(d)
		err := s.make(ctx, d.person, m)
		if ctx.Err() != nil || errors.Is(err, context.Canceled) {
			return // the next run of the program goes on from the note
		}
		r, made, _ := analyses.Get(ctx, s.archive, m.ID)
		if err != nil || !made {
			s.archive.Log.Warn("a match is not analysed", "match", m.ID, "error", err)
		} else {
			s.send(ctx, req.Event, s.report(req, m, r))
		}
		s.forget(ctx, d)
	})
}

// kept notes that nothing is done any more for a promise: it is kept, or the next run keeps it.
func (s Insights) kept(d due) {
	if done, is := s.promised.LoadAndDelete(d.key()); is {
		close(done.(chan struct{}))
	}
}

func (s Insights) forget(ctx context.Context, d due) {
	if err := promises.Delete(context.WithoutCancel(ctx), s.archive, d.name()); err != nil {
		s.archive.Log.Warn("a report that was promised may be shown again", "match", d.match, "error", err)
	}
}

// Promises are the reports that another run of the program has promised.
type Promises struct {
	Insights Insights
	Services *services.Services
	GuideFor func(view.Preferences, chat.Event) guide.Guide
}

// Await waits until the reports are shown that are being made now, at most for some time or until the context ends.
func (p Promises) Await(ctx context.Context, longest time.Duration) {
	ctx, stop := context.WithTimeout(ctx, longest)
	defer stop()
	p.Insights.promised.Range(func(_, done any) bool {
		select {
		case <-done.(chan struct{}):
		case <-ctx.Done():
		}
		return ctx.Err() == nil
	})
}

// Keep looks for promises that nobody keeps, now and once a minute, until the context ends.
func (p Promises) Keep(ctx context.Context) {
	for ctx.Err() == nil {
		names, err := promises.Names(ctx, p.Insights.archive, "")
		if err != nil && ctx.Err() == nil {
			p.Insights.archive.Log.Warn("reports that were promised are not known", "error", err)
		}
		for _, name := range names {
			if d, ok := dueOf(name); ok && p.Services.Adapter(d.room.Service()) != nil {
				if err := p.resume(ctx, d); err != nil && ctx.Err() == nil {
					p.Insights.archive.Log.Warn("a report that was promised waits", "match", d.match, "error", err)
				}
			}
		}
		select {
		case <-time.After(time.Minute):
		case <-ctx.Done():
		}
	}
}

// resume keeps a promise, unless that is being done.
func (p Promises) resume(ctx context.Context, d due) error {
	s := p.Insights
	if _, made := s.promised.LoadOrStore(d.key(), make(chan struct{})); made {
		return nil
	}
	is, there, err := promises.Get(ctx, s.archive, d.name())
	var m *match.Match
	if err == nil && there {
		m, _, err = s.archive.Load(ctx, d.match)
	}
	if errors.Is(err, storage.ErrNotFound) || err == nil && s.now().Sub(is.At) >= promiseLife {
		s.forget(ctx, d)
		m, err = nil, nil
	}
	if m == nil || err != nil {
		s.kept(d)
		return err
	}
	only := ""
	if is.Private {
		only = d.person
	}
	prefers := s.archive.Preferences(ctx, archive.OwnerAt(d.room, only))
	e := chat.Event{Room: d.room, Private: is.Private, Locale: is.Language}
	g := p.GuideFor(prefers, e)
	s.keep(d, m, &request.Request{Ctx: ctx, Event: e, Author: match.Player{ID: d.person}, Preferences: prefers, Guide: g,
		Room: g.Voice})
	return nil
}
