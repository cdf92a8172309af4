package discord

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/client"
	"tabuleiro/bot/discord/styled"
	"tabuleiro/bot/discord/wire"
)

// Where somebody has the bot with their account and the bot is no member it can only answer, and so where it may not
// write: commands and buttons, each for a quarter of an hour, a guest with five messages. Messages there go the way of
// the latest of them, or of the one before if that one is closed: its acknowledgement came too late, or it has had all
// its answers. So they do in the direct talk with somebody who takes no direct messages.

// tooManyFollowUps is the code of what an interaction is not answered any more where the bot is no member.
const tooManyFollowUps = 40094

// answerTTL is how long an interaction can be answered, less the way.
const answerTTL = 14 * time.Minute

// refusedTTL is for how long nobody is written to who takes no direct messages. Discord does not tell when that
// changes.
const refusedTTL = 24 * time.Hour

// errGuest is why nothing can be said.
var errGuest = fmt.Errorf("%w: the last command or button is too long ago, or has had all its answers", chat.ErrGuest)

// errRefused is told in place of Discord's refusal, which was told before.
var errRefused = fmt.Errorf("%w: no direct messages are taken", chat.ErrClosed)

// visit remembers the way into a room in which the bot can only answer, and returns what the first command there is
// answered with: how it is there; "" for all others.
func (d *Discord) visit(room chat.Room, a *answer) string {
	visiting, known := a.to.Visiting(), false
	d.rooms.change(wire.Channel(room), func(r *roomState) {
		if visiting || a.to.IsDirect() {
			r.ways = [2]*answer{a, r.ways[0]}
		}
		known, r.guest = r.guest, visiting
	})
	if !visiting || known || a.to.Type != discordgo.InteractionApplicationCommand {
		return ""
	}
	text := d.sentence(a.to.Locale, GuestKey, nil)
	if lacking := a.to.Lacks(a.to.Sending() | discordgo.PermissionViewChannel); lacking != 0 {
		text = d.permissions(a.to.Locale, MuteKey, lacking)
	}
	return text
}

// sayByWays says something by the latest interaction of a room that is open. What cannot be said is shown when the bot is
// asked for something again. The Ref is good for as long as the way by which it was said.
func (d *Discord) sayByWays(ctx context.Context, room chat.Room, parts []styled.Part) (chat.Ref, error) {
	ways := d.room(room).ways
	return d.sayParts(parts, func(p styled.Part) (string, error) {
		for _, a := range ways {
			if a == nil || d.client.Clock.At(time.Now()).Sub(wire.TimeOf(a.to.ID)) > answerTTL {
				break
			}
			id, err := a.Say(ctx, p, 0, false)
			if client.Code(err) != tooManyFollowUps && !expired(err) {
				return id, err
			}
		}
		d.rooms.change(wire.Channel(room), func(r *roomState) { r.missed = true })
		return "", errGuest
	})
}

// Direct implements chat.Direct. Discord opens the talk where there is none, of which the person is not told.
func (d *Discord) Direct(ctx context.Context, id string) (chat.Room, error) {
	user, ok := strings.CutPrefix(id, wire.Prefix)
	if !ok || user == "" {
		return "", nil
	}
	if talk := d.people.get(id).talk; talk != "" {
		return talk, nil
	}
	var opened struct{ ID string }
	err := d.client.Do(ctx, client.Call{
		What: "open a direct talk", Method: "POST", URL: discordgo.EndpointUserChannels("@me"), Route: "talks",
		Body: map[string]string{"recipient_id": user},
	}, &opened)
	if client.IsRefusal(err) {
		d.Log.Info("a direct talk cannot be opened", "error", err)
		return "", nil
	}
	if err != nil {
		return "", wrap(err)
	}
	talk := wire.Room(opened.ID)
	d.people.change(id, func(p *personState) { p.talk = talk })
	return talk, nil
}

// Callable implements chat.Direct: people who have said something in a direct talk lately are called there, and people
// who have asked for that. Others are called where they play, as people on a server do not expect a bot to write to
// them.
func (d *Discord) Callable(ctx context.Context, id string, wanted bool) (chat.Room, bool) {
	if !d.people.get(id).talks && !wanted {
		return "", false
	}
	talk, err := d.Direct(ctx, id)
	if err != nil {
		d.Log.Info("a direct talk cannot be opened", "error", err)
	}
	return talk, talk != "" && !d.room(talk).missed && !d.refuses(talk)
}
