// Package notify says in every place of a match what has been stored and not been said there.
//
// Deciding ends with storing. The notifier is told which match has gone on, or finds that in the store, and brings each
// of its places up to date in order (each match of a room apart where this is enough: see lane), at no time holding the
// match: what a place is to show is compared with what was delivered, said, and noted in the head of the match. A crash
// in between says one message once more, under the same name, by which a service may know it again. A message that a
// room does not take is tried again, later and later, and in the end given up, unless it is the whole service that takes
// nothing: that is waited for. A slow room delays nothing but what is said in it.
package notify

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"slices"
	"time"

	"github.com/cenkalti/backoff/v5"
	"golang.org/x/time/rate"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/archive"
	"tabuleiro/bot/cache"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/meter"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/render"
	"tabuleiro/storage"
)

// Config has the parts of a Notifier. All are needed, but for those that say something else.
type Config struct {
	Archive   *archive.Archive
	Languages view.Languages
	Meter     *meter.Meter
	Log       *slog.Logger
	Draw      func(engine.View, render.Style) []byte
	Rolls     func(*match.Match) bool // see view.Audience

	// Local is a message with people as the service of a room knows them, and LocalUser one of them.
	Local     func(context.Context, chat.Room, chat.Message) (chat.Message, error)
	LocalUser func(context.Context, chat.Room, chat.User) (chat.User, error)

	// Others are the adapters of the services but one.
	Others func(service string) []chat.Adapter

	// Adapter is that of a service, nil while there is none; messages for it wait for the next start.
	Adapter func(service string) chat.Adapter

	// MarkUnreachable notes that a room takes nothing more of a match, by a player or, by "", by anybody; and Open that it
	// does again. They report whether something has happened in the match by that.
	MarkUnreachable func(ctx context.Context, id string, room chat.Room, by string) (happened bool)
	MarkReachable   func(ctx context.Context, id string, room chat.Room) (happened bool)
}

// Notifier says what is stored and not said.
type Notifier struct {
	Config
	life  context.Context
	end   context.CancelFunc
	lines *adapter.Queue[matchRoom]
	again chan struct{}              // something could not be said
	tries *cache.LRU[matchRoom, int] // that failed

	unstored *cache.LRU[matchRoom, storage.Place] // told what could not be noted: of a store that takes nothing

	passing *cache.LRU[matchRoom, ephemeral] // lines by match and room, pings by match alone; cheap to lose
	warned  *cache.LRU[chat.Room, bool]      // private talks in which it was told that a match is lost where it is played
	unasked *rate.Limiter                    // of what is told there, which nobody has asked for
}

// maxPassing bounds the messages that are remembered to be taken away.
const maxPassing = 2000

// Origin is the event that has led to a message, as far as it matters there; zero if it is not known any more.
type Origin struct {
	Room    chat.Room
	Locale  string   // of the author
	Reply   any      // of the event
	Menu    bool     // a button of a menu that all who are there see was pressed, and that was its last one
	Button  bool     // a button was pressed under a message that all who are there see
	Pressed chat.Ref // that message, if it can be changed
	Asked   bool     // a button of a question was pressed, which has its answer now
	Aside   bool     // something else is the answer to it: this takes the place of what was said before
}

// New makes a notifier, which Close ends.
func New(c Config) *Notifier {
	s := &Notifier{
		Config: c, lines: adapter.NewQueue[matchRoom](adapter.Bounds{}), again: make(chan struct{}, 1),
		tries:    cache.New[matchRoom, int](maxPassing, triesTTL),
		unstored: cache.New[matchRoom, storage.Place](maxPassing, triesTTL),
		passing:  cache.New[matchRoom, ephemeral](maxPassing, 0), warned: cache.New[chat.Room, bool](maxPassing, warnedTTL),
		unasked: rate.NewLimiter(rate.Every(time.Second), 1),
	}
	s.life, s.end = context.WithCancel(context.Background())
	return s
}

// Notify sends the news of a match. It returns when that has been tried in the room of the cause or, if the match is
// not played there, in all rooms of its service; other rooms may follow later.
func (s *Notifier) Notify(ctx context.Context, id string, cause Origin) {
	head, err := s.Archive.Head(ctx, id)
	if err != nil {
		s.Log.Error("the events of a match cannot be posted yet", "match", id, "error", err)
		s.wake()
		return
	}
	here := archive.IsAt(head, cause.Room)
	tasks := s.news(head, cause)
	for i, done := range s.queue(tasks...) {
		room := tasks[i].room
		if room == cause.Room || !here && (cause.Room == "" || room.Service() == cause.Room.Service()) {
			<-done
		}
	}
}

// notifyAsync notifies in the background: it may be called while something is being sent.
func (s *Notifier) notifyAsync(id string) {
	s.lines.Put(matchRoom{match: id}, adapter.Job{Do: func() { s.Notify(s.life, id, Origin{}) }})
}

// Close waits for what is being sent, at most for the grace period. The rest is sent at the next start.
func (s *Notifier) Close(grace time.Duration) {
	late := time.AfterFunc(grace, s.end)
	s.lines.Wait()
	late.Stop()
	s.end()
}

// matchRoom is a match in a room.
type matchRoom struct {
	room  chat.Room
	match string
}

