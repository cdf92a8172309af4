package discord

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/client"
	"tabuleiro/bot/discord/gateway"
	"tabuleiro/bot/discord/wire"
	"tabuleiro/bot/share"
)

// Where several processes share the work, each has some of the shards, and puts what these tell into the inbox. The
// process whose room it is takes it out, and deals with it as if a shard of its own had told it: an interaction is
// acknowledged only there, which is in time unless that process has just died. Completions of what is typed are given
// where they are asked for.

// inbox brings events to the ears: of this process, or of the one whose room it is.
type inbox struct {
	ears *ears
	self *self
	work *share.Share // nil: all rooms are this process's
	log  *slog.Logger
}

// envelope is an event in the inbox.
type envelope struct {
	Kind   string          `json:"t"`
	Data   json.RawMessage `json:"d"`
	Reread time.Time       `json:"reread,omitzero"` // of a message: when it was read again, or told once more
}

// missedKind is the kind of an event that the adapter makes itself: something may have been missed in a room.
const missedKind = "MISSED"

// passOn puts an event into the inbox. It tries until that is done or ctx ends.
func (b *inbox) passOn(ctx context.Context, e gateway.Event) error {
	var about struct {
		ID      string `json:"id"`
		Channel string `json:"channel_id"`
	}
	if err := json.Unmarshal(e.Data, &about); err != nil || about.Channel == "" {
		b.log.Warn("an event is not as expected", "event", e.Kind, "error", err)
		return nil
	}
	number, err := strconv.ParseInt(about.ID, 10, 64)
	if err != nil {
		b.log.Warn("an event has no id", "event", e.Kind)
		return nil
	}
	news := envelope{Kind: e.Kind, Data: e.Data}
	if e.Replayed {
		news.Reread = time.Now()
	}
	return b.file(ctx, chat.Room(wire.Prefix+about.Channel), number, news)
}

// file has an event dealt with: at once, or by way of the store by the process whose room it is.
func (b *inbox) file(ctx context.Context, room chat.Room, number int64, e envelope) error {
	if b.work == nil {
		b.deal(e, nil, nil)
		return nil
	}
	body, err := json.Marshal(e)
	if err != nil {
		return err
	}
	wait := backoff.NewExponentialBackOff()
	wait.MaxInterval = 5 * time.Second
	signed := time.Now()
	for {
		err := b.work.File(ctx, share.News{Room: room, Service: service, Number: number,
			Body: strings.ToValidUTF8(string(body), "")})
		if err == nil || ctx.Err() != nil {
			return err
		}
		b.log.Warn("incoming messages cannot be kept, trying again", "error", err)
		if time.Since(signed) >= chat.Sign {
			signed = time.Now()
			b.ears.out.Attend(ctx, room)
		}
		_ = client.Sleep(ctx, wait.NextBackOff())
	}
}

// takeOut deals with an event from the inbox.
func (b *inbox) takeOut(l *share.Letter) {
	var e envelope
	err := json.Unmarshal([]byte(l.Body), &e)
	b.deal(e, err, l)
}

// deal deals with an event, unless it could not be read. It came from a letter if that is not nil.
func (b *inbox) deal(e envelope, err error, l *share.Letter) {
	waits := false
	switch {
	case err != nil:
	case e.Kind == missedKind:
		var room chat.Room
		if err = json.Unmarshal(e.Data, &room); err == nil {
			b.ears.showAgain(room)
		}
	case e.Kind == goneKind:
		var room chat.Room
		if err = json.Unmarshal(e.Data, &room); err == nil {
			b.ears.gone(room)
		}
	case e.Kind == "MESSAGE_CREATE":
		var m wire.Message
		err = json.Unmarshal(e.Data, &m)
		m.Reread = e.Reread
		if l != nil && wire.TimeOf(m.ID).Before(b.ears.out.client.Clock.At(l.Since)) {
			m.Reread = time.Now() // the process that had the room before may have dealt with it
		}
		if !b.self.learn() {
			l.Drop() // and try again
			return
		}
		waits = b.ears.hearMessage(&m, l)
	case e.Kind == "INTERACTION_CREATE":
		var i wire.Interaction
		err = json.Unmarshal(e.Data, &i)
		waits = b.ears.hearInteraction(&i, l)
	}
	if err != nil {
		b.log.Warn("an event is not as expected", "event", e.Kind, "error", err)
	}
	if !waits {
		l.Done()
	}
}

// missedIn has a room shown how things stand, by the process that speaks there.
func (b *inbox) missedIn(room chat.Room) {
	data, err := json.Marshal(room)
	if err == nil {
		err = b.file(b.ears.life, room, rand.Int64(), envelope{Kind: missedKind, Data: data})
	}
	if err != nil {
		b.log.Warn("the notice of messages perhaps missed was not said", "room", room, "error", err)
	}
}

// hearAgain hears a message that may have been missed.
func (b *inbox) hearAgain(ctx context.Context, m *wire.Message) error {
	raw, err := json.Marshal(m)
	if err != nil {
		return err
	}
	number, err := strconv.ParseInt(m.ID, 10, 64)
	if err != nil {
		return errors.New("a message has no id")
	}
	return b.file(ctx, chat.Room(wire.Prefix+m.Channel), number, envelope{"MESSAGE_CREATE", raw, m.Reread})
}
