package matches

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
)

var (
	untilForm   = regexp.MustCompile(`^(?:.* )?(?:until|till|til|hasta|ate) (.*)$`)
	weekdayForm = regexp.MustCompile(`^(?:(?:(sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?)|` +
		`(dom(?:ingo)?|lun(?:es)?|martes|mie(?:rcoles)?|jue(?:ves)?|vie(?:rnes)?|sab(?:ado)?|segunda|terca|quarta|quinta|sexta))$`)
	dateForm  = regexp.MustCompile(`\b(\d{1,2})(?:st|nd|rd|th)?(?:/| de | of | )(\d{1,2}\b|[a-z]+)`)
	monthForm = regexp.MustCompile(`\b([a-z]{3,}) (?:the )?(\d{1,2})(?:st|nd|rd|th)?\b`)
	rangeForm = regexp.MustCompile(`(?:^| )(?:from|between|de|desde|del|da|do|entre) (?:the |el |la |o )?(.+?) ` +
		`(?:to|until|till|through|and|a|al|ate|hasta|y|e) (?:the |el |la |o |a )?(.+)$`)
	sinceForm = regexp.MustCompile(`(?:^| )(?:from|starting|as of|desde|a partir de|a partir del|a partir do|a partir da) (?:on |the |el |la |o |a )*(.+)$`)
	inForm    = regexp.MustCompile(`\b(?:in|en|em|dentro de|daqui a|de aqui a) (?:(\d{1,3})|an?|one|uma?|una?) (hour|hora|day|dia|week|semana)s?\b`)
	bareForm  = regexp.MustCompile(`(?:^|the |el |ao |o |dia )(\d{1,2})(?:st|nd|rd|th)?$`)
)

// days and months are how the days of the week and the months begin: in English, Spanish and Portuguese.
var (
	days   = strings.Fields("sun/dom mon/lun/seg tue/mar/ter wed/mie/qua thu/jue/qui fri/vie/sex sat/sab")
	months = strings.Fields("jan/ene feb/fev mar apr/abr may/mai jun jul aug/ago sep/set oct/out nov dec/dic/dez")
)

// calledLike is the number of the that name that begins like a word, or -1.
func calledLike(names []string, word string) int {
	return slices.IndexFunc(names, func(name string) bool { return len(word) > 2 && strings.Contains(name, word[:3]) })
}

// plainDays is a text as the forms of days have it: its words alone, and "sexta" for "sexta-feira".
func plainDays(text string) string {
	words := strings.FieldsFunc(speech.Fold(text), func(r rune) bool { return strings.ContainsRune(" ,;?!¿¡.", r) })
	return strings.ReplaceAll(strings.Join(words, " "), "-feira", "")
}

// UntilIn is the moment at which the day is over that a text names, "until friday", "até 5/12", "hasta el 3 de
// diciembre", or the time of day; zero, if the text says until what in words that name none. Those words are said.
func UntilIn(text string, now time.Time) (when time.Time, said string, ok bool) {
	parts := untilForm.FindStringSubmatch(plainDays(text))
	if parts == nil {
		return when, "", false
	}
	hour, timed := HourIn(parts[1])
	switch day := dayIn(parts[1], now); {
	case timed && day.IsZero():
		when = hour.After(now)
	case timed:
		when = time.Date(day.Year(), day.Month(), day.Day(), hour.Hour, hour.Minute, 0, 0, now.Location())
	case !day.IsZero():
		when = time.Date(day.Year(), day.Month(), day.Day()+1, 0, 0, 0, 0, now.Location())
	}
	return when, parts[1], true
}

// Between is what a text says that names the days of a beginning and of an end, "from friday to monday", what it says
// of the end, and whether the beginning is later than today; "" if it names no such days.
func Between(text string, now time.Time) (said, end string, later bool) {
	parts := rangeForm.FindStringSubmatch(plainDays(text))
	if parts == nil {
		return "", "", false
	}
	from, to := dayIn(parts[1], now), dayIn(parts[2], now)
	if from.IsZero() || to.IsZero() {
		return "", "", false
	}
	// a friday is today, on one
	return strings.TrimSpace(parts[0]), parts[2], from.YearDay() != now.YearDay() && !from.After(to)
}

