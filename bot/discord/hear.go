package discord

import (
	"context"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/share"
)

// hearing is an event being dealt with, and the way to answer it.
type hearing struct {
	event   chat.Event
	message string        // id of the message that was typed, "" if it was none
	answer  *answer       // to an interaction, nil if it was none
	letter  *share.Letter // from which it came, nil if from a shard
	file    *attached     // is to be fetched before the event is passed on, nil if nothing is
	said    atomic.Int32  // how many messages were said in answer to it
}

// pressedIn tells whether the event is a button under a message in a room.
func (h *hearing) pressedIn(room chat.Room) bool {
	if h == nil || h.answer == nil || h.event.Room != room {
		return false
	}
	i := h.answer.to
	return i.Type == typeComponent && i.Message != nil && i.Message.ID != ""
}

// locale is the language of the author of an event, "" if it is not known or there is no event.
func (h *hearing) locale() string {
	if h == nil {
		return ""
	}
	return h.event.Locale
}

// hearMessage passes on a message that a person has typed. It is false if there is nothing to pass on.
func (d *Discord) hearMessage(m *message, l *share.Letter) bool {
	self := d.self.Load()
	if m.ID == "" || m.Channel == "" || m.Author == nil || m.Author.ID == "" || self == nil {
		return false
	}
	if m.Author.ID == *self || m.Author.Bot || m.Webhook != "" || m.Type != typeMessage && m.Type != typeReply || d.again(m.ID) {
		return false
	}
	d.learnGuild(m.Channel, m.Guild)
	text, people, toBot := m.text(*self)
	e := chat.Event{
		ID:        prefix + m.ID,
		Room:      chat.Room(prefix + m.Channel),
		From:      person(m.Author, m.Member),
		Text:      text,
		Mentions:  people,
		Private:   m.Guild == "",
		Addressed: toBot || m.Guild == "",
	}
	e.Said, e.Reread = timeOf(m.ID), m.reread
	e.Locale = d.localeOf(e.Room)
	if to := m.Referenced; to != nil && to.Author != nil {
		switch {
		case to.Author.ID == *self:
			e.Addressed, e.Quoted = true, unescape(to.Content)
		case to.Author.ID != "" && !to.Author.Bot && to.Webhook == "":
			e.Answered = person(to.Author, m.memberOf(to.Author.ID))
		}
	}
	h := &hearing{event: e, message: m.ID, letter: l}
	if len(m.Files) > 0 && (e.Addressed || strings.HasPrefix(text, "/")) {
		h.file = &m.Files[0]
	}
	if text == "" && h.file == nil {
		if !toBot || !d.content.Load() || len(m.Files) > 0 {
			d.hint(m, e)
			return false // a picture for others, or a text that the bot may not read
		}
		h.event.Text = greeting
	}
	if d.weigh(e) == chat.Talk {
		return false // about other things
	}
	return d.enqueue(h)
}

// hearInteraction passes on a command or a button. It is acknowledged at once, whatever goes on in the room. It is false if there
// is nothing to pass on.
func (d *Discord) hearInteraction(i *interaction, l *share.Letter) bool {
	u, m := i.who()
	if i.ID == "" || i.Token == "" || i.ChannelID == "" || u == nil || u.ID == "" || d.again(i.ID) {
		return false
	}
	if d.clock.stale(i.ID) {
		d.Log.Warn("an interaction came too late, and is not acted on", "event", prefix+i.ID)
		return false
	}
	d.learn(i)
	e := chat.Event{
		ID:        prefix + i.ID,
		Room:      chat.Room(prefix + i.ChannelID),
		From:      person(u, m),
		Addressed: true,
		Private:   i.alone(),
		Locale:    i.Locale,
		Spoken:    i.Guild.chosen(),
		Said:      timeOf(i.ID),
	}
	var o order
	switch i.Type {
	case typeCommand:
		o = d.ordered(i)
		e.Text, e.Mentions = o.text, o.people
	case typeComponent, typeFilled:
		if i.Type == typeComponent && strings.HasPrefix(i.Data.Custom, forText) {
			d.spawn(func() { d.askText(i) })
			return false
		}
		o = d.chosen(i)
		e.Text, e.Mentions, e.Tap = o.text, o.people, i.Type == typeComponent
		if i.Message != nil {
			e.Quoted = unescape(i.Message.Content)
			e.Pressed = chat.Ref(i.Message.ID + withButtons)
			if e.Hidden = i.Message.Flags&ephemeral != 0; e.Hidden {
				e.Opener, e.Pressed = e.From, ""
			} else if opener, ok := d.openers.Get(i.Message.ID); ok {
				e.Opener = chat.User{ID: opener}
			}
		}
	case typeComplete:
		d.spawn(func() { d.complete(i, e) })
		return false
	default:
		return false
	}
	a := newAnswer(d, i)
	if refusal := d.refusal(i, o); refusal != "" {
		refuse(a, refusal)
		return false
	}
	if hint := d.visit(e.Room, a); hint != "" {
		a.mu.Lock() // what else is to be said waits for it
		d.spawn(func() {
			defer a.mu.Unlock()
			_, _ = a.begin(saying, part{content: hint}.flagged(ephemeral), nil)
		})
	} else {
		d.spawn(a.acknowledge)
	}
	h := &hearing{event: e, answer: a, file: o.file, letter: l}
	if e.Pressed != "" {
		d.pressed.Add(i.Message.ID, a)
	}
	return d.enqueue(h)
}

