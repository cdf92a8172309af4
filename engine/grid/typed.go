package grid

import (
	"regexp"
	"slices"
	"strings"

	"tabuleiro/engine"
)

// Typed is a text with the syntax of a move: squares with signs between them.
type Typed struct {
	Squares []Square

	// Signs holds the sign after each square.
	Signs []Sign

	// King reports a letter for a king before the number of the first square: K11-15, or D3-6 with dama.
	King bool

	// Mixed reports that some squares are named and others numbered, which has no meaning.
	Mixed bool
}

// Square is a square as typed; it need not be on the board.
type Square struct {
	Text   string // in lower case
	Number int    // of a numbered square; -1 for a named one
	File   int    // of a named square, counted from 0; -1 for a numbered one
	Rank   int    // of a named square, counted from 0; -1 for a numbered one
}

// Sign is the sign between two squares.
type Sign byte

// Signs, each by a character that represents it.
const (
	Nothing Sign = 0   // between two names, or at the end
	Blank   Sign = ' ' // only spaces
	Dash    Sign = '-' // any dash
	Cross   Sign = 'x' // any cross or star
	Colon   Sign = ':'
	Arrow   Sign = '>' // any arrow
	Dot     Sign = '.' // directly between two squares; after the last one it ends a sentence
	Comma   Sign = ','
	Word    Sign = 'a' // to, a, para, até, hasta
)

// EndsWithSign reports whether the text ends with a sign, as in "11-".
func (t Typed) EndsWithSign() bool { return t.Signs[len(t.Signs)-1] != Nothing }

// Captures reports whether a sign between squares means a capture.
func (t Typed) Captures() bool {
	return slices.ContainsFunc(t.inner(), func(s Sign) bool { return s == Cross || s == Colon })
}

// Steps reports whether the signs between squares suggest that nothing is captured. It is not certain, because
// captures are written with dashes too.
func (t Typed) Steps() bool { return slices.Contains(t.inner(), Dash) && !t.Captures() }

// inner returns the signs without the one after the last square.
func (t Typed) inner() []Sign { return t.Signs[:len(t.Signs)-1] }

// IsAmbiguous reports whether no sign is one that only moves have: 12 8, 12/8 and 12:8 may be anything.
func (t Typed) IsAmbiguous() bool {
	return !slices.ContainsFunc(t.Signs, func(s Sign) bool { return s == Dash || s == Cross || s == Arrow })
}

// longest is the maximum length of a typed move in bytes, more than people type.
const longest = 200

// Split parses a text as a typed move, and reports whether it is one. Squares are numbers of one or two digits, or
// names like d3, and only names may follow each other without a sign; a move number, words like "from the" before
// the first of several squares, and marks like ! and ?, a full stop, a comma or a dash after the last one are ignored.
func Split(text string) (t Typed, ok bool) {
	if len(text) > longest {
		return Typed{}, false
	}
	rest, numbered := engine.Normalize(text)
	if m := gluedNumber.FindStringSubmatch(rest); m != nil {
		rest, numbered = m[1], true
	}
	bare := strings.TrimRight(rest, "!?.,- ")
	from := fromWord.FindString(bare)
	framed := numbered || from != "" || strings.ContainsAny(rest[len(bare):], "!?.")
	for rest = bare[len(from):]; rest != ""; {
		if rest, ok = t.next(rest); !ok {
			return Typed{}, false
		}
	}
	if len(t.Squares) == 0 || framed && (len(t.Squares) == 1 || t.EndsWithSign()) {
		return Typed{}, false
	}
	return t.unmixed(), true
}

// next parses a square and the sign after it. Two numbers, or a name and a number, need a sign between them, and only
// the first square may have the letter of a king.
func (t *Typed) next(text string) (rest string, ok bool) {
	n := len(t.Squares)
	if n > 0 && t.Signs[n-1] == Nothing && (text[0] < 'a' || t.Squares[n-1].Number >= 0) {
		return text, false
	}
	m := squareText.FindStringSubmatch(text)
	if m == nil {
		return text, false
	}
	square, king := newSquare(m[1], m[2])
	sign, rest := cutSign(text[len(m[1])+len(m[2]):])
	t.King, t.Squares, t.Signs = t.King || king, append(t.Squares, square), append(t.Signs, sign)
	return rest, !king || n == 0
}

