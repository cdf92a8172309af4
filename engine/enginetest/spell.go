package enginetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/longtest"
)

// Spelling is a text that people may type for a legal move.
type Spelling struct {
	Text string

	// Fits reports whether the text may be read as a move: the intended one, or one whose squares the text lists in
	// full, if its signs allow it.
	Fits func(engine.Move) bool

	// Silent reports that the text may be taken for ordinary talk.
	Silent bool

	// Plain is the text without irrelevant parts, which must be read alike. A text that is Twice repeats a square,
	// which may also close a circle: it must not be taken for talk or be illegal where Plain is not.
	Plain string
	Twice bool
}

// Speller writes a legal move in one of many ways; false if there is no other way to write it.
type Speller func(p engine.Position, m engine.Move, random *rand.Rand) (Spelling, bool)

// Spellings checks in random positions that every spelling of a legal move either is read as that move or reported as
// ambiguous, incomplete or illegal, that irrelevant parts change nothing, and that captures and other moves with the
// same ends are not confused. Draw returns texts of random positions, which may be invalid.
func Spellings(t *testing.T, g *engine.Game, draw func(*rand.Rand) string, spell Speller, texts int) {
	t.Helper()
	texts = longtest.Count(texts, 10*texts)
	for _, o := range everyOptions(g) {
		t.Run("spellings"+optionsName(o), func(t *testing.T) {
			random := rand.New(rand.NewPCG(3, 4))
			read := 0
			for n := 0; read < texts && n < texts && !t.Failed(); n++ {
				read += spellings(t, g, o, draw, spell, random)
			}
			if read < texts && !t.Failed() {
				t.Errorf("only %d texts were read: what is drawn are no positions, or they have no moves", read)
			}
		})
	}
}

// FuzzSpellings is Spellings with fuzzed random positions.
func FuzzSpellings(f *testing.F, g *engine.Game, draw func(*rand.Rand) string, spell Speller) {
	all := everyOptions(g)
	f.Add(uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, a, b uint64) {
		spellings(t, g, all[a%uint64(len(all))], draw, spell, rand.New(rand.NewPCG(a, b)))
	})
}

// spellings draws a position and reads its moves in several spellings. It returns the number of texts read.
func spellings(t *testing.T, g *engine.Game, chosen engine.Options, draw func(*rand.Rand) string, spell Speller,
	random *rand.Rand) int {
	const mostMoves, ways = 60, 6
	o, err := g.Complete(chosen)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse(draw(random), o)
	if err != nil {
		return 0
	}
	read := 0
	for m := range p.Moves() {
		for range ways {
			s, ok := spell(p, m, random)
			if !ok {
				break
			}
			read++
			if err := checkSpelling(p, m, s); err != nil {
				t.Error(err)
				return read
			}
		}
		if read > mostMoves*ways {
			break
		}
	}
	return read
}

func checkSpelling(p engine.Position, m engine.Move, s Spelling) error {
	got, err := p.Read(s.Text)
	var wrong *engine.MoveError
	circles := s.Twice && (!errors.As(err, &wrong) || wrong.Kind == engine.Ambiguous || wrong.Kind == engine.Incomplete)
	if plain, other := p.Read(s.Plain); !circles && (plain != got || problem(err) != problem(other)) {
		return fmt.Errorf("%s: %q is read as %q, %v, but %q as %q, %v", p, s.Text, got, err, s.Plain, plain, other)
	}
	switch {
	case err == nil && s.Fits(got):
	case err == nil:
		return fmt.Errorf("%s: %q, written for %s, is read as %s", p, s.Text, m, got)
	case !errors.As(err, &wrong):
		return fmt.Errorf("%s: %q: not a MoveError: %w", p, s.Text, err)
	case wrong.Kind == engine.NotMove && !s.Silent:
		return fmt.Errorf("%s: %q, written for %s, is taken for ordinary talk", p, s.Text, m)
	}
	return nil
}

// problem returns what an error of Read says, without the text.
func problem(err error) string {
	wrong, ok := err.(*engine.MoveError)
	if !ok {
		return fmt.Sprint(err)
	}
	other := *wrong
	other.Text = ""
	return other.Error()
}

// Signs that people write between two squares, by meaning.
var (
	crosses = []string{"x", "X", "×", ":", "*", " x ", " : "}
	dashes  = []string{"-", "–", "—", "−", " - "}
	bare    = []string{" ", "/", ".", ",", ", ", ">", "→", " -> ", " a ", " to ", " para ", "  "}
)

var squareNames = regexp.MustCompile(`[a-j]?[0-9]+`)

