package intent

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"tabuleiro/bot/speech"
)

// Slots is what a text names: by the names of slots what is typed for each in English, "level=4", and for those that
// only change what others mean any text.
type Slots map[string]string

// AnyDraughts is the game of a text that names no particular kind of draughts.
const AnyDraughts = "damas"

// Slots reads what a text names, in the words of any language. Words that are known from sentences are names of people
// only if they are written so.
func (l *Lexicon) Slots(text string, known func(word string) bool) Slots {
	s := scan{l, l.counted(l.words(text)), Slots{}}
	for i := range s.words {
		s.word(i)
		s.span(i)
		s.number(i)
	}
	s.about()
	s.person(known)
	switch span := s.Slots["span"]; {
	case span != "" && !strings.HasSuffix(span, "m"):
		s.Slots["time"] = "time=" + span
	case span != "" && s.Slots["each"] != "": // else people tell how long they are there
		s.Slots["time"] = "time=" + span + "+0"
	}
	return s.Slots
}

// scan reads the slots of a text.
type scan struct {
	*Lexicon
	words []word
	Slots
}

// counted joins a number of two words into one in digits: "vinte e cinco" is 25.
func (l *Lexicon) counted(words []word) []word {
	for i := range words {
		for at := i + 1; at < min(i+3, len(words)); at++ {
			tens, _ := l.book.Number(words[i].folded)
			ones, _ := l.book.Number(words[at].folded)
			if tens >= 20 && tens%10 == 0 && ones > 0 && ones < 10 && unicode.IsLetter(rune(words[i].folded[0])) {
				words[i].folded = strconv.Itoa(tens + ones)
				return l.counted(slices.Delete(words, i+1, at+1))
			}
		}
	}
	return words
}

// about finds what a question about the rules is about, the closest match first. Whether a capture is compulsory takes
// several words to ask.
func (s scan) about() {
	has := func(what string) bool {
		return slices.ContainsFunc(s.words, func(w word) bool { return s.means(what, w.folded) })
	}
	for _, about := range s.abouts {
		if !has("about." + about) {
			continue
		}
		if about == "captures/jumps/hits" && has("must") {
			about = "which/" + about
		}
		s.Slots["about"] = about
		return
	}
}

// marks may end a word.
const marks = ".,;:!?)"

// moveShapes are words with digits that read like moves.
var moveShapes = []string{"9-9", "9x9", "9/9", "9:9", "a9-a9"}

// placeForm matches the name of a square or a row.
var placeForm = regexp.MustCompile(`^[a-j]?[0-9]{1,2}$`)

// signs are words that fill a slot by themselves; the last one of a slot counts.
var signs = []struct{ word, slot, value string }{
	{"white", "colour", "colour=white"}, {"black", "colour", "colour=black"}, {"red", "colour", "colour=red"},
	{"blue", "colour", "colour=blue"}, {"unrated", "rated", "rated=no"}, {"house", "house", "house"},
	{"each", "each", "each"}, {"language.pt", "language", "pt"}, {"language.es", "language", "es"},
	{"language.en", "language", "en"},
}

// word takes the word at a place into its slots.
func (s scan) word(i int) {
	w := s.words[i]
	size, sized := speech.BoardSize(w.folded)
	switch game := s.Slots["game"]; {
	case w.class == personClass:
		s.Slots["handle"] = strings.TrimRight(w.said, marks)
	case w.class == matchClass:
		s.Slots["match"] = strings.TrimRight(w.said, marks)
	case w.game != "" && (game == "" || game == AnyDraughts):
		s.Slots["game"] = w.game
		if s.near("not", i, -2, -1) { // "I don't understand English"
			return
		}
	case sized:
		s.Slots["size"] = "size=" + size
	case placeForm.MatchString(w.folded):
		s.Slots["place"] = w.folded
	case slices.Contains(moveShapes, w.class):
		s.Slots["moves"] = strings.TrimSpace(s.Slots["moves"] + " " + w.folded)
	case s.at("you", i) && s.at("with", i-1):
		s.Slots["house"] = "house"
	case s.isDenied(i):
		s.Slots["not"] = "not"
	}
	for _, sign := range signs {
		if s.means(sign.word, w.folded) {
			s.Slots[sign.slot] = sign.value
		}
	}
}

