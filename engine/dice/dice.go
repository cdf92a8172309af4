// Package dice makes throws that anybody can check, from a chain of keys.
//
// The last key is a secret, and each key is the hash of the one after it. The hash of key 1, the seal, is shown before
// the game; throw n shows key n, and no key in between can have been changed. Everything is done with the text of keys,
// in lower-case hexadecimal, so that two commands of a shell check a throw.
package dice

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math"
	"regexp"
	"strings"
)

// LastKey is the last key of a chain, made of bytes that are known nowhere else. All other keys follow from it.
func LastKey(secret [32]byte) string { return hex.EncodeToString(secret[:]) }

// Key is the key of a throw, from 1 to length, given the last key of a chain of that length. Key 0 is the seal.
func Key(last string, length, n int) (string, error) {
	if n < 0 || n > length {
		return "", fmt.Errorf("key of throw %d: the chain has %d", n, length)
	}
	key := []byte(last)
	for range length - n {
		sum := sha256.Sum256(key)
		key = hex.AppendEncode(key[:0], sum[:])
	}
	return string(key), nil
}

// shortLength is the number of characters of a seal that are shown beside a match: they hold 132 bits.
const shortLength = 22

// Short is the beginning of a seal in base64url, long enough that nobody finds another chain with it.
func Short(seal string) string {
	bytes, err := hex.DecodeString(seal)
	if err != nil {
		return seal
	}
	text := base64.RawURLEncoding.EncodeToString(bytes)
	return text[:min(shortLength, len(text))]
}

// Follows reports whether a key belongs to the throw after that of another key, or to the first throw after the seal.
func Follows(key, before string) bool { return hash(key) == before }

// Salt joins the words of the players, each of which IsWord.
func Salt(words ...string) string { return strings.Join(words, ":") }

// IsWord reports whether a text can be a player's part of the salt: letters a-z, digits and hyphens.
func IsWord(text string) bool {
	return text != "" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// Lot is that of a word, given a key: the lowest of several is the first.
func Lot(key, word string) string { return hash(key + ":" + word) }

// Dice are what a key throws: the first two characters 1 to 6 of the hash of key:salt, or else of the hash of that
// hash, and so on.
func Dice(key, salt string) (first, second int) {
	text := hash(key + ":" + salt)
	for {
		if first, second, ok := firstTwo(text); ok {
			return first, second
		}
		text = hash(text)
	}
}

// firstTwo finds the first two characters 1 to 6; a text may have fewer.
func firstTwo(text string) (first, second int, ok bool) {
	shown := die.FindAllString(text, 2)
	if len(shown) < 2 {
		return 0, 0, false
	}
	return int(shown[0][0] - '0'), int(shown[1][0] - '0'), true
}

var die = regexp.MustCompile(`[1-6]`)

// hash is SHA-256 of a text, in lower-case hexadecimal.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// Tally counts how throws fell.
type Tally struct {
	Throws  int
	Doubles int
	Pips    int // all that was thrown; a double counts its number four times
}

// Expected of fair dice: 294 pips in 36 throws, and the sum of the squares is 3,066.
const (
	FairPips = 294. / 36
	variance = 3066./36 - FairPips*FairPips
)

// Add counts a throw.
func (t *Tally) Add(first, second int) {
	pips := first + second
	if first == second {
		t.Doubles++
		pips *= 2
	}
	t.Throws++
	t.Pips += pips
}

// Mean is the number of pips a throw had; 0 without any.
func (t Tally) Mean() float64 { return float64(t.Pips) / float64(max(t.Throws, 1)) }

// StandardErrors is how far the means of two tallies are apart, in standard errors of that difference if the dice are fair: fair
// dice stay within 2 in 95 of 100 cases, and within 3 in 997 of 1,000. It is 0 if either tally is empty.
func StandardErrors(a, b Tally) float64 {
	return math.Abs(a.Mean()-b.Mean()) / math.Sqrt(variance/float64(a.Throws)+variance/float64(b.Throws))
}
