package change

import (
	"encoding/base32"
	"fmt"
	"io"
	"strings"
	"sync"

	"tabuleiro/bot/request"
	"tabuleiro/engine"
	"tabuleiro/engine/dice"
	"tabuleiro/engine/match"
	"tabuleiro/engine/opening"
)

// Randomizer draws what nobody may be able to guess, for as many at once as ask.
type Randomizer struct{ Random io.Reader }

// NewRandomizer draws from a source that nobody may be able to guess.
func NewRandomizer(random io.Reader) Randomizer { return Randomizer{&oneAtATime{random: random}} }

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

// ID draws an id for a match: short to type, without vowels (so without words) and without look-alikes.
func (l Randomizer) ID(length int) (string, error) {
	const letters = "bcdfghjkmnpqrstvwxyz23456789"
	id := make([]byte, length)
	if _, err := io.ReadFull(l.Random, id); err != nil {
		return "", fmt.Errorf("draw a match id: %w", err)
	}
	for i, r := range id {
		id[i] = letters[int(r)%len(letters)]
	}
	return string(id), nil
}

// Secret draws what opens a match to those who have a link to it.
func (l Randomizer) Secret() (string, error) {
	secret := make([]byte, 15)
	if _, err := io.ReadFull(l.Random, secret); err != nil {
		return "", fmt.Errorf("draw the secret of a link: %w", err)
	}
	return strings.ToLower(base32.StdEncoding.EncodeToString(secret)), nil
}

// codeLength is the number of letters the code has by which a challenge is accepted from another service. It is typed
// by
// people, who have some tries a second and the number of the match to find out, too.
const codeLength = 8

// Invitation draws what opens a challenge on other services, too.
func (l Randomizer) Invitation(e *match.Event) (err error) {
	if e.Secret, err = l.Secret(); err == nil {
		e.Code, err = l.ID(codeLength)
	}
	return err
}

// Side is the side of a challenger: the one chosen, or one by lot.
func (l Randomizer) Side(chosen engine.Side) (engine.Side, error) {
	if chosen != engine.Nobody {
		return chosen, nil
	}
	lot := make([]byte, 1)
	if _, err := io.ReadFull(l.Random, lot); err != nil {
		return engine.Nobody, fmt.Errorf("draw the sides: %w", err)
	}
	return engine.First + engine.Side(lot[0]&1), nil
}

// Chain draws the keys of a match that begins with a position; nil where nothing is thrown.
func (l Randomizer) Chain(start engine.Position) (*match.Chain, error) {
	r, ok := start.(engine.DicePosition)
	if !ok {
		return nil, nil
	}
	c, err := l.Sealed(r.Throws())
	return &c, err
}

// Sealed draws a chain of so many keys.
func (l Randomizer) Sealed(length int) (c match.Chain, err error) {
	var secret [32]byte
	if _, err := io.ReadFull(l.Random, secret[:]); err != nil {
		return c, fmt.Errorf("draw the last key: %w", err)
	}
	c = match.Chain{Last: dice.LastKey(secret), Length: length}
	c.Seal, err = dice.Key(c.Last, c.Length, 0)
	return c, err
}

// longestWord bounds the part that a player has in the salt.
const longestWord = 40

// Openings draws those of a setup that asks for some without a number: one for each pair of games, none twice while
// there are others.
func (l Randomizer) Openings(g *engine.Game, s *match.Setup) error {
	if len(s.Openings) != 1 || s.Openings[0].Number > 0 {
		return nil
	}
	all := OpeningsOf(g)
	n := min(len(all), (max(s.Series.Games, s.Series.Best, 4*s.Series.Points, 1)+1)/2)
	draw := make([]byte, 2*n)
	if _, err := io.ReadFull(l.Random, draw); err != nil {
		return fmt.Errorf("draw openings: %w", err)
	}
	for i := range n {
		k := i + (int(draw[2*i])<<8|int(draw[2*i+1]))%(len(all)-i)
		all[i], all[k] = all[k], all[i]
	}
	s.Openings, s.Drawn = all[:n], true
	return nil
}

// Prepare draws what the dice and the openings of a match come from, for the event that begins it, by an author with a
// word for the dice.
func (l Randomizer) Prepare(g *engine.Game, e *match.Event, word string) error {
	start, err := g.New(e.Setup.Options)
	if e.Setup.Start != "" {
		start, err = g.Parse(e.Setup.Start, e.Setup.Options)
	}
	if err != nil {
		return err
	}
	if e.Chain, err = l.Chain(start); err != nil {
		return err
	}
	if e.Chain != nil {
		e.Word = word
	}
	return l.Openings(g, e.Setup)
}

// OpeningsOf lists the openings of a game, numbered from 1.
func OpeningsOf(g *engine.Game) (list []match.Opening) {
	for i, moves := range opening.Of(g) {
		list = append(list, match.Opening{Number: i + 1, Moves: moves})
	}
	return list
}

// OwnWord takes "word=..." out of a text.
func OwnWord(req *request.Request, text string) (word, rest string, err error) {
	var others []string
	for _, w := range strings.Fields(text) {
		key, value, found := strings.Cut(strings.ToLower(w), "=")
		if !found || !req.Guide.Languages.Book.Means("word", key) {
			others = append(others, w)
			continue
		}
		if word = value; !dice.IsWord(word) || len(word) > longestWord {
			return "", text, req.Refuse("play-word")
		}
	}
	return word, strings.Join(others, " "), nil
}

// HasWord reports whether a text has "word=..." in it, be it a good one or not.
func HasWord(req *request.Request, text string) bool {
	word, _, err := OwnWord(req, text)
	return word != "" || err != nil
}

// IsWord reports whether a text is nothing but "word=...".
func IsWord(req *request.Request, text string) bool {
	return len(strings.Fields(text)) == 1 && HasWord(req, text)
}

// WordOr is the word that a player chose or, without one, the id of what the player said.
func WordOr(req *request.Request, chosen string) string {
	if chosen != "" {
		return chosen
	}
	clean := strings.Map(func(r rune) rune {
		if dice.IsWord(string(r)) {
			return r
		}
		return '-'
	}, strings.ToLower(req.Event.ID))
	if clean == "" {
		return "-"
	}
	return clean[max(0, len(clean)-longestWord):]
}
