package bot

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
)

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
	offerPrefix  = "offer:"
	offerKeyAt   = "offers/key"
	offerKeySize = 32 // bytes
	offerCode    = 8  // letters
	offerNonce   = 8
)

// offer is what a button tells.
type offer struct {
	game  string
	by    string // the address of the private room of the person, which is the person's number
	day   string // on which it was made, in days since 1970 to the base 36
	nonce string // with the language in which it is posted behind it
	name  string
}

func (o offer) String() string {
	return strings.Join([]string{o.game, o.by, o.day, o.nonce, o.name}, ":")
}

// lang is the language in which it is posted, "" if that is not known.
func (o offer) lang() string { return o.nonce[min(len(o.nonce), offerNonce):] }

func parseOffer(text string) (o offer, ok bool) {
	parts := strings.SplitN(text, ":", 5)
	if len(parts) != 5 {
		return o, false
	}
	return offer{parts[0], parts[1], parts[2], parts[3], parts[4]}, true
}

// dayOf is the day of a moment as offers have it.
func dayOf(t time.Time) string { return strconv.FormatInt(t.Unix()/(24*60*60), 36) }

// stands tells whether an offer can still be taken: for as long as it is known whether somebody has.
func (o offer) stands(now time.Time) bool {
	day, err := strconv.ParseInt(o.day, 36, 32)
	return err == nil && now.Sub(time.Unix(day*24*60*60, 0)) < memorable
}

// key is what offers are signed with, drawn once.
func (o *offers) key(ctx context.Context) ([]byte, error) {
	defer o.taking.Enter(offerKeyAt)()
	text, err := o.archive.Get(ctx, offerKeyAt)
	if err != nil {
		return nil, err
	}
	if key, err := readOfferKey(text); err == nil {
		return key, nil
	}
	key := make([]byte, offerKeySize)
	if _, err := io.ReadFull(o.lots.random, key); err != nil {
		return nil, fmt.Errorf("draw the key of offers: %w", err)
	}
	return key, o.archive.Put(ctx, offerKeyAt, hex.EncodeToString(key))
}

// readOfferKey reads the key as it is stored.
func readOfferKey(text string) ([]byte, error) {
	key, err := hex.DecodeString(text)
	if err == nil && len(key) != offerKeySize {
		err = fmt.Errorf("a key of %d bytes", len(key))
	}
	return key, err
}

func sign(key []byte, text string) string {
	sum := hmac.New(sha256.New, key)
	sum.Write([]byte(text))
	return base64.RawURLEncoding.EncodeToString(sum.Sum(nil))[:offerCode]
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