// Dedupe returns the text without squares repeated in a row with a sign of moves between them, as in 32x14x14.
// Without such squares, or if only one square were left, it returns the text itself.
func (t Typed) Dedupe() Typed {
	kept := Typed{King: t.King, Mixed: t.Mixed}
	for i, s := range t.Squares {
		n := len(kept.Squares)
		if n == 0 || kept.Squares[n-1] != s || !strings.ContainsRune("-x:>", rune(kept.Signs[n-1])) {
			kept.Squares, kept.Signs = append(kept.Squares, s), append(kept.Signs, t.Signs[i])
			continue
		}
		kept.Signs[n-1] = t.Signs[i]
	}
	if len(kept.Squares) == 1 {
		return t
	}
	return kept
}

// Read reads a text as it stands and, if it repeats squares, without the repetitions too: because pieces may move in
// a circle both may be moves, and if they differ the text is Ambiguous. Write returns the text of a move.
func Read[M any](t Typed, read func(Typed) (M, *engine.MoveError), write func(M) engine.Move) (M, *engine.MoveError) {
	m, e := read(t)
	once := t.Dedupe()
	if len(once.Squares) == len(t.Squares) || e != nil && e.Kind != engine.Illegal {
		return m, e
	}
	other, still := read(once)
	switch {
	case e != nil:
		return other, still
	case still == nil && write(m) != write(other):
		return m, &engine.MoveError{Kind: engine.Ambiguous, Choices: []string{string(write(m)), string(write(other))}}
	}
	return m, nil
}

// Locate returns the indexes in engine.View of named squares on a board of width files and ranks. Numbers are not
// squares there but may be an age, a date or a score, so they are NotMove, and so is a text with no square on the
// board.
func Locate(list []Square, width int) (squares []int, e *engine.MoveError) {
	for _, s := range list {
		switch {
		case s.Number >= 0:
			return nil, &engine.MoveError{Kind: engine.NotMove}
		case s.File < width && s.Rank >= 0 && s.Rank < width:
			squares = append(squares, s.Rank*width+s.File)
		case e == nil:
			e = engine.NewIllegal(NoSuchSquare, s.Text)
		}
	}
	if squares == nil {
		e = &engine.MoveError{Kind: engine.NotMove}
	}
	return squares, e
}

var (
	gluedNumber = regexp.MustCompile(`^[0-9]{1,3}\.([a-k][0-9].*)$`) // the number of a move directly before a name

	fromWord   = regexp.MustCompile(`^` + engine.WordsBefore)
	squareText = regexp.MustCompile(`^([a-kr]?)([0-9]{1,2})(?:[^0-9]|$)`) // no board is wider than j; k and r mean kings
	toWord     = regexp.MustCompile(`^` + engine.WordsBetween)
	signText   = regexp.MustCompile(`^(?:\.| *(-{0,2}>|--?|[x*:/,]) *)`)
)

// newSquare returns a square from a letter, which may be empty, and a number. With the letter of a king, king is true
// and the square is the number.
func newSquare(letter, digits string) (s Square, king bool) {
	n := 0
	for _, d := range []byte(digits) {
		n = 10*n + int(d-'0')
	}
	switch letter {
	case "":
		return Square{Text: digits, Number: n, File: -1, Rank: -1}, false
	case "k", "r":
		return Square{Text: digits, Number: n, File: -1, Rank: -1}, true
	}
	return Square{Text: letter + digits, Number: -1, File: int(letter[0] - 'a'), Rank: n - 1}, false
}

// unmixed decides what a mix of names and numbers means: before numbers, d3 is the dama on 3.
func (t Typed) unmixed() Typed {
	numbers := 0
	for _, s := range t.Squares {
		if s.Number >= 0 {
			numbers++
		}
	}
	first := &t.Squares[0]
	if numbers > 0 && numbers == len(t.Squares)-1 && first.File == int('d'-'a') {
		*first, _ = newSquare("", first.Text[1:])
		t.King = true
		return t
	}
	t.Mixed = numbers > 0 && numbers < len(t.Squares)
	return t
}

// cutSign cuts the sign between two squares from the front.
func cutSign(s string) (Sign, string) {
	if word := toWord.FindString(s); word != "" {
		return Word, s[len(word):]
	}
	m := signText.FindStringSubmatch(s)
	if m == nil {
		rest := strings.TrimLeft(s, " ")
		if len(rest) < len(s) {
			return Blank, rest
		}
		return Nothing, rest
	}
	rest := s[len(m[0]):]
	switch {
	case m[1] == "":
		return Dot, rest
	case m[1] == "*":
		return Cross, rest
	case strings.HasSuffix(m[1], ">"):
		return Arrow, rest
	}
	return Sign(m[1][0]), rest
}
