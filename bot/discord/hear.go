package discord

import (
	"context"
	"log/slog"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/styled"
	"tabuleiro/bot/discord/wire"
	"tabuleiro/bot/recent"
)

// ears find out what is heard, and have the bot deal with it in the order of each room.
type ears struct {
	out     *outbox
	self    *self
	log     *slog.Logger
	content func() bool // the text of all messages is heard
	spawn   func(do func())
	life    context.Context

	handler chat.Handler
	door    *adapter.Door
	seats   *adapter.Seats
	surplus adapter.Tally // what was not let in
	rooms   *adapter.Queue[chat.Room]
	waiting atomic.Int64 // what was heard and is not dealt with

	heard  *recent.List[string, bool]              // ids of the latest events
	late   *adapter.Beliefs[string, *wire.Message] // the latest message of each channel that was told after a gap
	hinted *recent.List[string, bool]              // ids of people who were told how to be heard

	refusing chan struct{} // held while somebody is told that there was too much
}

// Of events more is remembered than of all else, as a look for what was missed hears hundreds in one room, and must not
// push out what was heard while it lasts.
const events = 10 * mostPages * perPage

// Events let in at the same time, in rooms with a match under way and in all others, and those of one room or person,
// or twice as many if these are words to the bot or moves. So many may have fetched a file.
const (
	inFlight = 500
	perRoom  = 50
	laden    = 16
)

// refusals is to how many at the same time it is told that there was too much.
const refusals = 64

// hearMessage passes on a message that a person has typed.
func (ear *ears) hearMessage(m *wire.Message) {
	self := ear.self.bot()
	if m.ID == "" || m.Channel == "" || m.Author == nil || m.Author.ID == "" || self == "" {
		return
	}
	ear.out.sight.saw(m.Channel, m.ID)
	if m.Author.ID == self || m.Author.Bot || m.Webhook != "" || m.Type != wire.TypeMessage && m.Type != wire.TypeReply {
		return
	}
	if ear.saidAgain(m) || ear.again(m.ID) {
		return
	}
	ear.out.places.LearnGuild(m.Channel, m.Guild)
	ear.out.refused.Take(wire.Room(m.Channel))
	if m.Guild == "" {
		ear.out.talks.Put(m.Author.ID, wire.Room(m.Channel))
	}
	text, people, toBot := m.Text(self)
	e := chat.Event{
		ID:        wire.Prefix + m.ID,
		Room:      wire.Room(m.Channel),
		From:      wire.Person(m.Author, m.Member),
		Text:      ear.out.words.Heard(text),
		Mentions:  people,
		Private:   m.Guild == "",
		Addressed: toBot || m.Guild == "",
	}
	ear.out.met.meets(m.Guild, append(people, e.From)...)
	e.Said, e.Reread = wire.TimeOf(m.ID), m.Reread
	e.Locale = ear.out.places.LocaleOf(e.Room)
	if to := m.Referenced; to != nil && to.Author != nil {
		switch {
		case to.Author.ID == self:
			e.Addressed, e.Quoted, e.QuotedRef = true, styled.Unescape(to.Content), chat.Ref(to.ID)
		case to.Author.ID != "" && !to.Author.Bot && to.Webhook == "":
			e.Answered = wire.Person(to.Author, m.MemberOf(to.Author.ID))
		}
	}
	h := &hearing{event: e, message: m.ID}
	if len(m.Files) > 0 && (e.Addressed || strings.HasPrefix(text, "/")) {
		h.file = &m.Files[0]
	}
	if text == "" && h.file == nil {
		if !toBot || !ear.content() || len(m.Files) > 0 {
			ear.hint(m, e)
			return // a picture for others, or a text that the bot may not read
		}
		h.event.Text = greeting
	}
	if ear.weigh(e) != chat.Talk { // else it is about other things
		ear.enqueue(h)
	}
}

// saidAgain reports whether a message that is told late, after a gap, says the same as the one before it: its author
// has
// said it several times running, because no answer came.
func (ear *ears) saidAgain(m *wire.Message) bool {
	if m.Reread.IsZero() && !ear.out.client.Clock.IsStale(m.ID) {
		return false
	}
	before, _ := ear.late.Get(m.Channel)
	ear.late.Put(m.Channel, m)
	return m.Repeats(before)
}

// again reports whether an event was delivered before.
func (ear *ears) again(id string) bool {
	_, known := ear.heard.PutNew(id, true)
	return known
}

// enqueue passes an event on when the ones before it in its room are dealt with, and its file is there. It waits for
// nothing: what is too much for its room, for its author or for all is left at once. The author of an interaction is
// told then, a room later.
func (ear *ears) enqueue(h *hearing) bool {
	leave, ok := ear.door.Enter(adapter.Caller{
		Room:    h.event.Room,
		From:    h.event.From.ID,
		Playing: ear.seats.In(ear.life, h.event.Room),
		Move: h.answer != nil || h.event.Addressed || strings.HasPrefix(h.event.Text, "/") ||
			ear.weigh(h.event) == chat.Move,
		Firm: !h.event.Reread.IsZero(), // what a gap has held back comes at once
		Told: h.answer != nil,
	})
	if !ok {
		ear.surplus.Add("room", h.event.Room)
		if h.answer != nil {
			ear.refuseSurplus(h)
		}
		return false
	}
	j := adapter.Job{Do: func() {
		defer leave()
		defer ear.waiting.Add(-1)
		ear.guard(h, func() { ear.hear(ear.life, h) })
	}}
	if h.answer != nil {
		j.Do = ear.settling(h, j.Do)
	}
	if h.file != nil {
		j.Fetch = func() { ear.fetch(h) }
	}
	ear.waiting.Add(1)
	return ear.rooms.Put(h.event.Room, j)
}

