// Package speak says in every place of a match what has been stored and not been said there.
//
// Deciding ends with storing. The speaker is told which match has gone on, or finds that in the store, and says the
// rest in each room in order (in that of each match where this is enough: see lane), at no time holding the match.
// What a room has taken is noted in the head of the match: a crash in between says one message once more, under the
// same name, by which a service may know it again. A message that a room does not take is tried again, later and later,
// and in the end given up, unless it is the whole service that takes nothing: that is waited for. A slow room delays
// nothing but what is said in it.
package speak

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/meter"
	"tabuleiro/bot/recent"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/render"
	"tabuleiro/storage"
)

// Config has the parts of a Speaker. All are needed, but for those that say something else.
type Config struct {
	Archive   *archive.Archive
	Languages tell.Languages
	Meter     *meter.Meter
	Log       *slog.Logger
	Draw      func(engine.View, render.Style) []byte
	Rolls     func(context.Context, *match.Match) bool // see tell.Audience

	// Local is a message with people as the service of a room knows them.
	Local func(context.Context, chat.Room, chat.Message) (chat.Message, error)

	// Others are the adapters of the services but one.
	Others func(service string) []chat.Adapter

	// Adapter is that of a service, nil while there is none; messages for it wait for the next start.
	Adapter func(service string) chat.Adapter

	// Shut notes that a room takes nothing more of a match, by a player or, by "", by anybody; and Open that it
	// does again. They tell whether something has happened in the match by that.
	Shut func(ctx context.Context, id string, room chat.Room, by string) (happened bool)
	Open func(ctx context.Context, id string, room chat.Room) (happened bool)
}

// Speaker says what is stored and not said.
type Speaker struct {
	Config
	rest *rest
	life context.Context
	end  context.CancelFunc

	rests context.Context // ends when it is to be closed, and nothing is waited for that can be done at the next start
	close context.CancelFunc

	mu     sync.Mutex
	lanes  map[lane][]task              // there is a goroutine for each key
	called *recent.List[string, called] // by match: the last call in a private talk, cheap to lose
	lines  *lines
	tasks  sync.WaitGroup

	warned  *recent.List[chat.Room, bool] // private talks in which it was told that a match is lost where it is played
	unasked *rate.Limiter                 // of what is told there, which nobody has asked for
}

// task is a match to be told in a room when what comes before it there has been said.
type task struct {
	room  chat.Room
	match string
	cause Cause
	gone  match.Player // only that this one cannot be reached is to be told; zero: what has happened
	alone bool         // in the own private talk
	shown told         // the match was shown as it was then, and nothing is to be told; zero: it was not
	done  chan struct{}
}

// Cause is the event that has led to a message, as far as it matters there; zero if it is not known any more.
type Cause struct {
	Room    chat.Room
	Locale  string   // of the author
	Reply   any      // of the event
	Menu    bool     // a button of a menu that all who are there see was pressed, and that was its last one
	Button  bool     // a button was pressed under a message that all who are there see
	Pressed chat.Ref // that message, if it can be changed
	Asked   bool     // a button of a question was pressed, which has its answer now
	Aside   bool     // something else is the answer to it: this takes the place of what was said before
}

// New makes a speaker, which Close ends.
func New(c Config) *Speaker {
	s := &Speaker{
		Config: c, rest: newRest(), lanes: map[lane][]task{},
		lines: &lines{is: recent.New[lane, chat.Ref](mostCalls, 0)}, called: recent.New[string, called](mostCalls, 0),
		warned: recent.New[chat.Room, bool](mostCalls, warnedTTL), unasked: rate.NewLimiter(rate.Every(time.Second), 1),
	}
	s.life, s.end = context.WithCancel(context.Background())
	s.rests, s.close = context.WithCancel(s.life)
	return s
}

// Say says what a match has to tell, and returns when that has been tried in the room of the cause or, if the match is
// not played there, in all rooms of its service. The other rooms may be told later.
func (s *Speaker) Say(ctx context.Context, id string, cause Cause) {
	for _, done := range s.begin(ctx, id, cause) {
		<-done
	}
}

