package matches

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"tabuleiro/bot/change"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/computer"
	"tabuleiro/bot/find"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// beginnersLevel is the level of the computer for somebody who has not played it before and asks for none.
const beginnersLevel = 2

// parseChallenge parses the words of a challenge: a game, a person after @ and options k=v, in any order.
func (p Players) parseChallenge(req *request.Request, text string) (guide.Challenge, error) {
	r := p.reader(req)
	if change.HasWord(req, text) {
		return r.Challenge, req.Refuse("play-word-later")
	}
	r.Terms["from"], text = cutPosition(req, text)
	for _, word := range p.spelt(req, strings.Fields(text)) {
		if err := r.read(word); err != nil {
			return r.Challenge, err
		}
	}
	return r.Challenge, r.complete()
}

// reader returns a reader of a challenge of which nothing has been read.
func (p Players) reader(req *request.Request) *wishReader {
	return &wishReader{Players: p, req: req, chosen: map[string]string{},
		Challenge: guide.Challenge{Opponent: req.Event.Pointed(), Terms: engine.Options{}, Options: engine.Options{}}}
}

// wishReader parses a challenge word by word.
type wishReader struct {
	Players
	req *request.Request
	guide.Challenge
	friend bool              // anyone may accept it
	number bool              // a number without a name was read
	chosen map[string]string // the word for each thing that may occur once
}

// read parses a word: a request for buttons, the word for anyone, an option, a person or a game. A word of punctuation
// alone stands for an unknown person, who is asked for.
func (r *wishReader) read(word string) error {
	whom, asks := strings.CutPrefix(word, guide.AskWhom)
	name, value, valued := r.named(word)
	g := r.req.Guide.Game(word)
	switch {
	case asks:
		r.Asks, r.Unmet = guide.AskWhom, speech.Clean(whom, longestUnmet)
	case strings.HasPrefix(word, guide.AskOptions):
		r.Asks = word
	case r.req.Guide.Languages.Book.Means("friend", word):
		r.friend = true
	case valued:
		r.number = r.number || name == "points" && value == word
		return r.option(name, value)
	case len(word) > 1 && word[0] == '@':
		return r.person(word)
	case g != nil || guide.IsAnyDraughts(word):
		return r.game(g, word)
	case !strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }):
		r.Asks, r.Unmet = guide.AskWhom, speech.Clean(word, longestUnmet)
	default:
		return r.req.Misread("play-what", speech.Text("Word", word),
			speech.Text("Games", r.req.Guide.GameNames(r.req.Guide.Games)), r.req.Typed("Play", "play"))
	}
	return nil
}

// one records the word for something that may occur once, and returns an error for a second word.
func (r *wishReader) one(what, word string) error {
	if before := r.chosen[what]; before != "" && !strings.EqualFold(before, word) {
		return r.req.Refuse("play-one", speech.Text("A", speech.Clean(before, view.LongestName)),
			speech.Text("B", speech.Clean(word, view.LongestName)))
	}
	r.chosen[what] = word
	return nil
}

// option takes an option with its value: a term of the match in any language, the level of the computer, or else an
// option of the game.
func (r *wishReader) option(name, value string) error {
	name, value = strings.ToLower(name), strings.ToLower(value)
	means := func(what string) bool { return r.req.Guide.Languages.Book.Means(what, name) }
	i := slices.IndexFunc(guide.Terms, func(t engine.Option) bool { return means(t.Name) })
	switch {
	case means("level"), means("house"):
		return r.level(value)
	case i >= 0:
		return cmp.Or(r.one(guide.Terms[i].Name, value), r.term(guide.Terms[i], value))
	}
	r.Options[name] = value
	return r.one(name, value)
}

// named splits an option, "name=value", or returns the option that a single word stands for, such as "white", "3d" or
// "house:5". The name of an option alone is its own value, which is refused with the right ones.
func (r *wishReader) named(word string) (name, value string, is bool) {
	means := func(what string) bool { return r.req.Guide.Languages.Book.Means(what, word) }
	level, robot := r.req.NamesBot(word)
	_, side := r.req.Guide.Asking().Side(word, nil)
	_, timed := control(r.req, word)
	size, sized := speech.BoardSize(word)
	switch number := word[0] >= '0' && word[0] <= '9'; {
	case robot:
		return "level", level, true
	case means("max"):
		return "level", "max", true
	case means("thread"):
		return "thread", "yes", true
	case sized && r.req.Guide.Game(word) == nil: // "10x10" is a game
		return "size", size, true
	case side, means("theirs"):
		return "colour", word, true
	case number && strings.Trim(word, "0123456789") == "":
		return "points", word, true
	case number && timed:
		return "time", word, true
	case optionCalled(r.req, word) != "" && !means("arbiter"):
		return word, word, true
	}
	return strings.Cut(word, "=")
}

