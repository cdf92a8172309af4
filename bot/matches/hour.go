package matches

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/speech"
)

// Hour is a time of day that was named, of today or, where that is over, of tomorrow.
type Hour struct {
	Hour, Minute int
	Tomorrow     bool
}

var (
	hourForm  = regexp.MustCompile(`(?:^| )(at|by|@|as|pelas|a las|a la)? ?(\d{1,2})(?:[:h.](\d{2}))? ?(am|pm)?(?:h| horas| hrs| oclock)?(?: |$)`)
	noonForm  = regexp.MustCompile(`\b(noon|midday|meio dia|mediodia|medio dia)\b`)
	laterForm = regexp.MustCompile(`\b(pm|da tarde|da noite|de la tarde|de la noche|in the afternoon|in the evening|at night|tonight|esta noche|hoje a noite)\b`)
)

// HourIn is the time of day that a text names, in any language: "tomorrow at 8", "às 20h30", "a las 8 de la tarde". A
// number alone is none.
func HourIn(text string) (h Hour, ok bool) {
	said := strings.Join(strings.FieldsFunc(speech.Fold(text), func(r rune) bool { return strings.ContainsRune(" ,;?!¿¡-", r) }), " ")
	said = strings.ReplaceAll(strings.TrimRight(said, "."), ". ", " ")
	h.Tomorrow = slices.ContainsFunc(strings.Fields(strings.ReplaceAll(said, "la manana", "")), func(w string) bool {
		return slices.Contains([]string{"tomorrow", "tmrw", "amanha", "manana"}, w)
	})
	if noonForm.MatchString(said) {
		h.Hour = 12
		return h, true
	}
	for _, at := range hourForm.FindAllStringSubmatch(said, -1) {
		if at[1] == "" && at[3] == "" && at[4] == "" {
			continue
		}
		h.Hour, _ = strconv.Atoi(at[2]) // digits, two at the most
		h.Minute, _ = strconv.Atoi("0" + at[3])
		if h.Hour < 12 && (at[4] == "pm" || laterForm.MatchString(said)) {
			h.Hour += 12
		}
		if h.Hour == 12 && at[4] == "am" {
			h.Hour = 0
		}
		return h, h.Hour < 24 && h.Minute < 60
	}
	return h, false
}

// String is what is typed for an hour.
func (h Hour) String() string {
	day := ""
	if h.Tomorrow {
		day = " tomorrow"
	}
	return fmt.Sprintf("at %02d:%02d", h.Hour, h.Minute) + day
}

// After is the moment of the hour that comes next.
func (h Hour) After(local time.Time) time.Time {
	at := time.Date(local.Year(), local.Month(), local.Day(), h.Hour, h.Minute, 0, 0, local.Location())
	if h.Tomorrow || !at.After(local) {
		at = time.Date(local.Year(), local.Month(), local.Day()+1, h.Hour, h.Minute, 0, 0, local.Location())
	}
	return at
}
