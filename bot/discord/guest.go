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

// Where the bot is installed by a user but not a member, and where it may not write, it can only answer interactions:
// commands and buttons, each for a quarter of an hour and, where it is not a member, with at most five messages.
// Messages there are sent through the last interaction, or through the one before if that is closed: it was
// acknowledged too late, or has all its answers. The same goes for the DM with a person who accepts no direct messages.

// tooManyFollowUps is Discord's code for an interaction that has all its answers where the bot is not a member.
const tooManyFollowUps = 40094

// answerTTL is how long an interaction can be answered, with a margin for latency.
const answerTTL = 14 * time.Minute

// refusedTTL is how long a person who accepts no direct messages is not written to. Discord does not report when that
// changes.
const refusedTTL = 24 * time.Hour

// errGuest means that no interaction is left to answer.
var errGuest = fmt.Errorf("%w: the last command or button is too long ago, or has had all its answers", chat.ErrGuest)

// errRefused is returned, without a call, to a message for a person who refused one before.
var errRefused = fmt.Errorf("%w: no direct messages are taken", chat.ErrClosed)

// visit records an interaction as a way into a room where the bot can only answer. For the first command there it
// returns a text that explains what works; else "".
func (d *Discord) visit(room chat.Room, a *answer) string {
	visiting, known := a.to.Visiting(), false
	d.rooms.Change(wire.Channel(room), func(r *roomState) {
		if visiting || a.to.IsDirect() {
			r.ways = [2]*answer{a, r.ways[0]}
		}
		known, r.guest = r.guest, visiting
	})
	if !visiting || known || a.to.Type != discordgo.InteractionApplicationCommand {
		return ""
	}
	text := d.sentence(string(a.to.Locale), GuestKey, nil)
	if lacking := a.to.Lacks(a.to.Sending() | discordgo.PermissionViewChannel); lacking != 0 {
		text = d.permissions(string(a.to.Locale), MuteKey, lacking)
	}
	return text
}

// sayByWays sends a message through the last open interaction of a room. What cannot be sent is shown at the next
// interaction; the Ref is valid for as long as that interaction is open.
func (d *Discord) sayByWays(ctx context.Context, room chat.Room, parts []styled.Part) (chat.Ref, error) {
	ways := d.room(room).ways
	return d.sayParts(parts, func(p styled.Part) (string, error) {
		for _, a := range ways {
			if a == nil || d.client.Clock.At(time.Now()).Sub(wire.TimeOf(a.to.ID)) > answerTTL {
				break
			}
			id, err := a.put(ctx, p, followUp)
			if client.Code(err) != tooManyFollowUps && !expired(err) {
				return id, err
			}
		}
		d.rooms.Change(wire.Channel(room), func(r *roomState) { r.missed = true })
		return "", errGuest
	})
}

// Direct implements chat.Direct. Discord creates a missing DM channel, without telling the person.
func (d *Discord) Direct(ctx context.Context, id string) (chat.Room, error) {
	user, ok := strings.CutPrefix(id, wire.Prefix)
	if !ok || user == "" {
		return "", nil
	}
	if talk := d.people.Value(id).talk; talk != "" {
		return talk, nil
	}
	var opened struct{ ID string }
	err := d.client.Do(ctx, client.Call{
		What: "open a direct talk", Method: "POST", URL: discordgo.EndpointUserChannels("@me"), Route: "talks",
		Body: map[string]string{"recipient_id": user},
	}, &opened)
	if client.IsRefusal(err) {
		d.Log.Info("a direct message channel cannot be opened", "error", err)
		return "", nil
	}
	if err != nil {
		return "", wrap(err)
	}
	talk := wire.Room(opened.ID)
	d.people.Change(id, func(p *personState) { p.talk = talk })
	return talk, nil
}

// Callable implements chat.Direct: it is true for people who have written to the bot in a DM, or have asked to be
// notified there. Others are notified where they play, as people on a server do not expect DMs of a bot.
func (d *Discord) Callable(ctx context.Context, id string, wanted bool) (chat.Room, bool) {
	if !d.people.Value(id).talks && !wanted {
		return "", false
	}
	talk, err := d.Direct(ctx, id)
	chat.Warn(d.Log, err, "a direct message channel cannot be opened")
	return talk, talk != "" && !d.room(talk).missed && !d.refuses(talk)
}
