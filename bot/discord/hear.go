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

// inbound is an event with what is needed to answer it.
type inbound struct {
	event   chat.Event
	message string                       // id of the message, "" if it was an interaction
	answer  *answer                      // of an interaction, else nil
	file    *discordgo.MessageAttachment // to be downloaded before the event is passed on, nil if there is none
	hint    string                       // told to its author first, "" for nothing
}

// pressedIn reports whether the event is the press of a button in a room.
func (h *inbound) pressedIn(room chat.Room) bool {
	if h.answer == nil || h.event.Room != room {
		return false
	}
	i := h.answer.to
	return i.Type == discordgo.InteractionMessageComponent && i.Message != nil && i.Message.ID != ""
}

// events is the number of event ids remembered. It is larger than other caches because a search for missed messages
// handles hundreds in one room, and must not evict those received meanwhile.
const events = 10 * mostPages * perPage

// Limits of admitted events, in rooms with a match under way and in all others: in total, and by room or person (twice
// as many if they are moves or addressed to the bot). laden limits the downloaded files.
const (
	inFlight = 500
	perRoom  = 50
	laden    = 16
)

// greeting is the text of a message that only mentions the bot.
const greeting = "/start"

// hearMessage handles a message typed by a person.
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
	if d.handler.Weigh(h.event) != chat.Talk { // else it does not concern the bot
		d.enqueue(h)
	}
}

// typed returns the event of a message, and records what the message tells about rooms and people.
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

// refer adds the replied-to message to an event.
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

// hearFrom records that a person has spoken in a room of a server, "" for a DM.
func (d *Discord) hearFrom(e chat.Event, server string) {
	d.rooms.Change(wire.Channel(e.Room), func(r *roomState) {
		r.refused = time.Time{}
		if server != "" {
			r.server, r.placed = server, true
		}
	})
	if e.Private {
		d.people.Change(e.From.ID, func(p *personState) { p.talk, p.talks = e.Room, true })
	}
	d.meet(server, append(slices.Clone(e.Mentions), e.From)...)
}

// repeatTTL is how long the same text counts as a repetition.
const repeatTTL = 30 * time.Second

// saidAgain reports whether a message that arrives late, after a gap, repeats the one before it: its author tried
// several times because no answer came.
func (d *Discord) saidAgain(m *wire.Message) (repeats bool) {
	if m.Reread.IsZero() && !d.client.Clock.IsStale(m.ID) {
		return false
	}
	d.rooms.Change(m.Channel, func(r *roomState) {
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

// enqueue schedules an event after those before it in its room, without blocking; a file is downloaded first. Beyond
// the limits the event is dropped: the author of an interaction is told at once, a room later.
func (d *Discord) enqueue(h *inbound) bool {
	leave, ok := d.door.Enter(adapter.Ticket{
		Room:    h.event.Room,
		From:    h.event.From.ID,
		Playing: len(d.seats.In(d.life, h.event.Room)) > 0,
		Move: h.answer != nil || h.event.Addressed || strings.HasPrefix(h.event.Text, "/") ||
			d.handler.Weigh(h.event) == chat.Move,
		Firm: !h.event.Reread.IsZero(), // events held back by a gap arrive all at once
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

// settling wraps a job so that the next one starts as soon as an interaction is decided and stored: its answer goes its
// own way and waits for nothing else in the room.
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

// hint explains once, to a person whose reply to the bot or mention of it came without its text, how to reach the bot.
func (d *Discord) hint(m *wire.Message, e chat.Event) {
	if !e.Addressed || e.Private || len(m.Files) > 0 || d.content.Load() {
		return
	}
	known := false
	d.people.Change(e.From.ID, func(p *personState) { known, p.hinted = p.hinted, true })
	if !known {
		d.queue.Go(func() { d.remark(e.Room, d.sentence(e.Locale, HintKey, nil), "", m.ID) })
	}
}

// skipped tells a room how many of its messages were rejected.
func (d *Discord) skipped(room chat.Room, n int) {
	d.queue.Put(room, adapter.Job{Do: func() {
		d.remark(room, d.sentence(d.localeOf(room), SkippedKey, map[string]string{"Count": strconv.Itoa(n)}), "", "")
	}})
}

// remark sends one of the adapter's own sentences to a room, as a reply to a message if there is one; once is as in
// chat.Message.
func (d *Discord) remark(room chat.Room, text, once, to string) {
	_, err := d.post(d.life, wire.Channel(room), d.line(text), nonce(room, once), to)
	chat.Warn(d.Log, err, "a hint cannot be sent", "room", room)
}

// whisper sends one of the adapter's own sentences to the author of an interaction.
func (d *Discord) whisper(a *answer, text string) {
	_, err := a.put(d.life, d.line(text), tellAuthor)
	chat.Warn(d.Log, err, "the author of an interaction cannot be told", "event", wire.Prefix+a.to.ID)
}

// line formats one of the adapter's own sentences.
func (d *Discord) line(text string) styled.Part {
	return styled.Part{Content: styled.Escape(text)}
}

// hear passes an event to the bot, unless its author has been told that it failed. If messages to the room could not be
// sent earlier, the matches are shown again first.
func (d *Discord) hear(ctx context.Context, h *inbound) {
	if h.answer != nil && h.answer.isOverdue() {
		d.Log.Warn("an interaction waited too long and is dropped", "event", h.event.ID)
		d.refuse(h.answer, d.sentence(h.event.Locale, SkippedKey, map[string]string{"Count": "1"}))
		return
	}
	if h.hint != "" {
		d.whisper(h.answer, h.hint)
	}
	missed := false
	d.rooms.Change(wire.Channel(h.event.Room), func(r *roomState) { missed, r.missed = r.missed, false })
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

// recover catches a panic and reports it to the author of the event.
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

// fetch downloads the file of an event, after a deferred response to its author. On failure the event has a file
// without data.
func (d *Discord) fetch(h *inbound) {
	f := &chat.File{Name: adapter.FileName(h.file.Filename), Size: max(h.file.Size, 0)}
	h.event.File = f
	if f.Size > chat.LargestFile {
		return
	}
	if h.answer != nil {
		h.answer.Promise() // the author sees that the bot is busy
	}
	var err error
	f.Data, err = d.client.Download(h.file.URL)
	chat.Warn(d.Log, err, "a file cannot be downloaded", "event", h.event.ID, "room", h.event.Room)
}
