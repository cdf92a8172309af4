package discord

import (
	"context"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/styled"
	"tabuleiro/bot/discord/wire"
)

// inbound is an event being dealt with, and the way to answer it.
type inbound struct {
	event   chat.Event
	message string                       // id of the message that was typed, "" if it was none
	answer  *answer                      // to an interaction, nil if it was none
	file    *discordgo.MessageAttachment // is to be fetched before the event is passed on, nil if nothing is
	hint    string                       // what its author is told before all else, "" if nothing
}

// pressedIn reports whether the event is a button under a message in a room.
func (h *inbound) pressedIn(room chat.Room) bool {
	if h.answer == nil || h.event.Room != room {
		return false
	}
	i := h.answer.to
	return i.Type == discordgo.InteractionMessageComponent && i.Message != nil && i.Message.ID != ""
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

// greeting is what it means to mention the bot and say nothing.
const greeting = "/start"

// hearMessage passes on a message that a person has typed.
func (d *Discord) hearMessage(m *wire.Message) {
	self := d.self()
	if !m.IsWhole() || self == "" {
		return
	}
	d.saw(m.Channel, m.ID)
	if !m.IsTyped(self) || d.saidAgain(m) || d.isDuplicate(m.ID) {
		return
	}
	h := d.typed(m, self)
	if h.event.Text == "" && h.file == nil {
		d.hint(m, h.event)
		return // a picture for others, or a text that the bot may not read
	}
	if d.handler.Weigh(h.event) != chat.Talk { // else it is about other things
		d.enqueue(h)
	}
}

// typed is the event that a message is, with all that is learned from it.
func (d *Discord) typed(m *wire.Message, self string) *inbound {
	text, people, toBot := m.Text(self)
	direct := m.Guild == ""
	e := chat.Event{
		ID:        wire.Prefix + m.ID,
		Room:      wire.Room(m.Channel),
		From:      wire.Person(m.Author, m.Member),
		Text:      d.words.Rewrite(text),
		Mentions:  people,
		Private:   direct,
		Addressed: toBot || direct,
		Said:      wire.TimeOf(m.ID),
		Reread:    m.Reread,
	}
	d.hearFrom(e, m.Guild)
	e.Locale = d.localeOf(e.Room)
	refer(&e, m, self)
	h := &inbound{event: e, message: m.ID}
	switch {
	case len(m.Files) == 0 && text == "" && toBot && d.content.Load():
		h.event.Text = greeting
	case len(m.Files) > 0 && (e.Addressed || strings.HasPrefix(text, "/")):
		h.file = &m.Files[0]
	}
	return h
}

// refer adds to an event the message that it answers.
func refer(e *chat.Event, m *wire.Message, self string) {
	to := m.Referenced
	switch {
	case to == nil || to.Author == nil:
	case to.Author.ID == self:
		e.Addressed, e.Quoted, e.QuotedRef = true, styled.Unescape(to.Content), chat.Ref(to.ID)
	case to.IsWhole() && to.IsTyped(self):
		e.Answered = wire.Person(to.Author, m.MemberOf(to.Author.ID))
	}
}

// hearFrom remembers that somebody has said something in a room of a server, "" for a direct talk.
func (d *Discord) hearFrom(e chat.Event, server string) {
	d.rooms.change(wire.Channel(e.Room), func(r *roomState) {
		r.refused = time.Time{}
		if server != "" {
			r.server, r.placed = server, true
		}
	})
	if e.Private {
		d.people.change(e.From.ID, func(p *personState) { p.talk, p.talks = e.Room, true })
	}
	d.meet(server, append(slices.Clone(e.Mentions), e.From)...)
}

// repeatTTL is for how long it counts as a repeat to say the same.
const repeatTTL = 30 * time.Second

// saidAgain reports whether a message that is told late, after a gap, says the same as the one before it: its author
// has said it several times running, because no answer came.
func (d *Discord) saidAgain(m *wire.Message) (repeats bool) {
	if m.Reread.IsZero() && !d.client.Clock.IsStale(m.ID) {
		return false
	}
	d.rooms.change(m.Channel, func(r *roomState) {
		repeats = time.Since(r.lateAt) < repeatTTL && m.Repeats(r.late)
		r.late, r.lateAt = m, time.Now()
	})
	return repeats
}

// isDuplicate reports whether an event was delivered before.
func (d *Discord) isDuplicate(id string) bool {
	_, known := d.heard.PutNew(id, true)
	return known
}

// enqueue passes an event on when the ones before it in its room are dealt with, and its file is there. It waits for
// nothing: what is too much for its room, for its author or for all is left at once. The author of an interaction is
// told then, a room later.
func (d *Discord) enqueue(h *inbound) bool {
	leave, ok := d.door.Enter(adapter.Ticket{
		Room:    h.event.Room,
		From:    h.event.From.ID,
		Playing: len(d.seats.In(d.life, h.event.Room)) > 0,
		Move: h.answer != nil || h.event.Addressed || strings.HasPrefix(h.event.Text, "/") ||
			d.handler.Weigh(h.event) == chat.Move,
		Firm: !h.event.Reread.IsZero(), // what a gap has held back comes at once
		Told: h.answer != nil,
	})
	if !ok {
		d.surplus.Add("room", h.event.Room)
		if h.answer != nil {
			d.refuseSurplus(h)
		}
		return false
	}
	j := adapter.Job{Do: func() {
		defer leave()
		defer d.waiting.Add(-1)
		defer d.recover(h)
		d.hear(d.life, h)
	}}
	if h.answer != nil {
		j.Do = d.settling(h, j.Do)
	}
	if h.file != nil {
		j.Fetch = func() { d.fetch(h) }
	}
	d.waiting.Add(1)
	return d.queue.Put(h.event.Room, j)
}

// settling is a job that makes room for the next one as soon as what an interaction asks for is decided and stored:
// what it is told goes the way of its own answer, and waits for nothing else that is to be said in the room.
func (d *Discord) settling(h *inbound, do func()) func() {
	return func() {
		decided, settle := context.WithCancel(context.Background())
		h.event.Progress = progress(settle)
		d.queue.Go(func() {
			defer settle()
			do()
		})
		<-decided.Done()
	}
}

// progress is the chat.Progress of an interaction.
type progress func()

func (p progress) Decided() { p() }
func (p progress) Settled() { p() }
func (progress) Forget()    {}

// hint tells somebody once how to be heard whose answer to the bot, or whose mention of it, came without a text.
func (d *Discord) hint(m *wire.Message, e chat.Event) {
	if !e.Addressed || e.Private || len(m.Files) > 0 || d.content.Load() {
		return
	}
	known := false
	d.people.change(e.From.ID, func(p *personState) { known, p.hinted = p.hinted, true })
	if !known {
		d.queue.Go(func() { d.remark(e.Room, d.sentence(e.Locale, HintKey, nil), "", m.ID) })
	}
}

// skipped has a room told how much of what was said there has not been heard.
func (d *Discord) skipped(room chat.Room, n int) {
	d.queue.Put(room, adapter.Job{Do: func() {
		d.remark(room, d.sentence(d.localeOf(room), SkippedKey, map[string]string{"Count": strconv.Itoa(n)}), "", "")
	}})
}

// remark says a sentence of the adapter's own in a room, in answer to a message if there is one; once: see chat.Message.
func (d *Discord) remark(room chat.Room, text, once, to string) {
	if _, err := d.post(d.life, wire.Channel(room), d.line(text), nonce(room, once), to); err != nil {
		d.Log.Warn("a remark was not said", "room", room, "error", err)
	}
}

// whisper says a sentence of the adapter's own to the author of an interaction.
func (d *Discord) whisper(a *answer, text string) {
	if _, err := a.Say(d.life, d.line(text), a.flags(), false); err != nil {
		d.Log.Info("the author of an interaction is not told something", "event", wire.Prefix+a.to.ID, "error", err)
	}
}

// line is a sentence of the adapter's own as Discord takes it.
func (d *Discord) line(text string) styled.Part {
	return styled.Part{Content: styled.Escape(text)}
}

// hear lets the bot deal with an event, unless its author has been told meanwhile that nothing comes of it. Somebody
// who took no messages, and now says something, is first shown what was not told meanwhile.
func (d *Discord) hear(ctx context.Context, h *inbound) {
	if h.answer != nil && h.answer.isOverdue() {
		d.Log.Warn("an interaction waited too long, and is not acted on", "event", h.event.ID)
		d.refuse(h.answer, d.sentence(h.event.Locale, SkippedKey, map[string]string{"Count": "1"}))
		return
	}
	if h.hint != "" {
		d.whisper(h.answer, h.hint)
	}
	missed := false
	d.rooms.change(wire.Channel(h.event.Room), func(r *roomState) { missed, r.missed = r.missed, false })
	if missed {
		d.handler.ShowAgain(ctx, h.event.Room, false)
	}
	e := h.event
	e.Reply = h
	if h.answer == nil || !h.answer.to.IsOutsideServer() {
		d.locate(&e)
	}
	if h.answer != nil {
		defer h.answer.over.Store(true)
	}
	if d.handler.Hear(ctx, e); h.answer != nil {
		h.answer.Finish(d.life)
	}
}

// recover catches a panic and says that there was one.
func (d *Discord) recover(h *inbound) {
	p := recover()
	if p == nil {
		return
	}
	d.Log.Error("panic while answering", "event", h.event.ID, "room", h.event.Room, "panic", p, "stack",
		string(debug.Stack()))
	text := d.sentence(h.event.Locale, TroubleKey, nil)
	if h.answer != nil {
		d.whisper(h.answer, text)
		return
	}
	d.remark(h.event.Room, text, "", h.message)
}

// fetch gets the file that an event came with, once its author has been told to wait. Without success the event has a
// file without data.
func (d *Discord) fetch(h *inbound) {
	f := &chat.File{Name: adapter.FileName(h.file.Filename), Size: max(h.file.Size, 0)}
	h.event.File = f
	if f.Size > chat.LargestFile {
		return
	}
	if h.answer != nil {
		h.answer.Promise() // the author is told to wait
	}
	var err error
	if f.Data, err = d.client.Download(h.file.URL); err != nil {
		d.Log.Warn("a file could not be had", "event", h.event.ID, "room", h.event.Room, "error", err)
	}
}
