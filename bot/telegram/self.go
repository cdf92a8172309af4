package telegram

import (
	"tabuleiro/bot/chat"
)

var _ chat.Named = (*Telegram)(nil)

// Self is the bot as people see it, zero until Telegram has said who it is.
func (t *Telegram) Self() chat.User {
	self := t.myself()
	if self.ID == 0 {
		return chat.User{}
	}
	return self.Person()
}
