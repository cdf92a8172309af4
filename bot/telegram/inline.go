package telegram

import (
	"context"
	"strconv"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/styled"
	"tabuleiro/bot/telegram/wire"
)

// Inline mode, which @BotFather switches on: the name of the bot and a word, typed in any chat, offers what can be
// posted there. A person who presses the button of a post goes on in the private chat with the bot.

// mostOffers is the number that Telegram takes at once.
const mostOffers = 50

func (t *Telegram) understandInline(id int64, q wire.InlineQuery) *job {
	if q.From == nil || q.From.ID == 0 || q.From.IsBot {
		return nil
	}
	by := wire.User(*q.From)
	t.see(by)
	e := t.privately(id, by, q.Query)
	return &job{room: e.Room, from: q.From.ID, deal: func(ctx context.Context) {
		offers := t.handler.Offers(ctx, e)
		list := []map[string]any{}
		for i, o := range offers[:min(len(offers), mostOffers)] {
			l := styled.Compose(t.defuse(o.Message.Text, o.Message.Turn), o.Message.Turn)
			list = append(list, map[string]any{"type": "article", "id": strconv.Itoa(i), "title": o.Title, "description": o.Below,
				"reply_markup":          styled.Keys(o.Message.Buttons),
				"input_message_content": map[string]any{"message_text": l.Plain, "entities": l.Entities, "link_preview_options": noPreview}})
		}
		// Each offer can be taken once, so that it is made anew for every query.
		params := client.Params{"inline_query_id": q.ID, "cache_time": "0", "is_personal": true, "results": list}
		if err := t.brief(ctx, client.Request{Method: "answerInlineQuery", Params: params}); err != nil && ctx.Err() == nil {
			t.Log.Info("telegram: nothing is offered", "error", err)
		}
	}}
}

// privately is an event in the private chat of a person, be that open or not.
func (t *Telegram) privately(id int64, u wire.User, text string) chat.Event {
	return chat.Event{ID: t.eventID(id), Room: wire.Spot{Chat: u.ID}.Room(), From: u.Person(), Text: text, Addressed: true,
		Private: true, Locale: u.LanguageCode}
}

// understandTaking is about a button under something that was posted in inline mode. Its answer opens the private chat,
// so that the bot may write there if it never could.
func (t *Telegram) understandTaking(id int64, q wire.Callback) *job {
	t.see(q.From)
	e := t.privately(id, q.From, q.Data)
	c := &replyContext{of: t, query: q.ID, author: q.From.ID, locale: q.From.LanguageCode}
	e.Pressed = chat.Ref(q.Inline)
	return &job{room: e.Room, from: q.From.ID, deal: func(ctx context.Context) {
		taking := t.handler.Take(ctx, e)
		t.answerPress(c, taking.Told, taking.Told != "", taking.Link)
		if l := styled.Compose(t.defuse(taking.Shown.Text, chat.User{}), chat.User{}); l.Plain != "" {
			params := client.Params{"inline_message_id": q.Inline, "link_preview_options": noPreview, "text": l.Plain,
				"entities": l.Entities, "reply_markup": styled.Keys(taking.Shown.Buttons)}
			if err := t.brief(ctx, client.Request{Method: "editMessageText", Params: params}); err != nil && ctx.Err() == nil {
				t.Log.Info("telegram: an offer stays as it was posted", "error", err)
			}
		}
	}}
}
