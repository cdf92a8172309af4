package matches

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
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// usualLevel is how strong the house plays where nobody has asked for more or less.
const usualLevel = 3

// wish reads the words of a challenge: a game, a person after @ and options k=v, in any order.
func (p Players) wish(req *request.Request, text, diceWord string) (w guide.Wish, err error) {
	w = guide.Wish{Opponent: req.Event.Answered, Options: engine.Options{}, Word: diceWord}
	for _, u := range req.Event.Mentions { // a person without a handle is named by the service alone
		if u.Handle == "" && u.ID != "" {
			w.Opponent = u
			break
		}
	}
	w.From, text = from(req, text)
	chosen := map[string]string{} // what stands for each thing of which there is one
	one := func(what, word string) error {
		if before := chosen[what]; before != "" && !strings.EqualFold(before, word) {
			return req.Note("play-one", speech.Text("A", speech.Clean(before, tell.LongestName)), speech.Text("B", speech.Clean(word, tell.LongestName)))
		}
		chosen[what] = word
		return nil
	}
	for _, word := range spelt(req, strings.Fields(text)) {
		handle, isHandle := strings.CutPrefix(word, "@")
		key, value, isOption := strings.Cut(strings.ToLower(word), "=")
		level, ofHouse := req.NamesHouse(word)
		switch g := req.Guide.Game(word); {
		case strings.HasPrefix(word, guide.AskOptions):
			w.Asks = word
		case req.Guide.Languages.Book.Means("whom", word):
			w.Asks = guide.AskWhom
		case req.Guide.Languages.Book.Means("choose", word):
			w.Asks = guide.AskOptions
		case req.Guide.Languages.Book.Means("thread", word):
			w.Apart = true
		case req.Guide.Languages.Book.Means("max", word):
			w.Level = engine.Max
		case ofHouse && level == "":
			w.Level = cmp.Or(w.Level, usualLevel)
		case ofHouse:
			if w.Level, err = levelIn(req, level); err != nil {
				return w, err
			}
		case isHandle && handle != "":
			if err := one("person", word); err != nil {
				return w, err
			}
			if w.Opponent, err = p.People.Known(req.Ctx, req.Event, handle); err != nil {
				return w, err
			}
		case isOption:
			if err := option(req, &w, key, value); err != nil {
				return w, err
			}
		case g != nil && w.Game != nil && g != w.Game:
			return w, one("game", word)
		case g != nil:
			w.Game, chosen["game"] = g, word
		default:
			if _, ok := req.Guide.Asking().Side(word, nil); ok || req.Guide.Languages.Book.Means("theirs", word) {
				w.Colour = word
				continue
			}
			return w, req.Note("play-what", speech.Text("Word", word), speech.Text("Games", req.Guide.GameNames()), req.Typed("Play", "play"))
		}
	}
	if w.Game == nil && len(req.Guide.Games) == 1 {
		w.Game = req.Guide.Games[0]
	}
	if err := colourOf(req, w); err != nil {
		return w, err
	}
	switch {
	case w.Opponent == chat.User{}:
	case p.Services.IsBot(req.Event.Room, tell.Player(w.Opponent)):
		w.Level = cmp.Or(w.Level, usualLevel)
	case w.Level > 0 && chosen["person"] != "":
		return w, one("person", req.Guide.Voice.Typed("house"))
	case w.Opponent.Robot:
		return w, req.Note("robot", speech.Text("Name", tell.Clean(w.Opponent).Name))
	}
	if w.Level == 0 {
		return w, nil
	}
	w.Opponent = chat.User{}
	if w.Game != nil && w.Game.Brain == nil {
		return w, req.Note("house-cannot", speech.Text("Game", req.Guide.Voice.Text("game."+w.Game.Name)))
	}
	return w, nil
}

// colourOf refuses a colour that the game does not have, and tells those that it has.
func colourOf(req *request.Request, w guide.Wish) error {
	if _, ok := req.Guide.Asking().Side(w.Colour, w.Game); ok || w.Colour == "" || req.Guide.Languages.Book.Means("theirs", w.Colour) {
		return nil
	}
	has := engine.Game{Colours: [2]string{"white", "black"}}
	if w.Game != nil {
		has = *w.Game
	}
	return req.Note("play-colour", req.Typed("First", has.Colours[0]), req.Typed("Second", has.Colours[1]))
}

