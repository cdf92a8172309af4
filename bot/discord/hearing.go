package discord

import (
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/answer"
	"tabuleiro/bot/discord/wire"
)

// hearing is an event being dealt with, and the way to answer it.
type hearing struct {
	event   chat.Event
	message string         // id of the message that was typed, "" if it was none
	answer  *answer.Answer // to an interaction, nil if it was none
	file    *wire.Attached // is to be fetched before the event is passed on, nil if nothing is
}

// pressedIn reports whether the event is a button under a message in a room.
func (h *hearing) pressedIn(room chat.Room) bool {
	if h == nil || h.answer == nil || h.event.Room != room {
		return false
	}
	i := h.answer.To
	return i.Type == wire.TypeComponent && i.Message != nil && i.Message.ID != ""
}

// locale is the language of the author of an event, "" if it is not known or there is no event.
func (h *hearing) locale() string {
	if h == nil {
		return ""
	}
	return h.event.Locale
}
