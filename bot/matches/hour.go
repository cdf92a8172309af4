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
	hourForm = regexp.MustCompile(`(?:^| )(at|by|@|as|pelas|a las|a la|in|en|em|within|dentro de|daqui a)? ?(\d{1,2})(?:[:h.](\d{2}))? ?(am|pm)?(?:h| horas| hrs| oclock)?(?: |$)`)
	// half past and quarters are said behind the hour, and in English before it, too
	partForm  = regexp.MustCompile(`\b(\d{1,2})(?: horas)? (y|e|menos) (media|meia|cuarto|um quarto)\b`)
	pastForm  = regexp.MustCompile(`\b(half|quarter)( past| to|) (\d{1,2})\b`)
	dailyForm = regexp.MustCompile(`\b(daily|diari\w*|(every|each|cada|tod[oa]s?)( os| as| los| las)? ` +
		`(days?|mornings?|evenings?|nights?|dias?|mananas?|tardes?|noches?|manhas?|noites?))\b`)
	noonForm  = regexp.MustCompile(`\b(noon|midday|meio dia|mediodia|medio dia)\b`)
	laterForm = regexp.MustCompile(`\b(pm|da tarde|da noite|de la tarde|de la noche|in the afternoon|in the evening|at night|tonight|esta noche|hoje a noite)\b`)
)

// HourIn is the time of day that a text names, in any language: "tomorrow at 8", "às 20h30", "a las 8 de la tarde". A
// number alone is none.
func HourIn(text string) (h Hour, ok bool) {
	said := strings.Join(strings.FieldsFunc(speech.Fold(text),
		func(r rune) bool { return strings.ContainsRune(" ,;?!¿¡-", r) }), " ")
	said = inParts(strings.ReplaceAll(strings.TrimRight(said, "."), ". ", " "))
	h.Tomorrow = slices.ContainsFunc(strings.Fields(strings.ReplaceAll(said, "la manana", "")), func(w string) bool {
		return slices.Contains([]string{"tomorrow", "tmrw", "amanha", "manana"}, w)
	})
	if noonForm.MatchString(said) {
		h.Hour = 12
		return h, true
	}
	for _, at := range hourForm.FindAllStringSubmatch(said, -1) {
		if at[1] == "" && at[3] == "" && at[4] == "" || slices.Contains(spanned, at[1]) {
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

// spanned are the words before a span of time, which is no hour: "in 2h30".
var spanned = []string{"in", "en", "em", "within", "dentro de", "daqui a"}

// hours are the words for those of the clock, from one on, in a language each.
var hours = []string{"one two three four five six seven eight nine ten eleven twelve",
	"una dos tres cuatro cinco seis siete ocho nueve diez once doce",
	"uma duas tres quatro cinco seis sete oito nove dez onze doze"}

// inParts has hours in words be numbers, and halves and quarters of them minutes: "ocho y media" is "8:30".
func inParts(said string) string {
	words := strings.Fields(said)
	for i, w := range words {
		for _, names := range hours {
			if n := slices.Index(strings.Fields(names), w); n >= 0 {
				words[i] = strconv.Itoa(n + 1)
			}
		}
	}
	at := func(hour string, part, less bool) string {
		n, _ := strconv.Atoi(hour) // digits, two at the most
		switch {
		case part && less:
			return fmt.Sprintf("%d:45", (n+23)%24)
		case part:
			return fmt.Sprintf("%d:15", n)
		}
		return fmt.Sprintf("%d:30", n)
	}
	said = partForm.ReplaceAllStringFunc(strings.Join(words, " "), func(s string) string {
		m := partForm.FindStringSubmatch(s)
		return at(m[1], strings.Contains(m[3], "uart"), m[2] == "menos")
	})
	return pastForm.ReplaceAllStringFunc(said, func(s string) string {
		m := pastForm.FindStringSubmatch(s)
		return at(m[3], m[1] != "half", m[2] == " to")
	})
}

// EveryDay reports whether a text asks for something at each day.
func EveryDay(text string) bool { return dailyForm.MatchString(speech.Fold(text)) }

// String is an hour as it is typed.
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