// at reports whether there is a word at a place, and it has a meaning.
func (s scan) at(what string, i int) bool {
	return i >= 0 && i < len(s.words) && s.means(what, s.words[i].folded)
}

// near is at for the places around one, from one distance to another, without the place itself.
func (s scan) near(what string, i, from, to int) bool {
	for at := i + from; at <= i+to; at++ {
		if at != i && s.at(what, at) {
			return true
		}
	}
	return false
}

// number takes the number at a place into the slot that the words around it name.
func (s scan) number(i int) {
	n, ok := s.numberAt(i)
	if !ok {
		return
	}
	_, another := s.numberAt(i + 2) // "to 5, level 4"
	points := s.near("points", i, 1, 1)
	switch number := strconv.Itoa(n); {
	case s.Slots["level"] == "" && (s.near("level", i, -3, 0) || s.near("level", i, 1, 1) && !another):
		s.Slots["level"] = "level=" + number
	case s.near("best", i, -3, -1): // "best out of 5"
		s.Slots["best"] = "best=" + number
	case points, s.at("until", i-1) && s.unit(i+1) == "":
		s.Slots["points"] = "points=" + number
		if delete(s.Slots, "bare"); !points { // it may be anything else that is named by a number
			s.Slots["bare"] = number
		}
	case s.near("several", i, 1, 1) && n > 1:
		s.Slots["games"] = "games=" + number
	}
}

// numberAt returns the number at a place, if there is one: in digits, or in words above one.
func (s scan) numberAt(i int) (n int, is bool) {
	if i < 0 || i >= len(s.words) {
		return 0, false
	}
	word := s.words[i].folded
	n, is = s.book.Number(word)
	return n, is && (n != 1 || word == "1" || word == "one")
}

// unit returns the letter of the unit of time at a place, "" if there is none.
func (s scan) unit(i int) string {
	for _, unit := range []string{"d", "h", "m", "w"} {
		if s.at("unit."+unit, i) {
			return unit
		}
	}
	return ""
}

// spanForm matches a span of time as it is typed: "2h", "3d", "10min", "2h30".
var spanForm = regexp.MustCompile(`^([0-9]+)(d|h|m|min)(?:([0-9]+)(?:m|min)?)?$`)

// span reads a time that ends at a place: as it is typed, or a number before a unit, "duas semanas", "a day", "half an
// hour", "hora e meia".
func (s scan) span(i int) {
	form := spanForm.FindStringSubmatch(s.words[i].folded)
	switch {
	case form != nil && s.at("at", i-1):
	case form != nil && form[3] == "":
		s.Slots["span"] = form[1] + form[2][:1]
	case form != nil && form[2] == "h":
		s.Slots["span"] = form[1] + "h" + form[3] + "m"
	case s.Slots["span"] == "":
		s.Slots["span"] = s.time(i)
	}
}

// time returns the span that ends with the unit at a place, "" if there is no unit or no number. "A day" counts as one.
func (s scan) time(i int) string {
	unit, n := s.unit(i), 0
	for at := i - 1; at >= i-4 && n == 0; at-- {
		n, _ = s.numberAt(at)
	}
	switch number := strconv.Itoa(max(n, 1)); {
	case unit == "h" && n == 0 && s.near("half", i, -3, -1): // "half of an hour"
		return "30m"
	case unit == "", n == 0 && !s.near("one", i, -2, -1):
		return ""
	case unit == "w":
		return strconv.Itoa(7*max(n, 1)) + "d"
	case unit == "h" && s.near("half", i, -2, 3): // "an hour and a half"
		return number + "h30m"
	default:
		return number + unit
	}
}

