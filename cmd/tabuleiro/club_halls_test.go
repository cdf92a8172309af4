package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/chat/chattest"
)

// hall is a chat service.
type hall struct {
	y    *year
	name string
	away atomic.Bool

	mu   sync.Mutex
	said map[chat.Room][]hallText
}

// hallText is a message in a room, with the process that sent it.
type hallText struct {
	text, once string
	by         *clubLife
}

// texts returns the messages of a room.
func (h *hall) texts(room chat.Room) []hallText {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.said[room])
}

// usher is the adapter of one process to a hall.
type usher struct {
	chattest.Mute
	hall *hall
	life *clubLife
}

func (u *usher) Name() string { return u.hall.name }

func (u *usher) Caps(chat.Room) chat.Caps {
	return chat.Caps{Text: 4096, Rows: 8, Columns: 8, Says: 64, Label: 40}
}

func (u *usher) Run(ctx context.Context, _ chat.Handler) error {
	<-ctx.Done()
	return nil
}

// Send implements chat.Adapter. The process may die before or after the service has the message.
func (u *usher) Send(_ context.Context, room chat.Room, m chat.Message) (chat.Ref, error) {
	dies := u.life.burn()
	switch {
	case u.life.dead.Load() && (!dies || u.life.y.roll(2)):
		return "", errDied
	case u.hall.away.Load():
		return "", chat.ErrAway
	}
	u.hall.mu.Lock()
	defer u.hall.mu.Unlock()
	u.hall.said[room] = append(u.hall.said[room], hallText{readOut(m), m.Once, u.life})
	if dies {
		return "", errDied
	}
	return chat.Ref(fmt.Sprint(len(u.hall.said[room]) - 1)), nil
}

// readOut returns the text of a message, without boards of games.
func readOut(m chat.Message) string {
	text := chat.PlainText(m.Text)
	if m.Board != nil && strings.Contains(m.Board.Text, "Pts") {
		text += "\n" + m.Board.Text
	}
	return text
}

// Edit implements chat.Adapter.
func (u *usher) Edit(_ context.Context, room chat.Room, ref chat.Ref, m chat.Message) error {
	if u.life.dead.Load() {
		return errDied
	}
	var at int
	_, _ = fmt.Sscan(string(ref), &at)
	u.hall.mu.Lock()
	defer u.hall.mu.Unlock()
	u.hall.said[room][at].text = readOut(m)
	return nil
}

func (y *year) hallOf(room chat.Room) *hall {
	return y.services[slices.IndexFunc(y.services[:], func(h *hall) bool { return h.name == room.Service() })]
}