// begin begins to say what a match has to tell. It returns what is closed when that has been tried, for each room that
// Say waits for.
func (s *Speaker) begin(ctx context.Context, id string, cause Cause) (wait []<-chan struct{}) {
	head, err := s.Archive.Head(ctx, id)
	if err != nil {
		s.Log.Error("the news of a match cannot be said yet", "match", id, "error", err)
		s.rest.ring()
		return nil
	}
	here := archive.IsAt(head, cause.Room)
	abroad := func(room chat.Room) bool { return cause.Room != "" && room.Service() != cause.Room.Service() }
	var tasks []task
	for _, p := range head.Places {
		if p.Said >= head.N || s.adapter(p) == nil {
			continue
		}
		tasks = append(tasks, task{room: chat.Room(p.Room), match: id, cause: cause})
	}
	told := s.queue(tasks...)
	for i, t := range tasks {
		if !here && !abroad(t.room) || cause.Room == t.room {
			wait = append(wait, told[i])
		}
	}
	return wait
}

func (s *Speaker) adapter(p storage.Place) chat.Adapter {
	return s.Adapter(chat.Room(p.Room).Service())
}

// Wait returns when nothing is being said.
func (s *Speaker) Wait() { s.tasks.Wait() }

// Close lets what is being said be finished for a while, and then gives it up: it is said at the next start.
func (s *Speaker) Close(grace time.Duration) {
	s.close()
	late := time.AfterFunc(grace, s.end)
	s.Wait()
	late.Stop()
	s.end()
}

// try tells a match in a room, whatever it was last told there. A failure is tried again, unless that has been done
// often enough.
func (s *Speaker) try(t task) {
	defer func() {
		if p := recover(); p != nil {
			s.Meter.Panicked()
			s.Log.Error("panic while speaking", "match", t.match, "room", t.room, "panic", p, "stack", string(debug.Stack()))
		}
	}()
	ctx := context.Background() // messages said are noted, whatever ends now
	speaking, end := context.WithCancel(ctx)
	defer end()
	defer context.AfterFunc(s.life, end)()
	if t.gone.ID != "" {
		s.tellGone(speaking, t)
		return
	}
	if t.shown.ref != "" {
		s.replace(speaking, t)
		return
	}
	for s.step(ctx, speaking, t.room, t) {
	}
}

// step tells what a room has not been told of a match. It reports whether that was overtaken before it was said.
func (s *Speaker) step(ctx, speaking context.Context, room chat.Room, t task) (overtaken bool) {
	at := attempt{room, t.match}
	if slow, ok := s.Adapter(room.Service()).(chat.Paced); ok {
		slow.Ready(speaking, room)
	}
	m, head, err := s.Archive.Load(ctx, t.match)
	if err != nil {
		s.unread(room, t, err)
		return false
	}
	i := slices.IndexFunc(head.Places, func(p storage.Place) bool { return p.Room == string(room) })
	if i < 0 || head.Places[i].Said >= head.N {
		return false // it has moved, or was said meanwhile
	}
	p, a := head.Places[i], s.adapter(head.Places[i])
	if a == nil {
		return false
	}
	if is := s.rest.unstored(at); is.n > p.Said && is.quiet == p.Quiet {
		if p.Said, p.Ref = is.n, string(is.ref); is.n >= head.N {
			s.note(ctx, at, is)
			return false
		}
	}
	events, err := s.Archive.Last(ctx, m, m.N-p.Said)
	if err != nil {
		s.unread(room, t, err)
		return false
	}
	if !slices.ContainsFunc(events, func(e match.Event) bool { return concerns(p, m, e) }) {
		s.note(ctx, at, told{n: m.N, ref: chat.Ref(p.Ref), quiet: p.Quiet})
		return false
	}
	ref, way, asked, err := s.tell(speaking, a, m, p, events, t.cause)
	if errors.Is(err, chat.ErrOvertaken) {
		return true
	}
	if err == nil {
		s.lines.follow(speaking, s, a, m.ID, room, way.line)
	}
	if err != nil && s.tellLater(at, err) {
		return false
	}
	s.rest.over(at)
	s.note(ctx, at, told{n: m.N, ref: ref, quiet: p.Quiet})
	if old := chat.Ref(p.Ref); ref != old && old != "" {
		s.overtake(speaking, a, room, old, way.alone && chat.CapsIn(a, room).Clears)
	}
	if err == nil && p.For == "" && !p.Quiet {
		s.uncall(speaking, a, m.ID)
	}
	if err == nil && way.calls == room {
		callBeside(s, a, m, p, way.whom)
	} else if err == nil && way.calls != "" {
		_ = s.call(speaking, a, m, p, way.whom, ref, way.calls) // logged, and the board is there
	}
	switch {
	case err == nil:
		s.zoneIsAsked(ctx, asked)
		if p.Shut != "" && s.Open(ctx, m.ID, room) {
			s.later(m.ID)
		}
		if n := len(events); n == 0 || events[n-1].Kind != match.Called || events[n-1].Call == match.Quarter {
			// The later calls are as vain.
			s.lookFor(s.life, a, m, p)
		}
	case errors.Is(err, chat.ErrClosed):
		if begun := func(e match.Event) bool { return e.Kind == match.Accepted }; p.Said > 0 ||
			!slices.ContainsFunc(events, begun) {
			s.closedTo(s.life, m, p) // else the one who is there has accepted or posted it, and has not opened the talk yet
		}
		s.shut(ctx, m.ID, p, err)
	}
	return false
}