// isDenied reports whether the word at a place is a wish that is denied: "não quero", "no me voy a jugar".
func (s scan) isDenied(i int) bool {
	return s.at("wish", i) && (s.at("not", i-1) || s.at("toward", i-1) && s.at("not", i-2))
}

// isName reports whether the word at a place may name somebody: it is none that is known, and stands before no piece.
func (s scan) isName(i int) bool {
	w := s.words[i]
	return i > 0 && w.game == "" && !s.at("piece", i+1) && w.class == w.folded && w.class != "?" &&
		utf8.RuneCountInString(w.folded) > 1
}

// person finds the name of somebody, behind a word like "with" or written as names are. What stands behind the name of
// a game, or before a piece, tells more of that: "con dama voladora", "with flying kings".
func (s scan) person(known func(string) bool) {
	behind := false
	for i, w := range s.words {
		first, _ := utf8.DecodeRuneInString(w.said)
		upper := unicode.IsUpper(first)
		if s.isName(i) && (upper && behind || (upper || behind) && !known(w.folded)) {
			s.Slots["person"] = "~" + w.said
			if behind {
				s.Slots["with"] = "with"
			}
			return
		}
		behind = w.game == "" && (behind || s.means("with", w.folded))
	}
}

// takes lists the slots that are filled in behind commands, in order, and classTakes those behind single classes; all
// others take the number of a match.
var (
	takes = map[string]string{
		"play": "game size person level points best games colour rated time", "rules": "game about match",
		"profile": "person match", "versus": "person match", "block": "person match", "unblock": "person match",
		"ladder": "person match", "remind": "span match", "away": "span match", "pause": "span match", "give": "span match",
		"why": "moves match", "move": "moves match", "moves": "moves match", "if": "moves match",
	}
	classTakes = map[string]string{
		"learn": "game match", "puzzle": "game match", "puzzle next": "game match", "ranking": "game match",
		"way": "game match", "tournament": "game match", "export": "game match", "help": "game match",
		"ladder": "game person match", "board square": "place match", "board row": "place match",
		"away 0": "match", "remind 0": "match", "remind ?": "match", "pause 0": "match",
	}
)

// Fill returns the command of a class, with the slots that it takes, as it is typed in English.
func (s Slots) Fill(class string) string {
	name, own, _ := strings.Cut(class, " ")
	words, s := s.of(name, strings.Fields(own))
	switch {
	case s["place"] == "" && (class == "board square" || class == "board row"):
		return name
	case name == "language" && s["language"] != "":
		return name + " " + s["language"]
	case s["not"] != "" && slices.Contains([]string{"play", "play house", "rematch"}, class) && s["level"]+s["rated"] == "":
		return "never"
	}
	for slot := range strings.FieldsSeq(cmp.Or(classTakes[class], takes[name], "match")) {
		switch value := s[slot]; {
		case value == "":
		case slot == "game":
			words = slices.Insert(words, 0, value)
		default:
			words = append(words, value)
		}
	}
	return strings.TrimSpace(name + " " + strings.Join(words, " "))
}

// of returns the words of a class that no slot replaces, and the slots as that class takes them.
func (s Slots) of(name string, words []string) ([]string, Slots) {
	s = maps.Clone(s)
	leveled := func(w string) bool { return strings.HasPrefix(w, "level=") }
	if slices.ContainsFunc(words, leveled) && s["level"]+s["game"] == "" && s["bare"] != "" { // "set it to 7"
		s["level"] = "level=" + s["bare"]
		delete(s, "points")
	}
	if called := slices.Contains(words, "person") || s["with"] != "" && s["house"] == ""; name == "play" && !called {
		delete(s, "person")
	}
	if s["handle"] != "" {
		s["person"] = s["handle"]
	}
	return slices.DeleteFunc(words, func(w string) bool {
		switch w {
		case "person":
			return true
		case "friend", "house":
			return name == "play" && s["person"] != ""
		}
		return s["level"] != "" && leveled(w) || name == "rules" && strings.Contains(s["about"], w)
	}), s
}
