package discord

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/answer"
	"tabuleiro/bot/discord/client"
	"tabuleiro/bot/discord/styled"
	"tabuleiro/bot/discord/wire"
)

// Where somebody has the bot with their account and the bot is no member it can only answer, and so where it may not
// write: commands and buttons, each for a quarter of an hour, a guest with five messages. Messages there go the way of
// the latest of them, or of the one before if that one is closed: its acknowledgement came too late, or it has had all
// its answers. So they do in the direct talk with somebody who takes no direct messages.

// answerLife is how long an interaction can be answered, less the way.
const answerLife = 14 * time.Minute

// ways are the latest two interactions of a room; the second one may be nil.
type ways [2]*answer.Answer

// say says something by the first of them that is open.
func (w ways) say(ctx context.Context, p styled.Part, flags func(*answer.Answer) int) (id string, err error) {
	err = errGuest
	for _, a := range w {
		if a == nil {
			break
		}
		id, err = a.Say(ctx, p, flags(a), false)
		if client.Code(err) != client.TooManyFollowUps && !answer.Expired(err) {
			return id, err
		}
		err = errGuest
	}
	return "", err
}

// errGuest is why nothing can be said.
var errGuest = fmt.Errorf("%w: the last command or button is too long ago, or has had all its answers", chat.ErrGuest)

// visit remembers the way into a room in which the bot can only answer, and returns what the first command there is
// answered with: how it is there; "" for all others.
func (o *outbox) visit(room chat.Room, a *answer.Answer) string {
	visiting := a.To.Visiting()
	if visiting || a.To.Alone() {
		before, _ := o.visits.Get(room)
		o.visits.Put(room, ways{a, before[0]})
	}
	if !visiting {
		o.guestIn.Remove(room)
		return ""
	}
	if _, known := o.guestIn.PutNew(room, true); known || a.To.Type != wire.TypeCommand {
		return ""
	}
	if lacking := a.To.Lacks(a.To.Sending() | wire.ViewChannel); lacking != 0 {
		return o.line(o.permissions(a.To.Locale, MuteKey, lacking)).Content
	}
	return o.line(o.sentence(a.To.Locale, GuestKey, nil)).Content
}

// sayAbroad says something in a room in which the bot can only answer. A message that it cannot say there is shown when
// the bot is asked for something again. The Ref is good for as long as the way by which it was said.
func (o *outbox) sayAbroad(ctx context.Context, room chat.Room, parts []styled.Part) (ref chat.Ref, err error) {
	defer func() {
		if errors.Is(err, errGuest) {
			o.shut.Put(room, true)
		}
	}()
	visits, _ := o.visits.Get(room)
	for _, p := range parts {
		id, err := visits.say(ctx, p, func(*answer.Answer) int { return 0 })
		if err != nil {
			return "", err
		}
		if id != "" {
			ref = refOf(id, p)
		}
	}
	return ref, nil
}

// tellClosed says something to somebody who takes no direct messages in answer to what this one has asked for there. It
// is false if that cannot be done.
func (o *outbox) tellClosed(ctx context.Context, room chat.Room, parts []styled.Part) (ref chat.Ref, ok bool) {
	visits, _ := o.visits.Get(room)
	for _, p := range parts {
		id, err := visits.say(ctx, p, (*answer.Answer).Flags)
		if err != nil {
			o.log.Info("an answer does not reach somebody who takes no direct messages", "room", room, "error", err)
			return "", false
		}
		ref = refOf(id, p)
	}
	return ref, true
}
