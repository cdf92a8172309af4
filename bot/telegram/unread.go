package telegram

import (
	"context"
	"fmt"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/wire"
)

// understandEdited is for a message whose author has changed it: its new words do not count. An author who has meant
// the bot is told so.
func (t *ears) understandEdited(m wire.Message) *task {
	toBot := m.Reply != nil && m.Reply.From != nil && m.Reply.From.ID == t.myself().ID
	if chat.Trim(m.Said()) == "" || m.Chat.Type != "private" && !toBot && !strings.HasPrefix(chat.Trim(m.Said()), "/") {
		return nil
	}
	return t.unread(m, EditedKey)
}

// unread tells the author of a message once why the bot does nothing about it; nil where that is told nobody, or has
// been told: in a group others are meant by what people pass on and show each other.
func (t *ears) unread(m wire.Message, key string) *task {
	apart := m.Chat.Type == "private" || key == EditedKey
	if !apart || m.From == nil || m.From.Bot || m.As != nil || m.Automatic || key == WordlessKey && !m.Wordless() {
		return nil
	}
	if _, known := t.hinted.PutNew(fmt.Sprint(m.From.ID, " ", key), true); known {
		return nil
	}
	at := t.moves.now(m.Where())
	c := &cause{message: m.ID, author: m.From.ID, locale: m.From.Language, heard: at}
	text := t.out.say(c, key, nil)
	if text == "" {
		return nil
	}
	return &task{room: at.Room(), from: m.From.ID, deal: func(ctx context.Context) bool {
		if _, err := t.out.send(ctx, at.Room(), chat.Message{Text: []chat.Span{{Text: text}}, Private: true,
			Answers: c}); err != nil {
			t.log.Info("telegram: a hint was not told", "room", at.Room(), "error", err)
		}
		return ctx.Err() == nil
	}}
}
