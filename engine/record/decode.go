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

// cyrillic matches Cyrillic words decoded as Latin ones.
var cyrillic = regexp.MustCompile(`[À-ÿ]{3}`)

// decode decodes bytes of unknown encoding to a text with \n line ends; false if they are not text. Invalid UTF-8 is
// taken for Windows-1252, or for Windows-1251 if it looks Cyrillic.
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

// isText reports whether nearly all characters of a text are printable.
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
