package matches

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/find"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/house"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// beginnersLevel is how strong the house plays against somebody who has not played it before and asks for no level.
const beginnersLevel = 2

// wish reads the words of a challenge: a game, a person after @ and options k=v, in any order.
func (p Players) wish(req *request.Request, text string) (w guide.Wish, err error) {
	w = guide.Wish{Opponent: req.Event.Answered, Options: engine.Options{}}
	for _, u := range req.Event.Mentions { // a person without a handle is named by the service alone
		if u.Handle == "" && u.ID != "" {
			w.Opponent = u
			break
		}
	}
	w.From, text = from(req, text)
	friend := false               // it is to be anyone who comes
	chosen := map[string]string{} // what stands for each thing of which there is one
	one := func(what, word string) error {
		if before := chosen[what]; before != "" && !strings.EqualFold(before, word) {
			return req.Note("play-one", speech.Text("A", speech.Clean(before, tell.LongestName)),
				speech.Text("B", speech.Clean(word, tell.LongestName)))
		}
		chosen[what] = word
		return nil
	}
	for _, word := range spelt(req, strings.Fields(text)) {
		handle, isHandle := strings.CutPrefix(word, "@")
		key, value, isOption := strings.Cut(strings.ToLower(word), "=")
		level, ofHouse := req.NamesHouse(word)
		g := req.Guide.Game(word)
		if guide.Bare(word) {
			w.Draughts = p.draughts(req)
			if g = w.Draughts[0]; req.Event.Tap {
				w.Draughts = nil
			}
		}
		switch {
		case w.From != "" && w.Game != nil && positionOf(w.Game, w.From+" "+word):
			w.From += " " + word // without quotes
		case strings.HasPrefix(word, guide.AskWhom):
			w.Asks, w.Unmet = guide.AskWhom, speech.Clean(strings.TrimPrefix(word, guide.AskWhom), longestUnmet)
		case strings.HasPrefix(word, guide.AskOptions):
			w.Asks = word
		case req.Guide.Languages.Book.Means("whom", word):
			w.Asks = guide.AskWhom
		case req.Guide.Languages.Book.Means("more", word):
			w.Asks = guide.AskFurther
		case req.Guide.Languages.Book.Means("choose", word):
			w.Asks = guide.AskOptions
		case req.Guide.Languages.Book.Means("default", word):
			w.Usual = true
		case req.Guide.Languages.Book.Means("thread", word):
			w.Apart = true
		case req.Guide.Languages.Book.Means("max", word):
			w.Level = engine.Max
		case ofHouse && level == "":
			friend = false
			w.Level = cmp.Or(w.Level, unchosen)
		case req.Guide.Languages.Book.Means("friend", word):
			friend = true
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
			w.Opponent = p.Services.Find(req.Event.Room, req.Account, w.Opponent)
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
			if what, err := bare(req, &w, word); what != "" {
				if err = cmp.Or(err, one(what, word)); err != nil {
					return w, err
				}
				continue
			}
			if !strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
				w.Asks, w.Unmet = guide.AskWhom, speech.Clean(word, longestUnmet) // a sign for somebody
				continue
			}
			return w, req.Misread("play-what", speech.Text("Word", word), speech.Text("Games", req.Guide.GameNames()),
				req.Typed("Play", "play"))
		}
	}
	if w.Game == nil {
		w.Game = onlyWith(req, w.Options)
	}
	if w.Level == 0 && p.Services.IsBot(req.Event.Room, tell.Player(w.Opponent)) {
		w.Level = unchosen
	}
	if w.Level == unchosen || w.Game == nil && (w.Level > 0 || friend) {
		p.asBefore(req, &w)
	}
	if err := colourOf(req, w); err != nil {
		return w, err
	}
	switch {
	case w.Opponent == chat.User{}:
	case p.Services.IsBot(req.Event.Room, tell.Player(w.Opponent)):
	case w.Level > 0 && chosen["person"] != "":
		return w, either(req, text, chosen["person"])
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

// longestUnmet is the number of characters of the name of an unknown person that a button says.
const longestUnmet = 16

// either asks whether a person is challenged or the bot, where the words of a challenge name both.
func either(req *request.Request, text, person string) error {
	v := req.Guide.Voice
	alone, house := v.Typed("play"), v.Typed("play")
	for _, word := range spelt(req, strings.Fields(text)) {
		key, _, _ := strings.Cut(strings.ToLower(word), "=")
		if _, ofHouse := req.NamesHouse(word); !ofHouse && !req.Guide.Languages.Book.Means("max", word) &&
			!req.Guide.Languages.Book.Means("level", key) {
			alone += " " + word
		}
		if word != person {
			house += " " + word
		}
	}
	return request.Refused{Result: request.DidYouMean(req, []string{alone, house}, nil)}
}

// positionOf reports whether a text is a position of a game with its usual options.
func positionOf(g *engine.Game, text string) bool {
	_, err := g.Parse(text, nil)
	return err == nil
}

// unchosen stands for a level of the house while nobody has named one.
const unchosen = engine.Max + 1

// onlyWith is the one game that has some options, nil if there are more.
func onlyWith(req *request.Request, options engine.Options) (only *engine.Game) {
	for _, g := range req.Guide.Games {
		has := true
		for name := range options {
			_, ok := tell.OptionCalled(req.Guide.Languages.Book, g, name)
			has = has && ok
		}
		switch {
		case has && only != nil:
			return nil
		case has:
			only = g
		}
	}
	return only
}

// asBefore fills a wish with the game and the level that the author played last with the house, the level in that game
// if it was played; else with the usual draughts and a level for beginners.
func (p Players) asBefore(req *request.Request, w *guide.Wish) {
	found, err := p.Archive.Search(req.Ctx, storage.Query{Player: req.Author.ID, Limit: find.Lately})
	if err != nil {
		p.Archive.Log.Warn("what was played last is not known", "error", err)
	}
	level := 0
	for _, m := range found {
		side, of := house.Side(m)
		switch {
		case side == engine.Nobody:
			continue
		case w.Game != nil && w.Game != m.Game:
			level = cmp.Or(level, of)
			continue
		}
		w.Game, level = m.Game, of
		break
	}
	if w.Game == nil {
		w.Draughts = p.draughts(req)
		w.Game = cmp.Or(w.Draughts[0], guide.Offered(p.Archive.Games, req.Guide.Voice, false)[0])
	}
	if w.Level == unchosen {
		w.Level = cmp.Or(level, beginnersLevel)
	}
}

// Proposed is the setup of a challenge whose words name no opponent: a game with its options, as a tournament plays it.
func (p Players) Proposed(req *request.Request, text string) (match.Setup, error) {
	w, err := p.wish(req, text)
	switch {
	case err != nil:
		return match.Setup{}, err
	case w.Game == nil:
		return match.Setup{}, req.Note("play-what", speech.Text("Word", speech.Clean(text, tell.LongestName)),
			speech.Text("Games", req.Guide.GameNames()), req.Typed("Play", "play"))
	case w.Level > 0 || w.Opponent != chat.User{}:
		return match.Setup{}, req.Note("tournament-whom")
	}
	named, err := arbiter(req, p.People, &w)
	if err != nil {
		return match.Setup{}, err
	}
	s, err := Setup(req, w)
	s.Arbiter = named
	s.Lasts, s.Side, s.Theirs = 0, engine.Nobody, false
	return s, err
}

// colourOf refuses a colour that the game does not have, and tells those that it has.
func colourOf(req *request.Request, w guide.Wish) error {
	if _, ok := req.Guide.Asking().Side(w.Colour, w.Game); ok || w.Colour == "" ||
		req.Guide.Languages.Book.Means("theirs", w.Colour) {
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

// spelt has levels that are said in passing as options: "level 5", or "house max". Small words before the opponent are
// left out: "against the house", "contra la casa".
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

// bare takes a number that is said without the name of its option into a wish: points, as in "backgammon 3", or with
// its unit the time, as in "draughts 3d". It returns what that is, "" if the word is neither.
func bare(req *request.Request, w *guide.Wish, word string) (what string, err error) {
	if word[0] < '0' || word[0] > '9' {
		return "", nil
	}
	if strings.Trim(word, "0123456789") == "" {
		return "points", option(req, w, "points", word)
	}
	if t, ok := control(req, word); ok {
		w.Time = t
		return "time", nil
	}
	return "", nil
}

// option takes an option into a wish: one of the bot's in any language, else the game's own.
func option(req *request.Request, w *guide.Wish, key, value string) (err error) {
	means := req.Guide.Languages.Book.Means
	switch {
	case means("level", key) && value == "?":
		w.Level, w.Asks = unchosen, guide.AskWhom
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
	case means("lesson", key):
		w.Lesson, err = yesOrNo(req, "lesson", value, "yes")
	case means("touch", key):
		switch value {
		case "on":
			value = "yes"
		case "off":
			value = "no"
		}
		w.Touch, err = yesOrNo(req, "touch", value, "yes")
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

// yesOrNo reports whether the value of an option, which has to be yes or no in any language, is the one that is asked
// about.
func yesOrNo(req *request.Request, option, value, asked string) (is bool, err error) {
	means := req.Guide.Languages.Book.Means
	if !means("yes", value) && !means("no", value) {
		err = req.Note("play-yes-no", req.Typed("Option", option), req.Typed("Yes", "yes"), req.Typed("No", "no"))
	}
	return means(asked, value), err
}

// from takes the text of a position out of a wish: what follows "from=". Where spaces belong to it, it stands in
// quotes.
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
