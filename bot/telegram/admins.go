package telegram

import (
	"context"
	"fmt"
	"strconv"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tabuleiro/bot/chat"
)

// seat is a person in a group.
type seat struct{ group, person int64 }

// rank is what Telegram has said of a seat.
type rank struct {
	looksAfter bool
	until      time.Time // when it is asked again
}

// standing is what Telegram says of a person in a group.
type standing struct {
	Status string `json:"status"`
}

func askStanding(s seat) request {
	return request{method: "getChatMember", params: tgbotapi.Params{
		"chat_id": strconv.FormatInt(s.group, 10), "user_id": strconv.FormatInt(s.person, 10),
	}}
}

// Administers implements chat.Administered. What Telegram says is believed for Times.Trust. Administrators who hide have no
// id, and are nobody.
func (t *Telegram) Administers(ctx context.Context, room chat.Room, id string) (bool, error) {
	at, err := spotOf(room)
	if err != nil {
		return false, err
	}
	if at.chat > 0 {
		return true, nil
	}
	of := seat{t.now(at).chat, userID(chat.User{ID: id})}
	if of.person == 0 {
		return false, nil
	}
	t.mu.Lock()
	known := t.ranks[of]
	t.mu.Unlock()
	if time.Now().Before(known.until) {
		return known.looksAfter, nil
	}
	ctx, cancel := t.within(ctx, t.Times.Edit)
	defer cancel()
	var said standing
	err = t.line.insist(ctx, askStanding(of), &said)
	if to := asFailure(err).moved; to != 0 {
		if t.noteMove(of.group, to) {
			t.announceMove(of.group, to)
		}
		of.group = to
		err = t.line.insist(ctx, askStanding(of), &said)
	}
	if err != nil {
		return false, fmt.Errorf("telegram: who looks after %s: %w", room, err)
	}
	is := rank{said.Status == "creator" || said.Status == "administrator", time.Now().Add(t.Times.Trust)}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ranks[of] = is
	trim(t.ranks)
	return is.looksAfter, nil
}

// hearsAll tells whether the bot hears everything in a group: it is an administrator, or privacy mode is off. If Telegram
// does not say, it is taken not to, which only costs a box that nobody needs.
func (t *Telegram) hearsAll(ctx context.Context, group int64) bool {
	t.mu.Lock()
	self := t.self
	admin, known := t.admin[group]
	t.mu.Unlock()
	if self.HearsAll || known || self.ID == 0 {
		return self.HearsAll || admin
	}
	var said standing
	if err := t.line.ask(ctx, askStanding(seat{group, self.ID}), &said); err != nil {
		t.Log.Info("telegram: what the bot is in a group is not known", "error", err)
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.admin[group] = said.Status == "administrator"
	trim(t.admin)
	return t.admin[group]
}