// levelIn reads a level of the house.
func levelIn(req *request.Request, text string) (int, error) {
	if req.Guide.Languages.Book.Means("max", text) {
		return engine.Max, nil
	}
	if level, err := strconv.Atoi(text); err == nil && level >= 1 && level <= engine.Levels {
		return level, nil
	}
	return 0, req.Note("play-level", speech.Count(engine.Levels), req.Typed("Max", "max"))
}

// spelt has levels that are said in passing as options: "level 5", or "house max". Small words before the opponent are left out:
// "against the house", "contra la casa".
func spelt(req *request.Request, words []string) (list []string) {
	for i, word := range words {
		_, err := strconv.Atoi(word)
		level := i > 0 && (err == nil || req.Guide.Languages.Book.Means("max", word))
		switch {
		case level && req.Guide.Languages.Book.Means("level", words[i-1]):
			list[len(list)-1] += "=" + word
		case level && req.Guide.Languages.Book.Means("house", strings.TrimPrefix(words[i-1], "@")):
			list = append(list, "level="+word)
		case req.Guide.Languages.Book.Means("against", word):
		case i > 0 && len(list) > 0 && strings.HasSuffix(words[i-1], ":"): // "time: none", as it is shown
			list[len(list)-1] = strings.TrimSuffix(list[len(list)-1], ":") + "=" + word
		default:
			list = append(list, word)
		}
	}
	return list
}

// option takes an option into a wish: one of the bot's in any language, else the game's own.
func option(req *request.Request, w *guide.Wish, key, value string) (err error) {
	means := req.Guide.Languages.Book.Means
	switch {
	case means("level", key), means("house", key):
		if w.Level, err = levelIn(req, value); err != nil {
			return err
		}
	case means("colour", key):
		w.Colour = value
	case means("rated", key):
		w.Unrated, err = yesOrNo(req, "rated", value, "no")
	case means("hints", key):
		w.Hints, err = yesOrNo(req, "hints", value, "yes")
	case means("time", key):
		var ok bool
		if w.Time, ok = control(req, value); !ok {
			return req.Note("play-time")
		}
	default:
		w.Options[key] = value
	}
	return err
}

// yesOrNo tells whether the value of an option, which has to be yes or no in any language, is the one that is asked about.
func yesOrNo(req *request.Request, option, value, asked string) (is bool, err error) {
	means := req.Guide.Languages.Book.Means
	if !means("yes", value) && !means("no", value) {
		err = req.Note("play-yes-no", req.Typed("Option", option), req.Typed("Yes", "yes"), req.Typed("No", "no"))
	}
	return means(asked, value), err
}

// from takes the text of a position out of a wish: what follows "from=". Where spaces belong to it, it stands in quotes.
func from(req *request.Request, text string) (position, rest string) {
	for _, m := range fromForm.FindAllStringSubmatchIndex(text, -1) {
		if req.Guide.Languages.Book.Means("from", text[m[2]:m[3]]) {
			return strings.Trim(text[m[4]:m[5]], `"“”'`), text[:m[0]] + " " + text[m[1]:]
		}
	}
	return "", text
}

// fromForm is an option whose value may be in quotes.
var fromForm = regexp.MustCompile(`(?:^|\s)(\pL+)=("[^"]*"|“[^”]*”|'[^']*'|\S+)`)

// options are those of a game that were asked for in the words of any language.
func options(req *request.Request, game *engine.Game, asked engine.Options) (engine.Options, error) {
	options := engine.Options{}
	for _, name := range slices.Sorted(maps.Keys(asked)) {
		o, ok := tell.OptionCalled(req.Guide.Languages.Book, game, name)
		if !ok {
			return nil, req.Note("play-option", speech.Text("Game", req.Guide.Voice.Text("game."+game.Name)), speech.Text("Options", req.Guide.Asking().OptionNames(game)))
		}
		value := tell.ValueCalled(req.Guide.Languages.Book, o, asked[name])
		if !slices.Contains(o.Values, value) {
			return nil, req.Note("play-option-value", speech.Text("Word", asked[name]), speech.Text("Option", req.Guide.Voice.OptionName(o.Name)), speech.Text("Values", req.Guide.Asking().Values(o)))
		}
		options[o.Name] = value
	}
	return options, nil
}

