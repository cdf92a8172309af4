// Package dice derives rolls that anybody can verify from a chain of keys.
//
// The last key is a secret, and each key is the hash of the next. The hash of key 1, the seal, is published before
// the game and roll n reveals key n, so no key can be changed in between. Keys are used as text, in lower-case
// hexadecimal, so that two shell commands verify a roll.
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

// LastKey returns the last key of a chain, made from secret random bytes. All other keys follow from it.
func LastKey(secret [32]byte) string { return hex.EncodeToString(secret[:]) }

// Key returns the key of a roll, 1 to length, given the last key of a chain of that length. Key 0 is the seal.
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

// shortLength is the number of characters of a seal shown beside a match: 132 bits.
const shortLength = 22

// Short returns the beginning of a seal in base64url, long enough that no other chain with it can be found.
func Short(seal string) string {
	bytes, err := hex.DecodeString(seal)
	if err != nil {
		return seal
	}
	text := base64.RawURLEncoding.EncodeToString(bytes)
	return text[:min(shortLength, len(text))]
}

// Follows reports whether a key belongs to the roll after that of another key, or to the first roll if that is the
// seal.
func Follows(key, before string) bool { return hash(key) == before }

// Salt joins the words of the players, each of which must satisfy IsWord.
func Salt(words ...string) string { return strings.Join(words, ":") }

// IsWord reports whether a text can be a player's part of the salt: letters a-z, digits and hyphens.
func IsWord(text string) bool {
	return text != "" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// Lot returns the lot of a word under a key: the word with the lowest lot comes first.
func Lot(key, word string) string { return hash(key + ":" + word) }

// Dice returns the roll of a key: the first two characters from 1 to 6 in the hash of key:salt; if there are fewer
// than two, in the hash of that hash, and so on.
func Dice(key, salt string) (first, second int) {
	text := hash(key + ":" + salt)
	for {
		if first, second, ok := firstTwo(text); ok {
			return first, second
		}
		text = hash(text)
	}
}

// firstTwo finds the first two characters from 1 to 6; ok is false if there are fewer.
func firstTwo(text string) (first, second int, ok bool) {
	shown := die.FindAllString(text, 2)
	if len(shown) < 2 {
		return 0, 0, false
	}
	return int(shown[0][0] - '0'), int(shown[1][0] - '0'), true
}

var die = regexp.MustCompile(`[1-6]`)

// hash returns the SHA-256 of a text in lower-case hexadecimal.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// Tally is a statistic of rolls.
type Tally struct {
	Throws  int
	Doubles int
	Pips    int // total; a double counts its number four times
}

// Mean and variance of the pips of a fair roll: of the 36 rolls the sum is 294, and the sum of squares 3,066.
const (
	FairPips = 294. / 36
	variance = 3066./36 - FairPips*FairPips
)

// Add counts a roll.
func (t *Tally) Add(first, second int) {
	pips := first + second
	if first == second {
		t.Doubles++
		pips *= 2
	}
	t.Throws++
	t.Pips += pips
}

// Mean returns the mean number of pips of a roll; 0 without rolls.
func (t Tally) Mean() float64 { return float64(t.Pips) / float64(max(t.Throws, 1)) }

// StandardErrors returns the distance of the means of two tallies, in standard errors of the difference of fair dice,
// which stay within 2 in 95% of cases and within 3 in 99.7%. It is 0 if either tally is empty.
func StandardErrors(a, b Tally) float64 {
	return math.Abs(a.Mean()-b.Mean()) / math.Sqrt(variance/float64(a.Throws)+variance/float64(b.Throws))
}
