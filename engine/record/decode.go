package record

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	xunicode "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// cyrillic is what Cyrillic words look like where they are taken for Latin ones.
var cyrillic = regexp.MustCompile(`[À-ÿ]{3}`)

// decode makes a text with plain ends of lines of bytes whose encoding nobody has told; false if they are no text.
// What is no Unicode is in the charset that old programs on Windows have for Latin, or else for Cyrillic letters.
func decode(data []byte) (string, bool) {
	charset := encoding.Nop
	if !utf8.Valid(data) {
		charset = charmap.Windows1252
		if latin, err := charset.NewDecoder().Bytes(data); err == nil && cyrillic.Match(latin) {
			charset = charmap.Windows1251
		}
	}
	plain, _, err := transform.Bytes(xunicode.BOMOverride(charset.NewDecoder()), data)
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(plain))
	return text, err == nil && isText(text)
}

// isText reports whether nearly all of a text is what people write.
func isText(text string) bool {
	var odd, all int
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
