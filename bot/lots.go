package bot

import (
	"encoding/base32"
	"fmt"
	"io"
	"strings"
	"sync"

	"tabuleiro/engine"
	"tabuleiro/engine/dice"
	"tabuleiro/engine/match"
)

// lots draws what nobody may be able to guess, for as many at once as ask.
type lots struct{ random io.Reader }

func newLots(random io.Reader) lots { return lots{&oneAtATime{random: random}} }

// oneAtATime lets a reader be read by several.
type oneAtATime struct {
	mu     sync.Mutex
	random io.Reader
}

func (r *oneAtATime) Read(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.random.Read(p)
}

// id draws an id for a match: short to type, without vowels (so without words) and without look-alikes.
func (l lots) id(length int) (string, error) {
	const letters = "bcdfghjkmnpqrstvwxyz23456789"
	id := make([]byte, length)
	if _, err := io.ReadFull(l.random, id); err != nil {
		return "", fmt.Errorf("draw a match id: %w", err)
	}
	for i, r := range id {
		id[i] = letters[int(r)%len(letters)]
	}
	return string(id), nil
}

// secret draws what opens a match to those who have a link to it.
func (l lots) secret() (string, error) {
	secret := make([]byte, 15)
	if _, err := io.ReadFull(l.random, secret); err != nil {
		return "", fmt.Errorf("draw the secret of a link: %w", err)
	}
	return strings.ToLower(base32.StdEncoding.EncodeToString(secret)), nil
}

// side is the side of a challenger: the one chosen, or one by lot.
func (l lots) side(chosen engine.Side) (engine.Side, error) {
	if chosen != engine.Nobody {
		return chosen, nil
	}
	lot := make([]byte, 1)
	if _, err := io.ReadFull(l.random, lot); err != nil {
		return engine.Nobody, fmt.Errorf("draw the sides: %w", err)
	}
	return engine.First + engine.Side(lot[0]&1), nil
}

// chain draws the keys of a match that begins with a position; nil where nothing is thrown.
func (l lots) chain(start engine.Position) (*match.Chain, error) {
	r, ok := start.(engine.Roller)
	if !ok {
		return nil, nil
	}
	var secret [32]byte
	if _, err := io.ReadFull(l.random, secret[:]); err != nil {
		return nil, fmt.Errorf("draw the key of the dice: %w", err)
	}
	c := &match.Chain{Last: dice.LastKey(secret), Length: r.Throws()}
	var err error
	c.Seal, err = dice.Key(c.Last, c.Length, 0)
	return c, err
}

// longestWord bounds the part that a player has in the salt.
const longestWord = 40

// ownWord takes "word=..." out of a text.
func (t *talk) ownWord(text string) (word, rest string, err error) {
	var others []string
	for _, w := range strings.Fields(text) {
		key, value, found := strings.Cut(strings.ToLower(w), "=")
		if !found || !t.Languages.Book.Means("word", key) {
			others = append(others, w)
			continue
		}
		if word = value; !dice.IsWord(word) || len(word) > longestWord {
			return "", text, t.note("play-word")
		}
	}
	return word, strings.Join(others, " "), nil
}

// wordOr is the word that a player chose or, without one, the id of what the player said.
func (t *talk) wordOr(chosen string) string {
	if chosen != "" {
		return chosen
	}
	clean := strings.Map(func(r rune) rune {
		if dice.IsWord(string(r)) {
			return r
		}
		return '-'
	}, strings.ToLower(t.event.ID))
	if clean == "" {
		return "-"
	}
	return clean[max(0, len(clean)-longestWord):]
}
