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

// messageOf is the id of a message with a Ref, and dressed reports whether that tells of buttons.
func messageOf(ref chat.Ref) (id string, dressed bool) {
	return strings.CutSuffix(string(ref), withButtons)
}

// changeTo is what one of Discord's messages changes to.
func (d *Discord) changeTo(m chat.Message) []styled.Part {
	parts := d.compose(m)
	if m.OnlyButtons {
		return []styled.Part{{Buttons: parts[len(parts)-1].Buttons, Only: true}}
	}
	return parts
}

// Edit puts a message in the place of one that was sent: text, picture and buttons. Discord notifies no one of that. A
// text too long for one message is an error, and so is a message that is gone.
func (d *Discord) Edit(ctx context.Context, room chat.Room, ref chat.Ref, m chat.Message) error {
	id, dressed := messageOf(ref)
	parts := d.changeTo(m)
	if id == "" || len(parts) != 1 {
		return fmt.Errorf("discord: change a message: %d messages cannot take the place of %q", len(parts), ref)
	}
	if len(parts[0].Buttons) > 0 && !dressed {
		d.messages.change(id, func(m *messageState) { m.dressed = true }) // its Ref does not tell
	}
	return wrap(d.change(ctx, room, id, client.Call{What: "change a message", Method: "PATCH", Body: parts[0].Body(),
		File: parts[0].File}))
}

// Retire takes the buttons off a message, by and by: old buttons have time, as a press of one is refused anyway, and
// what is to be said goes first. If one of them was just pressed, the answer to that takes them off.
func (d *Discord) Retire(ctx context.Context, room chat.Room, ref chat.Ref) error {
	id, dressed := messageOf(ref)
	is := d.messages.get(id)
	if !dressed && !is.dressed {
		return nil
	}
	bare := styled.Part{Only: true}
	if is.isPressed() {
		if placed, _ := is.pressed.Replace(ctx, bare); placed {
			return nil
		}
	}
	d.idle.Put(room, adapter.Job{Do: func() {
		// buttons that stay are refused when they are pressed
		_ = d.change(d.life, room, id, client.Call{What: "take buttons off a message", Method: "PATCH", Body: bare.Body(),
			Idle: true})
	}})
	return nil
}

// Remove implements chat.Adapter.
func (d *Discord) Remove(ctx context.Context, room chat.Room, ref chat.Ref) error {
	id, _ := messageOf(ref)
	if id == "" {
		return nil
	}
	err := d.change(ctx, room, id, client.Call{What: "delete a message", Method: "DELETE", Idle: true})
	switch client.Code(err) {
	// it is gone, or only its reader can see and take it away
	case discordgo.ErrCodeUnknownMessage, discordgo.ErrCodeUnknownWebhook, discordgo.ErrCodeInvalidWebhookTokenProvided:
		return nil
	}
	return wrap(err)
}

// aged are messages that may be changed seldom only.
const aged = time.Hour

// change makes a call that changes or deletes a message of a room.
func (d *Discord) change(ctx context.Context, room chat.Room, id string, c client.Call) error {
	channel := wire.Channel(room)
	c.URL, c.Route = discordgo.EndpointChannelMessage(channel, id), c.Method+" "+channel
	if address := d.addressOf(id); address != "" {
		c.URL, c.Route = address, ""
	} else if c.Method == "PATCH" && d.in(room).guest {
		return errGuest
	} else if c.Method == "PATCH" && d.client.Clock.At(time.Now()).Sub(wire.TimeOf(id)) > aged {
		c.Route = "old " + c.Route
	}
	return d.client.Do(ctx, c, nil)
}

// Address implements chat.Caller.
func (d *Discord) Address(room chat.Room, ref chat.Ref) string {
	server := d.in(room).server
	id, _ := messageOf(ref)
	if server == "" || id == "" {
		return ""
	}
	return "https://discord.com/channels/" + server + "/" + wire.Channel(room) + "/" + id
}
