package matches

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// usualGift and usualPause are how much time is given, and how long a pause lasts, if the author names no duration.
const (
	usualGift  = 3 * 24 * time.Hour
	usualPause = 7 * 24 * time.Hour
)

// Timed handles a command about the time of a match: "claim" takes the win when the opponent's time is over, "give"
// gives the opponent time, and "pause" proposes to stop both clocks or, with "0", to restart them. Without an id or
// board it is about the only match with a limit.
func (p Players) Timed(req *request.Request, command, text string) (*request.Result, error) {
	m, rest, err := p.Find.FindWhere(req, text, command, []match.Kind{match.Gave}, func(m *match.Match) bool {
		return m.Status == match.Playing && m.Side(req.Author.ID) != engine.Nobody && m.Setup.Time != match.Control{}
	})
	if err != nil {
		return nil, err
	}
	return nil, p.Change.Act(req, m.ID, func(m *match.Match) (match.Event, error) {
		switch command {
		case "claim":
			return match.Event{Kind: match.Claimed}, req.NothingElse(m, command, rest)
		case "give":
			span, err := span(req, rest, usualGift)
			return match.Event{Kind: match.Gave, Span: match.Span(span)}, err
		}
		span, err := p.lasting(req, rest, command)
		pause := offerOrAgree(m, req.Author, match.Pause)
		if rest != "" && (span > 0 || !m.Pending.Until.IsZero()) { // a different pause
			pause.Kind = match.Offered
		}
		if pause.Kind == match.Offered && span > 0 {
			pause.Until = p.Now().Add(span)
		}
		return pause, err
	})
}

// usualReminder is how long before the end of the time a reminder comes if the author names no duration.
const usualReminder = 2 * time.Hour

// Remind sets a reminder for the author alone; a named hour is in the author's zone, and a reminder at a moment comes
// at night, too. The forms are:
//
//	/remind 2h        before the time for each decision ends
//	/remind in 2h     once, for the current decision
//	/remind at 20:30  once, for the current decision; also "tomorrow", "friday at noon"
//	/remind 0         none
//	/remind ?         shows what is set
func (p Players) Remind(req *request.Request, text string) (*request.Result, error) {
	m, rest, err := p.Find.FindWhere(req, text, "remind", []match.Kind{match.Reminds}, func(m *match.Match) bool {
		return m.Status == match.Playing && m.Side(req.Author.ID) != engine.Nobody
	})
	if err != nil {
		return nil, err
	}
	now := p.Local(req)
	if EveryDay(rest) {
		return nil, req.Refuse("no-daily", req.Typed("Command", "remind"))
	}
	if rest == asks {
		set := m.Reminder(req.Author.ID, p.Now())
		set.At, set.Until = p.Now(), set.Until.In(now.Location())
		return request.Say(req.Audience(m).Reminds(m, set)), nil
	}
	wish, err := p.reminder(req, rest, now)
	if err != nil {
		return nil, err
	}
	if err := p.Change.Decide(req, m.ID, func(*match.Match) (match.Event, error) { return wish, nil }); err != nil {
		return nil, err
	}
	p.Change.Say(req, m.ID)
	return request.Say(req.Audience(m).Reminded(m, wish)), nil
}

// reminder parses when a reminder is wanted.
func (p Players) reminder(req *request.Request, text string, now time.Time) (match.Event, error) {
	wish := match.Event{Kind: match.Reminds, At: p.Now()}
	if req.Guide.Languages.Book.Command(text) == "cancel" {
		return wish, nil
	}
	number := strings.Trim(text, "0123456789") == "" // of hours, minutes or the day
	if when := Moment(text, now, Morning); !number && !when.IsZero() {
		wish.Until = when
		return wish, nil
	}
	once, text := req.RemoveWord("in", text)
	span, err := span(req, text, usualReminder)
	if once {
		wish.Until = now.Add(span)
	} else {
		wish.Span = match.Span(span)
	}
	return wish, err
}

// asks is typed after a command to show what is set.
const asks = "?"

// Away stops the author's clocks in all matches for a while, at most match.MostAway in a year: "/away 7d"; "/away 0"
// and "/away off" end it.
func (p Players) Away(req *request.Request, text string) (*request.Result, error) {
	span, err := p.lasting(req, text, "away")
	if err != nil {
		return nil, err
	}
	defer p.Archive.Away.Enter(req.Author.ID)()
	before, err := p.Archive.Absences(req.Ctx, req.Author.ID)
	if err != nil {
		return nil, err
	}
	now := p.Now()
	if span == 0 && !before.IsAway(now) {
		return nil, req.Refuse("away-not")
	}
	clocked, err := p.withClock(req)
	if err != nil && (span > 0 || !errors.As(err, new(request.Refused))) { // coming back needs no clock
		return nil, err
	}
	until := now.Add(span)
	after, ok := before.Leave(now, until)
	switch {
	case !ok && span > 0:
		return nil, req.Refuse("away-too-long")
	case req.Trial:
		return nil, request.ErrNothing
	}
	if err := p.Archive.SetAbsences(req.Ctx, req.Author.ID, after); err != nil {
		return nil, err
	}
	if len(clocked) == 0 {
		return request.Say(req.Privately("away-ended")), nil
	}
	stopped, err := p.leaveClocks(req, clocked, until)
	if !stopped {
		err = cmp.Or(p.Archive.SetAbsences(req.Ctx, req.Author.ID, before), err)
	}
	return nil, err
}

