package matches

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/change"
	"tabuleiro/bot/computer"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// options are those of a game, with what was asked for in the words of any language.
func options(req *request.Request, game *engine.Game, asked engine.Options) (engine.Options, error) {
	options := engine.Options{}
	for _, name := range slices.Sorted(maps.Keys(asked)) {
		o, ok := view.OptionCalled(req.Guide.Languages.Book, game, name)
		if usual, err := game.New(nil); !ok && err == nil && name == "size" &&
			asked[name] == strconv.Itoa(game.NewLine(usual).View().Files) { // the only one there is: "damas 8x8"
			continue
		}
		if !ok {
			return nil, req.Refuse("play-option", speech.Text("Game", req.Guide.Voice.Text("game."+game.Name)),
				speech.Text("Options", req.Guide.Asking().OptionList(game)))
		}
		value := view.ValueCalled(req.Guide.Languages.Book, o, asked[name])
		if !slices.Contains(o.Values, value) {
			return nil, req.Refuse("play-option-value", speech.Text("Word", asked[name]),
				speech.Text("Option", req.Guide.Voice.OptionName(o.Name)), speech.Text("Values", req.Guide.Asking().Values(o)))
		}
		options[o.Name] = value
	}
	return game.Complete(options)
}

// Setup is how the match begins that is wished for.
func (p Players) Setup(req *request.Request, w guide.Challenge) (match.Setup, error) {
	judge, err := p.arbiter(req, w)
	series, openings, wrong := several(req, &w)
	if err := cmp.Or(err, wrong); err != nil {
		return match.Setup{}, err
	}
	full, err := options(req, w.Game, w.Options)
	if err != nil {
		return match.Setup{}, err
	}
	usual, err := w.Game.New(full)
	if err != nil {
		return match.Setup{}, err
	}
	if len(full) == 0 {
		full = nil
	}
	from, colour := w.Terms["from"], w.Terms["colour"]
	if from != "" {
		switch start, err := w.Game.Parse(from, full); {
		case err != nil:
			return match.Setup{}, noPosition(req, w.Game, from, err)
		case start.Outcome().Decided():
			return match.Setup{}, req.Refuse("play-from-over")
		case lengthOf(start) != lengthOf(usual):
			return match.Setup{}, req.Refuse("play-from-length", speech.Text("Length", lengthOf(start)))
		}
	}
	s := match.Setup{Game: w.Game.Name, Version: w.Game.Version, Options: full, Start: from,
		Opponent: view.Player(w.Opponent), Theirs: req.Guide.Languages.Book.Means("theirs", colour)}
	s.Side, _ = req.Guide.Asking().Side(colour, w.Game)
	limit := w.Terms["time"]
	if w.Level > 0 {
		s.Opponent, s.Theirs = computer.Player(w.Level, botName(req, w.Level)), false
		limit = cmp.Or(limit, match.Control{}.String()) // the computer does not wait for anybody
	}
	s.Time, s.Lasts = limitOf(req, limit), lasts(req, view.Player(w.Opponent))
	if s.Touch = w.Terms["touch"] != ""; s.Touch {
		if _, dice := usual.(engine.DicePosition); dice {
			return match.Setup{}, req.Refuse("touch-dice")
		}
	}
	s.Unrated, s.Hints, s.Lesson = w.Terms["rated"] != "", w.Terms["hints"] != "", w.Terms["lesson"] != "" && w.Level > 0
	s.Series, s.Openings = series, openings
	s.Arbiter, s.Appear = judge, !judge.Anyone() && s.Time != (match.Control{})
	return s, nil
}

// botName is what the computer is called at a level.
func botName(req *request.Request, level int) string {
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
)

// control reads the time control of a challenge.
func control(req *request.Request, text string) (canonical string, ok bool) {
	if req.Guide.Languages.Book.Means("none", text) {
		return match.Control{}.String(), true
	}
	c, err := match.ParseControl(text)
	return c.String(), err == nil && text != ""
}

// limitOf is the time control that a text stands for, "" for the usual one here. Where people sit together that is none.
func limitOf(req *request.Request, text string) match.Control {
	if text == "" && (!req.Guide.Caps.Together || req.Preferences["time"].Value != "") {
		text = req.Preferences.Of("time")
	}
	c, _ := match.ParseControl(text) // none, with an error: of another version, perhaps
	return c
}

// lasts is for how long a challenge stands.
func lasts(req *request.Request, opponent match.Player) match.Span {
	switch {
	case req.Guide.Caps.Together:
		return 0
	case opponent.Anyone():
		return match.Span(openLasts)
	}
	return match.Span(namedLasts)
}

