package draughts

import (
	"regexp"
	"slices"
	"strings"

	"tabuleiro/engine"
)

// pdnToken is a word of a PDN file that matters.
type pdnToken struct {
	kind pdnKind
	line int    // where it begins, counted from 1
	name string // of a tag
	text string // the move or command, or the value of a tag
}

type pdnKind uint8

const (
	pdnTag pdnKind = iota
	pdnMove
	pdnCommand // of ours, inside of a comment
	pdnResult
)

// pdnScanner takes a PDN file apart.
type pdnScanner struct {
	text   string // what is left
	line   int    // where it begins
	tokens []pdnToken
}

// scanPDN lists the tokens of a file. Comments, variations, numbers of moves and what is said about the quality of a move are
// left out.
func scanPDN(text string) ([]pdnToken, error) {
	s := pdnScanner{text: text, line: 1}
	fresh := true // nothing but spaces stands before on the line
	for s.text != "" {
		c := s.text[0]
		start := s.line
		var err error
		switch {
		case c == ';' || c == '%' && fresh:
			s.cut(lineEnd(s.text))
		case c == '{':
			var comment string
			comment, err = s.enclosed("}")
			s.commands(comment, start)
		case c == '(':
			err = s.variation()
		case c == '[':
			err = s.tag()
		case strings.IndexByte(pdnSpaces, c) >= 0:
			s.cut(1)
		default:
			err = s.word()
		}
		if err != nil {
			return nil, engine.InLine(start, err)
		}
		fresh = c == '\n' || fresh && strings.IndexByte(pdnSpaces, c) >= 0
	}
	return s.tokens, nil
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

// cut takes bytes off the front and gives them.
func (s *pdnScanner) cut(n int) string {
	taken := s.text[:n]
	s.text = s.text[n:]
	s.line += strings.Count(taken, "\n")
	return taken
}

func (s *pdnScanner) add(kind pdnKind, line int, text string) {
	s.tokens = append(s.tokens, pdnToken{kind: kind, line: line, text: text})
}

// enclosed takes off what begins with a sign and goes up to another.
func (s *pdnScanner) enclosed(end string) (string, error) {
	n := strings.Index(s.text, end)
	if n < 0 {
		return "", &engine.FileError{Code: engine.NotClosed, Text: s.text[:1]}
	}
	return s.cut(n + len(end)), nil
}

var pdnOurs = regexp.MustCompile(`\[%((?:huff|demand)(?: [^\]\s]+)?)\]`)

// commands finds our commands in a comment.
func (s *pdnScanner) commands(comment string, line int) {
	for _, m := range pdnOurs.FindAllStringSubmatch(comment, -1) {
		s.add(pdnCommand, line, m[1])
	}
}

// variation passes over a variation, and over those in it.
func (s *pdnScanner) variation() error {
	depth := 0
	for s.text != "" {
		switch s.text[0] {
		case '(':
			depth++
		case ')':
			depth--
		case '{':
			if _, err := s.enclosed("}"); err != nil {
				return err
			}
			continue
		case ';':
			s.cut(lineEnd(s.text))
			continue
		}
		s.cut(1)
		if depth == 0 {
			return nil
		}
	}
	return &engine.FileError{Code: engine.NotClosed, Text: "("}
}

var pdnPair = regexp.MustCompile(`^\[\s*([A-Za-z][A-Za-z0-9_]*)\s*"((?:[^"\\\n]|\\.)*)"\s*\]`)

// tag takes off a tag and its value.
func (s *pdnScanner) tag() error {
	m := pdnPair.FindStringSubmatch(s.text)
	if m == nil {
		return &engine.FileError{Code: engine.WrongHeader, Text: s.text[:lineEnd(s.text)]}
	}
	value := strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(m[2])
	s.tokens = append(s.tokens, pdnToken{kind: pdnTag, line: s.line, name: m[1], text: value})
	s.cut(len(m[0]))
	return nil
}

var (
	pdnNumber  = regexp.MustCompile(`^[0-9]+\.+`)
	pdnQuality = regexp.MustCompile(`^(?:\$[0-9]+|\.\.+|[!?]+)$`)
)

// word takes off a word: a number, a move, a result, or nothing that is known.
func (s *pdnScanner) word() error {
	n := strings.IndexAny(s.text, pdnSpaces+pdnSigns)
	switch {
	case n == 0:
		return &engine.FileError{Code: engine.NotUnderstood, Text: s.text[:1]}
	case n < 0:
		n = len(s.text)
	}
	line := s.line
	word := s.cut(n)
	word = word[len(pdnNumber.FindString(word)):]
	known := slices.ContainsFunc(pdnResults, func(r pdnSaid) bool { return r.text == word })
	switch {
	case known:
		s.add(pdnResult, line, word)
	case word == "" || pdnQuality.MatchString(word):
	default:
		s.add(pdnMove, line, strings.TrimRight(word, "!?*+#"))
	}
	return nil
}
