package discord

import "tabuleiro/bot/chat"

var _ chat.Named = (*Discord)(nil)

// Self is the bot by its id, zero until Discord has said who it is. A mention of it says that id.
func (d *Discord) Self() chat.User {
	id := d.self.Load()
	if id == nil {
		return chat.User{}
	}
	return chat.User{ID: prefix + *id}
}
