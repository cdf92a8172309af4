package view

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/computer"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/render"
)

// Scope says for whom, and where, a choice counts.
type Scope int

// The scopes of choices.
const (
	Anywhere Scope = iota // each person for private talks, each group for itself
	Groups                // groups only
	People                // each person, for everywhere
	Rooms                 // each group for itself, and each person for the private talk where it is chosen
)

// Choice is something that can be chosen. Its name is that of its sentence, under "setting".
type Choice struct {
	Name   string
	Values []string // the usual one first, unless something better is known
	Scope  Scope
	parse  func(word string) string // what a word means that stands for none of the values; nil: nothing does
}

// Typed is the value for a word that stands for none of the values, "" if it is none: a time of day, "9:00", a time
// zone, or a time control.
func (c Choice) Typed(word string) string {
	if c.parse == nil {
		return ""
	}
	return c.parse(word)
}

// control reads a time control as it is stored, "" if it is none.
func control(word string) string {
	if c, err := match.ParseControl(word); err == nil && c != (match.Control{}) {
		return c.String()
	}
	return ""
}

// ofLanguage is the value of the choice "zone" for people who have not told their zone: it goes by the language.
const ofLanguage = "language"

// zone reads the name of a time zone of the IANA database, "europe/lisbon" or "lisbon", as it is stored:
// "Europe/Lisbon"; "" if it is none.
func zone(text string) string {
	text = strings.ReplaceAll(text, " ", "_")
	capital := zoneWord.ReplaceAllStringFunc(text, strings.ToUpper)
	names := []string{text, capital}
	if !strings.Contains(text, "/") {
		for _, area := range areas {
			names = append(names, area+"/"+capital)
		}
	}
	for _, name := range names {
		if _, err := time.LoadLocation(name); err == nil && strings.Contains(name, "/") {
			return name
		}
	}
	return ""
}

// zoneWord is the first letter of each word in the name of a time zone.
var zoneWord = regexp.MustCompile(`(?:^|[/_])[a-z]`)

// areas are the first parts of the names of most time zones, to be tried where only a city is written.
var areas = []string{"Europe", "America", "Africa", "Asia", "Atlantic", "Australia", "Pacific", "Indian"}

// Location is the time zone that was chosen; nil if none was.
func (p Preferences) Location() *time.Location {
	zone, _ := time.LoadLocation(p.Of("zone")) // ofLanguage is none
	return zone
}

// InWords is the value of the choice "show" of people who have boards described to them.
const InWords = "words"

// Pictured reports whether a value of the choice "show" includes pictures.
func Pictured(show string) bool { return show != "text" && show != InWords }

// Draughts are the games for which a bare "damas" can stand.
var Draughts = []string{"portuguese", "brazilian", "english", "international", "russian", "italian", "spanish",
	"chilean"}

// Choices are all choices, in the order in which they are shown.
var Choices = []Choice{
	{"language", speech.Spoken, Anywhere, nil},
	{"theme", render.Themes, Anywhere, nil},
	{"size", []string{"phone", "desktop"}, Anywhere, nil},
	{"show", []string{"picture", "text", "both", InWords}, Anywhere, nil},
	{"draughts", Draughts, Anywhere, nil},
	{"squares", []string{"numbers", "letters"}, Anywhere, nil},
	{"plays", []string{"standard", "manual"}, Anywhere, nil},
	{"side", []string{"own", "first", "second", "turn"}, Anywhere, nil},
	{"message", []string{"usual", "new"}, Anywhere, nil},
	{"calls", []string{"private", "group", "none"}, People, nil},
	{"time", []string{"7d", "3d", "1d", "12h", "none"}, Anywhere, control},
	{"confirm", []string{"off", "on"}, People, nil},
	{"roll", []string{"usual", "on", "off"}, People, nil},
	{"profile", []string{"public", "private"}, People, nil},
	{"zone", []string{ofLanguage, "Europe/Lisbon", "Atlantic/Azores", "America/Sao_Paulo", "Africa/Luanda",
		"Africa/Maputo", "America/Santiago",
		"America/Argentina/Buenos_Aires", "America/Bogota", "America/Mexico_City", "Europe/Madrid", "Europe/London",
		"America/New_York"}, People, zone},
	{"start", []string{"everybody", "admins"}, Groups, nil},
	{"threads", []string{"off", "on"}, Groups, nil},
	{"puzzle", []string{"off", "9:00", "12:00", "18:00", "21:00"}, Rooms, timeOfDay},
	{"digest", []string{"off", "on"}, Groups, nil},
}

