package backgammon

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// Throws is how many throws one chain of keys is good for, ties included.
const Throws = 1000

// LastKey is the key of throw Throws, made of bytes that nobody else can know. All other keys follow from it.
func LastKey(secret [32]byte) string { return hex.EncodeToString(secret[:]) }

// Key is the key of a throw, from 1 to Throws, given the last key. Key 0 is the seal, which is shown before the game.
func Key(last string, n int) (string, error) {
	if n < 0 || n > Throws {
		return "", fmt.Errorf("key of throw %d: the chain has %d", n, Throws)
	}
	key := last
	for range Throws - n {
		key = hash(key)
	}
	return key, nil
}

// Follows tells whether a key belongs to the throw after that of another key, or to the first throw after the seal.
func Follows(key, before string) bool { return hash(key) == before }

// Salt joins the words of the players, each of which IsWord.
func Salt(words ...string) string { return strings.Join(words, ":") }

// IsWord tells whether a text can be a player's part of the salt: letters a-z, digits and hyphens.
func IsWord(text string) bool {
	return text != "" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// Dice are what a key throws: the first two characters 1 to 6 of the hash of key:salt, or else of the hash of that hash,
// and so on.
func Dice(key, salt string) (first, second int) {
	text := key + ":" + salt
	for {
		text = hash(text)
		var dice []int
		for _, c := range text {
			if c >= '1' && c <= '6' {
				dice = append(dice, int(c-'0'))
			}
		}
		if len(dice) > 1 {
			return dice[0], dice[1]
		}
	}
}

// hash is SHA-256 of a text, in lower-case hexadecimal.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
