package discord

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/chat"
)

// Where somebody has the bot with their account and the bot is no member it can only answer: commands and buttons, each for a
// quarter of an hour and five messages. Messages there go the way of the latest of them; so they do in the direct talk with somebody
// who takes no direct messages.

// answerLife is how long an interaction can be answered, less the way.
const answerLife = 14 * time.Minute

// errGuest is why nothing can be said.
var errGuest = fmt.Errorf("%w: the last command or button is too long ago, or has had all its answers", chat.ErrGuest)

// Contexts of interactions.
const (
	contextGuild = 0
	contextGroup = 2 // a talk of people in which the bot is not
)

// abroad tells whether the bot is no member where an interaction comes from.
func (i *interaction) abroad() bool {
	_, member := i.Owners["0"]
	return i.Context == contextGroup || i.Context == contextGuild && i.GuildID != "" && len(i.Owners) > 0 && !member
}

// alone tells whether nobody but its author and the bot is where an interaction comes from.
func (i *interaction) alone() bool { return i.GuildID == "" && !i.abroad() }

// visit remembers the way into a room in which the bot is no member, and returns what the first command there is answered with: how
// it is there; "" for all others.
func (d *Discord) visit(room chat.Room, a *answer) string {
	if a.to.alone() || a.to.abroad() {
		d.visits.Put(room, a)
	}
	if !a.to.abroad() {
		return ""
	}
	if known, _ := d.guestIn.ContainsOrAdd(room, true); known || a.to.Type != typeCommand {
		return ""
	}
	return escape(d.Say(a.to.Locale, GuestKey, nil))
}

// sayAbroad says something in a room in which the bot is no member. What it cannot say there is shown when the bot is asked for
// something again.
func (d *Discord) sayAbroad(ctx context.Context, room chat.Room, parts []part) (ref chat.Ref, err error) {
	defer func() {
		if errors.Is(err, errGuest) {
			d.shut.Add(room, true)
		}
	}()
	a, ok := d.visits.Get(room)
	if !ok {
		return "", errGuest
	}
	for _, p := range parts {
		_, err := a.say(ctx, p, 0, false)
		if code(err) == tooManyFollowUps || expired(err) {
			err = errGuest
		}
		if err != nil {
			return "", err
		}
	}
	return "", nil // it could not be changed later
}

// tellClosed says something to somebody who takes no direct messages in answer to what this one has asked for there. It is false if that
// cannot be done.
func tellClosed(ctx context.Context, d *Discord, room chat.Room, parts []part) (ref chat.Ref, ok bool) {
	a, ok := d.visits.Get(room)
	if !ok {
		return "", false
	}
	for _, p := range parts {
		id, err := a.say(ctx, p, a.flags(), false)
		if err != nil {
			d.Log.Info("an answer does not reach somebody who takes no direct messages", "room", room, "error", err)
			return "", false
		}
		ref = refOf(id, p)
	}
	return ref, true
}

// follow says one thing more in answer to an interaction. The caller holds mu.
func (a *answer) follow(ctx context.Context, p part, flags int) (id string, err error) {
	var said struct{ ID string }
	err = a.do(ctx, call{
		what:   "answer an interaction",
		method: "POST", url: discordgo.EndpointWebhookToken(a.to.App, a.to.Token),
		body: p.flagged(flags), file: p.file, once: true,
	}, &said)
	return said.ID, err
}
