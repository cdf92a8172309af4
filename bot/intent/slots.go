package intent

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Slots is what a text names.
type Slots struct {
	Game     string   // as it is typed; AnyDraughts for draughts of no kind in particular
	Handle   string   // "@ana"
	Match    string   // "#k7q2"
	Level    string   // of the bot, a number
	Points   string   // to which a match is played
	Best     string   // of how many games
	Games    string   // how many
	Colour   string   // of the author, as it is typed: "white"
	Span     string   // "2d"
	Moves    []string // words like "11-15"
	each     bool     // the time is that of a clock
	Unrated  bool
	bare     bool   // the points may be anything else that is named by a number
	Language string // that is named, as its code
	House    bool   // the bot is named
	Place    string // a square or a row: "c3", "12"
	About    string // what the rules are asked about, as sections of them have it

	words []word
	with  bool // somebody is named behind a word like "with"
}

// AnyDraughts is the game of a text that names draughts of no kind in particular.
const AnyDraughts = "damas"

// Slots reads what a text names, in the words of any language.
func (l *Lexicon) Slots(text string) Slots {
	s := Slots{words: l.words(text)}
	for i := range s.words {
		l.read(&s, i)
	}
	s.About = l.about(s.words)
	return s
}

// about is what the rules are asked about, "" if it is nothing in particular. Whether a capture has to be made is asked
// by several words.
func (l *Lexicon) about(words []word) string {
	has := func(what string) bool {
		return slices.ContainsFunc(words, func(w word) bool { return l.means(what, w.folded) })
	}
	for _, about := range l.abouts {
		switch {
		case !has("about." + about):
		case about == "captures/jumps/hits" && has("must"):
			return "which/" + about
		default:
			return about
		}
	}
	return ""
}

// read takes the word at a place into the slots.
func (l *Lexicon) read(s *Slots, i int) {
	w := s.words[i]
	for _, colour := range []string{"white", "black", "red", "blue"} {
		if l.means(colour, w.folded) {
			s.Colour = colour
		}
	}
	switch {
	case w.class == personClass:
		s.Handle = strings.TrimRight(w.said, marks)
	case w.class == matchClass:
		s.Match = strings.TrimRight(w.said, marks)
	case w.game != "" && (s.Game == "" || s.Game == AnyDraughts):
		s.Game = w.game
	case placeForm.MatchString(w.folded):
		s.Place = w.folded
	case slices.Contains(moveShapes, w.class):
		s.Moves = append(s.Moves, w.folded)
	case l.means("unrated", w.folded):
		s.Unrated = true
	case l.means("house", w.folded), i > 0 && l.means("you", w.folded) && l.means("with", s.words[i-1].folded):
		s.House = true
	case l.means("each", w.folded):
		s.each = true
	case l.language(w.folded) != "":
		s.Language = l.language(w.folded)
	}
	if unit := l.unit(w.folded); unit != "" && i > 0 && s.Span == "" {
		s.span(l, i, unit)
	}
	if span, ok := typedSpan(w.folded); ok && (i == 0 || !l.means("at", s.words[i-1].folded)) {
		s.Span = span
	}
	n, ok := l.number(s.words, i)
	if !ok {
		return
	}
	near := func(what string, from, to int) bool {
		for at := max(i+from, 0); at <= min(i+to, len(s.words)-1); at++ {
			if at != i && l.means(what, s.words[at].folded) {
				return true
			}
		}
		return false
	}
	_, another := l.numberAt(s.words, i+2) // "to 5, level 4"
	until := i > 0 && l.means("until", s.words[i-1].folded) && l.unitAt(s.words, i+1) == ""
	switch number := strconv.Itoa(n); {
	case s.Level == "" && (near("level", -3, 0) || near("level", 1, 1) && !another):
		s.Level = number
	case near("best", -2, -1):
		s.Best = number
	case near("points", 1, 1), until:
		s.Points, s.bare = number, !near("points", 1, 1)
	case near("several", 1, 1) && n > 1:
		s.Games = number
	}
}

// marks may end a word.
const marks = ".,;:!?)"

// moveShapes are words with digits that read like moves.
var moveShapes = []string{"9-9", "9x9", "9/9", "9:9", "a9-a9"}

// number is that at a place, in digits or as a word for more than one, with the ones behind tens.
func (l *Lexicon) number(words []word, i int) (n int, is bool) {
	n, is = l.numeral(words[i].folded)
	if !is || n == 1 && words[i].folded != "1" {
		return n, is && (words[i].folded == "one" || n != 1)
	}
	for at := i + 1; n >= 20 && n%10 == 0 && unicode.IsLetter(rune(words[i].folded[0])) && at < min(i+3, len(words)); at++ {
		if ones, is := l.numeral(words[at].folded); is && ones > 0 && ones < 10 {
			return n + ones, true
		}
	}
	return n, is
}

// numberAt is number of a place that may be none.
func (l *Lexicon) numberAt(words []word, i int) (n int, is bool) {
	if i >= len(words) {
		return 0, false
	}
	return l.number(words, i)
}

// unit is the letter of a unit of time, "" for any other word.
func (l *Lexicon) unit(word string) string {
	for _, unit := range []string{"d", "h", "m", "w"} {
		if l.means("unit."+unit, word) {
			return unit
		}
	}
	return ""
}

func (l *Lexicon) unitAt(words []word, i int) string {
	if i >= len(words) {
		return ""
	}
	return l.unit(words[i].folded)
}

