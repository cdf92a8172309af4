package telegram

import (
	"context"
	"strconv"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/wire"
)

// Inline mode, which the owner enables at @BotFather: typing the bot's name and a word in any chat offers messages to
// post there. A person who presses the button of a posted message continues in the private chat with the bot.

// mostOffers is the number of results that Telegram accepts for one query.
const mostOffers = 50

func (t *Telegram) understandInline(id int64, q wire.InlineQuery) *job {
	if q.From == nil || q.From.ID == 0 || q.From.IsBot {
		return nil
	}
	e := t.privately(id, *q.From, q.Query)
	return &job{room: e.Room, from: q.From.ID, deal: func(ctx context.Context) {
		offers := t.handler.Offers(ctx, e)
		list := []map[string]any{}
		for i, o := range offers[:min(len(offers), mostOffers)] {
			l := compose(t.defuse(o.Message.Text, o.Message.Turn), o.Message.Turn)
			list = append(list, map[string]any{"type": "article", "id": strconv.Itoa(i), "title": o.Title, "description": o.Below,
				"reply_markup":          keys(o.Message.Buttons),
				"input_message_content": map[string]any{"message_text": l.Plain, "entities": l.Entities, "link_preview_options": noPreview}})
		}
		// Each offer can be accepted once, so the results must not be cached.
		params := client.Params{"inline_query_id": q.ID, "cache_time": "0", "is_personal": true, "results": list}
		err := t.brief(ctx, client.Request{Method: "answerInlineQuery", Params: params})
		chat.Warn(t.Log, err, "telegram: an inline query cannot be answered")
	}}
}

// privately returns an event in a person's private chat, whether or not that chat was ever opened.
func (t *Telegram) privately(id int64, u wire.User, text string) chat.Event {
	t.see(u)
	return chat.Event{ID: t.eventID(id), Room: wire.Spot{Chat: u.ID}.Room(), From: wire.Person(u), Text: text, Addressed: true,
		Private: true, Locale: u.LanguageCode}
}

// understandTaking handles a button of a message posted in inline mode. The answer opens the private chat, which also
// allows the bot to write there.
func (t *Telegram) understandTaking(id int64, q wire.Callback) *job {
	e := t.privately(id, q.From, q.Data)
	c := &replyContext{of: t, query: q.ID, author: q.From.ID, locale: q.From.LanguageCode}
	e.Pressed = chat.Ref(q.InlineMessageID)
	return &job{room: e.Room, from: q.From.ID, deal: func(ctx context.Context) {
		taking := t.handler.Take(ctx, e)
		t.answerPress(c, taking.Told, taking.Told != "", taking.Link)
		if l := compose(t.defuse(taking.Shown.Text, chat.User{}), chat.User{}); l.Plain != "" {
			params := client.Params{"inline_message_id": q.InlineMessageID, "link_preview_options": noPreview, "text": l.Plain,
				"entities": l.Entities, "reply_markup": keys(taking.Shown.Buttons)}
			err := t.brief(ctx, client.Request{Method: "editMessageText", Params: params})
			chat.Warn(t.Log, err, "telegram: an inline post cannot be edited")
		}
	}}
}