// term takes the value of a term.
func (r *wishReader) term(t engine.Option, value string) error {
	means, unusual, is := r.req.Guide.Languages.Book.Means, append(t.Values, "yes")[0], true
	switch {
	case t.Name == "colour", t.Name == "from", t.Name == "arbiter": // checked after all words are read
	case t.Name == "time":
		if value, is = control(r.req, value); !is {
			return r.req.Refuse("play-time")
		}
	case means(unusual, value), unusual == "yes" && value == "on":
		value = unusual
	case means("yes", value), means("no", value), value == "off":
		value = ""
	default:
		return r.req.Refuse("play-yes-no", r.req.Typed("Option", t.Name), r.req.Typed("Yes", "yes"), r.req.Typed("No", "no"))
	}
	r.Terms[t.Name] = value
	return nil
}

// level takes the level of the computer: "" for none in particular, "?" to be asked.
func (r *wishReader) level(value string) error {
	level, err := strconv.Atoi(value)
	switch {
	case value == "":
		r.friend, r.Level = false, cmp.Or(r.Level, unchosen)
	case value == "?":
		r.Level, r.Asks = unchosen, guide.AskWhom
	case r.req.Guide.Languages.Book.Means("max", value):
		r.Level = engine.Max
	case err != nil || level < 1 || level > engine.Levels:
		return r.req.Refuse("play-level", speech.Count(engine.Levels), r.req.Typed("Max", "max"))
	default:
		r.Level = level
	}
	return nil
}

// person takes the handle of a person.
func (r *wishReader) person(word string) error {
	if err := r.one("person", word); err != nil {
		return err
	}
	u, err := r.Registry.Known(r.req.Ctx, r.req.Event, word[1:])
	r.Opponent = r.Services.Find(r.req.Event.Room, r.req.Account, u)
	return err
}

// game takes a game by a name. For draughts of no particular kind, it notes the kinds that the author may mean.
func (r *wishReader) game(g *engine.Game, word string) error {
	if guide.IsAnyDraughts(word) {
		usual := r.draughts(r.req)
		if g = usual[0]; !r.req.Event.Tap {
			r.Draughts = usual
		}
	}
	if g == r.Game {
		return nil
	}
	r.Game = g
	return r.one("game", word)
}

// complete adds defaults, and returns an error for words that contradict each other.
func (r *wishReader) complete() error {
	if games := r.req.Guide.Games; len(games) == 1 {
		r.Game = games[0]
	}
	robot := r.Services.IsBot(r.req.Event.Room, view.Player(r.Opponent))
	if robot {
		r.Level = cmp.Or(r.Level, unchosen)
	}
	if r.Level == unchosen || r.Game == nil && (r.Level > 0 || r.friend) {
		r.asBefore(r.req, &r.Challenge)
	}
	if r.isUnclear() {
		return r.req.Refuse("play-number")
	}
	switch {
	case robot, r.Opponent == chat.User{}:
	case r.Level > 0 && r.chosen["person"] != "":
		return r.one("person", r.req.Guide.Voice.Typed("house"))
	case r.Opponent.Robot:
		return r.req.Refuse("robot", speech.Text("Name", view.Clean(r.Opponent).Name))
	}
	if r.Level == 0 {
		return nil
	}
	r.Opponent = chat.User{}
	if r.Game != nil && r.Game.Brain == nil {
		return r.req.Refuse("house-cannot", speech.Text("Game", r.req.Guide.Voice.Text("game."+r.Game.Name)))
	}
	return nil
}

// isUnclear reports whether a number was read without a name that may be the level as well as the points.
func (r *wishReader) isUnclear() bool {
	_, points := view.OptionCalled(r.req.Guide.Languages.Book, cmp.Or(r.Game, r.req.Guide.Games[0]), "points")
	return r.number && !points && r.Game != nil && r.chosen["person"] == ""
}

// longestUnmet is the maximum length, in characters, of an unknown person's name in a button.
const longestUnmet = 16

// unchosen is the level of the computer while none was named.
const unchosen = engine.Max + 1

// asBefore completes a challenge with the game and level that the author played last against the computer, the level in
// that game if possible. Without such a match it uses the usual draughts and beginnersLevel.
func (p Players) asBefore(req *request.Request, w *guide.Challenge) {
	found, err := p.Archive.Search(req.Ctx, storage.Query{Player: req.Author.ID, Limit: find.RecentMatches})
	p.Archive.Warn(err, "the last game cannot be looked up")
	level := 0
	for _, m := range found {
		if side, of := computer.Side(m); side != engine.Nobody && (w.Game == nil || w.Game == m.Game) {
			w.Game, level = m.Game, of
			break
		} else if side != engine.Nobody {
			level = cmp.Or(level, of)
		}
	}
	if w.Game == nil {
		w.Draughts = p.draughts(req)
		w.Game = cmp.Or(w.Draughts[0], guide.Offered(p.Archive.Games, req.Guide.Voice, false)[0])
	}
	if w.Level == unchosen {
		w.Level = cmp.Or(level, beginnersLevel)
	}
}

