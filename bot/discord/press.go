package discord

import (
	"context"
	"runtime/debug"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/answer"
	"tabuleiro/bot/discord/client"
	"tabuleiro/bot/discord/commands"
	"tabuleiro/bot/discord/styled"
	"tabuleiro/bot/discord/wire"
)

// hearInteraction passes on a command or a button. It is acknowledged at once, whatever goes on in the room.
func (ear *ears) hearInteraction(i *wire.Interaction) {
	u, m := i.Who()
	if i.ID == "" || i.Token == "" || i.ChannelID == "" || u == nil || u.ID == "" || ear.again(i.ID) {
		return
	}
	if ear.out.client.Clock.IsStale(i.ID) {
		ear.log.Warn("an interaction came too late, and is not acted on", "event", wire.Prefix+i.ID)
		return
	}
	ear.out.places.Learn(i)
	if i.Alone() {
		ear.out.talks.Put(u.ID, wire.Room(i.ChannelID))
	}
	e := chat.Event{
		ID:        wire.Prefix + i.ID,
		Room:      wire.Room(i.ChannelID),
		From:      wire.Person(u, m),
		Addressed: true,
		Private:   i.Alone(),
		Locale:    i.Locale,
		Spoken:    i.Guild.Chosen(),
		Said:      wire.TimeOf(i.ID),
	}
	ear.out.refused.Take(e.Room)
	ear.out.met.meets(i.GuildID, e.From)
	var o commands.Order
	switch i.Type {
	case wire.TypeCommand:
		o = ear.out.words.Ordered(i, ear.self.bot())
		e.Text, e.Mentions = o.Text, o.People
	case wire.TypeComponent, wire.TypeFilled:
		if i.Type == wire.TypeComponent && strings.HasPrefix(i.Data.Custom, styled.ForText) {
			ear.spawn(func() { ear.out.desk.AskText(i, ear.out.sentence(i.Locale, TypeKey, nil)) })
			return
		}
		o = ear.chosen(i)
		e.Text, e.Mentions, e.Tap = o.Text, o.People, i.Type == wire.TypeComponent
		if i.Message != nil {
			e.Quoted, e.QuotedRef = styled.Unescape(i.Message.Content), chat.Ref(i.Message.ID)
			e.Pressed = chat.Ref(i.Message.ID + withButtons)
			if e.Hidden = i.Message.Flags&wire.Ephemeral != 0; e.Hidden {
				e.Opener, e.Pressed = e.From, ""
			} else if opener, ok := ear.out.openers.Get(i.Message.ID); ok {
				e.Opener = chat.User{ID: opener}
			}
		}
	case wire.TypeComplete:
		ear.spawn(func() { ear.complete(i, e) })
		return
	default:
		return
	}
	a := ear.out.desk.Open(i)
	if refusal := ear.refusal(i, o); refusal != "" {
		ear.refuse(a, refusal)
		return
	}
	hint := ear.out.visit(e.Room, a)
	if hint != "" {
		ear.spawn(a.Begin(hint))
	}
	h := &hearing{event: e, answer: a, file: o.File}
	if e.Pressed != "" {
		ear.out.pressed.Put(i.Message.ID, a)
	}
	if ear.enqueue(h) && hint == "" {
		ear.spawn(a.Acknowledge)
	}
}

// refusal is why the bot cannot do what an interaction asks for, "" if nothing is known to stand in its way.
func (ear *ears) refusal(i *wire.Interaction, o commands.Order) string {
	if o.Robot != nil {
		return ear.out.sentence(i.Locale, RobotKey, map[string]string{"Name": wire.Person(o.Robot, nil).Name})
	}
	const needed = wire.ViewChannel | wire.CreateThreads | wire.SendInThreads
	if lacking := i.Lacks(needed); o.Thread && !i.InThread() && lacking != 0 {
		return ear.out.lacking(i.Locale, lacking)
	}
	return ""
}

// chosen is what a button says, with what was chosen or filled in.
func (ear *ears) chosen(i *wire.Interaction) commands.Order {
	o := commands.Order{Text: i.Data.Custom}
	switch {
	case i.Type == wire.TypeFilled:
		o.Text = strings.TrimPrefix(o.Text, styled.ForText)
		for _, row := range i.Data.Rows {
			for _, field := range append(row.Fields, row.Field) {
				o.Text = strings.TrimSpace(o.Text + " " + strings.TrimSpace(field.Value))
			}
		}
	case len(i.Data.Values) == 0:
	case i.Data.Component == wire.ComponentMenu:
		o.Text = i.Data.Values[0]
	case i.Data.Component == wire.ComponentPeople:
		o.Text = strings.TrimPrefix(o.Text, styled.ForPerson) + " " + o.Name(i, i.Data.Values[0], ear.self.bot())
	}
	return o
}

// refuse tells the author of an interaction why nothing comes of it.
func (ear *ears) refuse(a *answer.Answer, text string) {
	answered(ear.out, a)
	ear.spawn(func() { ear.tellRefusal(a, text) })
}

func (ear *ears) tellRefusal(a *answer.Answer, text string) {
	if _, err := a.Say(ear.life, ear.out.line(text), a.Flags(), false); err != nil {
		ear.log.Info("a refusal not told", "event", wire.Prefix+a.To.ID, "error", err)
	}
}

// refuseSurplus is refuse for what was not let in. Of thousands at once most are told nothing: the calls would take
// from others what those were kept out for.
func (ear *ears) refuseSurplus(h *hearing) {
	answered(ear.out, h.answer)
	select {
	case ear.refusing <- struct{}{}:
	default:
		return
	}
	text := ear.out.sentence(h.event.Locale, SkippedKey, map[string]string{"Count": "1"})
	ear.spawn(func() {
		defer func() { <-ear.refusing }()
		ear.tellRefusal(h.answer, text)
	})
}

// complete answers what is being typed with what it may become.
func (ear *ears) complete(i *wire.Interaction, about chat.Event) {
	head, text := ear.out.words.Completing(i, ear.self.bot())
	about.Text = text
	ctx, cancel := context.WithTimeout(ear.life, client.Deadline)
	defer cancel()
	var texts []string
	hint := ""
	func() {
		defer func() {
			if p := recover(); p != nil {
				ear.log.Error("panic while completing", "event", about.ID, "panic", p, "stack", string(debug.Stack()))
			}
		}()
		for _, s := range ear.handler.Suggest(ctx, about) {
			texts = append(texts, strings.TrimPrefix(s, head))
		}
		if h, ok := ear.handler.(chat.Hinter); ok && len(texts) == 0 {
			hint = h.Hint(ctx, about)
		}
	}()
	ear.out.desk.Complete(i, texts, hint)
}