// withClock returns the matches in which the author's clock can be stopped; the error tells why there are none.
func (p Players) withClock(req *request.Request) ([]*match.Match, error) {
	found, err := p.Archive.Search(req.Ctx, storage.Query{Player: req.Author.ID, Live: true})
	if err != nil {
		return nil, err
	}
	timed := request.Filter(found, func(m *match.Match) bool {
		return m.Status == match.Playing && m.Setup.Time != match.Control{}
	})
	if len(timed) == 0 {
		return nil, req.Refuse("no-clocks")
	}
	clocked := request.Filter(timed, func(m *match.Match) bool { return !m.Setup.Time.Sudden() })
	if len(clocked) == 0 { // with sudden death nobody may stop only their own clock
		return nil, req.Refuse("away-sudden", req.Typed("Pause", "pause"))
	}
	return clocked, nil
}

// leaveClocks stops the author's clocks in some matches, and reports whether it stopped any; the error is the first
// failure.
func (p Players) leaveClocks(req *request.Request, clocked []*match.Match, until time.Time) (stopped bool, no error) {
	for _, m := range clocked {
		err := p.Change.Act(req, m.ID, func(*match.Match) (match.Event, error) {
			return match.Event{Kind: match.Away, Until: until}, nil
		})
		stopped = stopped || err == nil
		no = cmp.Or(no, err)
	}
	return stopped, no
}

// Forms of durations, hours and days in any language.
var (
	// a duration that ends in minutes without a unit: "2h30"
	shortForm = regexp.MustCompile(`(h\d{2})$`)
	// half past and quarters follow the hour, and in English may also precede it
	hourForm = regexp.MustCompile(`(?:^| )(at|by|@|as|pelas|a las|a la|in|en|em|within|dentro de|daqui a)? ?` +
		`(?:(?:a )?(half|quarter)( past| to|) )?(\d{1,2})(?:[:h.](\d{2}))?` +
		`(?:(?: horas)? (y|e|menos) (media|meia|cuarto|um quarto))? ?(am|pm)?(?:h| horas| hrs| oclock)?(?: |$)`)
	dailyForm = regexp.MustCompile(`\b(daily|diari\w*|(every|each|cada|tod[oa]s?)( os| as| los| las)? ` +
		`(days?|mornings?|evenings?|nights?|dias?|mananas?|tardes?|noches?|manhas?|noites?))\b`)
	noonForm    = regexp.MustCompile(`\b(noon|midday|meio dia|mediodia|medio dia)\b`)
	laterForm   = regexp.MustCompile(`\b(pm|da tarde|da noite|de la tarde|de la noche|in the afternoon|in the evening|at night|tonight|esta noche|hoje a noite)\b`)
	untilForm   = regexp.MustCompile(`^(?:.* )?(?:until|till|til|hasta|ate) (.*)$`)
	weekdayForm = regexp.MustCompile(`\b(?:(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?|` +
		`dom(?:ingo)?|lun(?:es)?|martes|mie(?:rcoles)?|jue(?:ves)?|vie(?:rnes)?|sab(?:ado)?|segunda|terca|quarta|quinta|sexta)\b`)
	tomorrowForm = regexp.MustCompile(`\b(after |pasado |depois de )?(?:tomorrow|tmrw|amanha|manana)\b`)
	dateForm     = regexp.MustCompile(`\b(\d{1,2})(?:st|nd|rd|th)?(?:/| de | of | )(\d{1,2}\b|[a-z]+)`)
	monthForm    = regexp.MustCompile(`\b([a-z]{3,}) (?:the )?(\d{1,2})(?:st|nd|rd|th)?\b`)
	rangeForm    = regexp.MustCompile(`(?:^| )(?:from|between|de|desde|del|da|do|entre) (?:the |el |la |o )?(.+?) ` +
		`(?:to|until|till|through|and|a|al|ate|hasta|y|e) (?:the |el |la |o |a )?(.+)$`)
	sinceForm = regexp.MustCompile(`(?:^| )(?:from|starting|as of|desde|a partir de|a partir del|a partir do|a partir da) (?:on |the |el |la |o |a )*(.+)$`)
	bareForm  = regexp.MustCompile(`(?:^|the |el |ao |o |dia )(\d{1,2})(?:st|nd|rd|th)?$`)
)

