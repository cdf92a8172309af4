package bot

import (
	"context"
	"slices"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/meter"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

var _ chat.Misser = (*Bot)(nil)

// shownAgain bounds how many matches of a room are shown again.
const shownAgain = 5

// Playing implements chat.Misser.
func (b *Bot) Playing(ctx context.Context, service string) ([]chat.Room, error) {
	heads, err := b.Store.Find(ctx, storage.Query{Live: true})
	if err != nil {
		return nil, err
	}
	var rooms []chat.Room
	known := map[chat.Room]bool{}
	for _, h := range heads {
		for _, p := range h.Places {
			if room := chat.Room(p.Room); room.Service() == service && !known[room] {
				known[room] = true
				rooms = append(rooms, room)
			}
		}
	}
	return rooms, nil
}

// Missed implements chat.Misser.
func (b *Bot) Missed(ctx context.Context, room chat.Room) {
	a := b.adapters[room.Service()]
	heads, err := b.Store.Find(ctx, storage.Query{Room: string(room), Live: true, Limit: shownAgain})
	if err != nil || a == nil {
		b.Log.Error("what may have been missed is not told", "room", room, "error", err)
		return
	}
	for _, h := range slices.Backward(heads) {
		m, err := b.replay(ctx, h)
		if err != nil {
			b.Log.Error("match cannot be read", "match", h.ID, "error", err)
			continue
		}
		at := slices.IndexFunc(h.Places, func(p storage.Place) bool { return p.Room == string(room) })
		only := h.Places[at].For
		s := b.taste(ctx, holderOf(room, only))
		voice := b.voice(s, "")
		message := chat.Message{Text: append(b.title(m, voice, a.Caps()), tell(m, latest(m), voice)...)}
		b.state(&message, m, voice, a.Caps(), s.look(m, m.Side(only)), m.Status == match.Playing)
		message.Text = append(message.Text, line(voice.Say("missed"))...)
		done := b.Meter.Speaks(a.Name(), meter.Announcement)
		_, err = a.Send(ctx, room, message)
		done(err)
		if err != nil {
			b.Log.Warn("what may have been missed is not told", "room", room, "match", m.ID, "error", err)
		}
	}
}
