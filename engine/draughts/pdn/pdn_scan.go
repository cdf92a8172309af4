package pdn

import (
	"cmp"
	"regexp"
	"strings"
	"unicode/utf8"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

// pdnToken is a word of a PDN file that matters.
type pdnToken struct {
	kind         pdnKind
	numbered     bool              // the number of a move stands before it
	line, column int32             // where it begins, counted from 1
	name         string            // of a tag
	text         string            // the move or command, or the value of a tag
	wrong        *engine.FileError // what is odd about it
}

type pdnKind uint8

const (
	pdnTag pdnKind = iota
	pdnMove
	pdnCommand // of ours, inside of a comment
	pdnResult
	pdnOdd  // means nothing, and is passed over
	pdnStop // what follows cannot be trusted
)

// pdnScanner takes a PDN file apart.
type pdnScanner struct {
	text         string // what is left
	line, column int    // where it begins
	numbered     bool   // the number of a move was the last thing
	depth        int    // of variations that are open
	opened       pdnToken
	result       string // what the last tag Result says
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
			s.advance(lineEnd(s.text))
		case c == ';':
			s.lineComment(fresh)
		case c == '{':
			s.comment()
		case c == '(':
			s.variation()
		case c == ')' && s.depth > 0:
			s.depth--
			s.advance(1)
		case c == '[':
			s.tag()
		case strings.IndexByte(pdnSpaces, c) >= 0:
			s.advance(1)
		default:
			s.word()
		}
		fresh = c == '\n' || fresh && strings.IndexByte(pdnSpaces, c) >= 0
	}
	if s.depth > 0 {
		s.tokens = append(s.tokens, s.opened)
	}
	return s.tokens
}

const (
	pdnSpaces = " \t\n\v\f"
	pdnSigns  = "{}()[];" // what ends a word, besides spaces
)

// lineEnd is the number of bytes there are up to the end of the line.
func lineEnd(text string) int {
	if n := strings.IndexByte(text, '\n'); n >= 0 {
		return n
	}
	return len(text)
}

// advance takes bytes off the front.
func (s *pdnScanner) advance(n int) {
	taken := s.text[:n]
	s.text = s.text[n:]
	if last := strings.LastIndexByte(taken, '\n'); last >= 0 {
		s.line += strings.Count(taken, "\n")
		s.column = 1 + utf8.RuneCountInString(taken[last+1:])
	} else {
		s.column += utf8.RuneCountInString(taken)
	}
}

// add keeps a token that begins here, outside of variations.
func (s *pdnScanner) add(t pdnToken) {
	t.line, t.column = int32(s.line), int32(s.column)
	t.numbered, s.numbered = s.numbered, false
	if s.depth == 0 {
		s.tokens = append(s.tokens, t)
	}
}

// odd keeps what is passed over, or ends what can be read.
func (s *pdnScanner) odd(kind pdnKind, code engine.Code, text string) {
	s.add(pdnToken{kind: kind, wrong: &engine.FileError{Line: s.line, Column: s.column, Code: code, Text: text}})
}

// pdnMoves is what looks like a move in the middle of something else.
var pdnMoves = regexp.MustCompile(`\b(?:[a-j]?[0-9]{1,2})[ \t]*[-x:][ \t]*(?:[a-j]?[0-9]{1,2})\b`)

// lineComment passes over a comment up to the end of the line. The standard of today knows none; in older files it
// begins with a semicolon, but there others put one between moves. So moves behind it are only passed over where it
// stands first on the line.
func (s *pdnScanner) lineComment(fresh bool) {
	comment := s.text[:lineEnd(s.text)]
	if !fresh && pdnMoves.MatchString(comment) {
		s.odd(pdnStop, engine.DoubtfulText, comment)
	}
	s.advance(len(comment))
}

// comment passes over a comment in braces, and finds our commands in it. A comment ends with the first closing brace;
// where there are others in pairs before its end it goes on, unless moves would be lost by that.
func (s *pdnScanner) comment() {
	first := strings.IndexByte(s.text, '}') + 1
	if first == 0 {
		s.odd(pdnStop, engine.NotClosed, "{")
		s.advance(len(s.text))
		return
	}
	end := first
	if whole := len(pdnNested.FindString(s.text[:min(len(s.text), longestNested)])); whole > first {
		if end = whole; pdnMoves.MatchString(s.text[first:whole]) {
			s.odd(pdnStop, engine.DoubtfulText, s.text[first:whole])
		}
	}
	for _, m := range pdnOurs.FindAllStringSubmatch(s.text[:end], -1) {
		s.add(pdnToken{kind: pdnCommand, text: m[1]})
	}
	s.advance(end)
}