// SpellBoard returns the Speller of games on a board of squares, whose canonical moves have a dash between squares,
// or x if they capture. Starred says that a star has another meaning in the game.
func SpellBoard(starred bool) Speller {
	return func(p engine.Position, m engine.Move, random *rand.Rand) (Spelling, bool) {
		way, tail, _ := strings.Cut(string(m), "*")
		all := squareNames.FindAllString(way, -1)
		if len(all) < 2 {
			return Spelling{}, false
		}
		b := board{random: random, starred: starred, capture: strings.Contains(way, "x")}
		kept := b.some(all)
		text := b.join(b.names(p, kept), b.king(p, kept[0]))
		if strings.Contains(string(m), "*") && (tail != "" || random.IntN(2) == 0) {
			text += "*" + tail
		}
		plain := text
		if text = b.decorate(text); len(text) > longestText {
			return Spelling{}, false
		}
		return Spelling{
			Text:   text,
			Plain:  plain,
			Twice:  b.twice,
			Silent: b.crossed && !b.capture, // may look like a time of day
			Fits: func(got engine.Move) bool {
				way, _, _ := strings.Cut(string(got), "*")
				capture := strings.Contains(way, "x")
				full := wholeWay(kept, squareNames.FindAllString(way, -1), tail != "")
				switch {
				// it may close a circle
				case b.twice && capture && strings.HasPrefix(way, kept[0]) && strings.HasSuffix(way, kept[len(kept)-1]):
					return true
				case b.crossed && !b.capture: // the text means something other than the move
					return capture
				case b.crossed:
					return capture && (full || got == m)
				case b.dashed:
					return full || got == m
				}
				return capture == b.capture && (full || got == m)
			},
		}, true
	}
}

// longestText is the maximum length in bytes of a typed move.
const longestText = 200

// wholeWay reports whether squares list the whole path of a move, canonical or another one with the same result. With
// drops it may be the path of another man, which is dropped where the first one stood.
func wholeWay(squares, canonical []string, drops bool) bool {
	last := len(squares) - 1
	return len(canonical) == len(squares) && (drops || canonical[0] == squares[0] && canonical[last] == squares[last])
}

// board is the state while a move is spelled.
type board struct {
	random  *rand.Rand
	starred bool
	capture bool // the move is a capture
	crossed bool // the text says that it is a capture
	dashed  bool // the text has a dash and no cross
	named   bool // squares have names
	twice   bool // the last square is repeated
}

// some omits some of the squares between the first and the last.
func (b *board) some(all []string) []string {
	kept := []string{all[0]}
	odds := b.random.IntN(3) // keep none, half, or all
	for _, square := range all[1 : len(all)-1] {
		if odds == 2 || odds == 1 && b.random.IntN(2) == 0 {
			kept = append(kept, square)
		}
	}
	return append(kept, all[len(all)-1])
}

// names returns the squares in one of the notations.
func (b *board) names(p engine.Position, squares []string) []string {
	b.named = squares[0][0] > '9'
	noted, ok := p.(engine.Notator)
	if !ok || b.random.IntN(2) == 0 {
		return squares
	}
	b.named = true
	names := slices.Clone(squares)
	for i := range names {
		names[i] = noted.Format(names[i], "letters")
	}
	return names
}

// king returns a letter for a king if there is one on a numbered square, or nothing.
func (b *board) king(p engine.Position, square string) string {
	if b.named || b.random.IntN(3) > 0 {
		return ""
	}
	for _, c := range p.View().Cells {
		if c.Label == square && c.King {
			return []string{"K", "D", "R", "k", "d"}[b.random.IntN(5)]
		}
	}
	return ""
}

// join writes the squares with signs between them, of one kind or mixed.
func (b *board) join(squares []string, king string) string {
	sort := b.random.IntN(4)
	text := king + squares[0]
	for _, square := range squares[1:] {
		this := sort
		if sort == 3 {
			this = b.random.IntN(3)
		}
		sign := [][]string{crosses, dashes, bare}[this]
		s := sign[b.random.IntN(len(sign))]
		switch {
		case s == "*" && b.starred:
			s = "x"
		case b.named && this == 2 && b.random.IntN(4) == 0:
			s = ""
		}
		b.crossed = b.crossed || this == 0
		b.dashed = b.dashed || this == 1
		text += s + square
	}
	return text
}

// decorate adds irrelevant parts.
func (b *board) decorate(text string) string {
	switch b.random.IntN(16) {
	case 0:
		text = strings.ToUpper(text)
	case 1:
		text = strings.Map(wide, text)
	case 2:
		text = "12... " + text
	case 3:
		text = "7) " + text
	case 4:
		text = "de " + text
	case 5:
		text += []string{"!", " !", " ?!", ", !"}[b.random.IntN(4)]
	case 6:
		text = " " + text + "."
	case 7:
		text += []string{",", " ,", ", "}[b.random.IntN(3)]
	case 8:
		text += []string{"-", " -", "–", "--"}[b.random.IntN(4)]
	case 9:
		text = lone.ReplaceAllString(text, "$1--$2")
	case 10:
		b.twice = true
		text = doubled(text)
	}
	return text
}

// lone matches a dash between two squares, signed the last square after a sign that only moves have.
var (
	lone   = regexp.MustCompile(`([0-9])-([0-9a-j])`)
	signed = regexp.MustCompile(`[0-9]( ?[-x] ?)([a-j]?[0-9]{1,2})$`)
)

// doubled repeats the last square, if the sign before it is one that only moves have.
func doubled(text string) string {
	m := signed.FindStringSubmatch(text)
	if m == nil || strings.HasPrefix(text, m[2]) {
		return text
	}
	return text + m[1] + m[2]
}

// wide converts characters to full-width ones.
func wide(r rune) rune {
	if r > ' ' && r <= '~' {
		return r - '!' + '！'
	}
	return r
}
