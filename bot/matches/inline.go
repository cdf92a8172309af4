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

// The text of an offer's button is OfferPrefix, a signature of OfferCode letters, and the signed Offer.String. An
// Offer.Nonce begins with OfferNonce letters.
const (
	OfferPrefix  = "offer:"
	offerKeySize = 32 // bytes
	OfferCode    = 8  // letters
	OfferNonce   = 8
)

// Offer is a challenge posted in a chat where the bot need not be; the match is played in the private chats of both
// players. Nothing is stored before somebody accepts it: the button contains the offer, signed so that nobody else can
// make one.
type Offer struct {
	Game  string
	Time  string // a time control, "" for the usual one
	By    string // the challenger's number at the service, which is also the address of their private chat
	Day   string // of posting, in days since 1970 in base 36
	Nonce string // OfferNonce random letters, then the language of the post
	Name  string
}

func (o Offer) String() string {
	what := strings.TrimRight(o.Game+"~"+o.Time, "~")
	return strings.Join([]string{what, o.By, o.Day, o.Nonce, o.Name}, ":")
}

// Lang returns the language in which the offer was posted, "" if unknown.
func (o Offer) Lang() string { return o.Nonce[min(len(o.Nonce), OfferNonce):] }

// parseOffer parses an offer; it returns zero if the text is none.
func parseOffer(text string) Offer {
	parts := strings.SplitN(text, ":", 5)
	if len(parts) != 5 {
		return Offer{}
	}
	game, time, _ := strings.Cut(parts[0], "~")
	return Offer{game, time, parts[1], parts[2], parts[3], parts[4]}
}

// ReadPost reads the challenge that somebody wants to post: the beginning of a game's name and a time control, in any
// order. It returns the matching games, best first, or else the usual ones, and the time control, "" for the usual one.
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

// DayOf returns the day of a moment as Offer.Day.
func DayOf(t time.Time) string { return strconv.FormatInt(t.Unix()/(24*60*60), 36) }

// Stands reports whether an offer can still be accepted: for as long as the store knows whether somebody has.
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

// OfferKey returns the key that offers are signed with; the first call draws and stores it.
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

// readOfferKey decodes the key as it is stored.
func readOfferKey(text kv.Text) ([]byte, error) {
	key, err := hex.DecodeString(string(text))
	if err == nil && len(key) != offerKeySize {
		err = fmt.Errorf("a key of %d bytes", len(key))
	}
	return key, err
}

// Sign returns the signature of a text: OfferCode letters of an HMAC-SHA256.
func Sign(key []byte, text string) string {
	sum := hmac.New(sha256.New, key)
	sum.Write([]byte(text))
	return base64.RawURLEncoding.EncodeToString(sum.Sum(nil))[:OfferCode]
}

// Begins reports whether one of a game's names begins with a text.
func Begins(g *engine.Game, name, text string) bool {
	for _, word := range append([]string{g.Name, name}, g.Aliases...) {
		if strings.HasPrefix(speech.Fold(word), speech.Fold(text)) {
			return true
		}
	}
	return false
}

// Clip returns the longest beginning of a text with at most n bytes.
func Clip(s string, n int) string { return strings.ToValidUTF8(s[:min(len(s), max(0, n))], "") }

// OpenOffer returns the offer in a button's text; zero if the bot has not signed it.
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
