package telegram

import (
	"context"
	"fmt"
	"strconv"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/wire"
)

func askStanding(s seat) client.Request {
	return client.Request{Method: "getChatMember", Params: tgbotapi.Params{
		"chat_id": strconv.FormatInt(s.group, 10), "user_id": strconv.FormatInt(s.person, 10),
	}}
}

// Administers implements chat.Administered. Administrators who hide have no id, and are nobody.
func (t *Telegram) Administers(ctx context.Context, room chat.Room, id string) (bool, error) {
	is, err := t.standingIn(ctx, room, id, false)
	return is.Status == "creator" || is.Status == "administrator", err
}

// Present implements chat.Presence.
func (t *Telegram) Present(ctx context.Context, room chat.Room, id string, now bool) (bool, error) {
	is, err := t.standingIn(ctx, room, id, now)
	return is.Here(), err
}

// standingIn is what somebody is in a room; in a private chat everybody is its owner. Telegram's word is believed for
// Times.Trust, unless the question is how it is now.
func (t *Telegram) standingIn(ctx context.Context, room chat.Room, id string, now bool) (is wire.Standing, err error) {
	at, err := wire.SpotOf(room)
	if err != nil {
		return is, err
	}
	if at.Chat > 0 {
		return wire.Standing{Status: "creator"}, nil
	}
	of := seat{t.moves.now(at).Chat, wire.UserID(chat.User{ID: id})}
	if of.person == 0 {
		return wire.Standing{Status: "left"}, nil
	}
	if is, known := t.ears.ranks.Get(of); known && !now {
		return is, nil
	}
	ctx, cancel := within(ctx, t.life, t.Times.Edit)
	defer cancel()
	err = t.line.Insist(ctx, askStanding(of), &is)
	if to := client.AsFailure(err).Moved; to != 0 {
		t.noteMove(wire.Spot{Chat: of.group}, wire.Spot{Chat: to})
		of.group = to
		err = t.line.Insist(ctx, askStanding(of), &is)
	}
	if err != nil {
		return wire.Standing{}, fmt.Errorf("telegram: what somebody is in %s: %w", room, err)
	}
	t.ears.ranks.Put(of, is)
	return is, nil
}

// hearsAll reports whether the bot hears everything in a group: it is an administrator, or privacy mode is off. If
// Telegram does not say, it is taken not to, which only costs a box that nobody needs.
func (t *Telegram) hearsAll(ctx context.Context, group int64) bool {
	return t.myself().HearsAll || t.administrates(ctx, group)
}

// administrates reports whether the bot is an administrator of a group, as far as Telegram says.
func (t *Telegram) administrates(ctx context.Context, group int64) bool {
	self := t.myself()
	admin, known := t.admin.Get(group)
	if known || self.ID == 0 {
		return admin
	}
	var said wire.Standing
	if err := t.line.Ask(ctx, askStanding(seat{group, self.ID}), &said); err != nil {
		t.Log.Info("telegram: what the bot is in a group is not known", "error", err)
		return false
	}
	admin = said.Status == "administrator"
	t.admin.Put(group, admin)
	return admin
}