// learn remembers what an interaction tells of where it comes from and of its author.
func (d *Discord) learn(i *interaction) {
	d.learnGuild(i.ChannelID, i.GuildID)
	d.learnLocale(i)
	d.learnRank(i)
	d.learnParent(i)
}

// refusal is why the bot cannot do what an interaction asks for, "" if nothing is known to stand in its way.
func (d *Discord) refusal(i *interaction, o order) string {
	if o.robot != nil {
		return d.Say(i.Locale, RobotKey, map[string]string{"Name": person(o.robot, nil).Name})
	}
	needed := i.sending() | viewChannel
	if o.thread && i.GuildID != "" && !i.inThread() && !i.abroad() {
		needed |= createThreads | sendInThreads
	}
	if lacking := i.lacks(needed); lacking != 0 {
		return d.lacking(i.Locale, lacking)
	}
	return ""
}

// chosen is what a button says, with what was chosen or filled in.
func (d *Discord) chosen(i *interaction) order {
	o := order{text: i.Data.Custom}
	switch {
	case i.Type == typeFilled:
		o.text = strings.TrimPrefix(o.text, forText)
		for _, row := range i.Data.Rows {
			for _, field := range row.Fields {
				o.text += " " + strings.TrimSpace(field.Value)
			}
		}
	case len(i.Data.Values) == 0:
	case i.Data.Component == componentMenu:
		o.text = i.Data.Values[0]
	case i.Data.Component == componentPeople:
		o.text = strings.TrimPrefix(o.text, forPerson) + " " + d.personIn(i, i.Data.Values[0], &o)
	}
	return o
}

// again tells whether an event was delivered before.
func (d *Discord) again(id string) bool {
	known, _ := d.heard.ContainsOrAdd(id, true)
	return known
}

// enqueue passes an event on when the ones before it in its room are dealt with, and its file is there. It waits for nothing: what
// is too much for its room, for its author or for all is left at once. The author of an interaction is told then, a room later.
func (d *Discord) enqueue(h *hearing) bool {
	leave, ok := d.door.Enter(adapter.Caller{
		Room:    h.event.Room,
		From:    h.event.From.ID,
		Playing: d.seats.In(d.life, h.event.Room),
		Move:    h.answer != nil || h.event.Addressed || strings.HasPrefix(h.event.Text, "/") || d.weigh(h.event) == chat.Move,
		Firm:    !h.event.Reread.IsZero(), // what a gap has held back comes at once
		Told:    h.answer != nil,
	})
	if !ok {
		d.surplus.Add("room", h.event.Room)
		if h.answer != nil {
			refuse(h.answer, d.Say(h.event.Locale, SkippedKey, map[string]string{"Count": "1"}))
		}
		return false
	}
	j := adapter.Job{Do: func() {
		defer leave()
		defer d.waiting.Add(-1)
		ctx, ours := d.begin(h)
		if !ours {
			return
		}
		d.guard(h, func() { d.hear(ctx, h) })
		d.ended(ctx, h)
	}}
	if h.file != nil {
		j.Fetch = func() { d.fetch(h) }
	}
	d.waiting.Add(1)
	return d.rooms.Put(h.event.Room, j)
}

// refuse tells the author of an interaction why nothing comes of it.
func refuse(a *answer, text string) {
	if a.to.Type == typeComponent && a.to.Message != nil {
		a.pressed.Remove(a.to.Message.ID)
	}
	a.spawn(func() {
		if _, err := a.say(a.life, part{content: escape(text)}, a.flags(), false); err != nil {
			a.Log.Info("a refusal not told", "event", prefix+a.to.ID, "error", err)
		}
	})
}

// weigh tells what an event is worth. A handler that does not say is passed everything.
func (d *Discord) weigh(e chat.Event) chat.Weight {
	if w, ok := d.handler.(chat.Weigher); ok {
		return w.Weigh(e)
	}
	return chat.Move
}

// greeting is what it means to mention the bot and say nothing.
const greeting = "/start"

