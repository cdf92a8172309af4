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

// options returns a setup with those of a challenge's options, in words of any language, that belong to the game or
// choose how many games there are and their opening: games=2, best=3, points=5, opening=drawn, opening=4. An option of
// the game has precedence over one of these with the same name.
func options(req *request.Request, w guide.Challenge) (s match.Setup, err error) {
	book, own := req.Guide.Languages.Book, engine.Options{}
	_, points := view.OptionCalled(book, w.Game, "points")
	usual, err := w.Game.NewRecord(nil, "")
	if err != nil {
		return s, err
	}
	for _, name := range slices.Sorted(maps.Keys(w.Options)) {
		value := w.Options[name]
		number, _ := strconv.Atoi(value)                      // 0, with an error
		if points && number > 0 && book.Means("best", name) { // who wins more than half of them has so many points
			name, value = "points", strconv.Itoa(number/2+1)
		}
		switch o, is := view.OptionCalled(book, w.Game, name); {
		case is:
			own[o.Name] = view.ValueCalled(book, o, value)
			if !slices.Contains(o.Values, own[o.Name]) {
				return s, req.Refuse("play-option-value", speech.Text("Word", value),
					speech.Text("Option", req.Guide.Voice.OptionName(o.Name)), speech.Text("Values", req.Guide.Asking().Values(o)))
			}
		case name == "size" && value == strconv.Itoa(usual.Line.View().Files): // the only size: "damas 8x8"
		default:
			if err := ofSeries(req, w.Game, &s, name, value); err != nil {
				return s, err
			}
		}
	}
	if s.Series != (match.Series{}) && points {
		return s, req.Refuse("play-series-points", speech.Text("Game", req.Guide.Voice.Text("game."+w.Game.Name)))
	}
	if s.Options, err = w.Game.Complete(own); len(s.Options) == 0 {
		s.Options = nil
	}
	return s, err
}

// Setup makes the setup of the match that a challenge asks for, or returns an error for terms that contradict each
// other.
func (p Players) Setup(req *request.Request, w guide.Challenge) (s match.Setup, err error) {
	s, err = options(req, w)
	usual, failed := w.Game.New(s.Options)
	if err := cmp.Or(err, failed); err != nil {
		return s, err
	}
	from, colour := w.Terms["from"], w.Terms["colour"]
	if from != "" {
		switch start, err := w.Game.Parse(from, s.Options); {
		case s.Openings != nil:
			return s, req.Refuse("play-opening-from")
		case err != nil:
			return s, noPosition(req, w.Game, from, err)
		case start.Outcome().Decided():
			return s, req.Refuse("play-from-over")
		case lengthOf(start) != lengthOf(usual):
			return s, req.Refuse("play-from-length", speech.Text("Length", lengthOf(start)))
		}
	}
	s.Game, s.Version, s.Start, s.Opponent = w.Game.Name, w.Game.Version, from, view.Player(w.Opponent)
	s.Theirs = req.Guide.Languages.Book.Means("theirs", colour)
	side, is := req.Guide.Asking().Side(colour, w.Game)
	if s.Side = side; !is && colour != "" && !s.Theirs {
		return s, req.Refuse("play-colour", req.Typed("First", w.Game.Colours[0]), req.Typed("Second", w.Game.Colours[1]))
	}
	limit := w.Terms["time"]
	if w.Level > 0 {
		s.Opponent, s.Theirs = computer.Player(w.Level, botName(req, w.Level)), false
		limit = cmp.Or(limit, match.Control{}.String()) // the computer does not wait for anybody
	}
	s.Time, s.Lasts = limitOf(req, limit), lasts(req, view.Player(w.Opponent))
	s.Touch = w.Terms["touch"] != ""
	if _, dice := usual.(engine.DicePosition); dice && s.Touch {
		return s, req.Refuse("touch-dice")
	}
	s.Unrated, s.Hints, s.Lesson = w.Terms["rated"] != "", w.Terms["hints"] != "", w.Terms["lesson"] != "" && w.Level > 0
	s.Arbiter, err = p.arbiter(req, w)
	s.Appear = !s.Arbiter.Anyone() && s.Time != (match.Control{})
	return s, err
}

// botName returns the name of the computer at a level.
func botName(req *request.Request, level int) string {
	if level == engine.Max {
		return req.Room.Text("house-name-max")
	}
	return req.Room.Text("house-name", speech.Count(level))
}

