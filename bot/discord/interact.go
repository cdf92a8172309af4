package discord

import (
	"context"
	"runtime/debug"
	"strings"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/client"
	"tabuleiro/bot/discord/commands"
	"tabuleiro/bot/discord/styled"
	"tabuleiro/bot/discord/wire"
)

// hearInteraction handles a command or a button, which is acknowledged however busy the room is.
func (d *Discord) hearInteraction(i *wire.Interaction) {
	u, m := i.Author()
	if !i.IsWhole() || d.isDuplicate(i.ID) {
		return
	}
	if d.client.Clock.IsStale(i.ID) {
		d.Log.Warn("an interaction came too late and is dropped", "event", wire.Prefix+i.ID)
		return
	}
	e := chat.Event{
		ID:        wire.Prefix + i.ID,
		Room:      wire.Room(i.ChannelID),
		From:      wire.Person(u, m),
		Addressed: true,
		Private:   i.IsDirect(),
		Locale:    string(i.Locale),
		Spoken:    i.Guild.Chosen(),
		Said:      wire.TimeOf(i.ID),
	}
	d.learn(i)
	d.hearFrom(e, i.GuildID)
	switch {
	case i.Type == discordgo.InteractionMessageComponent && strings.HasPrefix(i.Data.Custom, styled.ForText):
		d.queue.Go(func() { d.askText(i, d.sentence(string(i.Locale), TypeKey, nil)) })
	case i.Type == discordgo.InteractionApplicationCommandAutocomplete:
		d.queue.Go(func() { d.complete(i, e) })
	case i.Type == discordgo.InteractionApplicationCommand:
		d.order(i, e, d.words.Ordered(i, d.self()))
	case i.Type == discordgo.InteractionMessageComponent, i.Type == discordgo.InteractionModalSubmit:
		e.Tap = i.Type == discordgo.InteractionMessageComponent
		if i.Message != nil {
			d.quote(&e, i.Message)
		}
		d.order(i, e, d.chosen(i))
	}
}

// quote adds the message with the pressed button to an event.
func (d *Discord) quote(e *chat.Event, m *wire.Message) {
	e.Quoted, e.QuotedRef = styled.Unescape(m.Content), chat.Ref(m.ID)
	if e.Hidden = m.Flags&discordgo.MessageFlagsEphemeral != 0; e.Hidden {
		e.Opener = e.From
		return
	}
	e.Pressed = chat.Ref(m.ID + withButtons)
	e.Opener.ID = d.messages.Value(m.ID).opener
}

// order enqueues what an interaction asks for, or refuses it.
func (d *Discord) order(i *wire.Interaction, e chat.Event, o commands.Order) {
	e.Text, e.Mentions = o.Text, o.People
	a := &answer{Discord: d, to: i, begun: make(chan struct{}), mu: make(client.Turn, 1)}
	if refusal := d.refusal(i, o); refusal != "" {
		d.refuse(a, refusal)
		return
	}
	if e.Pressed != "" {
		d.messages.Change(i.Message.ID, func(m *messageState) { m.pressed = a })
	}
	if d.enqueue(&inbound{event: e, answer: a, file: o.File, hint: d.visit(e.Room, a)}) {
		d.queue.Go(a.acknowledge)
	}
}

// refusal returns why the bot cannot do what an interaction asks for, "" if nothing is known to prevent it.
func (d *Discord) refusal(i *wire.Interaction, o commands.Order) string {
	if o.Robot != nil {
		return d.sentence(string(i.Locale), RobotKey, map[string]string{"Name": wire.Person(o.Robot, nil).Name})
	}
	const needed = discordgo.PermissionViewChannel | discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads
	if lacking := i.Lacks(needed); o.Thread && !i.Channel.IsThread() && lacking != 0 {
		return d.permissions(string(i.Locale), PermissionKey, lacking)
	}
	return ""
}

// permissions returns a sentence that names permissions.
func (d *Discord) permissions(locale, key string, bits uint64) string {
	var names []string
	for _, p := range wire.Permissions {
		if bits&p.Bit != 0 {
			names = append(names, d.sentence(locale, p.Key, nil))
		}
	}
	return d.sentence(locale, key, map[string]string{"Permissions": strings.Join(names, ", ")})
}

// chosen returns the text of a button, with what was selected or typed.
func (d *Discord) chosen(i *wire.Interaction) commands.Order {
	o := commands.Order{Text: i.Data.Custom}
	switch {
	case i.Type == discordgo.InteractionModalSubmit:
		o.Text = strings.TrimPrefix(o.Text, styled.ForText)
		for _, row := range i.Data.Rows {
			for _, field := range append(row.Fields, row.Field) {
				o.Text = strings.TrimSpace(o.Text + " " + strings.TrimSpace(field.Value))
			}
		}
	case len(i.Data.Values) == 0:
	case i.Data.Component == discordgo.SelectMenuComponent:
		o.Text = i.Data.Values[0]
	case i.Data.Component == discordgo.UserSelectMenuComponent:
		o.Text = strings.TrimPrefix(o.Text, styled.ForPerson) + " " + o.Name(i, i.Data.Values[0], d.self())
	}
	return o
}

// refuse tells the author of an interaction why it has no effect.
func (d *Discord) refuse(a *answer, text string) {
	a.over.Store(true)
	d.queue.Go(func() { d.whisper(a, text) })
}

// refuseSurplus is refuse for rejected events. Of thousands at once most authors are told nothing, as those calls would
// burden the rate limits that the rejection protects.
func (d *Discord) refuseSurplus(h *inbound) {
	h.answer.over.Store(true)
	d.idle.Put(h.event.Room, adapter.Job{Do: func() {
		d.whisper(h.answer, d.sentence(h.event.Locale, SkippedKey, map[string]string{"Count": "1"}))
	}})
}

// longestChoice is the longest autocomplete choice, in characters.
const longestChoice = 100

// complete answers an autocomplete request.
func (d *Discord) complete(i *wire.Interaction, about chat.Event) {
	ctx, cancel := context.WithTimeout(d.life, client.Deadline)
	defer cancel()
	choices := []discordgo.ApplicationCommandOptionChoice{}
	defer func() {
		if p := recover(); p != nil {
			d.Log.Error("panic while completing", "event", about.ID, "panic", p, "stack", string(debug.Stack()))
		}
		const kind = discordgo.InteractionApplicationCommandAutocompleteResult
		_, _ = d.callBack(i, kind, map[string]any{"choices": choices}, nil)
	}()
	head, text := d.words.Completing(i, d.self())
	about.Text = text
	for _, s := range d.handler.Suggest(ctx, about) {
		s = strings.TrimPrefix(s, head)
		if s != "" && wire.Length(s) <= longestChoice && len(choices) < styled.MostChoices {
			choices = append(choices, discordgo.ApplicationCommandOptionChoice{Name: s, Value: s})
		}
	}
}