// Proposed returns the setup for a challenge without an opponent, as a tournament plays it: a game with options.
func (p Players) Proposed(req *request.Request, text string) (match.Setup, error) {
	w, err := p.parseChallenge(req, text)
	switch {
	case err != nil:
		return match.Setup{}, err
	case w.Game == nil:
		word, _, _ := strings.Cut(text, " ")
		return match.Setup{}, req.Refuse("play-what", speech.Text("Word", speech.Clean(word, view.LongestName)),
			speech.Text("Games", req.Guide.GameNames(req.Guide.Games)), req.Typed("Play", "play"))
	case w.Level > 0 || w.Opponent != chat.User{}:
		return match.Setup{}, req.Refuse("tournament-whom")
	}
	s, err := p.Setup(req, w)
	s.Lasts, s.Side, s.Theirs, s.Appear = 0, engine.Nobody, false, false
	return s, err
}

// spelt joins the name of an option with its value by "=", whichever comes first: "time 3d", "3 points", "house max",
// and as they are shown, "time: none". It omits words before the opponent, such as "against" and "contra".
func (p Players) spelt(req *request.Request, words []string) (list []string) {
	for i, word := range words {
		end, last := len(list)-1, ""
		if end >= 0 {
			last = strings.TrimSuffix(list[end], ":")
		}
		_, bot := req.NamesBot(last)
		other := bot && i+1 < len(words) && p.takes(req, words[i+1], word) // in "bot 3 points" the number is no level
		switch {
		case end >= 0 && last != list[end], !other && p.takes(req, last, word):
			list[end] = strings.TrimPrefix(last, "@") + "=" + word
		case strings.IndexAny(last, "0123456789") == 0 && p.takes(req, word, last):
			list[end] = word + "=" + last
		case req.Guide.Languages.Book.Means("against", word):
		default:
			list = append(list, word)
		}
	}
	return list
}

// takes reports whether a word is the name of an option, and another one may be its value.
func (p Players) takes(req *request.Request, name, value string) bool {
	name = strings.TrimPrefix(name, "@")
	switch what := optionCalled(req, name); {
	case what == "arbiter":
		return value[0] == '@'
	case what == "level": // also one that does not exist
		return strings.Trim(value, "0123456789") == "" || req.Guide.Languages.Book.Means("max", value)
	case what == "", strings.ContainsAny(value, "=@?"), optionCalled(req, value) != "", req.Guide.Game(value) != nil,
		req.Guide.Languages.Book.Means("against", value):
		return false
	}
	return p.reader(req).option(name, value) == nil
}

// optionCalled returns the option of a challenge that a word names, in any language: a term of any match, the level of
// the computer, how many games there are, or an option of some game; "" if it names none.
func optionCalled(req *request.Request, word string) string {
	names := strings.Fields("level several best points opening")
	for _, t := range guide.Terms {
		if t.Name != "from" { // whose words stand before much else, and take "="
			names = append(names, t.Name)
		}
	}
	book := req.Guide.Languages.Book
	if i := slices.IndexFunc(names, func(name string) bool { return book.Means(name, word) }); i >= 0 {
		return names[i]
	}
	for _, g := range req.Guide.Games {
		if o, is := view.OptionCalled(book, g, word); is {
			return o.Name
		}
	}
	return map[bool]string{true: "level"}[book.Means("house", word)]
}

// WithOptions adds to the words of a challenge those options that a text names with a value, and the words do not.
func (p Players) WithOptions(req *request.Request, words []string, text string) []string {
	has := map[string]bool{"": true}
	for _, word := range words {
		name, _, _ := strings.Cut(word, "=")
		has[optionCalled(req, name)] = true
	}
	for _, word := range p.spelt(req, strings.Fields(text)) {
		name, value, valued := strings.Cut(word, "=")
		sure := strings.Contains(text, word) || strings.IndexAny(value, "0123456789") == 0
		if valued && sure && !has[optionCalled(req, name)] {
			words = append(words, word)
		}
	}
	return words
}

// cutPosition cuts the text of a position out of a challenge: what follows "from=", in quotes if it has spaces.
func cutPosition(req *request.Request, text string) (position, rest string) {
	for _, m := range fromForm.FindAllStringSubmatchIndex(text, -1) {
		if req.Guide.Languages.Book.Means("from", text[m[2]:m[3]]) {
			return strings.Trim(text[m[4]:m[5]], `"“”'`), text[:m[0]] + " " + text[m[1]:]
		}
	}
	return "", text
}

// fromForm matches an option whose value may be in quotes.
var fromForm = regexp.MustCompile(`(?:^|\s)(\pL+)=("[^"]*"|“[^”]*”|'[^']*'|\S+)`)