// longestNested is the number of bytes a comment with braces in it may have: beyond them it ends with the first closing
// brace.
const longestNested = 1000

// pdnNested is a comment with braces in pairs.
var pdnNested = regexp.MustCompile(`^\{[^{}]*(?:\{[^{}]*\}[^{}]*)+\}`)

var pdnOurs = regexp.MustCompile(`\[%((?:huff|demand)(?: [^\]\s]+)?)\]`)

// variation begins a variation, of which nothing is kept.
func (s *pdnScanner) variation() {
	if s.depth++; s.depth == 1 {
		s.opened = pdnToken{kind: pdnStop, line: int32(s.line), column: int32(s.column),
			wrong: &engine.FileError{Line: s.line, Column: s.column, Code: engine.NotClosed, Text: "("}}
	}
	s.advance(1)
}

var pdnPair = regexp.MustCompile(`^\[\s*([A-Za-z][A-Za-z0-9_]*)\s*"((?:[^"\\\n]|\\.)*)"\s*\]`)

// tagNames are those of other languages.
var tagNames = map[string]string{
	"Bianco": "White", "Nero": "Black", "Risultato": "Result", "Evento": "Event", "Data": "Date", "Luogo": "Site",
	"Turno": "Round",
}

// tag takes off a tag and its value.
func (s *pdnScanner) tag() {
	m := pdnPair.FindStringSubmatch(s.text)
	if m == nil {
		line := s.text[:lineEnd(s.text)]
		s.odd(pdnOdd, engine.WrongHeader, line)
		s.advance(len(line))
		return
	}
	value := strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(m[2])
	name := cmp.Or(tagNames[m[1]], m[1])
	if name == "Result" {
		s.result = value
	}
	s.add(pdnToken{kind: pdnTag, name: name, text: value})
	s.advance(len(m[0]))
}

var (
	// a number with a point, or before a move
	pdnNumber = regexp.MustCompile(`^(?:([0-9]{1,3}(?:\.+|…|\)))|([0-9]{1,3}[ \t]+)` +
		`(?:[A-Za-z]?[0-9]{1,2}[ \t]*[-x:]|[a-h]{1,2}[1-8]))`)
	pdnQuality = regexp.MustCompile(`(?:\$[0-9]+|[.…!?*+#,])+$`)
	pdnSpaced  = regexp.MustCompile(`^(?:[A-Za-z]?[0-9]{1,2})(?:[ \t]*[-–x:×][ \t]*(?:[A-Za-z]?[0-9]{1,2}))+(?:[Ff]\b)?`)
	pdnShort   = regexp.MustCompile(`^[a-h][-x:]?[a-h][1-8]$`) // where a move begins only its file is told
)

// word takes off a word: a number, a move, a result, or nothing that is known.
func (s *pdnScanner) word() {
	if m := pdnNumber.FindStringSubmatch(s.text); m != nil {
		s.numbered = true
		s.advance(len(m[1]) + len(m[2]))
		return
	}
	end := strings.IndexAny(s.text, pdnSpaces+pdnSigns)
	switch {
	case end == 0:
		s.odd(pdnOdd, engine.NotUnderstood, s.text[:1])
		s.advance(1)
		return
	case end < 0:
		end = len(s.text)
	}
	end = max(end, len(pdnSpaced.FindString(s.text)))
	word := strings.NewReplacer(" ", "", "\t", "").Replace(s.text[:end])
	move := pdnQuality.ReplaceAllString(word, "")
	switch {
	case s.isResult(word):
		s.add(pdnToken{kind: pdnResult, text: word})
	case move == "":
	case isMove(move):
		s.add(pdnToken{kind: pdnMove, text: move})
	case strings.ContainsAny(word, "0123456789"): // perhaps a move
		s.odd(pdnStop, engine.NotUnderstood, word)
	default:
		s.odd(pdnOdd, engine.NotUnderstood, word)
	}
	s.advance(end)
}

// isResult reports whether a word is a result: what can be a move is one only if the tag says so.
func (s *pdnScanner) isResult(word string) bool {
	_, ok := resultOf(word)
	text := strings.ReplaceAll(word, ":", "-")
	first, second, shared := shares(text)
	return ok && (!shared || text == "1-1" || word == s.result || first == 0 || second == 0)
}

// isMove reports whether a word has the form of a move, with two squares at least.
func isMove(word string) bool {
	typed, ok := grid.Split(word)
	return ok && len(typed.Squares) > 1 || pdnShort.MatchString(strings.ToLower(word))
}
