package pdn

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"tabuleiro/engine"
)

// pdnToken is a word of a PDN file that matters.
type pdnToken struct {
	kind         pdnKind
	line, column int    // where it begins, counted from 1
	name         string // of a tag
	text         string // the move or command, or the value of a tag
	numbered     bool   // the number of a move stands before it
	err          error  // what is wrong
}

type pdnKind uint8

const (
	pdnTag pdnKind = iota
	pdnMove
	pdnCommand // of ours, inside of a comment
	pdnResult
	pdnWrong
)

// pdnScanner takes a PDN file apart.
type pdnScanner struct {
	text         string // what is left
	line, column int    // where it begins
	numbered     bool   // the number of a move was the last thing
	over         bool   // a result was, but for words that are no moves
	broken       bool   // something in this game is wrong: its other words do not matter
	tokens       []pdnToken
}

// scanPDN lists the tokens of a file. Comments, variations, numbers of moves and what is said about the quality of a
// move are left out.
func scanPDN(text string) []pdnToken {
	s := pdnScanner{text: text, line: 1, column: 1}
	fresh := true // nothing but spaces stands before on the line
	for s.text != "" {
		c := s.text[0]
		switch {
		case c == '%' && fresh:
			s.cut(lineEnd(s.text))
		case c == ';':
			s.lineComment(fresh)
		case c == '{':
			s.comment()
		case c == '(':
			s.variation()
		case c == '[':
			s.tag()
		case strings.IndexByte(pdnSpaces, c) >= 0:
			s.cut(1)
		default:
			s.word()
		}
		fresh = c == '\n' || fresh && strings.IndexByte(pdnSpaces, c) >= 0
	}
	return s.tokens
}

const (
	pdnSpaces = " \t\n\v\f"
	pdnSigns  = "{}()[];" // what ends a word, besides spaces
)

// lineEnd is how many bytes there are up to the end of the line.
func lineEnd(text string) int {
	if n := strings.IndexByte(text, '\n'); n >= 0 {
		return n
	}
	return len(text)
}

// cut takes bytes off the front.
func (s *pdnScanner) cut(n int) {
	taken := s.text[:n]
	s.text = s.text[n:]
	if last := strings.LastIndexByte(taken, '\n'); last >= 0 {
		s.line += strings.Count(taken, "\n")
		s.column = 1 + utf8.RuneCountInString(taken[last+1:])
	} else {
		s.column += utf8.RuneCountInString(taken)
	}
}

// add keeps a token that begins here.
func (s *pdnScanner) add(t pdnToken) {
	t.line, t.column = s.line, s.column
	t.numbered, s.numbered = s.numbered, false
	switch t.kind {
	case pdnWrong:
		s.broken = s.broken || !s.over
	case pdnTag, pdnResult:
		s.broken = false
		s.over = t.kind == pdnResult
	default:
		s.over = false
	}
	s.tokens = append(s.tokens, t)
}

// fail keeps what is wrong here.
func (s *pdnScanner) fail(code engine.Code, text string) {
	s.add(pdnToken{kind: pdnWrong, err: engine.InPlace(s.line, s.column, &engine.FileError{Code: code, Text: text})})
}

// pdnMoves is what looks like a move in the middle of something else.
var pdnMoves = regexp.MustCompile(`\b(?:[a-j]?[0-9]{1,2})[ \t]*[-x:][ \t]*(?:[a-j]?[0-9]{1,2})\b`)

// lineComment passes over a comment up to the end of the line. The standard of today knows none; in older files it
// begins with a semicolon, but there others put one between moves. So moves behind it are only passed over where it
// stands first on the line.
func (s *pdnScanner) lineComment(fresh bool) {
	comment := s.text[:lineEnd(s.text)]
	if !fresh && pdnMoves.MatchString(comment) {
		s.fail(engine.DoubtfulText, comment)
	}
	s.cut(len(comment))
}

// comment passes over a comment in braces, and finds our commands in it. A comment ends with the first closing brace;
// where others open one in it, it goes on, unless moves would be lost by that.
func (s *pdnScanner) comment() {
	first := strings.IndexByte(s.text, '}') + 1
	if first == 0 {
		s.fail(engine.NotClosed, "{")
		s.cut(len(s.text))
		return
	}
	end := first
	if whole := nested(s.text, first); whole > first {
		if end = whole; pdnMoves.MatchString(s.text[first:whole]) {
			s.fail(engine.DoubtfulText, s.text[first:whole])
		}
	}
	for _, m := range pdnOurs.FindAllStringSubmatch(s.text[:end], -1) {
		s.add(pdnToken{kind: pdnCommand, text: m[1]})
	}
	s.cut(end)
}

