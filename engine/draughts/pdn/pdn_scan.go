package pdn

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

// pdnToken is a significant token of a PDN file.
type pdnToken struct {
	kind         pdnKind
	numbered     bool        // preceded by a move number
	line, column int         // counted from 1
	name         string      // of a tag
	text         string      // a move or command, the value of a tag, or what is odd
	code         engine.Code // what is odd about it
}

// fault returns an error about a text of a token.
func (t pdnToken) fault(code engine.Code, text string) *engine.FileError {
	e := &engine.FileError{Code: code, Text: text}
	_ = engine.InPlace(t.line, t.column, e)
	return e
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

// pdnGame is a game of a file.
type pdnGame struct {
	tags   map[string]pdnToken
	tokens []pdnToken     // the others, without the result
	begun  bool           // there are moves, or something that may be one
	said   engine.Outcome // by the tag Result, or else by the text
}

// pdnScanner splits a PDN file into games.
type pdnScanner struct {
	text         string // the rest
	line, column int    // position of the rest
	numbered     bool   // the last token was a move number
	depth        int    // number of open variations
	opened       pdnToken
	over, talk   bool // the last token was a result, or in a remark after one
	games        []*pdnGame
}

// scanPDN lists the games of a file, without comments, variations, move numbers and annotations.
func scanPDN(text string) []*pdnGame {
	s := pdnScanner{text: text, line: 1, column: 1}
	s.begin()
	fresh := true // only white space so far on the line
	for s.text != "" {
		c := s.text[0]
		switch {
		case c == '%' && fresh, c == ';' && (fresh || !pdnMoves.MatchString(s.restOfLine())):
			s.advance(s.restOfLine())
		case c == ';':
			s.odd(pdnStop, engine.DoubtfulText, s.restOfLine())
			s.advance(s.restOfLine())
		case c == '{':
			s.comment()
		case c == '(':
			s.variation()
		case c == '[':
			s.tag()
		case strings.IndexByte(pdnSpaces, c) >= 0:
			s.advance(s.text[:1])
		default:
			s.word()
		}
		fresh = c == '\n' || fresh && strings.IndexByte(pdnSpaces, c) >= 0
	}
	if s.depth > 0 {
		s.file(s.opened)
	}
	return slices.DeleteFunc(s.games, func(g *pdnGame) bool { return len(g.tags)+len(g.tokens) == 0 })
}

const (
	pdnSpaces = " \t\n\v\f"
	pdnSigns  = "{}()[];" // end a word, as white space does
)

func (s *pdnScanner) restOfLine() string {
	line, _, _ := strings.Cut(s.text, "\n")
	return line
}

// advance skips the beginning of the rest.
func (s *pdnScanner) advance(taken string) {
	s.text = s.text[len(taken):]
	if last := strings.LastIndexByte(taken, '\n'); last >= 0 {
		s.line += strings.Count(taken, "\n")
		s.column, taken = 1, taken[last+1:]
	}
	s.column += utf8.RuneCountInString(taken)
}

// add adds a token at the current position, except in variations.
func (s *pdnScanner) add(t pdnToken) {
	t.line, t.column = s.line, s.column
	t.numbered, s.numbered = s.numbered, false
	if s.depth == 0 {
		s.file(t)
	}
}

// odd adds a token for something ignored, or that ends the readable part.
func (s *pdnScanner) odd(kind pdnKind, code engine.Code, text string) {
	s.add(pdnToken{kind: kind, code: code, text: text})
}

// begin begins a game.
func (s *pdnScanner) begin() { s.games = append(s.games, &pdnGame{tags: make(map[string]pdnToken)}) }

// game returns the last game.
func (s *pdnScanner) game() *pdnGame { return s.games[len(s.games)-1] }

// isRemark reports whether a token belongs to a remark after a result.
func (s *pdnScanner) isRemark(t pdnToken) bool {
	begins := t.kind == pdnTag || t.kind == pdnMove && t.numbered // a game
	return s.over && !begins && (s.talk || t.code == engine.NotUnderstood)
}

// file adds a token to its game. A game ends with a result, where the tags of the next one begin, or before a tag that
// it already has; words after a result without tags or moves are a remark about the end.
func (s *pdnScanner) file(t pdnToken) {
	if s.talk = s.isRemark(t); s.talk {
		return
	}
	s.over = t.kind == pdnResult
	if _, seen := s.game().tags[t.name]; t.kind == pdnTag && (seen || s.game().begun) {
		s.begin()
	}
	g := s.game()
	if said, ok := resultOf(t.text); ok && (s.over || t.name == "Result") && g.said == (engine.Outcome{}) {
		g.said = said
	}
	switch t.kind {
	case pdnTag:
		g.tags[t.name] = t
	case pdnResult:
		s.begin()
	default:
		g.tokens = append(g.tokens, t)
		g.begun = g.begun || t.kind != pdnOdd
	}
}

// pdnMoves matches what looks like a move inside something else. Moves after a semicolon make a file doubtful unless it
// begins its line: the present standard has no such comments, and some older files put a semicolon between moves.
var pdnMoves = regexp.MustCompile(`\b(?:[a-j]?[0-9]{1,2})[ \t]*[-x:][ \t]*(?:[a-j]?[0-9]{1,2})\b`)

// comment skips a comment in braces, and collects our commands from it. It ends at the first closing brace, or with
// nested pairs of braces at the last, unless that would drop moves.
func (s *pdnScanner) comment() {
	first := strings.IndexByte(s.text, '}') + 1
	if first == 0 {
		s.odd(pdnStop, engine.NotClosed, "{")
		s.advance(s.text)
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
	s.advance(s.text[:end])
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
		s.opened = pdnToken{kind: pdnStop, line: s.line, column: s.column, code: engine.NotClosed, text: "("}
	}
	s.advance("(")
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
		s.odd(pdnOdd, engine.WrongHeader, s.restOfLine())
		s.advance(s.restOfLine())
		return
	}
	value := strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(m[2])
	s.add(pdnToken{kind: pdnTag, name: cmp.Or(tagNames[m[1]], m[1]), text: value})
	s.advance(m[0])
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
		s.advance(m[1] + m[2])
		return
	}
	end := strings.IndexAny(s.text, pdnSpaces+pdnSigns)
	switch {
	case end == 0:
		s.odd(pdnOdd, engine.NotUnderstood, s.text[:1])
		if s.text[0] == ')' {
			s.depth = max(0, s.depth-1)
		}
		s.advance(s.text[:1])
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
	s.advance(s.text[:end])
}

// isResult reports whether a word is a result; one that may be a move is a result only if the tag says so.
func (s *pdnScanner) isResult(word string) bool {
	_, ok := resultOf(word)
	text := strings.ReplaceAll(word, ":", "-")
	first, second, shared := shares(text)
	return ok && (!shared || text == "1-1" || word == s.game().tags["Result"].text || first == 0 || second == 0)
}

// isMove reports whether a word has the syntax of a move with at least two squares.
func isMove(word string) bool {
	typed, ok := grid.Split(word)
	return ok && len(typed.Squares) > 1 || pdnShort.MatchString(strings.ToLower(word))
}