// BeginsOn is what a text says of a beginning that is later than today, with no end: "from friday"; "" if it names
// none.
func BeginsOn(text string, now time.Time) string {
	said := plainDays(text)
	parts := sinceForm.FindStringSubmatch(said)
	if parts == nil || untilForm.MatchString(said) {
		return ""
	}
	if day := dayIn(parts[1], now); day.IsZero() || day.YearDay() == now.YearDay() {
		return ""
	}
	return strings.TrimSpace(parts[0])
}

// dayIn is the next day that is called as words say; zero if they name none.
func dayIn(said string, now time.Time) (day time.Time) {
	on := func(number string, month time.Month) {
		n, _ := strconv.Atoi(number) // digits, two at the most
		day = time.Date(now.Year(), month, n, 0, 0, 0, 0, now.Location())
		if day.YearDay() < now.YearDay() && day.Year() == now.Year() {
			day = day.AddDate(1, 0, 0)
		}
		if day.Day() != n { // the 31st of a month without one
			day = time.Time{}
		}
	}
	if date := dateForm.FindStringSubmatch(said); date != nil {
		month, err := strconv.Atoi(date[2])
		if err != nil {
			month = calledLike(months, date[2]) + 1
		}
		if month > 0 && month <= len(months) {
			on(date[1], time.Month(month))
			return day
		}
	}
	if date := monthForm.FindStringSubmatch(said); date != nil && calledLike(months, date[1]) >= 0 {
		on(date[2], time.Month(calledLike(months, date[1])+1))
		return day
	}
	before := ""
	for _, w := range strings.Fields(said) {
		switch {
		case slices.Contains([]string{"tomorrow", "amanha", "manana"}, w) && before != "la":
			if slices.Contains([]string{"pasado", "after", "de"}, before) {
				return now.AddDate(0, 0, 2)
			}
			return now.AddDate(0, 0, 1)
		case weekdayForm.MatchString(w):
			return now.AddDate(0, 0, (calledLike(days, w)-int(now.Weekday())+6)%7+1)
		}
		before = w
	}
	if date := bareForm.FindStringSubmatch(said); date != nil {
		on(date[1], now.Month())
		if !day.After(now) {
			on(date[1], now.Month()+1)
		}
	}
	return day
}

// StartIn is the moment at which a text says that something begins, "on friday", "amanhã às 20h": at noon of a day
// without an hour; zero if it names none, or until when something lasts. In some days it is at
// this hour, if none is named.
func StartIn(text string, now time.Time) (when time.Time) {
	said := plainDays(text)
	if untilForm.MatchString(said) {
		return when
	}
	hour, timed := HourIn(text)
	day := dayIn(said, now)
	if in := inForm.FindStringSubmatch(said); in != nil {
		n, err := strconv.Atoi(in[1])
		if err != nil {
			n = 1
		}
		switch in[2] {
		case "hour", "hora":
			return now.Add(time.Duration(n) * time.Hour)
		case "week", "semana":
			n *= 7
		}
		if day = now.AddDate(0, 0, n); !timed {
			return day
		}
	}
	switch {
	case timed && day.IsZero():
		return hour.After(now)
	case timed:
		return time.Date(day.Year(), day.Month(), day.Day(), hour.Hour, hour.Minute, 0, 0, now.Location())
	case !day.IsZero():
		return time.Date(day.Year(), day.Month(), day.Day(), 12, 0, 0, 0, now.Location())
	}
	return when
}

// Local is the time now where the one who speaks is.
func (p Players) Local(req *request.Request) time.Time {
	zone := p.Archive.Preferences(req.Ctx, archive.OfPerson(req.Author.ID)).Location()
	return p.Now().In(cmp.Or(zone, request.ZoneOf(req.Guide.Voice)))
}

// lasting is how long something lasts of which is typed how long, "3d", or until when, "until friday".
func (p Players) lasting(req *request.Request, text, command string) (time.Duration, error) {
	now := p.Local(req)
	when, said, until := UntilIn(text, now)
	if named, _, _ := UntilIn("until "+text, now); !until && !named.IsZero() { // "/away friday"
		when, until = named, true
	}
	switch {
	case !until:
		return span(req, text, usualPause)
	case when.IsZero():
		typed := req.Guide.Voice.Typed(command)
		return 0, req.Note("no-day", speech.Text("Word", speech.Clean(said, tell.LongestName)), speech.Text("Command", typed))
	}
	return when.Sub(now), nil
}
