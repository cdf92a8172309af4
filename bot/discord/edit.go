package discord

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/client"
	"tabuleiro/bot/discord/styled"
	"tabuleiro/bot/discord/wire"
)

// withButtons ends the Ref of a message that has something to retire: chat.Ref.Is leaves it out.
const withButtons = "+"

// refOf is the Ref of a message with an id.
func refOf(id string, p styled.Part) chat.Ref {
	if len(p.Buttons) > 0 {
		id += withButtons
	}
	return chat.Ref(id)
}

// Edit puts a message in the place of one that was sent: text, picture and buttons. Discord notifies no one of that. A
// text too long for one message is an error, and so is a message that is gone.
func (o *outbox) Edit(ctx context.Context, room chat.Room, ref chat.Ref, m chat.Message) error {
	id, dressed := strings.CutSuffix(string(ref), withButtons)
	parts := changeTo(o, m)
	if id == "" || len(parts) != 1 {
		return fmt.Errorf("discord: change a message: %d messages cannot take the place of %q", len(parts), ref)
	}
	if len(parts[0].Buttons) > 0 && !dressed {
		o.dressed.Put(id, true) // its Ref does not tell
	}
	return o.change(ctx, room, id, client.Call{What: "change a message", Body: parts[0].Body(), File: parts[0].File})
}

// aged are messages that may be changed seldom only.
const aged = time.Hour

// Retire takes the buttons off a message, by and by: old buttons have time, as a press of one is refused anyway, and
// what is to be said goes first. If one of them was just pressed, the answer to that takes them off.
func (o *outbox) Retire(ctx context.Context, room chat.Room, ref chat.Ref) error {
	id, dressed := strings.CutSuffix(string(ref), withButtons)
	if !dressed && !o.dressed.Has(id) {
		return nil
	}
	if a, ok := o.pressed.Get(id); ok {
		if placed, _ := a.Replace(ctx, styled.Part{Only: true}); placed {
			return nil
		}
	}
	o.retiring.Put(room, adapter.Job{Do: func() {
		err := o.change(o.life, room, id, client.Call{What: "take buttons off a message",
			Body: styled.Part{Only: true}.Body(), Idle: true})
		switch client.Code(err) {
		case 0, client.UnknownMessage, client.UnknownChannel, client.ThreadArchived, client.ThreadLocked,
			client.TooManyOldEdits, client.UnknownWebhook, client.InvalidToken:
		default:
			o.log.Info("old buttons stay", "room", room, "error", err)
		}
	}})
	return nil
}

// change makes a call that changes a message of a room.
func (o *outbox) change(ctx context.Context, room chat.Room, id string, c client.Call) error {
	channel := wire.Channel(room)
	c.Method, c.URL, c.Route = "PATCH", discordgo.EndpointChannelMessage(channel, id), "edit "+channel
	if address, secret := o.desk.Secrets.Get(id); secret {
		c.URL, c.Route = address, ""
	} else if o.guestIn.Has(room) {
		return errGuest
	} else if o.client.Clock.At(time.Now()).Sub(wire.TimeOf(id)) > aged {
		c.Route = "old edit " + channel
	}
	if err := o.client.Do(ctx, c, nil); err != nil {
		return fmt.Errorf("discord: %w", err)
	}
	return nil
}