// lengthOf returns the number of points that a match goes to; "" for a single game, and for games without end.
func lengthOf(p engine.Position) string {
	if n := engine.StandingOf(p).Length; n > 1 {
		return strconv.Itoa(n)
	}
	return ""
}

// namedLasts and openLasts are how long a challenge to somebody, and one to anyone, waits for an answer.
const (
	namedLasts = 48 * time.Hour
	openLasts  = 7 * 24 * time.Hour
)

// control parses the time control of a challenge, or the word for none.
func control(req *request.Request, text string) (canonical string, ok bool) {
	if req.Guide.Languages.Book.Means("none", text) {
		return match.Control{}.String(), true
	}
	c, err := match.ParseControl(text)
	return c.String(), err == nil && text != ""
}

// limitOf parses a time control, "" for the usual one here. In a terminal the usual one is none, unless the room has
// chosen one.
func limitOf(req *request.Request, text string) match.Control {
	if text == "" && (!req.Guide.Caps.Together || req.Room.Preferences["time"].Value != "") {
		text = req.Room.Preferences.Of("time")
	}
	c, _ := match.ParseControl(text) // none, with an error: of another version, perhaps
	return c
}

// lasts returns how long a challenge to an opponent is open; 0 for no limit.
func lasts(req *request.Request, opponent match.Player) match.Span {
	switch {
	case req.Guide.Caps.Together:
		return 0
	case opponent.Anyone():
		return match.Span(openLasts)
	}
	return match.Span(namedLasts)
}

// noPosition returns an error that tells why a text is no position of a game: what is wrong with it, or which game it
// belongs to.
func noPosition(req *request.Request, of *engine.Game, text string, err error) error {
	game := speech.Text("Game", req.Guide.Voice.Text("game."+of.Name))
	if impossible, ok := errors.AsType[*engine.InvalidPositionError](err); ok {
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

// longestSquare is the maximum length of an unknown square's name in an answer.
const longestSquare = 5

// ofSeries takes an option that is none of the game's own: how many games a setup has, or their opening, by number or
// to be drawn.
func ofSeries(req *request.Request, g *engine.Game, s *match.Setup, name, value string) error {
	means, game := req.Guide.Languages.Book.Means, speech.Text("Game", req.Guide.Voice.Text("game."+g.Name))
	number, err := strconv.Atoi(value)
	for kind, count := range map[string]*int{"several": &s.Series.Games, "best": &s.Series.Best, "points": &s.Series.Points} {
		if !means(kind, name) {
			continue
		}
		if *count = number; err != nil || number == 0 || !s.Series.Valid() {
			return req.Refuse("play-series", speech.Text("Most", strconv.Itoa(match.MostGames)),
				speech.Text("Best", strconv.Itoa(match.MostGames-1)), speech.Text("Points", strconv.Itoa(match.MostPoints)))
		}
		return nil
	}
	switch all := change.OpeningsOf(g); {
	case !means("opening", name):
		return req.Refuse("play-option", game, speech.Text("Options", req.Guide.Asking().OptionList(g)))
	case len(all) == 0:
		return req.Refuse("play-opening-none", game)
	case means("drawn", value):
		s.Openings = []match.Opening{{}}
	case err != nil || number < 1 || number > len(all):
		return req.Refuse("play-opening", speech.Count(len(all)), req.Typed("Opening", "opening"), req.Typed("Drawn", "drawn"))
	default:
		s.Openings = all[number-1 : number]
	}
	return nil
}

// draughts returns the games that a bare "damas" of the author may mean, the likeliest first: the one chosen by the
// room, else by the author, else those usual for the device's language or, without one, the room's. If there are
// several, the author is asked once.
func (p Players) draughts(req *request.Request) (all []*engine.Game) {
	if req.Room.Preferences["draughts"].Value == "" {
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

// remember stores which draughts the author has declared to be the usual one.
func (p Players) remember(req *request.Request, w guide.Challenge) error {
	if w.Terms["default"] == "" || req.Trial || !slices.Contains(view.Draughts, w.Game.Name) {
		return nil
	}
	return p.Archive.Choose(req.Ctx, archive.OfPerson(req.Author.ID), "draughts", view.Chosen{Value: w.Game.Name})
}
