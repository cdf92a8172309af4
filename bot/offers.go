package bot

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

var _ chat.Offerer = (*Bot)(nil)

// offers are challenges posted in chats that the bot need not be in. Nothing is stored before somebody takes one: the button
// tells whose challenge it is, and a code that only the bot can make tells that it says the truth.
//
// The match is played in the private chats of both: there moves are typed, boards are pictures and what is said reaches the
// player. The message of the offer could be changed for each move, but takes no new picture, no reply, and touches of anybody.
type offers struct {
	players
	taking archive.Locks[string] // by what is taken: the first one has it
}

// taken is what the button of an offer says: "offer:", a code and what that vouches for.
const (
	offerPrefix = "offer:"
	offerKeyAt  = "offers/key"
	offerCode   = 8 // letters
)

// offer is what a button tells.
type offer struct {
	game  string
	by    string // the address of the private room of the person, which is the person's number
	nonce string
	name  string
}

func (o offer) String() string { return strings.Join([]string{o.game, o.by, o.nonce, o.name}, ":") }

func parseOffer(text string) (o offer, ok bool) {
	parts := strings.SplitN(text, ":", 4)
	if len(parts) != 4 {
		return o, false
	}
	return offer{parts[0], parts[1], parts[2], parts[3]}, true
}

// key is what offers are signed with, drawn once.
func (o *offers) key(ctx context.Context) ([]byte, error) {
	defer o.taking.Enter(offerKeyAt)()
	text, err := o.archive.Get(ctx, offerKeyAt)
	if err != nil {
		return nil, err
	}
	if key, err := hex.DecodeString(text); err == nil && len(key) == 32 {
		return key, nil
	}
	key := make([]byte, 32)
	if _, err := io.ReadFull(o.lots.random, key); err != nil {
		return nil, fmt.Errorf("draw the key of offers: %w", err)
	}
	return key, o.archive.Put(ctx, offerKeyAt, hex.EncodeToString(key))
}

func sign(key []byte, text string) string {
	sum := hmac.New(sha256.New, key)
	sum.Write([]byte(text))
	return base64.RawURLEncoding.EncodeToString(sum.Sum(nil))[:offerCode]
}

// Offers implements chat.Offerer: a challenge to whoever takes it, for each game that begins as is typed.
func (b *Bot) Offers(ctx context.Context, e chat.Event) []chat.Offer {
	t := b.newTalk(ctx, e)
	key, err := b.posted.key(ctx)
	if err != nil {
		b.Log.Error("offers cannot be made", "error", err)
		return nil
	}
	var list []chat.Offer
	for _, g := range b.Games {
		if _, err := g.Complete(nil); err != nil || !begins(g, t.Voice.Text("game."+g.Name), t.event.Text) {
			continue
		}
		nonce, err := b.posted.lots.id(8)
		if err != nil {
			b.Log.Error("offers cannot be made", "error", err)
			return nil
		}
		o := offer{game: g.Name, by: strings.TrimPrefix(t.me.ID, e.Room.Service()+":"), nonce: nonce}
		o.name = clip(t.event.From.Name, t.Caps.Says-len(offerPrefix)-offerCode-len(o.String()))
		name := speech.Text("Game", t.Voice.Text("game."+g.Name))
		from := chat.User{Name: t.event.From.Name}
		list = append(list, chat.Offer{
			Title: t.Voice.Text("offer-title", name),
			Message: chat.Message{
				Text:    t.Voice.Say("offer", name, speech.Person("Player", from)),
				Buttons: [][]chat.Button{{{Label: t.Voice.Text("button.offer"), Says: offerPrefix + sign(key, o.String()) + o.String()}}},
			},
		})
	}
	return list
}

// begins tells whether one of a game's names begins as a text does.
func begins(g *engine.Game, name, text string) bool {
	for _, word := range append([]string{g.Name, name}, g.Aliases...) {
		if strings.HasPrefix(speech.Fold(word), speech.Fold(text)) {
			return true
		}
	}
	return false
}

