package record

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	xunicode "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// charsets are the old ones that files come in, the usual one first. Their first half is ASCII.
var charsets = []encoding.Encoding{charmap.Windows1252, charmap.Windows1251, charmap.KOI8R, charmap.CodePage866}

// decode makes a text with plain ends of lines of bytes whose encoding nobody has told; false if they are no text.
func decode(data []byte) (string, bool) {
	charset := encoding.Nop
	if !utf8.Valid(data) {
		charset = likely(data)
	}
	plain, _, err := transform.Bytes(xunicode.BOMOverride(charset.NewDecoder()), data)
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(plain))
	return text, err == nil && isText(text)
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