// days and months are the first three letters of the days of the week and of the months, in English, Spanish and
// Portuguese.
var (
	days   = strings.Fields("sun/dom mon/lun/seg tue/mar/ter wed/mie/qua thu/jue/qui fri/vie/sex sat/sab")
	months = strings.Fields("jan/ene feb/fev mar apr/abr may/mai jun jul aug/ago sep/set oct/out nov dec/dic/dez")
)

// calledLike returns the index of the name that contains the first three letters of a word, or -1.
func calledLike(names []string, word string) int {
	return slices.IndexFunc(names, func(name string) bool { return len(word) > 2 && strings.Contains(name, word[:3]) })
}

// wordsOf returns the words of a text, folded and joined by blanks, without "la mañana", which does not mean tomorrow.
func wordsOf(text, separators string) string {
	words := strings.FieldsFunc(speech.Fold(text), func(r rune) bool { return strings.ContainsRune(separators, r) })
	return strings.ReplaceAll(strings.Join(words, " "), "la manana", "")
}

// plainDays returns a text in the form that the expressions for days match: its words alone, and "sexta" for
// "sexta-feira".
func plainDays(text string) string {
	return strings.ReplaceAll(wordsOf(text, " ,;?!¿¡."), "-feira", "")
}

// Hour is a time of day.
type Hour struct{ Hour, Minute int }

// Morning is the hour of a day that is named without one, and midnight the end of such a day.
var (
	Morning  = Hour{Hour: 9}
	midnight = Hour{Hour: 24}
)

// HourIn returns the time of day that a text names, in any language: "at 8", "às 20h30", "a las 8 de la tarde". A
// number alone is none.
func HourIn(text string) (h Hour, ok bool) {
	said := strings.TrimRight(wordsOf(text, " ,;?!¿¡-"), ".")
	said = noonForm.ReplaceAllString(inDigits(strings.ReplaceAll(said, ". ", " ")), "at 12")
	for _, at := range hourForm.FindAllStringSubmatch(said, -1) {
		part := at[2] + at[7]
		if at[1]+at[5]+at[8]+part == "" || slices.Contains(spanned, at[1]) {
			continue
		}
		hour, _ := strconv.Atoi(at[4]) // digits, two at the most
		minute, _ := strconv.Atoi("0" + at[5])
		if hour < 12 && (at[8] == "pm" || laterForm.MatchString(said)) {
			hour += 12
		}
		if hour == 12 && at[8] == "am" {
			hour = 0
		}
		ok = hour < 24 && minute < 60
		switch {
		case part == "":
		case !strings.Contains(part, "uart"):
			minute = 30
		case at[3] == " to", at[6] == "menos":
			hour, minute = (hour+23)%24, 45
		default:
			minute = 15
		}
		h.Hour, h.Minute = hour, minute
		return h, ok
	}
	return h, false
}

// spanned are the words before a duration, which is no time of day: "in 2h30".
var spanned = []string{"in", "en", "em", "within", "dentro de", "daqui a"}

// hours are the numbers of the hours in words, from one on, one line for each language.
var hours = []string{"one two three four five six seven eight nine ten eleven twelve",
	"una dos tres cuatro cinco seis siete ocho nueve diez once doce",
	"uma duas tres quatro cinco seis sete oito nove dez onze doze"}

// inDigits replaces hours in words by numbers.
func inDigits(said string) string {
	words := strings.Fields(said)
	for i, w := range words {
		for _, names := range hours {
			if n := slices.Index(strings.Fields(names), w); n >= 0 {
				words[i] = strconv.Itoa(n + 1)
			}
		}
	}
	return strings.Join(words, " ")
}

// EveryDay reports whether a text asks for something on every day.
func EveryDay(text string) bool { return dailyForm.MatchString(speech.Fold(text)) }

// After returns the moment of the hour that comes next after a local time.
func (h Hour) After(local time.Time) time.Time {
	at := h.of(local)
	if !at.After(local) {
		at = h.of(local.AddDate(0, 0, 1))
	}
	return at
}

// of returns the moment of the hour on a day.
func (h Hour) of(day time.Time) time.Time {
	return time.Date(day.Year(), day.Month(), day.Day(), h.Hour, h.Minute, 0, 0, day.Location())
}

// Moment returns the next time of day, or the usual hour of the next day, that a text names; zero if it names none.
func Moment(text string, now time.Time, usual Hour) time.Time {
	hour, timed := HourIn(text)
	switch day := dayIn(plainDays(text), now); {
	case timed && day.IsZero():
		return hour.After(now)
	case timed:
		return hour.of(day)
	case day.IsZero():
		return day
	default:
		return usual.of(day)
	}
}