// Setup is what a wish for a game comes to.
func Setup(req *request.Request, w guide.Wish) (match.Setup, error) {
	options, err := options(req, w.Game, w.Options)
	if err != nil {
		return match.Setup{}, err
	}
	full, err := w.Game.Complete(options)
	var usual engine.Position
	if err == nil {
		usual, err = w.Game.New(full)
	}
	if err != nil {
		return match.Setup{}, req.Note("play-option", speech.Text("Game", req.Guide.Voice.Text("game."+w.Game.Name)), speech.Text("Options", req.Guide.Asking().OptionNames(w.Game)))
	}
	if len(full) == 0 {
		full = nil
	}
	if w.From != "" {
		switch start, err := w.Game.Parse(w.From, full); {
		case errors.As(err, new(*engine.ImpossibleError)):
			return match.Setup{}, req.Note("play-from-impossible", speech.Text("Game", req.Guide.Voice.Text("game."+w.Game.Name)))
		case err != nil:
			return match.Setup{}, req.Note("play-from", speech.Text("Game", req.Guide.Voice.Text("game."+w.Game.Name)), req.Typed("Position", "position"))
		case start.Outcome().Decided():
			return match.Setup{}, req.Note("play-from-over")
		case lengthOf(start) != lengthOf(usual):
			return match.Setup{}, req.Note("play-from-length", speech.Text("Length", lengthOf(start)))
		}
	}
	s := match.Setup{Game: w.Game.Name, Version: w.Game.Version, Options: full, Start: w.From, Opponent: tell.Player(w.Opponent), Theirs: req.Guide.Languages.Book.Means("theirs", w.Colour)}
	s.Side, _ = req.Guide.Asking().Side(w.Colour, w.Game)
	if w.Level > 0 {
		s.Opponent, s.Theirs = house.Player(w.Level, houseName(req, w.Level)), false
		w.Time = cmp.Or(w.Time, match.Control{}.String()) // the house does not wait for anybody
	}
	s.Time, s.Lasts = limits(req, w)
	s.Unrated, s.Hints = w.Unrated, w.Hints
	return s, nil
}

// houseName is what the house is called at a level.
func houseName(req *request.Request, level int) string {
	if level == engine.Max {
		return req.Room.Text("house-name-max")
	}
	return req.Room.Text("house-name", speech.Count(level))
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
func control(req *request.Request, text string) (canonical string, ok bool) {
	if req.Guide.Languages.Book.Means("none", text) {
		return match.Control{}.String(), true
	}
	c, err := match.ParseControl(text)
	return c.String(), err == nil && text != ""
}

// limits are the time control that a wish comes to, and for how long the challenge stands. Where people sit together both are
// as they like.
func limits(req *request.Request, w guide.Wish) (match.Control, match.Span) {
	text := w.Time
	if text == "" && (!req.Guide.Caps.Together || req.Preferences["time"].Value != "") {
		text = req.Preferences.Of("time")
	}
	c, err := match.ParseControl(text)
	if err != nil { // of another version, perhaps
		c = match.Control{}
	}
	return c, lasts(req, match.Player{ID: w.Opponent.ID, Handle: w.Opponent.Handle})
}

// lasts is for how long a challenge stands.
func lasts(req *request.Request, opponent match.Player) match.Span {
	switch {
	case req.Guide.Caps.Together:
		return 0
	case req.Preferences.Of("lasts") != usualLasts:
		span, _ := match.ParseSpan(req.Preferences.Of("lasts")) // "none" is 0: until it is answered
		return span
	case opponent.Anyone():
		return match.Span(openLasts)
	}
	return match.Span(namedLasts)
}
