package pdn

import (
	"cmp"
	"regexp"
	"strings"
	"unicode/utf8"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

// pdnToken is a significant token of a PDN file.
type pdnToken struct {
	kind         pdnKind
	numbered     bool              // preceded by a move number
	line, column int32             // position, counted from 1
	name         string            // of a tag
	text         string            // a move or command, or the value of a tag
	wrong        *engine.FileError // what is odd about it
}

type pdnKind uint8

const (
	pdnTag pdnKind = iota
	pdnMove
	pdnCommand // one of ours, inside a comment
	pdnResult
	pdnOdd  // has no meaning, and is ignored
	pdnStop // what follows is unreliable
)

// pdnScanner splits a PDN file into tokens.
type pdnScanner struct {
	text         string // the rest
	line, column int    // position of the rest
	numbered     bool   // the last token was a move number
	depth        int    // number of open variations
	opened       pdnToken
	result       string // value of the last tag Result
	tokens       []pdnToken
}

// scanPDN lists the tokens of a file, without comments, variations, move numbers and annotations.
func scanPDN(text string) []pdnToken {
	s := pdnScanner{text: text, line: 1, column: 1}
	fresh := true // only white space so far on the line
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
	pdnSigns  = "{}()[];" // end a word, as white space does
)

// lineEnd returns the length of the text up to the end of the line.
func lineEnd(text string) int {
	if n := strings.IndexByte(text, '\n'); n >= 0 {
		return n
	}
	return len(text)
}

// advance skips n bytes.
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

// add appends a token at the current position, except in variations.
func (s *pdnScanner) add(t pdnToken) {
	t.line, t.column = int32(s.line), int32(s.column)
	t.numbered, s.numbered = s.numbered, false
	if s.depth == 0 {
		s.tokens = append(s.tokens, t)
	}
}

// odd appends a token for something ignored, or that ends the readable part.
func (s *pdnScanner) odd(kind pdnKind, code engine.Code, text string) {
	s.add(pdnToken{kind: kind, wrong: &engine.FileError{Line: s.line, Column: s.column, Code: code, Text: text}})
}

// pdnMoves matches what looks like a move inside something else.
var pdnMoves = regexp.MustCompile(`\b(?:[a-j]?[0-9]{1,2})[ \t]*[-x:][ \t]*(?:[a-j]?[0-9]{1,2})\b`)

// lineComment skips a comment from a semicolon to the end of the line. The present standard has none, and some older
// files put a semicolon between moves, so moves after one make the file doubtful unless it begins its line.
func (s *pdnScanner) lineComment(fresh bool) {
	comment := s.text[:lineEnd(s.text)]
	if !fresh && pdnMoves.MatchString(comment) {
		s.odd(pdnStop, engine.DoubtfulText, comment)
	}
	s.advance(len(comment))
}

// comment skips a comment in braces, and collects our commands from it. It ends at the first closing brace, or with
// nested pairs of braces at the last, unless that would drop moves.
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

// longestNested is the maximum length in bytes of a comment with nested braces; longer ones end at the first closing
// brace.
const longestNested = 1000

// pdnNested matches a comment with nested pairs of braces.
var pdnNested = regexp.MustCompile(`^\{[^{}]*(?:\{[^{}]*\}[^{}]*)+\}`)

var pdnOurs = regexp.MustCompile(`\[%((?:huff|demand)(?: [^\]\s]+)?)\]`)

// variation begins a variation, whose content is dropped.
func (s *pdnScanner) variation() {
	if s.depth++; s.depth == 1 {
		s.opened = pdnToken{kind: pdnStop, line: int32(s.line), column: int32(s.column),
			wrong: &engine.FileError{Line: s.line, Column: s.column, Code: engine.NotClosed, Text: "("}}
	}
	s.advance(1)
}

var pdnPair = regexp.MustCompile(`^\[\s*([A-Za-z][A-Za-z0-9_]*)\s*"((?:[^"\\\n]|\\.)*)"\s*\]`)

// tagNames translates tag names of other languages.
var tagNames = map[string]string{
	"Bianco": "White", "Nero": "Black", "Risultato": "Result", "Evento": "Event", "Data": "Date", "Luogo": "Site",
	"Turno": "Round",
}

// tag scans a tag with its value.
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
	// a number with a point, or one before a move
	pdnNumber = regexp.MustCompile(`^(?:([0-9]{1,3}(?:\.+|…|\)))|([0-9]{1,3}[ \t]+)` +
		`(?:[A-Za-z]?[0-9]{1,2}[ \t]*[-x:]|[a-h]{1,2}[1-8]))`)
	pdnQuality = regexp.MustCompile(`(?:\$[0-9]+|[.…!?*+#,])+$`)
	pdnSpaced  = regexp.MustCompile(`^(?:[A-Za-z]?[0-9]{1,2})(?:[ \t]*[-–x:×][ \t]*(?:[A-Za-z]?[0-9]{1,2}))+(?:[Ff]\b)?`)
	pdnShort   = regexp.MustCompile(`^[a-h][-x:]?[a-h][1-8]$`) // only the file of the first square is given
)

// word scans a word: a move number, a move, a result, or something unknown.
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
	case strings.ContainsAny(word, "0123456789"): // may be a move
		s.odd(pdnStop, engine.NotUnderstood, word)
	default:
		s.odd(pdnOdd, engine.NotUnderstood, word)
	}
	s.advance(end)
}

// isResult reports whether a word is a result; one that may be a move is a result only if the tag says so.
func (s *pdnScanner) isResult(word string) bool {
	_, ok := resultOf(word)
	text := strings.ReplaceAll(word, ":", "-")
	first, second, shared := shares(text)
	return ok && (!shared || text == "1-1" || word == s.result || first == 0 || second == 0)
}

// isMove reports whether a word has the syntax of a move with at least two squares.
func isMove(word string) bool {
	typed, ok := grid.Split(word)
	return ok && len(typed.Squares) > 1 || pdnShort.MatchString(strings.ToLower(word))
}
