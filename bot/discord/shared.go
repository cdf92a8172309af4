package discord

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/share"
)

// Where several processes share the work, each has some of the shards, and puts what these tell into the inbox. The process whose
// room it is takes it out, and deals with it as if a shard of its own had told it: an interaction is acknowledged only there,
// which is in time unless that process has just died. Completions of what is typed are given where they are asked for.

// envelope is an event in the inbox.
type envelope struct {
	Kind   string          `json:"t"`
	Data   json.RawMessage `json:"d"`
	Reread time.Time       `json:"reread,omitzero"` // of a message: when it was read again
}

// missedKind is the kind of an event that the adapter makes itself: something may have been missed in a room.
const missedKind = "MISSED"

// passOn puts an event into the inbox. It tries until that is done or ctx ends.
func (d *Discord) passOn(ctx context.Context, kind string, raw json.RawMessage) error {
	var about struct {
		ID      string `json:"id"`
		Channel string `json:"channel_id"`
	}
	if err := json.Unmarshal(raw, &about); err != nil || about.Channel == "" {
		d.Log.Warn("an event is not as expected", "event", kind, "error", err)
		return nil
	}
	number, err := strconv.ParseInt(about.ID, 10, 64)
	if err != nil {
		d.Log.Warn("an event has no id", "event", kind)
		return nil
	}
	return d.file(ctx, chat.Room(prefix+about.Channel), number, envelope{Kind: kind, Data: raw})
}

func (d *Discord) file(ctx context.Context, room chat.Room, number int64, e envelope) error {
	body, err := json.Marshal(e)
	if err != nil {
		return err
	}
	wait := backoff.NewExponentialBackOff()
	wait.MaxInterval = 5 * time.Second
	for {
		err := d.Work.File(ctx, share.News{Room: room, Service: d.Name(), Number: number, Body: strings.ToValidUTF8(string(body), "")})
		if err == nil || ctx.Err() != nil {
			return err
		}
		d.Log.Warn("incoming messages cannot be kept, trying again", "error", err)
		_ = sleep(ctx, wait.NextBackOff())
	}
}

// takeOut deals with an event from the inbox.
func (d *Discord) takeOut(l *share.Letter) {
	var e envelope
	err := json.Unmarshal([]byte(l.Body), &e)
	waits := false
	switch {
	case err != nil:
	case e.Kind == missedKind:
		var room chat.Room
		if err = json.Unmarshal(e.Data, &room); err == nil {
			d.showAgain(room)
		}
	case e.Kind == "MESSAGE_CREATE":
		var m message
		err = json.Unmarshal(e.Data, &m)
		m.reread = e.Reread
		if !d.learnSelf() {
			l.Drop() // and try again
			return
		}
		waits = d.hearMessage(&m, l)
	case e.Kind == "INTERACTION_CREATE":
		var i interaction
		err = json.Unmarshal(e.Data, &i)
		waits = d.hearInteraction(&i, l)
	}
	if err != nil {
		d.Log.Warn("an event is not as expected", "event", e.Kind, "error", err)
	}
	if !waits {
		l.Done()
	}
}

// begin is the context in which an event is dealt with; false if it is not to be, here.
func (d *Discord) begin(h *hearing) (context.Context, bool) {
	if h.letter == nil {
		return d.life, true
	}
	ctx, ours := h.letter.Begin(d.life)
	if !ours {
		d.heard.Remove(strings.TrimPrefix(h.event.ID, prefix))
	}
	return ctx, ours
}

// ended is the end of dealing with an event: it is done, unless the room was lost meanwhile.
func (d *Discord) ended(ctx context.Context, h *hearing) {
	switch {
	case h.letter == nil:
	case share.Held(ctx):
		h.letter.Done()
	default:
		d.heard.Remove(strings.TrimPrefix(h.event.ID, prefix))
		h.letter.Drop()
	}
}

// selfKey is where processes without a shard find who the bot is.
const selfKey = "discord/self"

// tellSelf tells them.
func (d *Discord) tellSelf() {
	if d.Work != nil {
		d.keep(selfKey, *d.self.Load()+" "+*d.app.Load())
	}
}

// learnSelf finds out who the bot is, if no shard has told this process. It is false if that is not known.
func (d *Discord) learnSelf() bool {
	if d.self.Load() != nil {
		return true
	}
	if self, app, ok := strings.Cut(d.known(selfKey), " "); ok {
		d.app.CompareAndSwap(nil, &app)
		d.self.CompareAndSwap(nil, &self)
	}
	return d.self.Load() != nil
}

// missedIn has a room shown how things stand, by the process that speaks there.
func (d *Discord) missedIn(room chat.Room) {
	if d.Work == nil {
		d.showAgain(room)
		return
	}
	data, err := json.Marshal(room)
	if err == nil {
		err = d.file(d.life, room, rand.Int64(), envelope{Kind: missedKind, Data: data})
	}
	if err != nil {
		d.Log.Warn("the notice of messages perhaps missed was not said", "room", room, "error", err)
	}
}

// hearAgain hears a message that may have been missed.
func (d *Discord) hearAgain(ctx context.Context, m *message) error {
	if d.Work == nil {
		d.hearMessage(m, nil)
		return nil
	}
	raw, err := json.Marshal(m)
	if err != nil {
		return err
	}
	number, err := strconv.ParseInt(m.ID, 10, 64)
	if err != nil {
		return errors.New("a message has no id")
	}
	return d.file(ctx, chat.Room(prefix+m.Channel), number, envelope{"MESSAGE_CREATE", raw, m.reread})
}
