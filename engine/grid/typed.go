package grid

import (
	"regexp"
	"slices"
	"strings"

	"tabuleiro/engine"
)

// Typed is a text that has the shape of a move: squares, with signs between them.
type Typed struct {
	Squares []Square

	// Signs tells what follows each square.
	Signs []Sign

	// King tells that a letter for a king stands before the number of the first square: K11-15, or D3-6 of a dama.
	King bool

	// Mixed tells that some squares have names and others have numbers, which means nothing.
	Mixed bool
}

// Square is a square as it was typed; it need not be on the board.
type Square struct {
	Text   string // in small letters
	Number int    // of a numbered square; -1 if it has a name
	File   int    // of a named square, counted from 0; -1 if it has a number
	Rank   int    // of a named square, counted from 0; -1 if it has a number
}

// Sign is what stands between two squares.
type Sign byte

// The signs, each by a character that stands for it.
const (
	Nothing Sign = 0   // between names, or at the end
	Blank   Sign = ' ' // nothing but spaces
	Dash    Sign = '-' // any dash
	Cross   Sign = 'x' // any cross or star
	Colon   Sign = ':'
	Arrow   Sign = '>' // any arrow
	Dot     Sign = '.' // right between two squares, as it ends a sentence elsewhere
	Comma   Sign = ','
	Word    Sign = 'a' // to, a, para, até, hasta
)

// EndsWithSign reports whether the text ends with a sign, like "11-".
func (t Typed) EndsWithSign() bool { return t.Signs[len(t.Signs)-1] != Nothing }

// Captures reports whether a sign between the squares says that something is captured.
func (t Typed) Captures() bool {
	return slices.ContainsFunc(t.inner(), func(s Sign) bool { return s == Cross || s == Colon })
}

// Steps reports whether the signs between the squares say that nothing is captured, as far as it can be said: a dash
// stands in captures as well.
func (t Typed) Steps() bool { return slices.Contains(t.inner(), Dash) && !t.Captures() }

// inner are the signs but that behind the last square.
func (t Typed) inner() []Sign { return t.Signs[:len(t.Signs)-1] }

// IsAmbiguous reports whether there is no sign that stands in moves only: 12 8, 12/8, 12:8 may be anything.
func (t Typed) IsAmbiguous() bool {
	return !slices.ContainsFunc(t.Signs, func(s Sign) bool { return s == Dash || s == Cross || s == Arrow })
}

// longest is the number of bytes a typed move may have; more than people type.
const longest = 200

// Split reads a text as a typed move, or says that it is something else. Squares are numbers of one or two digits, or
// names like d3; only names may follow each other with nothing between. The number of the move before it, "de" or
// "from" before the first of several squares, and marks of praise, a full stop, a comma or a dash behind the last of
// them do not matter.
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

// next takes a square and the sign behind it off a text. Two numbers, or a name and a number, need a sign between them,
// and a king stands on the first square.
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

// Dedupe is the text without squares that are said twice in a row, with a sign for moves between them: 32x14x14. It is
// the text itself if there are none, or no two others.
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

// Read reads a text as it stands and, if it says squares twice, without that as well. Pieces may go round in a circle,
// so both may be moves; then it is Ambiguous if they are not the same one. Write is the text of a move.
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

// Locate finds squares with names on a board of so many files and ranks, by their index in engine.View. Numbers are no
// squares there, they are somebody's age, a date, a score; and nothing is a move of which no square is on the board.
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
	gluedNumber = regexp.MustCompile(`^[0-9]{1,3}\.([a-k][0-9].*)$`) // the number of a move right before a name

	fromWord   = regexp.MustCompile(`^(?:de|do|da|del|desde|from) +`)
	squareText = regexp.MustCompile(`^([a-kr]?)([0-9]{1,2})(?:[^0-9]|$)`) // no board is wider than j; k and r are kings
	toWord     = regexp.MustCompile(`^ +(?:a|ao|al|to|para|até|ate|hasta)(?: +(?:o|a|la|el))? +`)
	signText   = regexp.MustCompile(`^(?:\.| *(-{0,2}>|--?|[x*:/,]) *)`)
)

// newSquare is a square of a letter, which may be missing, and a number. It may be the king on that number instead.
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

// unmixed settles what it means when there are names and numbers. Before numbers, d3 is the dama on 3.
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

// cutSign takes what stands between two squares off the front.
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