// longestNested is how many bytes a comment with braces in it may have: beyond them it ends with the first closing
// brace.
const longestNested = 1000

// nested is where what begins with a brace ends, if there are braces in it before the first closing one and all are
// closed; 0 if not.
func nested(text string, first int) int {
	if strings.LastIndexByte(text[:first], '{') == 0 {
		return 0
	}
	depth := 0
	for i, c := range []byte(text[:min(len(text), longestNested)]) {
		switch c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

var pdnOurs = regexp.MustCompile(`\[%((?:huff|demand)(?: [^\]\s]+)?)\]`)

// variation passes over a variation, and over those in it.
func (s *pdnScanner) variation() {
	depth, n := 0, 0
	for n < len(s.text) {
		switch s.text[n] {
		case '(':
			depth++
		case ')':
			depth--
		case '{':
			if end := strings.IndexByte(s.text[n:], '}'); end > 0 {
				n += end
			} else {
				n = len(s.text)
			}
		case ';':
			n += lineEnd(s.text[n:])
		}
		if n++; depth == 0 {
			s.cut(n)
			return
		}
	}
	s.fail(engine.NotClosed, "(")
	s.cut(len(s.text))
}

var pdnPair = regexp.MustCompile(`^\[\s*([A-Za-z][A-Za-z0-9_]*)\s*"((?:[^"\\\n]|\\.)*)"\s*\]`)

// tag takes off a tag and its value.
func (s *pdnScanner) tag() {
	m := pdnPair.FindStringSubmatch(s.text)
	if m == nil {
		line := s.text[:lineEnd(s.text)]
		s.fail(engine.WrongHeader, line)
		s.cut(len(line))
		return
	}
	value := strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(m[2])
	s.add(pdnToken{kind: pdnTag, name: m[1], text: value})
	s.cut(len(m[0]))
}

var (
	pdnNumber = regexp.MustCompile(`^[0-9]{1,3}(?:\.+|…|\))`)
	// a number without a point, before a move
	pdnBare    = regexp.MustCompile(`^([0-9]{1,3}[ \t]+)[A-Za-z]?[0-9]{1,2}[ \t]*[-x:]`)
	pdnQuality = regexp.MustCompile(`^(?:\$[0-9]+|\.\.+|…|[!?]+)$`)
	pdnSpaced  = regexp.MustCompile(`^(?:[A-Za-z]?[0-9]{1,2})(?:[ \t]*[-–x:×][ \t]*(?:[A-Za-z]?[0-9]{1,2}))+(?:[Ff]\b)?`)
)

// word takes off a word: a number, a move, a result, or nothing that is known.
func (s *pdnScanner) word() {
	if s.broken {
		s.skip()
		return
	}
	if m := pdnBare.FindStringSubmatch(s.text); m != nil {
		s.numbered = true
		s.cut(len(m[1]))
		return
	}
	if number := pdnNumber.FindString(s.text); number != "" {
		s.numbered = true
		s.cut(len(number))
		return
	}
	end := strings.IndexAny(s.text, pdnSpaces+pdnSigns)
	switch {
	case end == 0:
		s.fail(engine.NotUnderstood, s.text[:1])
		s.cut(1)
		return
	case end < 0:
		end = len(s.text)
	}
	end = max(end, len(pdnSpaced.FindString(s.text)))
	word := strings.NewReplacer(" ", "", "\t", "").Replace(s.text[:end])
	move := strings.TrimRight(word, "!?*+#")
	switch {
	case isResult(word):
		s.add(pdnToken{kind: pdnResult, text: word})
	case pdnQuality.MatchString(word):
	case isMove(move):
		s.add(pdnToken{kind: pdnMove, text: move})
	default:
		s.fail(engine.NotUnderstood, word)
	}
	s.cut(end)
}

// skip takes off a word of a game that is wrong, which matters only if it is the result.
func (s *pdnScanner) skip() {
	end := strings.IndexAny(s.text, pdnSpaces+pdnSigns)
	if end < 0 {
		end = len(s.text)
	}
	if word := s.text[:end]; isResult(word) {
		s.add(pdnToken{kind: pdnResult, text: word})
	}
	s.cut(max(end, 1))
}

// isResult tells whether a word is a result.
func isResult(word string) bool {
	return slices.ContainsFunc(pdnResults, func(r pdnSaid) bool { return r.text == pdnResultText(word) })
}
