package grid

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Typed is a text that has the shape of a move: squares, with signs between them.
type Typed struct {
	Squares []Square

	// Signs tells what follows each square: '-' for any dash, 'x' for any cross or star, ':' or '/', ' ' for nothing but
	// spaces, 0 for nothing at all (between names, or at the end).
	Signs []rune
}

// Square is a square as it was typed; it need not be on the board.
type Square struct {
	Text   string // in small letters
	Number int    // of a numbered square; -1 if it has a name
	File   int    // of a named square, counted from 0; -1 if it has a number
	Rank   int    // of a named square, counted from 0; -1 if it has a number
}

// Open tells whether the text ends with a sign, like "11-".
func (t Typed) Open() bool { return t.Signs[len(t.Signs)-1] != 0 }

// longest is how many bytes a typed move may have; nobody types more.
const longest = 200

// Split reads a text as a typed move, or says that it is something else. Squares are numbers of one or two digits, or
// names like d3; only names may follow each other with nothing between. Marks of praise and a full stop behind the last
// of several squares do not matter.
func Split(text string) (t Typed, ok bool) {
	if len(text) > longest {
		return Typed{}, false
	}
	rest := strings.ToLower(strings.TrimSpace(text))
	bare := strings.TrimRight(rest, "!?.")
	marked := bare != rest
	for rest = bare; rest != ""; {
		if n := len(t.Signs); n > 0 && t.Signs[n-1] == 0 && (rest[0] < 'a' || t.Squares[n-1].Number >= 0) {
			return Typed{}, false // two numbers, or a name and a number, need something between them
		}
		var square Square
		if square, rest, ok = cutSquare(rest); !ok {
			return Typed{}, false
		}
		t.Squares = append(t.Squares, square)
		var sign rune
		sign, rest = cutSign(rest)
		t.Signs = append(t.Signs, sign)
	}
	if len(t.Squares) == 0 || marked && (len(t.Squares) == 1 || t.Open()) {
		return Typed{}, false
	}
	return t, true
}

// cutSquare takes a square off the front.
func cutSquare(s string) (Square, string, bool) {
	name := s[0] >= 'a' && s[0] <= 'j' // no board is wider
	digits := s
	if name {
		digits = s[1:]
	}
	n, value := 0, 0
	for n < len(digits) && digits[n] >= '0' && digits[n] <= '9' {
		if n == 2 {
			return Square{}, s, false
		}
		value = value*10 + int(digits[n]-'0')
		n++
	}
	if n == 0 {
		return Square{}, s, false
	}
	rest := digits[n:]
	square := Square{Text: s[:len(s)-len(rest)], Number: value, File: -1, Rank: -1}
	if name {
		square.Number, square.File, square.Rank = -1, int(s[0]-'a'), value-1
	}
	return square, rest, true
}

// cutSign takes what stands between two squares off the front.
func cutSign(s string) (rune, string) {
	rest := strings.TrimLeftFunc(s, unicode.IsSpace)
	r, size := utf8.DecodeRuneInString(rest)
	sign := rune(0)
	switch r {
	case '-', '‐', '‑', '‒', '–', '—', '−':
		sign = '-'
	case 'x', '×', '*':
		sign = 'x'
	case ':', '/':
		sign = r
	case utf8.RuneError:
		return 0, rest // the end, as there are no spaces at the end of a text
	default:
		if len(rest) < len(s) {
			return ' ', rest
		}
		return 0, rest
	}
	return sign, strings.TrimLeftFunc(rest[size:], unicode.IsSpace)
}
