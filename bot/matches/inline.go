package matches

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/kv"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
)

// The button of an offer says OfferPrefix, a code of OfferCode letters, and the text that the code signs.
const (
	OfferPrefix  = "offer:"
	offerKeySize = 32 // bytes
	OfferCode    = 8  // letters
	OfferNonce   = 8
)

// Offer is a challenge posted in a chat that the bot need not be in. Nothing is stored before somebody takes one: the
// button tells whose challenge it is, and a code that only the bot can make tells that it says the truth.
//
// The match is played in the private chats of both: there moves are typed, boards are pictures and what is said reaches
// the player. The message of the offer then says that the match has begun.
type Offer struct {
	Game  string
	Time  string // a time control, "" for the usual one
	By    string // the address of the private room of the person, which is the person's number
	Day   string // on which it was made, in days since 1970 to the base 36
	Nonce string // with the language in which it is posted behind it
	Name  string
}

func (o Offer) String() string {
	what := strings.TrimRight(o.Game+"~"+o.Time, "~")
	return strings.Join([]string{what, o.By, o.Day, o.Nonce, o.Name}, ":")
}

// Lang returns the language in which the offer is posted, "" if that is not known.
func (o Offer) Lang() string { return o.Nonce[min(len(o.Nonce), OfferNonce):] }

// parseOffer reads an offer; zero if it is none.
func parseOffer(text string) Offer {
	parts := strings.SplitN(text, ":", 5)
	if len(parts) != 5 {
		return Offer{}
	}
	game, time, _ := strings.Cut(parts[0], "~")
	return Offer{game, time, parts[1], parts[2], parts[3], parts[4]}
}

// ReadPost reads the challenge that somebody wants to post: a game or the beginning of one and a time control, in any
// order. It returns the games that are meant, best first, those that are offered first if none is, and "" for the
// usual time.
func ReadPost(req *request.Request) (games []*engine.Game, limit string) {
	var rest []string
	for _, word := range strings.Fields(req.Event.Text) {
		value := word
		if key, time, is := strings.Cut(strings.ToLower(word), "="); is && req.Guide.Languages.Book.Means("time", key) {
			value = time
		}
		if canonical, timed := control(req, value); timed {
			limit = canonical
		} else {
			rest = append(rest, word)
		}
	}
	named := strings.Join(rest, " ")
	for _, g := range req.Guide.Games {
		if named != "" && Begins(g, req.Guide.Voice.Text("game."+g.Name), named) {
			games = append(games, g)
		}
	}
	if g := req.Guide.Game(named); g != nil {
		games = append([]*engine.Game{g}, slices.DeleteFunc(games, func(other *engine.Game) bool { return other == g })...)
	}
	if len(games) == 0 {
		games = slices.DeleteFunc(slices.Clone(req.Guide.Games), func(g *engine.Game) bool { return g.Further })
	}
	return games, limit
}

// DayOf returns the day of a moment as offers write it.
func DayOf(t time.Time) string { return strconv.FormatInt(t.Unix()/(24*60*60), 36) }

// Stands reports whether an offer can still be taken: for as long as it is known whether somebody has.
func (o Offer) Stands(now time.Time) bool {
	day, err := strconv.ParseInt(o.Day, 36, 32)
	return err == nil && now.Sub(time.Unix(day*24*60*60, 0)) < request.RedeliveryWindow
}

// offerKey stores the key that offers are signed with, in hexadecimal digits.
var offerKey = kv.New(kv.Schema{Name: "offers/key", Owner: kv.Bot, Bound: "one note"},
	func(_ string, key kv.Text) error {
		_, err := readOfferKey(key)
		return err
	})

// OfferKey returns the key that offers are signed with, drawn once.
func (p Players) OfferKey(ctx context.Context) ([]byte, error) {
	defer p.Taking.Enter(offerKey.Name)()
	text, _, err := offerKey.Get(ctx, p.Archive, "")
	if err != nil {
		return nil, err
	}
	if key, err := readOfferKey(text); err == nil {
		return key, nil
	}
	key := p.Draws.Bytes(offerKeySize)
	return key, offerKey.Put(ctx, p.Archive, "", kv.Text(hex.EncodeToString(key)))
}

// readOfferKey reads the key as it is stored.
func readOfferKey(text kv.Text) ([]byte, error) {
	key, err := hex.DecodeString(string(text))
	if err == nil && len(key) != offerKeySize {
		err = fmt.Errorf("a key of %d bytes", len(key))
	}
	return key, err
}

// Sign returns the code that signs a text: OfferCode letters that nobody can make without the key.
func Sign(key []byte, text string) string {
	sum := hmac.New(sha256.New, key)
	sum.Write([]byte(text))
	return base64.RawURLEncoding.EncodeToString(sum.Sum(nil))[:OfferCode]
}

// Begins reports whether one of a game's names begins as a text does.
func Begins(g *engine.Game, name, text string) bool {
	for _, word := range append([]string{g.Name, name}, g.Aliases...) {
		if strings.HasPrefix(speech.Fold(word), speech.Fold(text)) {
			return true
		}
	}
	return false
}

// Clip returns the beginning of a text, of at most n bytes.
func Clip(s string, n int) string { return strings.ToValidUTF8(s[:min(len(s), max(0, n))], "") }

// OpenOffer reads the offer of a button; zero if the bot has not signed it.
func (p Players) OpenOffer(ctx context.Context, text string) (Offer, error) {
	key, err := p.OfferKey(ctx)
	code, ok := strings.CutPrefix(text, OfferPrefix)
	if err != nil || !ok || len(code) < OfferCode {
		return Offer{}, err
	}
	said := code[OfferCode:]
	if !hmac.Equal([]byte(code[:OfferCode]), []byte(Sign(key, said))) {
		return Offer{}, nil
	}
	return parseOffer(said), nil
}
