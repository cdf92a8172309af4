package discord

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
)

// withButtons ends the Ref of a message that has something to retire.
const withButtons = "+"

// refOf is the Ref of a message with an id.
func refOf(id string, p part) chat.Ref {
	if len(p.buttons) > 0 {
		id += withButtons
	}
	return chat.Ref(id)
}

// Edit puts a message in the place of one that was sent: text, picture and buttons. Discord notifies no one of that. A text
// too long for one message is an error, and so is a message that is gone.
func (d *Discord) Edit(ctx context.Context, room chat.Room, ref chat.Ref, m chat.Message) error {
	id, dressed := strings.CutSuffix(string(ref), withButtons)
	parts := d.changeTo(m)
	if id == "" || len(parts) != 1 {
		return fmt.Errorf("discord: change a message: %d messages cannot take the place of %q", len(parts), ref)
	}
	if len(parts[0].buttons) > 0 && !dressed {
		d.dressed.Add(id, true) // its Ref does not tell
	}
	return d.change(ctx, room, id, call{what: "change a message", body: parts[0].body(), file: parts[0].file})
}

// aged are messages that may be changed seldom only.
const aged = time.Hour

// Retire takes the buttons off a message, by and by: old buttons have time, as a press of one is refused anyway, and
// what is to be said goes first. If one of them was just pressed, the answer to that takes them off.
func (d *Discord) Retire(ctx context.Context, room chat.Room, ref chat.Ref) error {
	id, dressed := strings.CutSuffix(string(ref), withButtons)
	if !dressed && !d.dressed.Contains(id) {
		return nil
	}
	if a, ok := d.pressed.Get(id); ok {
		if placed, _ := a.replace(ctx, part{only: true}); placed {
			return nil
		}
	}
	d.retiring.Put(room, adapter.Job{Do: func() {
		err := d.change(d.life, room, id, call{what: "take buttons off a message", body: part{only: true}.body(), idle: true})
		switch code(err) {
		case 0, unknownMessage, unknownChannel, threadArchived, threadLocked, tooManyOldEdits, unknownWebhook, invalidToken:
		default:
			d.Log.Info("old buttons stay", "room", room, "error", err)
		}
	}})
	return nil
}

// change makes a call that changes a message of a room.
func (d *Discord) change(ctx context.Context, room chat.Room, id string, c call) error {
	channel := channelOf(room)
	c.method, c.url, c.route = "PATCH", discordgo.EndpointChannelMessage(channel, id), "edit "+channel
	if address, secret := d.secrets.Get(id); secret {
		c.url, c.route = address, ""
	} else if d.clock.at(time.Now()).Sub(timeOf(id)) > aged {
		c.route = "old edit " + channel
	}
	if err := d.do(ctx, c, nil); err != nil {
		return fmt.Errorf("discord: %w", err)
	}
	return nil
}