// Replay is chosen for one moving picture only: how fast it runs.
var Replay = Choice{"pace", []string{"normal", "slow", "fast"}, Anywhere, nil}

// ChoiceNamed returns the choice with a name, which must exist.
func ChoiceNamed(name string) Choice {
	return Choices[slices.IndexFunc(Choices, func(c Choice) bool { return c.Name == name })]
}

// Preferences are the values that somebody has chosen, by the names of choices.
type Preferences map[string]Chosen

// Chosen is a value that was chosen.
type Chosen struct {
	Value string `json:"value"`
	Fixed bool   `json:"fixed,omitempty"` // by an administrator: nobody else changes it
}

// Of is the value of a choice: the one that was chosen, else the default.
func (p Preferences) Of(name string) string {
	c := ChoiceNamed(name)
	v := p[name].Value
	if slices.Contains(c.Values, v) || v != "" && c.Typed(v) == v { // else it is of another version, perhaps
		return v
	}
	return c.Values[0]
}

// clockForm matches a time of day as people write it.
var clockForm = regexp.MustCompile(`^([01]?[0-9]|2[0-3])(?:[:.h]([0-5][0-9])?)?$`)

// timeOfDay reads a time of day, "9", "9h30" or "21:00", as it is stored: "9:30"; "" if it is none.
func timeOfDay(text string) string {
	at := clockForm.FindStringSubmatch(strings.ToLower(text))
	if at == nil {
		return ""
	}
	hour, _ := strconv.Atoi(at[1])
	return strconv.Itoa(hour) + ":" + cmp.Or(at[2], "00")
}

// Daily is when the next puzzle of the day is due after a moment, in a time zone; zero if none is.
func (p Preferences) Daily(after time.Time, zone *time.Location) time.Time {
	at, err := time.Parse("15:04", p.Of("puzzle"))
	if err != nil {
		return time.Time{}
	}
	local := after.In(zone)
	for day := local.Day(); ; day++ {
		if next := time.Date(local.Year(), local.Month(), day, at.Hour(), at.Minute(), 0, 0, zone); next.After(after) {
			return next
		}
	}
}

// BoardStyle is how boards look in a room.
type BoardStyle struct {
	Bottom engine.Side // who sits at the bottom; Nobody: First
	Theme  string      // one of render.Themes
	Size   int         // width of pictures in pixels
	Show   string      // a value of the choice "show"
}

// sizes are the widths of pictures in pixels, by the values of the choice.
var sizes = map[string]int{"phone": render.DefaultSize, "desktop": 1080}

// BoardStyle returns how the boards of a match look with these preferences. own is the side of the only person who looks,
// Nobody if there are several, who see a match against the computer as the person who plays it does.
func (p Preferences) BoardStyle(m *match.Match, own engine.Side) BoardStyle {
	l := BoardStyle{Bottom: own, Theme: p.Of("theme"), Size: sizes[p.Of("size")], Show: p.Of("show")}
	for _, s := range sides {
		if own == engine.Nobody && computer.Is(m.Player(s).ID) {
			l.Bottom = s.Other()
		}
	}
	switch p.Of("side") {
	case "first":
		l.Bottom = light(m.Game)
	case "second":
		l.Bottom = light(m.Game).Other()
	case "turn":
		l.Bottom = m.Turn()
	}
	return l
}

// light is the side with the white or red pieces, as the choice of the lower side names it; in backgammon it is Second.
func light(g *engine.Game) engine.Side {
	if c := g.Colours[0]; c == "white" || c == "red" {
		return engine.First
	}
	return engine.Second
}

