package change

import (
	"encoding/base32"
	"io"
	"strings"
	"sync"

	"tabuleiro/bot/request"
	"tabuleiro/engine"
	"tabuleiro/engine/dice"
	"tabuleiro/engine/match"
	"tabuleiro/engine/opening"
)

// Randomizer draws unpredictable values. It is safe for concurrent use.
type Randomizer struct {
	mu     *sync.Mutex
	random io.Reader
}

// NewRandomizer makes a Randomizer with a source that must be unpredictable and never fail, such as crypto/rand.
func NewRandomizer(random io.Reader) Randomizer { return Randomizer{new(sync.Mutex), random} }

// Bytes draws n bytes.
func (l Randomizer) Bytes(n int) []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	drawn := make([]byte, n)
	if _, err := io.ReadFull(l.random, drawn); err != nil {
		panic("nothing can be drawn: " + err.Error())
	}
	return drawn
}

// ID draws an id for a match: short to type, without vowels (so without words) and without look-alikes.
func (l Randomizer) ID(length int) string {
	const letters = "bcdfghjkmnpqrstvwxyz23456789"
	id := l.Bytes(length)
	for i, r := range id {
		id[i] = letters[int(r)%len(letters)]
	}
	return string(id)
}

// Secret draws the secret of a match's link.
func (l Randomizer) Secret() string {
	return strings.ToLower(base32.StdEncoding.EncodeToString(l.Bytes(15)))
}

// codeLength is the length of the code that accepts a challenge from another service. People type it; someone who
// guesses has only a few tries a second, and needs the match id too.
const codeLength = 8

// Code draws the code of a challenge.
func (l Randomizer) Code() string { return l.ID(codeLength) }

// Side returns the side of a challenger: the chosen one, or a random one.
func (l Randomizer) Side(chosen engine.Side) engine.Side {
	if chosen != engine.Nobody {
		return chosen
	}
	return engine.First + engine.Side(l.Bytes(1)[0]&1)
}

// Sealed draws a chain of keys.
func (l Randomizer) Sealed(length int) match.Chain {
	last := dice.LastKey([32]byte(l.Bytes(32)))
	seal, _ := dice.Key(last, length, 0) // ignored: every chain has a first key
	return match.Chain{Last: last, Length: length, Seal: seal}
}

// longestWord limits the length of a player's part of the salt.
const longestWord = 40

// Openings draws the openings of a setup that asks for some without a number: one for each pair of games, without
// repetition while there are others.
func (l Randomizer) Openings(g *engine.Game, s *match.Setup) {
	if len(s.Openings) != 1 || s.Openings[0].Number > 0 {
		return
	}
	all := OpeningsOf(g)
	n := min(len(all), (max(s.Series.Games, s.Series.Best, 4*s.Series.Points, 1)+1)/2)
	draw := l.Bytes(2 * n)
	for i := range n {
		k := i + (int(draw[2*i])<<8|int(draw[2*i+1]))%(len(all)-i)
		all[i], all[k] = all[k], all[i]
	}
	s.Openings, s.Drawn = all[:n], true
}

// Prepare draws what the dice and the openings of a match are derived from, for its first event. word is the author's
// part of the dice's salt.
func (l Randomizer) Prepare(g *engine.Game, e *match.Event, word string) error {
	start, err := g.New(e.Setup.Options)
	if e.Setup.Start != "" {
		start, err = g.Parse(e.Setup.Start, e.Setup.Options)
	}
	if err != nil {
		return err
	}
	if p, ok := start.(engine.DicePosition); ok {
		chain := l.Sealed(p.Throws())
		e.Chain, e.Word = &chain, word
	}
	l.Openings(g, e.Setup)
	return nil
}

// OpeningsOf returns the openings of a game, numbered from 1.
func OpeningsOf(g *engine.Game) (list []match.Opening) {
	for i, moves := range opening.Of(g) {
		list = append(list, match.Opening{Number: i + 1, Moves: moves})
	}
	return list
}

// OwnWord cuts "word=..." off a text.
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

// HasWord reports whether a text contains "word=...", valid or not.
func HasWord(req *request.Request, text string) bool {
	word, _, err := OwnWord(req, text)
	return word != "" || err != nil
}

// IsWord reports whether the event is only "word=...", said to the bot or in reply to a board.
func IsWord(req *request.Request) bool {
	text := req.Event.Text
	return (req.Event.Addressed || req.Board != "") && len(strings.Fields(text)) == 1 && HasWord(req, text)
}

// WordOr returns the word that a player chose or, without one, a word made from the id of the event.
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