// lane returns the key of the queue in which a message waits: that of the room or, where a service answers apart, that
// of the match in the room.
func (s *Notifier) lane(is matchRoom) matchRoom {
	if a := s.Adapter(is.room.Service()); a == nil || !a.Caps(is.room).Apart {
		is.match = ""
	}
	return is
}

// task is something to be done about a match in a room when what comes before it there is done.
type task struct {
	matchRoom
	do func(context.Context)
}

// news returns a task for each place of a match that has not been told all of it.
func (s *Notifier) news(head storage.Head, cause Origin) (tasks []task) {
	for _, p := range head.Places {
		if room := chat.Room(p.Room); p.Delivered < head.N && s.Adapter(room.Service()) != nil {
			is := matchRoom{room, head.ID}
			tasks = append(tasks, task{is, func(ctx context.Context) {
				for ctx.Err() == nil && s.reconcile(ctx, is, cause) {
				}
			}})
		}
	}
	return tasks
}

// queue schedules tasks; each runs after those already waiting in its lane. None begins before all are queued, so that
// what telling one room leads to comes after it in the others.
func (s *Notifier) queue(tasks ...task) (done []<-chan struct{}) {
	all := make(chan struct{})
	defer close(all)
	for _, t := range tasks {
		said := make(chan struct{})
		done = append(done, said)
		s.lines.Put(s.lane(t.matchRoom), adapter.Job{Do: func() {
			defer close(said)
			<-all
			s.try(t)
		}})
	}
	return done
}

// try runs a task. A panic ends that task alone.
func (s *Notifier) try(t task) {
	defer func() {
		if p := recover(); p != nil {
			s.Meter.Panicked()
			s.Log.Error("panic while posting", "match", t.match, "room", t.room, "panic", p, "stack", string(debug.Stack()))
		}
	}()
	t.do(s.life)
}

// maxTries is how often an announcement that a service refuses is tried; with the growing pauses between, that is
// about a quarter of an hour.
const (
	maxTries = 25
	triesTTL = time.Hour
)

// tryAgain asks for another try at what could not be said, unless there have been enough.
func (s *Notifier) tryAgain(is matchRoom) bool {
	n, _ := s.tries.Get(is)
	if n+1 < maxTries {
		s.tries.Put(is, n+1)
		s.wake()
	}
	return n+1 < maxTries
}

// wake has RetryLoop look for what is not said.
func (s *Notifier) wake() {
	select {
	case s.again <- struct{}{}:
	default:
	}
}

// noteDelivered records what a place was told. If the store fails the record is kept in memory and stored later, so
// that nothing is sent twice.
func (s *Notifier) noteDelivered(is matchRoom, p storage.Place) {
	kept := context.Background() // whatever ends now
	err := s.Archive.NoteDelivered(kept, is.match, p.Room, p.Quiet, p.Delivered, chat.Ref(p.Ref))
	if err == nil || errors.Is(err, storage.ErrNotFound) { // it was taken out meanwhile
		s.unstored.Remove(is)
		return
	}
	s.Log.Error("a delivery cannot be noted yet", "match", is.match, "error", err)
	s.unstored.Put(is, p)
	s.wake()
}

// tellLater reports whether a room that could not be told of a match is tried again later.
func (s *Notifier) tellLater(is matchRoom, err error) bool {
	switch {
	case errors.Is(err, chat.ErrAway):
		s.Log.Info("announcement not sent: the service is away", "match", is.match, "room", is.room, "error", err)
		s.tries.Remove(is)
		s.wake()
		return true
	case !errors.Is(err, chat.ErrClosed) && s.tryAgain(is):
		s.Log.Warn("announcement not sent", "match", is.match, "room", is.room, "error", err)
		return true
	}
	s.Log.Warn("the events of a match are given up", "match", is.match, "room", is.room, "error", err)
	return false
}

// CatchUp sends whatever was stored but not sent, oldest first in each room. It returns when that has been tried or the
// context ends.
func (s *Notifier) CatchUp(ctx context.Context) {
	for _, said := range s.queue(s.undelivered(ctx)...) {
		select {
		case <-said:
		case <-ctx.Done():
			return
		}
	}
}

// undelivered returns the tasks that tell each room what it has not heard, oldest first.
func (s *Notifier) undelivered(ctx context.Context) (tasks []task) {
	heads, err := s.Archive.Find(ctx, storage.Query{Undelivered: true})
	if err != nil {
		s.Log.Error("undelivered matches cannot be looked up", "error", err)
		s.wake()
	}
	for _, h := range slices.Backward(heads) {
		tasks = append(tasks, s.news(h, Origin{})...)
	}
	return tasks
}

// RetryLoop tries again what could not be sent, with growing pauses, until the context ends.
func (s *Notifier) RetryLoop(ctx context.Context) {
	wait := backoff.NewExponentialBackOff()
	wait.MaxInterval = time.Minute
	var last time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.again:
		}
		if time.Since(last) > 2*wait.MaxInterval { // all was well for a while
			wait.Reset()
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait.NextBackOff()):
		}
		s.queue(s.undelivered(ctx)...) // not waited for: a room may be slow
		last = time.Now()
	}
}
