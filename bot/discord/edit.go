package discord

import (
	"context"
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"

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

// Edit puts a message in the place of one that was sent: text, picture and buttons. Nobody is notified of that. What does
// not fit into one message is an error, and so is a message that is gone.
func (d *Discord) Edit(ctx context.Context, room chat.Room, ref chat.Ref, m chat.Message) error {
	id, dressed := strings.CutSuffix(string(ref), withButtons)
	parts := compose(m, d.Caps())
	if id == "" || len(parts) != 1 {
		return fmt.Errorf("discord: change a message: %d messages cannot take the place of %q", len(parts), ref)
	}
	if len(parts[0].buttons) > 0 && !dressed {
		d.dress(id)
	}
	return d.change(ctx, room, id, call{what: "change a message", body: parts[0].payload(), file: parts[0].file})
}

// Retire takes the buttons off a message. One that is gone has none.
func (d *Discord) Retire(ctx context.Context, room chat.Room, ref chat.Ref) error {
	id, dressed := strings.CutSuffix(string(ref), withButtons)
	if !dressed && !d.isDressed(id) {
		return nil
	}
	err := d.change(ctx, room, id, call{what: "take buttons off a message", body: map[string][]int{"components": {}}})
	if code(err) == unknownMessage || code(err) == unknownChannel {
		return nil
	}
	return err
}

// change makes a call that changes a message of a room.
func (d *Discord) change(ctx context.Context, room chat.Room, id string, c call) error {
	channel := channelOf(room)
	c.method, c.url, c.route = "PATCH", discordgo.EndpointChannelMessage(channel, id), "edit "+channel
	if err := d.do(ctx, c, nil); err != nil {
		return fmt.Errorf("discord: %w", err)
	}
	return nil
}

// dress notes that a message was given buttons after it was sent, which its Ref does not tell.
func (d *Discord) dress(id string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.dressed.again(id)
}

func (d *Discord) isDressed(id string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.dressed.ids[id]
}