// Turned is the style seen from the other side, if turn says so.
func (l BoardStyle) Turned(turn bool) BoardStyle {
	if turn {
		l.Bottom = max(engine.First, l.Bottom).Other()
	}
	return l
}

// paces are how long a moving picture shows each board, by the values of Replay.
var paces = map[string]time.Duration{"normal": render.DefaultPace, "slow": 2 * time.Second,
	"fast": 500 * time.Millisecond}

// Pace reads how long a moving picture shows each board, a value of Replay or a number of seconds: "fast", "1.5"; false
// if it is neither.
func Pace(text string) (time.Duration, bool) {
	if pace, ok := paces[text]; ok {
		return pace, true
	}
	seconds := strings.TrimSuffix(strings.ReplaceAll(text, ",", "."), "s")
	pace, err := time.ParseDuration(seconds + "s")
	if err != nil || pace < render.MinPace || pace > render.MaxPace {
		return 0, false
	}
	return pace, true
}

// Languages choose the language in which somebody is addressed.
type Languages struct {
	Book  *speech.Book
	Usual string // spoken to those who have not chosen another one: one of speech.Spoken

	Assumed bool // nobody has set the usual one: the one who is understood in another one is answered in that
}

// Voice is how somebody is spoken to: in a language, with moves in a notation.
type Voice struct {
	speech.Voice
	Preferences Preferences
}

// Voice is how somebody with preferences is spoken to: in the language that was chosen, else in the locale of the
// speaker, else in the usual one.
func (l Languages) Voice(p Preferences, locale string) Voice {
	for _, lang := range []string{p["language"].Value, locale} {
		if v, ok := l.Book.In(lang); ok && lang != "" {
			return Voice{v, p}
		}
	}
	v, _ := l.Book.In(l.Usual)
	return Voice{v, p}
}

// Move writes a move of a position, or a part of one, in the chosen notation and with the words of the language. The
// position may be nil.
func (v Voice) Move(p engine.Position, text string) string {
	noted := v.noted(p, text)
	if _, word := v.word(p, engine.Move(text)); word != "" && noted == text {
		return word
	}
	return v.places(noted)
}

// word is a move that is a word: its label on a button, and what is typed for it, the label or its first word, if the
// game reads that. Both are "" for a move over the board.
func (v Voice) word(p engine.Position, move engine.Move) (label, typed string) {
	word, at := engine.WordOf(p, move)
	if p == nil || !v.Has("button."+word) {
		return "", ""
	}
	label = v.Text("button."+word, speech.Text("At", v.places(v.noted(p, at))))
	first, _, _ := strings.Cut(label, " ")
	for _, typed := range []string{strings.ToLower(label), strings.ToLower(first)} {
		if read, err := p.Read(typed); err == nil && read == move {
			return label, typed
		}
	}
	return label, ""
}

// noted is Move with the places named as the game does.
func (v Voice) noted(p engine.Position, text string) string {
	if n, ok := p.(engine.Notator); ok {
		for _, c := range []string{"squares", "plays"} { // those of other games change nothing
			notation := "" // as the people of the game write
			if v.Preferences[c].Value != "" {
				notation = v.Preferences.Of(c)
			}
			text = n.Format(text, notation)
		}
	}
	return text
}

// placeName matches the name of a place of a board of points in a move.
var placeName = regexp.MustCompile(`\b(?:bar|off)\b`)

// places writes a move with the names of places in the language; games with such places read those too.
func (v Voice) places(text string) string {
	return placeName.ReplaceAllStringFunc(text, func(name string) string { return v.Text("board." + name) })
}

// letters reports whether squares that have numbers are named by letters.
func (v Voice) letters() bool { return v.Preferences.Of("squares") == "letters" }

// count is the side by whose count points are numbered, Nobody for the side to move. The rules of the manual number the
// board itself, as Second counts.
func (v Voice) count() engine.Side {
	if v.Preferences.Of("plays") == "manual" {
		return engine.Second
	}
	return engine.Nobody
}