// tell tells a place of a match what happened last. It returns in which way, and whom it has asked where that is, too,
// "" if nobody.
func (s *Speaker) tell(ctx context.Context, a chat.Adapter, m *match.Match, p storage.Place, events []match.Event,
	cause Cause) (_ chat.Ref, is way, asked string, _ error) {
	room, locale := chat.Room(p.Room), ""
	if room == cause.Room {
		locale = cause.Locale
	}
	to := s.audience(ctx, a, m, p, locale)
	voice := to.Voice
	goesOn := onTurnStill(m, events)
	unanswered := tell.Unanswered(m, events)
	pressed := room == cause.Room && cause.Button && string(cause.Pressed) == p.Ref
	// under the board, which asks no more
	answers := pressed && len(events) > 0 && events[len(events)-1].Kind == match.Refused
	to.Beside = p.Ref != "" && !p.Quiet && !answers && to.Caps.Turns && tell.Beside(m, events)
	message := to.News(m, events)
	if p.Quiet {
		ends, begins := m.Status.Ended(), slices.ContainsFunc(events,
			func(e match.Event) bool { return e.Kind == match.Accepted })
		if !ends && !begins {
			return chat.Ref(p.Ref), way{}, "", nil
		}
		if !ends {
			message = to.Elsewhere(m, events, s.played(ctx, m.ID))
		}
	} else if n := len(events); p.For != "" && n > 0 && events[n-1].Kind == match.Lost {
		if told, err := s.hasWarned(ctx, room); told || err != nil {
			return chat.Ref(p.Ref), way{}, "", err
		}
		message = to.Lost(m)
	} else if unanswered {
		message = to.Unanswered(m)
	} else if goesOn { // the message from before goes on
		message = to.Present(m)
	}
	message.Text = append(message.Text, abroad(voice, room, events)...)
	s.AddWays(&message, a, voice, m, p)
	asked = s.askZone(ctx, &message, voice, m, p, events)
	if room == cause.Room {
		message.Answers = cause.Reply
	}
	message, err := s.Local(ctx, room, message)
	if err != nil {
		return "", way{}, "", err
	}
	if room == cause.Room {
		place(&message, cause, m, p, events)
	}
	message.Once = fmt.Sprintf("%s-%d", m.ID, m.N)
	message.News = true
	done := s.Meter.Speaks(a.Name(), meter.Announcement)
	calls := message.Board != nil || m.Status == match.Open && p.For == ""
	usual := !p.Quiet && voice.Preferences.Of("message") == "usual"
	switch {
	case usual && to.Beside: // the board stays where it is
		beside := s.wayTo(ctx, a, m, p, events, message.Turn, goesOn, false)
		is.quiet, is.calls, is.whom = beside.quiet, beside.calls, beside.whom
	case usual && calls:
		is = s.wayTo(ctx, a, m, p, events, message.Turn, goesOn, pressed)
	}
	withdrawn := len(events) > 0 && events[len(events)-1].Kind == match.Withdrawn // for which nobody waits
	message.Quiet = message.Quiet || is.quiet || withdrawn
	if is.stays && pressed {
		message.Instead, message.Closes = true, false
	}
	message.Passing = to.Beside
	if message.Board != nil {
		message.Overtaken = func() bool { // by another position: an offer is a line of its own
			head, err := s.Archive.Head(ctx, m.ID)
			if err != nil || head.N <= m.N {
				return false
			}
			now, _, err := s.Archive.Load(ctx, m.ID)
			return err == nil && (now.Line.Len() != m.Line.Len() || now.Status != m.Status)
		}
	}
	edits := unanswered || cause.Aside || message.Board != nil && (goesOn || is.stays && !message.Instead)
	ref := chat.Ref(p.Ref)
	if to.Beside {
		is.line, err = a.Send(ctx, room, message)
	} else {
		ref, err = send(ctx, a, room, message, ref, edits)
	}
	if errors.Is(err, chat.ErrOvertaken) {
		done(nil) // what is newer says it all
	} else {
		done(err)
	}
	return ref, is, asked, err
}
