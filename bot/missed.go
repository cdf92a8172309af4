package bot

import (
	"context"
	"slices"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/meter"
	"tabuleiro/bot/speak"
	"tabuleiro/bot/tell"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

var (
	_ chat.Misser = (*Bot)(nil)
	_ chat.Seated = (*Bot)(nil)
)

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

// Seated implements chat.Seated. Where the store does not tell, nobody is taken to play.
func (b *Bot) Seated(ctx context.Context, room chat.Room) bool {
	heads, err := b.Store.Find(ctx, storage.Query{Room: string(room), Live: true, Limit: shownAgain})
	return err == nil && slices.ContainsFunc(heads, func(h storage.Head) bool { return h.Status == match.Playing })
}

// ShowAgain implements chat.Misser.
func (b *Bot) ShowAgain(ctx context.Context, room chat.Room, missed bool) {
	ctx, leave, ours := b.Share.Enter(ctx, room)
	if !ours {
		return
	}
	defer leave()
	a := b.services.adapter(room.Service())
	heads, err := b.Store.Find(ctx, storage.Query{Room: string(room), Live: true, Limit: shownAgain})
	if err != nil || a == nil {
		b.Log.Error("matches are not shown again", "room", room, "error", err)
		return
	}
	if missed && len(heads) == 0 {
		to := b.guideFor(b.archive.Preferences(ctx, archive.OfRoom(room)), chat.Event{Room: room})
		if _, err := a.Send(ctx, room, chat.Message{Text: to.Voice.Say("missed-talk")}); err != nil {
			b.Log.Warn("the notice of messages perhaps missed was not said", "room", room, "error", err)
		}
	}
	for i, h := range slices.Backward(heads) {
		m, err := b.archive.Replay(ctx, h)
		if err != nil {
			b.Log.Error("match cannot be read", "match", h.ID, "error", err)
			continue
		}
		at := slices.IndexFunc(h.Places, func(p storage.Place) bool { return p.Room == string(room) })
		place := h.Places[at]
		only := place.For
		preferences := b.archive.Preferences(ctx, archive.OwnerAt(room, only))
		to := b.guideFor(preferences, chat.Event{Room: room}).Pages()
		to.Look, to.Only = preferences.Look(m, m.Side(only)), only
		message := to.Present(m)
		b.speaker.AddWays(&message, a, to.Voice, m, place)
		if missed && i == 0 {
			message.Text = append(message.Text, tell.Line(to.Voice.Say("missed"))...)
		}
		done := b.Meter.Speaks(a.Name(), meter.Announcement)
		ref, err := a.Send(ctx, room, message)
		done(err)
		if err != nil {
			b.Log.Warn("a match is not shown again", "room", room, "match", m.ID, "error", err)
			continue
		}
		b.speaker.Shown(ctx, a, m.ID, place, ref)
		if b.losing.opened(ctx, m.ID, room) {
			b.speaker.Say(ctx, m.ID, speak.Cause{})
		}
		b.shown.Add(room, boardShown{m.ID, m.N, b.Now()})
	}
}

// boardShown is the board that was shown last in a room where the bot can speak again. It is cheap to lose: it is shown twice then.
type boardShown struct {
	match string
	n     int // events of the match
	at    time.Time
}

// justShown is the board that was shown in a room before anything else was said there, a moment ago; zero if none was.
func (b *Bot) justShown(room chat.Room) boardShown {
	is, ok := b.shown.Get(room)
	if b.shown.Remove(room); !ok || b.Now().Sub(is.at) > aMoment {
		return boardShown{}
	}
	return is
}

// sees tells whether the author has just been shown the board of a match as it is: coming back and asking for it are one thing where
// a service says "/start" for whoever unblocks the bot.
func (t *talk) sees(m *match.Match) bool { return t.shown.match == m.ID && t.shown.n == m.N }