// span reads the number before a unit of time: "duas semanas", "a day", "half an hour", "hora e meia".
func (s *Slots) span(l *Lexicon, i int, unit string) {
	n := 0
	for at := i - 1; at >= max(i-4, 0) && n == 0; at-- {
		n, _ = l.number(s.words, at)
		for tens := max(at-2, 0); tens < at && n > 0 && n < 10; tens++ {
			if all, _ := l.number(s.words, tens); all > 20 && all%10 == n { // "vinte e cinco"
				n = all
			}
		}
	}
	for at := max(i-2, 0); at < i && n == 0; at++ {
		switch {
		case l.means("half", s.words[at].folded) && unit == "h":
			s.Span = "30m"
			return
		case l.means("one", s.words[at].folded):
			n = 1
		}
	}
	half := slices.ContainsFunc(s.words[max(i-2, 0):min(i+3, len(s.words))],
		func(w word) bool { return l.means("half", w.folded) })
	switch {
	case n == 0:
	case unit == "w":
		s.Span = strconv.Itoa(7*n) + "d"
	case unit == "h" && half:
		s.Span = strconv.Itoa(n) + "h30m"
	default:
		s.Span = strconv.Itoa(n) + unit
	}
}

// placeForm is how a square or a row is named.
var placeForm = regexp.MustCompile(`^[a-j]?[0-9]{1,2}$`)

// spanForm is a time as it is typed: "2h", "3d", "10min", "2h30".
var spanForm = regexp.MustCompile(`^([0-9]+)(d|h|m|min)(?:([0-9]+)(?:m|min)?)?$`)

// typedSpan reads a time as it is typed.
func typedSpan(word string) (span string, ok bool) {
	form := spanForm.FindStringSubmatch(word)
	switch {
	case form == nil:
		return "", false
	case form[3] == "":
		return form[1] + form[2][:1], true
	}
	return form[1] + "h" + form[3] + "m", form[2] == "h"
}

// language is the code of the language that a word names, "" if it names none.
func (l *Lexicon) language(word string) string {
	for _, code := range []string{"pt", "es", "en"} {
		if l.means("language."+code, word) {
			return code
		}
	}
	return ""
}

// Person is the name of somebody in the text, behind a word like "with" or written as names are; "" without one. Words
// that are known from sentences are names only if they are written so.
func (s *Slots) Person(l *Lexicon, known func(string) bool) string {
	behind := false
	for i, w := range s.words {
		first, _ := utf8.DecodeRuneInString(w.said)
		name := i > 0 && w.game == "" && w.class == w.folded && w.class != "?" && utf8.RuneCountInString(w.folded) > 1
		switch {
		case name && (unicode.IsUpper(first) || behind) && !known(w.folded), name && unicode.IsUpper(first) && behind:
			s.with = behind
			return w.said
		case l.means("with", w.folded):
			behind = true
		}
	}
	return ""
}

// Fill is the command of a class with what the slots name of that which it takes, as it is typed in English; person is
// the name of somebody who is called by it.
func (s Slots) Fill(class, person string) string {
	words := strings.Fields(class)
	name := words[0]
	called := slices.Contains(words, "person") || s.with && !s.House
	if strings.Contains(class, "level=") && s.Level == "" && s.bare && s.Game == "" { // "set it to 7"
		s.Level, s.Points = s.Points, ""
	}
	words = slices.DeleteFunc(words, func(w string) bool {
		known := s.Handle != "" || called && person != ""
		return w == "person" || (w == "friend" || w == "house" && name == "play") && known ||
			s.Level != "" && strings.HasPrefix(w, "level=")
	})
	add := func(prefix, value string) {
		if value != "" {
			words = append(words, prefix+value)
		}
	}
	if slices.Contains(gameClasses, class) || name == "play" || name == "rules" {
		if s.Game != "" {
			words = slices.Insert(words, 1, s.Game)
		}
	}
	switch {
	case s.Handle != "" && slices.Contains(personClasses, name):
		words = append(words, s.Handle)
	case person != "" && slices.Contains(personClasses, name) && (called || name != "play"):
		words = append(words, "~"+person)
	}
	switch name {
	case "board":
		if class == "board square" || class == "board row" {
			if s.Place == "" {
				return "board"
			}
			words = append(words, s.Place)
		}
	case "play":
		add("level=", s.Level)
		add("points=", s.Points)
		add("best=", s.Best)
		add("games=", s.Games)
		add("colour=", s.Colour)
		if s.Unrated {
			add("rated=", "no")
		}
		switch {
		case s.Span == "":
		case !strings.HasSuffix(s.Span, "m"):
			add("time=", s.Span)
		case s.each: // else people tell how long they are there
			add("time=", s.Span+"+0")
		}
	case "remind", "away", "pause", "give":
		if !slices.Contains(words, "0") && !slices.Contains(words, "?") {
			add("", s.Span)
		}
	case "rules":
		if s.About != "" {
			words = append(slices.DeleteFunc(words, func(w string) bool { return strings.Contains(s.About, w) }), s.About)
		}
	case "why", "move", "moves", "if":
		words = append(words, s.Moves...)
	}
	if name == "language" && s.Language != "" {
		return "language " + s.Language
	}
	if name != "play" {
		add("", s.Match)
	}
	return strings.Join(words, " ")
}

// gameClasses are the classes that take a game, and personClasses the commands that take a person.
var (
	gameClasses   = []string{"learn", "puzzle", "puzzle next", "ranking", "way", "tournament", "ladder", "export", "help"}
	personClasses = strings.Fields("play profile versus block unblock ladder")
)

// Wordless reports whether the text has no word, but numbers and what names somebody or a match.
func (s Slots) Wordless() bool {
	return !slices.ContainsFunc(s.words, func(w word) bool { return w.class == w.folded || w.game != "" })
}
