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

// Scope tells whose choice it is, and where it applies.
type Scope int

// The scopes of choices.
const (
	Anywhere Scope = iota // each person for private chats, each group for itself
	Groups                // groups only
	People                // each person, for everywhere
	Rooms                 // each group for itself, each person for the private chat where it is chosen
)

// Choice is a setting. Its name is the key of its sentence, after "setting".
type Choice struct {
	Name   string
	Values []string // the default first, unless a better one is known
	Scope  Scope
	parse  func(word string) string // parses a word that names none of the values; may be nil
}

// Typed returns the value for a word that names none of Values, "" if it is invalid: a time of day, "9:00", a time
// zone, or a time control.
func (c Choice) Typed(word string) string {
	if c.parse == nil {
		return ""
	}
	return c.parse(word)
}

// control parses a time control and returns it as it is stored; "" if it is none.
func control(word string) string {
	if c, err := match.ParseControl(word); err == nil && c != (match.Control{}) {
		return c.String()
	}
	return ""
}

// ofLanguage is the value of the choice "zone" for people who have set no zone: that of their language.
const ofLanguage = "language"

// zone parses the name of a time zone of the IANA database, "europe/lisbon" or "lisbon", and returns it as it is
// stored, "Europe/Lisbon"; "" if it is none.
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

// zoneWord matches the first letter of each word in the name of a time zone, and the separator before it.
var zoneWord = regexp.MustCompile(`(?:^|[/_])[a-z]`)

// areas are the first parts of the names of most time zones, tried for the name of a city alone.
var areas = []string{"Europe", "America", "Africa", "Asia", "Atlantic", "Australia", "Pacific", "Indian"}

// Location returns the chosen time zone; nil if none was chosen.
func (p Preferences) Location() *time.Location {
	zone, _ := time.LoadLocation(p.Of("zone")) // ofLanguage is no zone
	return zone
}

// InWords is the value of the choice "show" for boards described in words.
const InWords = "words"

// Pictured reports whether a value of the choice "show" includes pictures.
func Pictured(show string) bool { return show != "text" && show != InWords }

// Draughts are the games that a bare "damas" may mean.
var Draughts = []string{"portuguese", "brazilian", "english", "international", "russian", "italian", "spanish",
	"chilean"}

// Choices are all settings, in the order in which they are shown.
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

// Replay is the speed of a moving picture, which is chosen for each and not stored.
var Replay = Choice{"pace", []string{"normal", "slow", "fast"}, Anywhere, nil}

// ChoiceNamed returns the choice with a name, which must exist.
func ChoiceNamed(name string) Choice {
	return Choices[slices.IndexFunc(Choices, func(c Choice) bool { return c.Name == name })]
}

// Preferences are the chosen values of settings, by name.
type Preferences map[string]Chosen

// Chosen is the chosen value of a setting.
type Chosen struct {
	Value string `json:"value"`
	Fixed bool   `json:"fixed,omitempty"` // chosen by an administrator: only they may change it
}

// Of returns the value of a setting: the chosen one, or else the default.
func (p Preferences) Of(name string) string {
	c := ChoiceNamed(name)
	v := p[name].Value
	if slices.Contains(c.Values, v) || v != "" && c.Typed(v) == v { // else it is unknown, perhaps from another version
		return v
	}
	return c.Values[0]
}

// clockForm matches a time of day as people write it.
var clockForm = regexp.MustCompile(`^([01]?[0-9]|2[0-3])(?:[:.h]([0-5][0-9])?)?$`)

// timeOfDay parses a time of day, "9", "9h30" or "21:00", and returns it as it is stored, "9:30"; "" if it is none.
func timeOfDay(text string) string {
	at := clockForm.FindStringSubmatch(strings.ToLower(text))
	if at == nil {
		return ""
	}
	hour, _ := strconv.Atoi(at[1])
	return strconv.Itoa(hour) + ":" + cmp.Or(at[2], "00")
}

