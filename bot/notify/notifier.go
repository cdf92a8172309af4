// Package notify announces stored events of matches in every place where a match is shown.
//
// A decision ends when its events are stored. The Notifier then, or after a search of the store for undelivered events,
// brings each place of the match up to date, in order for each room (or for each match of a room: see lane) and without
// holding the lock of the match. It compares the match with what its head records as delivered, sends the difference,
// and records that.
//
// After a crash in between it sends a message again with the same idempotency key. A message that a room refuses is
// retried with growing pauses up to maxTries times, and without limit while the whole service is unreachable. A slow
// room delays only its own messages.
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

// Config has the parts of a Notifier. All are required unless stated otherwise.
type Config struct {
	Archive   *archive.Archive
	Languages view.Languages
	Meter     *meter.Meter
	Log       *slog.Logger
	Draw      func(engine.View, render.Style) []byte
	Rolls     func(*match.Match) bool // see view.Audience

	// Local returns a message with its people as accounts of the room's service, and LocalUser does that for one
	// person.
	Local     func(context.Context, chat.Room, chat.Message) (chat.Message, error)
	LocalUser func(context.Context, chat.Room, chat.User) (chat.User, error)

	// Others returns the adapters of all services except the named one.
	Others func(service string) []chat.Adapter

	// Adapter returns the adapter of a service, nil while there is none; its messages then wait for the next start.
	Adapter func(service string) chat.Adapter

	// MarkUnreachable records that a room accepts no more messages about a match, because of a player or, if by is "",
	// for another reason; MarkReachable records that it does again. They report whether that has caused an event, which
	// must be announced.
	MarkUnreachable func(ctx context.Context, id string, room chat.Room, by string) (happened bool)
	MarkReachable   func(ctx context.Context, id string, room chat.Room) (happened bool)

	Ended func() // called after the end of a match was announced in the room of its cause, or tried to be
}

// Notifier announces what is stored and not delivered. Close ends it.
type Notifier struct {
	Config
	life  context.Context
	end   context.CancelFunc
	lines *adapter.Queue[matchRoom]
	again chan struct{}              // wakes RetryLoop after a failure
	tries *cache.LRU[matchRoom, int] // number of failed tries

	unstored *cache.LRU[matchRoom, storage.Place] // delivered, but not recorded as the store failed

	passing *cache.LRU[matchRoom, ephemeral] // lines by match and room, pings by match alone; cheap to lose
	warned  *cache.LRU[chat.Room, bool]      // private chats warned of a lost match within warnedTTL
	unasked *rate.Limiter                    // limits those warnings, which nobody asked for
}

// maxPassing is the maximum number of messages remembered for later deletion.
const maxPassing = 2000

// Origin describes the event that caused a notification; it is zero if the event is unknown.
type Origin struct {
	Room    chat.Room
	Locale  string   // of the author
	Reply   any      // of the event
	Menu    bool     // a button of a menu for everybody was pressed, and the menu is no longer needed
	Button  bool     // a button of a message for everybody was pressed
	Pressed chat.Ref // that message; "" if it cannot be changed
	Asked   bool     // a button of a question was pressed, which is answered now
	Aside   bool     // another message answers it: the news edits the old message
}

// New makes a notifier. The caller must call Close.
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

// Notify announces the news of a match. It returns after the attempt in the room of the cause or, if the match is not
// played there, in all rooms of its service; other rooms may follow later.
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
	if head.Status.Ended() {
		s.Ended()
	}
}

// notifyAsync notifies in the background, so it may be called while a message is being sent.
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

// lane returns the key of the queue for a message: the room or, where Caps.Apart is set, the match in the room.
func (s *Notifier) lane(is matchRoom) matchRoom {
	if a := s.Adapter(is.room.Service()); a == nil || !a.Caps(is.room).Apart {
		is.match = ""
	}
	return is
}

// task is work on a match in a room, done after the earlier tasks of its lane.
type task struct {
	matchRoom
	do func(context.Context)
}

// news returns a task for each place of a match with undelivered events.
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
// tasks caused by one of them come later in the other rooms, too.
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

// maxTries is how often an announcement that a service refuses is tried, which takes about a quarter of an hour with
// the growing pauses. triesTTL is how long failed tries count.
const (
	maxTries = 25
	triesTTL = time.Hour
)

// tryAgain schedules another try, and reports false if there were maxTries.
func (s *Notifier) tryAgain(is matchRoom) bool {
	n, _ := s.tries.Get(is)
	if n+1 < maxTries {
		s.tries.Put(is, n+1)
		s.wake()
	}
	return n+1 < maxTries
}

// wake makes RetryLoop look for undelivered events.
func (s *Notifier) wake() {
	select {
	case s.again <- struct{}{}:
	default:
	}
}

// noteDelivered records what a place was told. If the store fails the record is kept in memory and stored later, so
// that nothing is sent twice.
func (s *Notifier) noteDelivered(is matchRoom, p storage.Place) {
	kept := context.Background() // even at shutdown
	err := s.Archive.NoteDelivered(kept, is.match, p.Room, p.ThreadParent, p.Delivered, chat.Ref(p.Ref))
	if err == nil || errors.Is(err, storage.ErrNotFound) { // the place was removed meanwhile
		s.unstored.Remove(is)
		return
	}
	s.Log.Error("a delivery cannot be noted yet", "match", is.match, "error", err)
	s.unstored.Put(is, p)
	s.wake()
}

// tellLater logs that a message about a match was not sent, and reports whether it is retried.
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

// undelivered returns tasks for all places with undelivered events, oldest first.
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
		if time.Since(last) > 2*wait.MaxInterval { // there was no failure for a while
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