// noPosition tells why a text is no position of the game that is asked for: it is one of another game, or what is wrong
// with it.
func noPosition(req *request.Request, of *engine.Game, text string, err error) error {
	game := speech.Text("Game", req.Guide.Voice.Text("game."+of.Name))
	var impossible *engine.InvalidPositionError
	if errors.As(err, &impossible) {
		if impossible.Code == "" {
			return req.Refuse("play-from-impossible", game)
		}
		squares := ""
		if impossible.Squares > 0 {
			squares = strconv.Itoa(impossible.Squares)
		}
		square := speech.Clean(impossible.Square, longestSquare)
		return req.Refuse("no-position-"+string(impossible.Code), game, speech.Text("Square", square),
			speech.Text("Squares", squares))
	}
	for _, other := range req.Guide.Games {
		if _, err := other.Parse(text, nil); err == nil {
			return req.Refuse("play-from-other", game, speech.Text("Other", req.Guide.Voice.Text("game."+other.Name)))
		}
	}
	return req.Refuse("play-from", game, req.Typed("Position", "position"))
}

// longestSquare is the number of letters of an unknown square that are said again.
const longestSquare = 5

// several takes out of a wish how many games it asks for, and with which opening: games=2, best=3, points=5,
// opening=drawn or the number of one. Where the game has options of its own with these names they are its own; one that
// counts points by itself is played to as many as win the best of some games. An opening without a number is to be
// drawn.
func several(req *request.Request, w *guide.Challenge) (s match.Series, openings []match.Opening, err error) {
	_, points := view.OptionCalled(req.Guide.Languages.Book, w.Game, "points")
	rest := engine.Options{}
	for _, name := range slices.Sorted(maps.Keys(w.Options)) {
		value, kind := w.Options[name], seriesOption(req, w.Game, name)
		number, err := strconv.Atoi(value)
		switch {
		case kind == "":
			rest[name] = value
			continue
		case kind == "opening":
			if openings, err = openingCalled(req, w.Game, value); err != nil {
				return s, nil, err
			}
			continue
		case kind == "best" && points && number > 0: // who wins more than half of them has so many points
			rest["points"] = strconv.Itoa(number/2 + 1)
			continue
		}
		*map[string]*int{"several": &s.Games, "best": &s.Best, "points": &s.Points}[kind] = number
		if err != nil || number == 0 || !s.Valid() {
			return s, nil, req.Refuse("play-series", speech.Text("Most", strconv.Itoa(match.MostGames)),
				speech.Text("Best", strconv.Itoa(match.MostGames-1)), speech.Text("Points", strconv.Itoa(match.MostPoints)))
		}
	}
	w.Options = rest
	switch {
	case s != (match.Series{}) && points:
		return s, nil, req.Refuse("play-series-points", speech.Text("Game", req.Guide.Voice.Text("game."+w.Game.Name)))
	case openings != nil && w.Terms["from"] != "":
		return s, nil, req.Refuse("play-opening-from")
	}
	return s, openings, nil
}

// seriesOption is the option of several games that a word names, "" if it names none, or one of the game's own.
func seriesOption(req *request.Request, g *engine.Game, word string) string {
	if _, own := view.OptionCalled(req.Guide.Languages.Book, g, word); own {
		return ""
	}
	for _, kind := range []string{"several", "best", "points", "opening"} {
		if req.Guide.Languages.Book.Means(kind, word) {
			return kind
		}
	}
	return ""
}

// openingCalled is the opening with a number, or one that is to be drawn.
func openingCalled(req *request.Request, g *engine.Game, value string) ([]match.Opening, error) {
	all := change.OpeningsOf(g)
	n, err := strconv.Atoi(value)
	switch {
	case len(all) == 0:
		return nil, req.Refuse("play-opening-none", speech.Text("Game", req.Guide.Voice.Text("game."+g.Name)))
	case req.Guide.Languages.Book.Means("drawn", value):
		return []match.Opening{{}}, nil
	case err != nil || n < 1 || n > len(all):
		return nil, req.Refuse("play-opening", speech.Count(len(all)), req.Typed("Opening", "opening"),
			req.Typed("Drawn", "drawn"))
	}
	return all[n-1 : n], nil
}

// draughts are the games that a bare "damas" of the author may stand for, the likeliest first: what the room has chosen,
// else what the author has, else what it is where the author's device comes from or, without one, in the language of
// the room. Of several the author is asked once.
func (p Players) draughts(req *request.Request) (all []*engine.Game) {
	if req.Preferences["draughts"].Value == "" {
		own := p.Archive.Preferences(req.Ctx, archive.OfPerson(req.Author.ID))
		if g := req.Guide.Game(own["draughts"].Value); g != nil {
			return []*engine.Game{g}
		}
		if v, ok := req.Guide.Languages.Book.In(cmp.Or(req.Device, req.Room.Tag())); ok {
			for _, name := range strings.Fields(v.Text("usual-draughts")) {
				if g := req.Guide.Game(name); g != nil {
					all = append(all, g)
				}
			}
		}
	}
	if all == nil {
		all = []*engine.Game{req.Guide.Game("damas")}
	}
	return all
}

// remember keeps which draughts the author has said to be the usual one.
func (p Players) remember(req *request.Request, w guide.Challenge) error {
	if w.Terms["default"] == "" || !slices.Contains(view.Draughts, w.Game.Name) {
		return nil
	}
	return p.Archive.Choose(req.Ctx, archive.OfPerson(req.Author.ID), "draughts", view.Chosen{Value: w.Game.Name})
}
