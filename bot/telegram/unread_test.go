package telegram_test

import (
	"testing"

	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/storage/memorytest"
)

// A person who changes a message, passes one on or sends a sticker is told once that nothing comes of it, where the bot
// is meant: people in a group may change what they say and show each other what they like.
func TestUnread(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		s.Privacy(false)
		o := openAt(t, s, memorytest.New(), speaks)
		ana, rui := o.Person("Ana", "ana"), o.Person("Rui", "rui")
		talk, group := ana.Private(), o.Group(ana, rui)
		board := o.begin(group, ana, rui).board[ana.ID]
		answer := ana.Says(group, "/help", telegramtest.Reply(board))
		talked, voice := rui.Says(group, "good evening"),
			telegramtest.With("voice", map[string]any{"file_id": "v", "file_unique_id": "v", "duration": 3})
		group.Next()
		for range 2 {
			rui.Edits(talked, "good night")
			rui.Says(group, "", voice)
			rui.Says(group, "/resign", telegramtest.Forwarded)
			ana.Edits(answer, "11-15")
		}
		if got := group.Next(); got.Text != telegram.EditedKey+" in en" || got.ReplyTo != answer.ID {
			t.Errorf("in the group: %q", got.Text)
		}
		first := ana.Says(talk, "/help")
		talk.Next()
		for range 2 {
			ana.Says(talk, "", telegramtest.With("sticker", map[string]any{"file_id": "s", "file_unique_id": "s",
				"type": "regular", "width": 512, "height": 512, "is_animated": false, "is_video": false}))
			ana.Says(talk, "", voice)
			ana.Says(talk, "", telegramtest.With("pinned_message", map[string]any{"message_id": first.ID, "date": 1700000000,
				"chat": map[string]any{"id": ana.ID, "type": "private"}}))
			ana.Says(talk, "/resign", telegramtest.Forwarded)
		}
		for _, want := range []string{telegram.WordlessKey, telegram.ForwardedKey} {
			if got := talk.Next().Text; got != want+" in en" {
				t.Errorf("said %q", got)
			}
		}
		if got := say(talk, ana, "/help").Text; got == telegram.WordlessKey+" in en" {
			t.Errorf("said again: %q", got)
		}
		say(group, rui, "/help")
		for _, c := range []*telegramtest.Chat{talk, group} {
			if m := c.NextWithin(0); m != nil {
				t.Errorf("said: %q", m.Text)
			}
		}
	})
}
