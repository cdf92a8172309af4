package conversation

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/find"
	"tabuleiro/bot/matches"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speak"
	"tabuleiro/bot/tell"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// shownAgain bounds how many matches of a room are shown again.
const shownAgain = 5

// Playing implements chat.Listener.
func (c *Conversation) Playing(ctx context.Context, service string) ([]chat.Room, error) {
	heads, err := c.Archive.Find(ctx, storage.Query{Live: true})
	if err != nil {
		return nil, err
	}
	rooms := map[chat.Room]bool{}
	for _, h := range heads {
		for _, p := range h.Places {
			if room := chat.Room(p.Room); room.Service() == service {
				rooms[room] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(rooms)), nil
}

// Seated implements chat.Listener. Where the store does not tell, nobody is taken to play.
func (c *Conversation) Seated(ctx context.Context, room chat.Room) (players []string) {
	heads, err := c.Archive.Find(ctx, storage.Query{Room: string(room), Live: true, Limit: find.Lately})
	if err != nil || !slices.ContainsFunc(heads, func(h storage.Head) bool { return h.Status == match.Playing }) {
		return nil
	}
	for _, h := range heads {
		players = append(players, h.Players...)
	}
	return players
}

// ShowAgain implements chat.Listener.
func (c *Conversation) ShowAgain(ctx context.Context, room chat.Room, missed bool) {
	a := c.Services.Adapter(room.Service())
	heads, err := c.Archive.Find(ctx, storage.Query{Room: string(room), Live: true, Limit: shownAgain})
	if err != nil || a == nil {
		c.Log.Error("matches are not shown again", "room", room, "error", err)
		return
	}
	if missed && len(heads) == 0 {
		to := c.GuideFor(c.Archive.Preferences(ctx, archive.OfRoom(room)), chat.Event{Room: room})
		c.Send(ctx, chat.Event{Room: room}, chat.Message{Text: to.Voice.Say("missed-talk")})
	}
	for i, h := range slices.Backward(heads) {
		m, err := c.Archive.Replay(ctx, h)
		if err != nil {
			c.Log.Error("match cannot be read", "match", h.ID, "error", err)
			continue
		}
		at := slices.IndexFunc(h.Places, func(p storage.Place) bool { return p.Room == string(room) })
		place := h.Places[at]
		preferences := c.Archive.Preferences(ctx, archive.OwnerAt(room, place.For))
		to := c.GuideFor(preferences, chat.Event{Room: room}).Audience
		to.Look, to.Only = preferences.Look(m, m.Side(place.For)), place.For
		message := to.Present(m)
		c.Speaker.AddWays(&message, a, to.Voice, m, place)
		if missed && i == 0 {
			message.Text = append(message.Text, tell.Line(to.Voice.Say("missed"))...)
		}
		ref := c.Send(ctx, chat.Event{Room: room}, message)
		if ref == "" {
			continue
		}
		c.Speaker.Shown(ctx, a, m.ID, place, ref)
		if c.Players.Opened(ctx, m.ID, room) {
			c.Speaker.Say(ctx, m.ID, speak.Cause{})
		}
		c.shown.Put(room, request.BoardShown{Match: m.ID, N: m.N, At: c.Now()})
	}
}

// justShown is the board that was shown in a room before anything else was said there, a moment ago; zero if none was.
func (c *Conversation) justShown(room chat.Room) request.BoardShown {
	is, ok := c.shown.Get(room)
	if c.shown.Remove(room); !ok || c.Now().Sub(is.At) > matches.AMoment {
		return request.BoardShown{}
	}
	return is
}

// pruneEvery is how often the store lets go of what nothing can be delivered again of.
const pruneEvery = 24 * time.Hour

// KeepLetting sees, until the context ends, that the store does not keep for ever what counts for nothing any more.
func (c *Conversation) KeepLetting(ctx context.Context) {
	tick := time.NewTicker(lying)
	defer tick.Stop()
	for n := 0; ; n++ {
		err := c.endQuestions(ctx)
		if n%int(pruneEvery/lying) == 0 {
			err = errors.Join(err, c.Archive.Uncause(ctx, c.Now().Add(-request.RedeliveryWindow)))
		}
		if err != nil && ctx.Err() == nil {
			c.Log.Warn("old causes or questions stay in the store", "error", err)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}