// settling is a job that makes room for the next one as soon as what an interaction asks for is decided and stored:
// what it is told goes the way of its own answer, and waits for nothing else that is to be said in the room.
func (ear *ears) settling(h *hearing, do func()) func() {
	return func() {
		decided := make(chan struct{})
		settle := sync.OnceFunc(func() { close(decided) })
		h.event.Progress = progress{settle}
		ear.spawn(func() {
			defer settle()
			do()
		})
		<-decided
	}
}

// progress is the chat.Progress of an interaction.
type progress struct{ settle func() }

func (p progress) Decided() { p.settle() }
func (p progress) Settled() { p.settle() }
func (progress) Turn()      {}

// weigh tells what an event is worth. A handler that does not say is passed everything.
func (ear *ears) weigh(e chat.Event) chat.Weight {
	if w, ok := ear.handler.(chat.Weigher); ok {
		return w.Weigh(e)
	}
	return chat.Move
}

// greeting is what it means to mention the bot and say nothing.
const greeting = "/start"

// hint tells somebody once how to be heard whose answer to the bot, or whose mention of it, came without a text.
func (ear *ears) hint(m *wire.Message, e chat.Event) {
	if !e.Addressed || e.Private || len(m.Files) > 0 || ear.content() {
		return
	}
	if _, known := ear.hinted.PutNew(e.From.ID, true); known {
		return
	}
	text := ear.out.sentence(e.Locale, HintKey, nil)
	ear.spawn(func() {
		if _, err := ear.out.post(ear.life, wire.Channel(e.Room), ear.out.line(text), newNonce(), m.ID); err != nil {
			ear.log.Info("a hint not told", "room", e.Room, "error", err)
		}
	})
}

// skipped has a room told how much of what was said there has not been heard.
func (ear *ears) skipped(room chat.Room, n int) {
	text := ear.out.sentence(ear.out.places.LocaleOf(room), SkippedKey, map[string]string{"Count": strconv.Itoa(n)})
	ear.rooms.Put(room, adapter.Job{Do: func() {
		if _, err := ear.out.post(ear.life, wire.Channel(room), ear.out.line(text), newNonce(), ""); err != nil {
			ear.log.Warn("the notice of messages passed over was not said", "room", room, "error", err)
		}
	}})
}

// hear lets the bot deal with an event, unless its author has been told meanwhile that nothing comes of it. Somebody
// who took no messages, and now says something, is first shown what was not told meanwhile.
func (ear *ears) hear(ctx context.Context, h *hearing) {
	if h.answer != nil && h.answer.IsOverdue() {
		ear.log.Warn("an interaction waited too long, and is not acted on", "event", h.event.ID)
		ear.refuse(h.answer, ear.out.sentence(h.event.Locale, SkippedKey, map[string]string{"Count": "1"}))
		return
	}
	if again, ok := ear.handler.(chat.Misser); ok && ear.out.shut.Remove(h.event.Room) {
		again.ShowAgain(ctx, h.event.Room, false)
	}
	e := h.event
	e.Reply = h
	if h.answer == nil || !h.answer.To.Abroad() {
		e.Around, e.Server = ear.out.places.Around(e), ear.out.places.ServerOf(e)
	}
	if h.answer == nil {
		ear.handler.Hear(ctx, e)
		return
	}
	defer answered(ear.out, h.answer)
	ear.handler.Hear(ctx, e)
	h.answer.Finish(ear.life)
}

// guard catches a panic and says that there was one.
func (ear *ears) guard(h *hearing, do func()) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		ear.log.Error("panic while answering", "event", h.event.ID, "room", h.event.Room, "panic", p, "stack",
			string(debug.Stack()))
		text := ear.out.sentence(h.event.Locale, TroubleKey, nil)
		if h.answer != nil {
			if _, err := h.answer.Say(ear.life, ear.out.line(text), h.answer.Flags(), false); err != nil {
				ear.log.Warn("trouble not told", "room", h.event.Room, "error", err)
			}
			return
		}
		if _, err := ear.out.post(ear.life, wire.Channel(h.event.Room), ear.out.line(text), newNonce(),
			h.message); err != nil {
			ear.log.Warn("trouble not told", "room", h.event.Room, "error", err)
		}
	}()
	do()
}

// fetch gets the file that an event came with, once its author has been told to wait. Without success the event has a
// file without data.
func (ear *ears) fetch(h *hearing) {
	f := &chat.File{Name: adapter.FileName(h.file.Filename), Size: max(h.file.Size, 0)}
	h.event.File = f
	if f.Size > chat.LargestFile {
		return
	}
	if h.answer != nil {
		h.answer.Promise() // the author is told to wait
	}
	var err error
	if f.Data, err = ear.out.client.Download(h.file.URL); err != nil {
		ear.log.Warn("a file could not be had", "event", h.event.ID, "room", h.event.Room, "error", err)
	}
}

// showAgain has the bot show in a room how things stand, because something may not have been heard there.
func (ear *ears) showAgain(room chat.Room) {
	if h, ok := ear.handler.(chat.Misser); ok {
		ear.rooms.Put(room, adapter.Job{Do: func() { h.ShowAgain(ear.life, room, true) }, Firm: true})
	}
}