// hint tells somebody once how to be heard whose answer to the bot, or whose mention of it, came without a text.
func (d *Discord) hint(m *message, e chat.Event) {
	if !e.Addressed || e.Private || len(m.Files) > 0 || d.content.Load() {
		return
	}
	if known, _ := d.hinted.ContainsOrAdd(e.From.ID, true); known {
		return
	}
	text := d.Say(e.Locale, HintKey, nil)
	d.spawn(func() {
		if _, err := d.post(d.life, channelOf(e.Room), part{content: escape(text)}, newNonce(), m.ID); err != nil {
			d.Log.Info("a hint not told", "room", e.Room, "error", err)
		}
	})
}

// skipped has a room told how much of what was said there has not been heard.
func (d *Discord) skipped(room chat.Room, n int) {
	text := d.Say(d.localeOf(room), SkippedKey, map[string]string{"Count": strconv.Itoa(n)})
	d.rooms.Put(room, adapter.Job{Do: func() {
		if _, err := d.post(d.life, channelOf(room), part{content: escape(text)}, newNonce(), ""); err != nil {
			d.Log.Warn("the notice of messages passed over was not said", "room", room, "error", err)
		}
	}})
}

// hear lets the bot deal with an event. Somebody who took no messages, and now says something, is first shown what was not told
// meanwhile.
func (d *Discord) hear(ctx context.Context, h *hearing) {
	if again, ok := d.handler.(chat.Misser); ok && d.shut.Remove(h.event.Room) {
		again.ShowAgain(ctx, h.event.Room, false)
	}
	e := h.event
	e.Reply = h
	if h.answer == nil || !h.answer.to.abroad() {
		e.Around, e.Server = d.around(e), d.serverOf(e)
	}
	if h.answer == nil {
		d.handler.Hear(ctx, e)
		return
	}
	if e.Pressed != "" {
		defer d.pressed.Remove(h.answer.to.Message.ID)
	}
	kept := d.unsaid.take(e.From.ID)
	d.handler.Hear(ctx, e)
	d.unsaid.tell(d.life, h, kept)
	h.answer.finish(d.life)
}

// guard catches a panic and says that there was one.
func (d *Discord) guard(h *hearing, do func()) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		d.Log.Error("panic while answering", "event", h.event.ID, "room", h.event.Room, "panic", p, "stack", string(debug.Stack()))
		text := d.Say(h.event.Locale, TroubleKey, nil)
		if h.answer != nil {
			if _, err := h.answer.say(d.life, part{content: escape(text)}, h.answer.flags(), false); err != nil {
				d.Log.Warn("trouble not told", "room", h.event.Room, "error", err)
			}
			return
		}
		if _, err := d.post(d.life, channelOf(h.event.Room), part{content: escape(text)}, newNonce(), h.message); err != nil {
			d.Log.Warn("trouble not told", "room", h.event.Room, "error", err)
		}
	}()
	do()
}

// learnLocale remembers which language a server has chosen, for messages, which do not say.
func (d *Discord) learnLocale(i *interaction) {
	if chosen := i.Guild.chosen(); i.GuildID != "" && chosen != "" {
		d.locales.Add(i.GuildID, chosen)
	}
}

// localeOf is the language that the server of a room has chosen, "" if that is not known.
func (d *Discord) localeOf(room chat.Room) string {
	guild, _ := d.guilds.Get(channelOf(room))
	chosen, _ := d.locales.Get(guild)
	return chosen
}

// noAnswer is what a sentence among the choices stands for: no move, and no other word either.
const noAnswer = "?"

// complete answers what is being typed with what it may become.
func (d *Discord) complete(i *interaction, e chat.Event) {
	c, with, _ := d.asked(i)
	head := ""
	for n, o := range with {
		if o.Focused {
			head = d.orderedAs(c, slices.Delete(slices.Clone(with), n, n+1), i).text + " "
			e.Text = head + o.text()
		}
	}
	ctx, cancel := context.WithTimeout(d.life, d.deadline)
	defer cancel()
	type choice struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	choices, hint := []choice{}, ""
	func() {
		defer func() {
			if p := recover(); p != nil {
				d.Log.Error("panic while completing", "event", e.ID, "panic", p, "stack", string(debug.Stack()))
			}
		}()
		for _, s := range d.handler.Suggest(ctx, e) {
			s = strings.TrimPrefix(s, head)
			if s != "" && length(s) <= 100 && len(choices) < mostChoices {
				choices = append(choices, choice{s, s})
			}
		}
		if h, ok := d.handler.(chat.Hinter); ok && len(choices) == 0 {
			hint = h.Hint(ctx, e)
		}
	}()
	if len(choices) == 0 && hint != "" {
		choices = append(choices, choice{cutWords(hint, 100), noAnswer})
	}
	err := d.do(ctx, call{
		what:   "complete what is typed",
		method: "POST", url: callback(i), within: d.deadline,
		body: response{Type: 8, Data: map[string]any{"choices": choices}},
	}, nil)
	if err != nil && code(err) != alreadyAcknowledged {
		d.Log.Info("not completed", "error", err)
	}
}
