package bot

import (
	"cmp"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/house"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// usualLevel is how strong the house plays where nobody has asked for more or less.
const usualLevel = 3

// wish reads the words of a challenge: a game, a person after @ and options k=v, in any order.
func (p players) wish(t *talk, text, diceWord string) (w guide.Wish, err error) {
	w = guide.Wish{Opponent: t.event.Answered, Options: engine.Options{}, Word: diceWord}
	for _, u := range t.event.Mentions { // a person without a handle is named by the service alone
		if u.Handle == "" && u.ID != "" {
			w.Opponent = u
			break
		}
	}
	w.From, text = t.from(text)
	chosen := map[string]string{} // what stands for each thing of which there is one
	one := func(what, word string) error {
		if before := chosen[what]; before != "" && !strings.EqualFold(before, word) {
			return t.note("play-one", speech.Text("A", speech.Clean(before, tell.LongestName)), speech.Text("B", speech.Clean(word, tell.LongestName)))
		}
		chosen[what] = word
		return nil
	}
	for _, word := range t.spelt(strings.Fields(text)) {
		handle, isHandle := strings.CutPrefix(word, "@")
		key, value, isOption := strings.Cut(strings.ToLower(word), "=")
		level, ofHouse := t.house(word)
		switch g := t.Game(word); {
		case strings.HasPrefix(word, guide.AskOptions):
			w.Asks = word
		case t.Languages.Book.Means("whom", word):
			w.Asks = guide.AskWhom
		case t.Languages.Book.Means("choose", word):
			w.Asks = guide.AskOptions
		case t.Languages.Book.Means("thread", word):
			w.Apart = true
		case t.Languages.Book.Means("max", word):
			w.Level = engine.Max
		case ofHouse && level == "":
			w.Level = cmp.Or(w.Level, usualLevel)
		case ofHouse:
			if w.Level, err = t.level(level); err != nil {
				return w, err
			}
		case isHandle && handle != "":
			if err := one("person", word); err != nil {
				return w, err
			}
			if w.Opponent, err = p.people.known(t.ctx, t.event, handle); err != nil {
				return w, err
			}
		case isOption:
			if err := t.option(&w, key, value); err != nil {
				return w, err
			}
		case g != nil && w.Game != nil && g != w.Game:
			return w, one("game", word)
		case g != nil:
			w.Game, chosen["game"] = g, word
		default:
			if _, ok := t.Asking().Side(word, nil); ok || t.Languages.Book.Means("theirs", word) {
				w.Colour = word
				continue
			}
			return w, t.note("play-what", speech.Text("Word", word), speech.Text("Games", t.GameNames()), t.typed("Play", "play"))
		}
	}
	if w.Game == nil && len(t.Games) == 1 {
		w.Game = t.Games[0]
	}
	if err := t.colourOf(w); err != nil {
		return w, err
	}
	switch {
	case w.Opponent == chat.User{}:
	case p.services.isBot(t.event.Room, tell.Player(w.Opponent)):
		w.Level = cmp.Or(w.Level, usualLevel)
	case w.Level > 0 && chosen["person"] != "":
		return w, one("person", t.Voice.Typed("house"))
	case w.Opponent.Robot:
		return w, t.note("robot", speech.Text("Name", tell.Clean(w.Opponent).Name))
	}
	if w.Level == 0 {
		return w, nil
	}
	w.Opponent = chat.User{}
	if w.Game != nil && w.Game.Brain == nil {
		return w, t.note("house-cannot", speech.Text("Game", t.Voice.Text("game."+w.Game.Name)))
	}
	return w, nil
}

// colourOf refuses a colour that the game does not have, and tells those that it has.
func (t *talk) colourOf(w guide.Wish) error {
	if _, ok := t.Asking().Side(w.Colour, w.Game); ok || w.Colour == "" || t.Languages.Book.Means("theirs", w.Colour) {
		return nil
	}
	has := engine.Game{Colours: [2]string{"white", "black"}}
	if w.Game != nil {
		has = *w.Game
	}
	return t.note("play-colour", t.typed("First", has.Colours[0]), t.typed("Second", has.Colours[1]))
}

// house tells whether a word names the house, and the level that it asks for, "" without one: "house", "@house", "house:5". A
// person with such a handle is another matter, if the service tells of one: where people sit together every handle is a person.
func (t *talk) house(word string) (level string, ok bool) {
	handle, isHandle := strings.CutPrefix(word, "@")
	if _, somebody := t.event.Named(handle); isHandle && somebody && !t.Caps.Together {
		return "", false
	}
	name, level, _ := strings.Cut(handle, ":")
	return level, t.Languages.Book.Means("house", name)
}

// level reads a level of the house.
func (t *talk) level(text string) (int, error) {
	if t.Languages.Book.Means("max", text) {
		return engine.Max, nil
	}
	if level, err := strconv.Atoi(text); err == nil && level >= 1 && level <= engine.Levels {
		return level, nil
	}
	return 0, t.note("play-level", speech.Count(engine.Levels), t.typed("Max", "max"))
}

// spelt has levels that are said in passing as options: "level 5", or "house max". Small words before the opponent are left out:
// "against the house", "contra la casa".
func (t *talk) spelt(words []string) (list []string) {
	for i, word := range words {
		_, err := strconv.Atoi(word)
		level := i > 0 && (err == nil || t.Languages.Book.Means("max", word))
		switch {
		case level && t.Languages.Book.Means("level", words[i-1]):
			list[len(list)-1] += "=" + word
		case level && t.Languages.Book.Means("house", strings.TrimPrefix(words[i-1], "@")):
			list = append(list, "level="+word)
		case t.Languages.Book.Means("against", word):
		default:
			list = append(list, word)
		}
	}
	return list
}

// option takes an option into a wish: one of the bot's in any language, else the game's own.
func (t *talk) option(w *guide.Wish, key, value string) (err error) {
	means := t.Languages.Book.Means
	switch {
	case means("level", key), means("house", key):
		if w.Level, err = t.level(value); err != nil {
			return err
		}
	case means("colour", key):
		w.Colour = value
	case means("rated", key):
		w.Unrated, err = t.yesOrNo("rated", value, "no")
	case means("hints", key):
		w.Hints, err = t.yesOrNo("hints", value, "yes")
	case means("time", key):
		var ok bool
		if w.Time, ok = t.control(value); !ok {
			return t.note("play-time")
		}
	default:
		w.Options[key] = value
	}
	return err
}

// yesOrNo tells whether the value of an option, which has to be yes or no in any language, is the one that is asked about.
func (t *talk) yesOrNo(option, value, asked string) (is bool, err error) {
	means := t.Languages.Book.Means
	if !means("yes", value) && !means("no", value) {
		err = t.note("play-yes-no", t.typed("Option", option), t.typed("Yes", "yes"), t.typed("No", "no"))
	}
	return means(asked, value), err
}

// from takes the text of a position out of a wish: what follows "from=". Where spaces belong to it, it stands in quotes.
func (t *talk) from(text string) (position, rest string) {
	for _, m := range fromForm.FindAllStringSubmatchIndex(text, -1) {
		if t.Languages.Book.Means("from", text[m[2]:m[3]]) {
			return strings.Trim(text[m[4]:m[5]], `"“”'`), text[:m[0]] + " " + text[m[1]:]
		}
	}
	return "", text
}

// fromForm is an option whose value may be in quotes.
var fromForm = regexp.MustCompile(`(?:^|\s)(\pL+)=("[^"]*"|“[^”]*”|'[^']*'|\S+)`)

// options are those of a game that were asked for in the words of any language.
func (t *talk) options(game *engine.Game, asked engine.Options) (engine.Options, error) {
	options := engine.Options{}
	for _, name := range slices.Sorted(maps.Keys(asked)) {
		o, ok := tell.OptionCalled(t.Languages.Book, game, name)
		if !ok {
			return nil, t.note("play-option", speech.Text("Game", t.Voice.Text("game."+game.Name)), speech.Text("Options", t.Asking().OptionNames(game)))
		}
		value := tell.ValueCalled(t.Languages.Book, o, asked[name])
		if !slices.Contains(o.Values, value) {
			return nil, t.note("play-option-value", speech.Text("Word", asked[name]), speech.Text("Option", t.Voice.OptionName(o.Name)), speech.Text("Values", t.Asking().Values(o)))
		}
		options[o.Name] = value
	}
	return options, nil
}

// setup is what a wish for a game comes to.
func (t *talk) setup(w guide.Wish) (match.Setup, error) {
	options, err := t.options(w.Game, w.Options)
	if err != nil {
		return match.Setup{}, err
	}
	full, err := w.Game.Complete(options)
	var usual engine.Position
	if err == nil {
		usual, err = w.Game.New(full)
	}
	if err != nil {
		return match.Setup{}, t.note("play-option", speech.Text("Game", t.Voice.Text("game."+w.Game.Name)), speech.Text("Options", t.Asking().OptionNames(w.Game)))
	}
	if len(full) == 0 {
		full = nil
	}
	if w.From != "" {
		switch start, err := w.Game.Parse(w.From, full); {
		case errors.As(err, new(*engine.ImpossibleError)):
			return match.Setup{}, t.note("play-from-impossible", speech.Text("Game", t.Voice.Text("game."+w.Game.Name)))
		case err != nil:
			return match.Setup{}, t.note("play-from", speech.Text("Game", t.Voice.Text("game."+w.Game.Name)), t.typed("Position", "position"))
		case start.Outcome().Decided():
			return match.Setup{}, t.note("play-from-over")
		case lengthOf(start) != lengthOf(usual):
			return match.Setup{}, t.note("play-from-length", speech.Text("Length", lengthOf(start)))
		}
	}
	s := match.Setup{Game: w.Game.Name, Version: w.Game.Version, Options: full, Start: w.From, Opponent: tell.Player(w.Opponent), Theirs: t.Languages.Book.Means("theirs", w.Colour)}
	s.Side, _ = t.Asking().Side(w.Colour, w.Game)
	if w.Level > 0 {
		s.Opponent, s.Theirs = house.Player(w.Level, t.houseName(w.Level)), false
		w.Time = cmp.Or(w.Time, match.Control{}.String()) // the house does not wait for anybody
	}
	s.Time, s.Lasts = t.limits(w)
	s.Unrated, s.Hints = w.Unrated, w.Hints
	return s, nil
}

// houseName is what the house is called at a level.
func (t *talk) houseName(level int) string {
	if level == engine.Max {
		return t.room.Text("house-name-max")
	}
	return t.room.Text("house-name", speech.Count(level))
}

// lengthOf is the number of points that a match goes to; "" for a single game, and for games without end.
func lengthOf(p engine.Position) string {
	if n := engine.StandingOf(p).Length; n > 1 {
		return strconv.Itoa(n)
	}
	return ""
}

// How long a challenge waits for its answer: that to somebody, and that to anyone.
const (
	namedLasts = 48 * time.Hour
	openLasts  = 7 * 24 * time.Hour

	usualLasts = "usual" // the choice of these
)

// control reads the time control of a challenge.
func (t *talk) control(text string) (canonical string, ok bool) {
	if t.Languages.Book.Means("none", text) {
		return match.Control{}.String(), true
	}
	c, err := match.ParseControl(text)
	return c.String(), err == nil && text != ""
}

// limits are the time control that a wish comes to, and for how long the challenge stands. Where people sit together both are
// as they like.
func (t *talk) limits(w guide.Wish) (match.Control, match.Span) {
	text := w.Time
	if text == "" && (!t.Caps.Together || t.preferences["time"].Value != "") {
		text = t.preferences.Of("time")
	}
	c, err := match.ParseControl(text)
	if err != nil { // of another version, perhaps
		c = match.Control{}
	}
	return c, t.lasts(match.Player{ID: w.Opponent.ID, Handle: w.Opponent.Handle})
}

// lasts is for how long a challenge stands.
func (t *talk) lasts(opponent match.Player) match.Span {
	switch {
	case t.Caps.Together:
		return 0
	case t.preferences.Of("lasts") != usualLasts:
		span, _ := match.ParseSpan(t.preferences.Of("lasts")) // "none" is 0: until it is answered
		return span
	case opponent.Anyone():
		return match.Span(openLasts)
	}
	return match.Span(namedLasts)
}
