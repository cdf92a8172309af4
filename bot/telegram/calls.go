package telegram

import (
	"context"
	"fmt"
	"strconv"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/pace"
	"tabuleiro/bot/telegram/wire"
)

// InSight implements chat.Sighted.
func (t *Telegram) InSight(_ chat.Room, name chat.Ref) bool {
	of, err := wire.ParseRef(name)
	return err == nil && !t.out.gone(of) && t.out.sight.has(of)
}

// Ready implements chat.Paced.
func (t *Telegram) Ready(ctx context.Context, room chat.Room) {
	if at, err := wire.SpotOf(room); err == nil {
		pace.Pause(ctx, t.out.lanes.Wait(t.moves.now(at).Chat, pace.News, 0))
	}
}

// Remove implements chat.Remover. Telegram does not count it.
func (t *Telegram) Remove(ctx context.Context, _ chat.Room, name chat.Ref) error {
	of, err := wire.ParseRef(name)
	if err != nil {
		return fmt.Errorf("telegram: remove: %w", err)
	}
	t.out.remove(ctx, of, t.out.shapeOf(of))
	return nil
}

// Callable implements chat.Caller. A bot may write to those who have written to it and have not blocked it; whether
// that is so Telegram tells when it is asked to show that the bot is busy, which leaves no message.
func (t *Telegram) Callable(ctx context.Context, id string, _ bool) (chat.Room, bool) {
	person := wire.UserID(chat.User{ID: id})
	room := chat.Room(id)
	if _, closed := t.out.closed.Get(person); closed || person == 0 {
		return room, false
	}
	if t.out.opened.Has(person) {
		return room, true
	}
	if may, known := t.talks.Get(person); known {
		return room, may
	}
	ctx, cancel := within(ctx, t.life, t.Times.Edit)
	defer cancel()
	params := tgbotapi.Params{"chat_id": strconv.FormatInt(person, 10), "action": "typing"}
	err := t.line.Ask(ctx, client.Request{Method: "sendChatAction", Params: params}, nil)
	if f := client.AsFailure(err); err == nil || f.Spoken && !f.Passing() {
		t.talks.Put(person, err == nil)
	}
	return room, err == nil
}

// Address implements chat.Caller. Only messages of supergroups have one.
func (t *Telegram) Address(room chat.Room, name chat.Ref) string {
	of, err := wire.ParseRef(name)
	at, wrong := wire.SpotOf(room)
	if err != nil || wrong != nil || of.Chat >= supergroups {
		return ""
	}
	link := "https://t.me/c/" + strconv.FormatInt(supergroups-of.Chat, 10) + "/"
	if at.Thread != 0 {
		link += strconv.Itoa(at.Thread) + "/"
	}
	return link + strconv.Itoa(of.Message)
}
