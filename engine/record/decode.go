package record

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	xunicode "golang.org/x/text/encoding/unicode"
)

// charsets are the old ones that files come in, the usual one first. Their first half is ASCII.
var charsets = []encoding.Encoding{charmap.Windows1252, charmap.Windows1251, charmap.KOI8R, charmap.CodePage866}

// decode makes a text with plain ends of lines of bytes whose encoding nobody has told; false if they are no text.
func decode(data []byte) (string, bool) {
	var charset encoding.Encoding = encoding.Nop
	switch {
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE}), zeros(data, 1):
		charset = xunicode.UTF16(xunicode.LittleEndian, xunicode.UseBOM)
	case bytes.HasPrefix(data, []byte{0xFE, 0xFF}), zeros(data, 0):
		charset = xunicode.UTF16(xunicode.BigEndian, xunicode.UseBOM)
	case !utf8.Valid(data):
		charset = likely(data)
	}
	plain, err := charset.NewDecoder().Bytes(data)
	text := strings.TrimPrefix(string(plain), "\uFEFF")
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	return text, err == nil && isText(text)
}

// zeros reports whether every other byte, from one on, is zero and the others are not, in what a file begins with.
func zeros(data []byte, from int) bool {
	const enough = 8
	if len(data) < enough {
		return false
	}
	for i, b := range data[:enough] {
		if (b == 0) != (i%2 == from) {
			return false
		}
	}
	return true
}

// isText reports whether nearly all of a text is what people write.
func isText(text string) bool {
	odd, all := 0, 0
	for _, r := range text {
		all++
		if r == 0 {
			return false
		}
		if r == utf8.RuneError || unicode.IsControl(r) && !unicode.IsSpace(r) {
			odd++
		}
	}
	const few, oddOf = 3, 100
	return odd <= few+all/oddOf
}

// mostGuess is the number of bytes that are looked at to tell a charset.
const mostGuess = 1 << 16

// likely is the charset in which bytes look most like words: letters of one script side by side, no capital behind a
// small one, and no two letters with marks in a row where most letters have none.
func likely(data []byte) encoding.Encoding {
	data = data[:min(len(data), mostGuess)]
	best, most := charsets[0], 0
	for i, charset := range charsets {
		plain, err := charset.NewDecoder().Bytes(data)
		if err != nil {
			continue
		}
		if n := likeness(string(plain)); i == 0 || n > most {
			best, most = charset, n
		}
	}
	return best
}

// likeness weighs every letter beyond ASCII and its neighbour before it.
func likeness(text string) (n int) {
	before := ' '
	for _, r := range text {
		switch {
		case r < utf8.RuneSelf && before < utf8.RuneSelf:
		case r >= utf8.RuneSelf && !unicode.IsLetter(r):
			n--
		case !unicode.IsLetter(r) || !unicode.IsLetter(before):
		case unicode.Is(unicode.Cyrillic, r) != unicode.Is(unicode.Cyrillic, before),
			unicode.IsLower(before) && unicode.IsUpper(r), r >= utf8.RuneSelf && unicode.Is(unicode.Latin, r) &&
				before >= utf8.RuneSelf:
			n -= 2
		default:
			n++
		}
		before = r
	}
	return n
}