// Daily returns when the next puzzle of the day is due after a moment, in a time zone; zero if none is wanted.
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
	Bottom engine.Side // Nobody means First
	Theme  string      // one of render.Themes
	Size   int         // width of pictures in pixels
	Show   string      // a value of the choice "show"
}

// sizes are the widths of pictures in pixels, by the values of the choice.
var sizes = map[string]int{"phone": render.DefaultSize, "desktop": 1080}

// Facing returns the audience with the boards of a match as its preferences say. own is the side of the only reader,
// Nobody if there are several, who see a match against the computer from the side of its opponent.
func (a Audience) Facing(m *match.Match, own engine.Side) Audience {
	p, l := a.Voice.Preferences, &a.Look
	*l = BoardStyle{Bottom: own, Theme: p.Of("theme"), Size: sizes[p.Of("size")], Show: p.Of("show")}
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
	return a
}

// light returns the side of the white or red pieces, which the choice "side" calls first; in backgammon it is Second.
func light(g *engine.Game) engine.Side {
	if c := g.Colours[0]; c == "white" || c == "red" {
		return engine.First
	}
	return engine.Second
}

// Turned returns the style seen from the other side if turn is set.
func (l BoardStyle) Turned(turn bool) BoardStyle {
	if turn {
		l.Bottom = max(engine.First, l.Bottom).Other()
	}
	return l
}

// paces are the durations for which a moving picture shows each board, by the values of Replay.
var paces = map[string]time.Duration{"normal": render.DefaultPace, "slow": 2 * time.Second,
	"fast": 500 * time.Millisecond}

// Pace parses how long a moving picture shows each board: a value of Replay, or a number of seconds such as "1.5".
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

// Languages chooses the language for a person.
type Languages struct {
	Book  *speech.Book
	Usual string // default language, one of speech.Spoken

	Assumed bool // Usual was not configured: answer in the language of a text instead
}

// Voice formats sentences in a language, and moves in a notation.
type Voice struct {
	speech.Voice
	Preferences Preferences
}

// Voice returns the voice for somebody with preferences: in the chosen language, else in that of the locale, else in
// the usual one.
func (l Languages) Voice(p Preferences, locale string) Voice {
	for _, lang := range []string{p["language"].Value, locale} {
		if v, ok := l.Book.In(lang); ok && lang != "" {
			return Voice{v, p}
		}
	}
	v, _ := l.Book.In(l.Usual)
	return Voice{v, p}
}

// Move formats a move of a position, or a part of one, in the chosen notation and with the words of the language. The
// position may be nil.
func (v Voice) Move(p engine.Position, text string) string {
	noted := v.noted(p, text)
	if _, word := v.word(p, engine.Move(text)); word != "" && noted == text {
		return word
	}
	return v.places(noted)
}

// word returns the label of a move that is a word, such as "roll", and what is typed for it: the label or its first
// word, if the game reads that. Both are "" for a move of pieces.
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

// noted formats a move in the chosen notation, with places named as in the game's own text.
func (v Voice) noted(p engine.Position, text string) string {
	if n, ok := p.(engine.Notator); ok {
		for _, c := range []string{"squares", "plays"} { // Format ignores the notation of another game
			notation := "" // the usual notation of the game
			if v.Preferences[c].Value != "" {
				notation = v.Preferences.Of(c)
			}
			text = n.Format(text, notation)
		}
	}
	return text
}

// placeName matches the bar, or the place of borne-off checkers, in a move.
var placeName = regexp.MustCompile(`\b(?:bar|off)\b`)

// places translates the names of the bar and the like in a move; the games read those, too.
func (v Voice) places(text string) string {
	return placeName.ReplaceAllStringFunc(text, func(name string) string { return v.Text("board." + name) })
}

// letters reports whether squares with numbers are named by letters instead.
func (v Voice) letters() bool { return v.Preferences.Of("squares") == "letters" }

// count returns the side from whose point of view points are numbered, Nobody for the side to move. The setting
// "manual" numbers the board itself, as Second counts.
func (v Voice) count() engine.Side {
	if v.Preferences.Of("plays") == "manual" {
		return engine.Second
	}
	return engine.Nobody
}