// End returns when something ends, "until friday" or "from monday to friday"; zero if the text names no such day or
// hour. said is the part of the text about it, "" if there is none, and later reports that the beginning is on a later
// day.
func End(text string, now time.Time) (when time.Time, said string, later bool) {
	text = plainDays(text)
	if parts := rangeForm.FindStringSubmatch(text); parts != nil {
		from, to := dayIn(parts[1], now), Moment(parts[2], now, midnight)
		today := from.YearDay() == now.YearDay() || from.After(to) && from.Weekday() == now.Weekday() // same weekday
		if !from.IsZero() && !to.IsZero() {
			return to, strings.TrimSpace(parts[0]), !today
		}
	}
	if parts := untilForm.FindStringSubmatch(text); parts != nil {
		return Moment(parts[1], now, midnight), "until " + parts[1], false
	}
	if parts := sinceForm.FindStringSubmatch(text); parts != nil {
		if day := dayIn(parts[1], now); !day.IsZero() && day.YearDay() != now.YearDay() {
			return when, strings.TrimSpace(parts[0]), true
		}
	}
	return when, "", false
}

// next returns the first day within a year, starting with from, that has a number in a month, or in any month if month
// is 0; zero if there is none.
func next(number string, month time.Month, from time.Time) time.Time {
	n, _ := strconv.Atoi(number) // digits, two at the most
	for ahead := range 366 {
		if day := from.AddDate(0, 0, ahead); day.Day() == n && (month == 0 || day.Month() == month) {
			return day
		}
	}
	return time.Time{}
}

// monthCalled returns the month with a number or name, 0 if there is none.
func monthCalled(word string) time.Month {
	n, err := strconv.Atoi(word)
	if err != nil {
		n = calledLike(months, word) + 1
	}
	if n > len(months) || weekdayForm.MatchString(word) { // "martes 3"
		return 0
	}
	return time.Month(n)
}

// dayIn returns the next day that a text names; zero if it names none.
func dayIn(said string, now time.Time) time.Time {
	if date := dateForm.FindStringSubmatch(said); date != nil && monthCalled(date[2]) > 0 {
		return next(date[1], monthCalled(date[2]), now)
	}
	if date := monthForm.FindStringSubmatch(said); date != nil && monthCalled(date[1]) > 0 {
		return next(date[2], monthCalled(date[1]), now)
	}
	if n := daysTo(said, now.Weekday()); n > 0 {
		return now.AddDate(0, 0, n)
	}
	if date := bareForm.FindStringSubmatch(said); date != nil { // not today
		return next(date[1], 0, now.AddDate(0, 0, 1))
	}
	return time.Time{}
}

// daysTo returns the number of days to the weekday, tomorrow or day after tomorrow that a text names; 0 if it names
// none.
func daysTo(said string, today time.Weekday) int {
	if day := tomorrowForm.FindStringSubmatch(said); day != nil {
		return 1 + min(1, len(day[1]))
	}
	if day := weekdayForm.FindString(said); day != "" {
		return (calledLike(days, day)-int(today)+6)%7 + 1
	}
	return 0
}

// Local returns the time now in the author's zone.
func (p Players) Local(req *request.Request) time.Time {
	zone := p.Archive.Preferences(req.Ctx, archive.OfPerson(req.Author.ID)).Location()
	return p.Now().In(cmp.Or(zone, request.ZoneOf(req.Guide.Voice)))
}

// span parses a typed duration; usual if there is none, and 0 for a word such as "back".
func span(req *request.Request, text string, usual time.Duration) (time.Duration, error) {
	switch text = strings.TrimSpace(text); {
	case text == "":
		return usual, nil
	case req.Guide.Languages.Book.Means("returned", text):
		return 0, nil
	}
	span, err := parseSpan(text)
	if err != nil {
		return 0, req.Misread("no-span", speech.Text("Word", speech.Clean(text, view.LongestName)))
	}
	return time.Duration(span), nil
}

// parseSpan parses a duration as people type it.
func parseSpan(text string) (match.Span, error) {
	return match.ParseSpan(shortForm.ReplaceAllString(strings.ReplaceAll(text, " ", ""), "${1}m"))
}

// lasting parses how long something lasts from now on: "3d", or "until friday".
func (p Players) lasting(req *request.Request, text, command string) (time.Duration, error) {
	now := p.Local(req)
	when, said, later := End(text, now)
	if said == "" {
		when = Moment(text, now, midnight) // "/away friday"
	}
	switch {
	case later:
		return 0, req.Refuse("away-later", req.Typed("Command", command))
	case !when.IsZero():
		return when.Sub(now), nil
	case said == "":
		return span(req, text, usualPause)
	}
	return 0, req.Refuse("no-day", speech.Text("Word", speech.Clean(strings.TrimPrefix(said, "until "), view.LongestName)),
		req.Typed("Command", command))
}
