package matches

import (
	"cmp"
	"errors"
	"fmt"
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

// How much time is given, and how long a pause is, without a word about it.
const (
	usualGift  = 3 * 24 * time.Hour
	usualPause = 7 * 24 * time.Hour
)

// Timed does something about the time of a match, the one that is named or answered, else the only one with a limit:
// "claim" takes the win where the other player's time is over, "give" gives the other player more, and "pause" proposes
// that none runs for a while or, with "0", that it runs again.
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
		pause := offered(m, req.Author, match.Pause)
		if rest != "" && (span > 0 || !m.Pending.Until.IsZero()) { // which is another one
			pause.Kind = match.Offered
		}
		if pause.Kind == match.Offered && span > 0 {
			pause.Until = p.Now().Add(span)
		}
		return pause, err
	})
}

// usualReminder is how long before the end of the time a reminder comes without a word about it.
const usualReminder = 2 * time.Hour

// Remind asks for a reminder of the author's own: "/remind 2h" before the time for each decision is over, "/remind in
// 2h" or "/remind at 20:30" for the decision of now, "/remind 0" for none. An hour that is named is that of the
// author's zone; a reminder at a moment comes at night, too. The other player is told nothing of it.
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

// reminder reads when a reminder is wanted.
func (p Players) reminder(req *request.Request, text string, now time.Time) (match.Event, error) {
	wish := match.Event{Kind: match.Reminds, At: p.Now()}
	if req.Guide.Languages.Book.Command(text) == "cancel" {
		return wish, nil
	}
	if hour, named := HourIn(text); named {
		wish.Until = hour.After(now)
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

// asks is what is typed behind a command to be told what is set.
const asks = "?"

// Away stops the clocks of a person in all matches for a while: "/away 7d"; "/away 0" and "/away off" are back. In a
// year there are no more than match.MostAway.
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
	clocked, err := p.clocked(req)
	if err != nil && (span > 0 || !errors.As(err, new(request.Refused))) { // to come back no clock is needed
		return nil, err
	}
	until := now.Add(span)
	after, ok := before.Leave(now, until)
	if !ok && span > 0 {
		return nil, req.Refuse("away-too-long")
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

// clocked lists the matches in which the author's clock can be stopped; the error says why there are none.
func (p Players) clocked(req *request.Request) ([]*match.Match, error) {
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
	if len(clocked) == 0 { // in those nobody stops the own clock alone
		return nil, req.Refuse("away-sudden", req.Typed("Pause", "pause"))
	}
	return clocked, nil
}

// leaveClocks stops the author's clocks in some matches, and reports whether any was stopped; the error is the first of
// one that was not.
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

// How people say spans, hours and days, in any language.
var (
	// a span that ends in minutes without a word for them: "2h30"
	shortForm = regexp.MustCompile(`(h\d{2})$`)
	// half past and quarters are said behind the hour, and in English before it, too
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

// days and months are how the days of the week and the months begin: in English, Spanish and Portuguese.
var (
	days   = strings.Fields("sun/dom mon/lun/seg tue/mar/ter wed/mie/qua thu/jue/qui fri/vie/sex sat/sab")
	months = strings.Fields("jan/ene feb/fev mar apr/abr may/mai jun jul aug/ago sep/set oct/out nov dec/dic/dez")
)

// calledLike returns the index of the name that begins with the first three letters of a word, or -1.
func calledLike(names []string, word string) int {
	return slices.IndexFunc(names, func(name string) bool { return len(word) > 2 && strings.Contains(name, word[:3]) })
}

// wordsOf returns the words of a text, folded, with blanks between them, without "la mañana", which is no tomorrow.
func wordsOf(text, separators string) string {
	words := strings.FieldsFunc(speech.Fold(text), func(r rune) bool { return strings.ContainsRune(separators, r) })
	return strings.ReplaceAll(strings.Join(words, " "), "la manana", "")
}

// plainDays returns a text as the forms of days match it: its words alone, and "sexta" for "sexta-feira".
func plainDays(text string) string {
	return strings.ReplaceAll(wordsOf(text, " ,;?!¿¡."), "-feira", "")
}

// Hour is a time of day: of tomorrow if that was named, else the next one.
type Hour struct {
	Hour, Minute int
	Tomorrow     bool
}

// HourIn reads the time of day that a text names, in any language: "tomorrow at 8", "às 20h30", "a las 8 de la
// tarde". A number alone is none.
func HourIn(text string) (h Hour, ok bool) {
	said := strings.TrimRight(wordsOf(text, " ,;?!¿¡-"), ".")
	said = noonForm.ReplaceAllString(inDigits(strings.ReplaceAll(said, ". ", " ")), "at 12")
	h.Tomorrow = tomorrowForm.MatchString(said)
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

// spanned are the words that stand before a span of time, which is no time of day: "in 2h30".
var spanned = []string{"in", "en", "em", "within", "dentro de", "daqui a"}

// hours are the words for those of the clock, from one on, in a language each.
var hours = []string{"one two three four five six seven eight nine ten eleven twelve",
	"una dos tres cuatro cinco seis siete ocho nueve diez once doce",
	"uma duas tres quatro cinco seis sete oito nove dez onze doze"}

// inDigits writes hours in words as numbers.
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

// EveryDay reports whether a text asks for something at each day.
func EveryDay(text string) bool { return dailyForm.MatchString(speech.Fold(text)) }

// String writes an hour as it is typed: "at 08:30 tomorrow".
func (h Hour) String() string {
	day := ""
	if h.Tomorrow {
		day = " tomorrow"
	}
	return fmt.Sprintf("at %02d:%02d", h.Hour, h.Minute) + day
}

// After returns the moment of the hour that comes next after a local time.
func (h Hour) After(local time.Time) time.Time {
	at := h.of(local)
	if h.Tomorrow || !at.After(local) {
		at = h.of(local.AddDate(0, 0, 1))
	}
	return at
}

// of returns the moment of the hour on a day.
func (h Hour) of(day time.Time) time.Time {
	return time.Date(day.Year(), day.Month(), day.Day(), h.Hour, h.Minute, 0, 0, day.Location())
}

// moment returns the next time of day, or the end of the next day, that words name; zero if they name none.
func moment(said string, now time.Time) time.Time {
	hour, timed := HourIn(said)
	switch day := dayIn(plainDays(said), now); {
	case timed && day.IsZero():
		return hour.After(now)
	case timed:
		return hour.of(day)
	case day.IsZero():
		return day
	default:
		return Hour{Hour: 24}.of(day)
	}
}

// End reads when something ends: "until friday", "from monday to friday"; zero if the words for that name no day and no
// hour. It returns those words as they are typed, "" if there are none, and whether they name a later day for the
// beginning.
func End(text string, now time.Time) (when time.Time, said string, later bool) {
	text = plainDays(text)
	if parts := rangeForm.FindStringSubmatch(text); parts != nil {
		from, to := dayIn(parts[1], now), moment(parts[2], now)
		today := from.YearDay() == now.YearDay() || from.After(to) && from.Weekday() == now.Weekday() // a friday, on one
		if !from.IsZero() && !to.IsZero() {
			return to, strings.TrimSpace(parts[0]), !today
		}
	}
	if parts := untilForm.FindStringSubmatch(text); parts != nil {
		return moment(parts[1], now), "until " + parts[1], false
	}
	if parts := sinceForm.FindStringSubmatch(text); parts != nil {
		if day := dayIn(parts[1], now); !day.IsZero() && day.YearDay() != now.YearDay() {
			return when, strings.TrimSpace(parts[0]), true
		}
	}
	return when, "", false
}

// next returns the first day within a year, from a day on, that has a number in a month, 0 for any; zero if there is
// none.
func next(number string, month time.Month, from time.Time) time.Time {
	n, _ := strconv.Atoi(number) // digits, two at the most
	for ahead := range 366 {
		if day := from.AddDate(0, 0, ahead); day.Day() == n && (month == 0 || day.Month() == month) {
			return day
		}
	}
	return time.Time{}
}

// monthCalled returns the month of a number or a name, 0 if it is none.
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

// dayIn returns the next day that words name; zero if they name none.
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
	if date := bareForm.FindStringSubmatch(said); date != nil { // which is not today
		return next(date[1], 0, now.AddDate(0, 0, 1))
	}
	return time.Time{}
}

// daysTo counts the days to the day of the week, tomorrow or the day after it that words name; 0 if they name none.
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

// span reads a time that was typed, or the word for the end of one, which is 0.
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

// parseSpan reads a span as people type it.
func parseSpan(text string) (match.Span, error) {
	return match.ParseSpan(shortForm.ReplaceAllString(strings.ReplaceAll(text, " ", ""), "${1}m"))
}

// lasting reads how long something lasts from now on: "3d", or "until friday".
func (p Players) lasting(req *request.Request, text, command string) (time.Duration, error) {
	now := p.Local(req)
	when, said, later := End(text, now)
	if said == "" {
		when = moment(text, now) // "/away friday"
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