// clip is the beginning of a text, of at most n bytes.
func clip(s string, n int) string { return strings.ToValidUTF8(s[:min(len(s), max(0, n))], "") }

// Take implements chat.Offerer.
func (b *Bot) Take(ctx context.Context, e chat.Event) chat.Taking {
	ctx = context.WithoutCancel(ctx)
	t := b.newTalk(ctx, e)
	taking, err := b.take(ctx, t, e.Text)
	var no refused
	switch {
	case errors.As(err, &no):
		taking.Told = chat.Plain(no.message.Text)
	case err != nil:
		b.Log.Error("an offer cannot be taken", "event", e.ID, "error", err)
		taking.Told = t.Voice.Text("trouble")
	}
	return taking
}

// take begins the match of an offer: the challenge of the person who posted it, accepted by the author.
func (b *Bot) take(ctx context.Context, t *talk, text string) (chat.Taking, error) {
	o, err := b.posted.open(ctx, text)
	if err != nil {
		return chat.Taking{}, err
	}
	service, players := t.event.Room.Service(), b.posted.players
	if o == (offer{}) || b.archive.Game(o.game) == nil {
		return chat.Taking{}, t.note("offer-gone")
	}
	cause := service + ":offer-" + o.nonce
	defer b.posted.taking.Enter(cause)()
	heads, err := b.archive.Find(ctx, storage.Query{Cause: cause, Limit: 1})
	if err != nil {
		return chat.Taking{}, err
	}
	if len(heads) > 0 {
		return chat.Taking{}, t.note("offer-taken")
	}
	other := b.newTalk(ctx, chat.Event{
		ID: cause, Room: chat.Room(service + ":" + o.by), From: chat.User{ID: service + ":" + o.by, Name: o.name}, Private: true, Addressed: true,
	})
	if other.me.ID == t.me.ID {
		return chat.Taking{}, t.note("offer-own")
	}
	setup, err := other.setup(guide.Wish{Game: b.archive.Game(o.game), Opponent: t.event.From, Options: engine.Options{}})
	if err == nil {
		err = players.open(other, setup, other.event.Room, nil, "")
	}
	if err != nil {
		return chat.Taking{}, err
	}
	heads, err = b.archive.Find(ctx, storage.Query{Cause: cause, Limit: 1})
	if err == nil && len(heads) == 0 {
		err = errors.New("the match is not there")
	}
	if err != nil {
		return chat.Taking{}, err
	}
	if _, err := players.respond(t, "accept", "#"+heads[0].ID, match.Accepted); err != nil {
		return chat.Taking{}, err
	}
	return b.begun(ctx, t, other, heads[0].ID)
}

// open reads what a button says; zero if it is no offer of ours.
func (o *offers) open(ctx context.Context, text string) (offer, error) {
	key, err := o.key(ctx)
	code, ok := strings.CutPrefix(text, offerPrefix)
	if err != nil || !ok || len(code) < offerCode {
		return offer{}, err
	}
	said := code[offerCode:]
	if !hmac.Equal([]byte(code[:offerCode]), []byte(sign(key, said))) {
		return offer{}, nil
	}
	found, _ := parseOffer(said)
	return found, nil
}

// begun tells where an offer stood which match has come of it, and where that is.
func (b *Bot) begun(ctx context.Context, t, other *talk, id string) (chat.Taking, error) {
	m, _, err := b.archive.Load(ctx, id)
	if err != nil {
		return chat.Taking{}, err
	}
	taking := chat.Taking{}
	if l, ok := b.services.adapter(t.event.Room.Service()).(chat.Linker); ok && m.Secret != "" {
		taking.Link = l.Link(id + "-" + m.Secret)
	}
	taking.Shown.Text = append(other.to(m).Title(m), tell.Line(other.Voice.Say("offer-begun"))...)
	if taking.Link != "" {
		taking.Shown.Buttons = [][]chat.Button{{{Label: other.Voice.Text("menu.games"), URL: taking.Link}}}
	}
	return taking, nil
}
