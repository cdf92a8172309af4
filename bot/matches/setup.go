package matches

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strconv"
	"time"

	"tabuleiro/bot/guide"
	"tabuleiro/bot/house"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// options are those of a game that were asked for in the words of any language.
func options(req *request.Request, game *engine.Game, asked engine.Options) (engine.Options, error) {
	options := engine.Options{}
	for _, name := range slices.Sorted(maps.Keys(asked)) {
		o, ok := tell.OptionCalled(req.Guide.Languages.Book, game, name)
		if !ok {
			return nil, req.Note("play-option", speech.Text("Game", req.Guide.Voice.Text("game."+game.Name)),
				speech.Text("Options", req.Guide.Asking().OptionList(game, "")))
		}
		value := tell.ValueCalled(req.Guide.Languages.Book, o, asked[name])
		if !slices.Contains(o.Values, value) {
			return nil, req.Note("play-option-value", speech.Text("Word", asked[name]),
				speech.Text("Option", req.Guide.Voice.OptionName(o.Name)), speech.Text("Values", req.Guide.Asking().Values(o)))
		}
		options[o.Name] = value
	}
	return options, nil
}

// Setup is how the match begins that is wished for.
func (p Players) Setup(req *request.Request, w guide.Wish) (match.Setup, error) {
	judge, err := p.arbiter(req, w)
	if err != nil {
		return match.Setup{}, err
	}
	series, openings, err := several(req, &w)
	if err != nil {
		return match.Setup{}, err
	}
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
		return match.Setup{}, req.Note("play-option", speech.Text("Game", req.Guide.Voice.Text("game."+w.Game.Name)),
			speech.Text("Options", req.Guide.Asking().OptionList(w.Game, "")))
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
			return match.Setup{}, req.Note("play-from-over")
		case lengthOf(start) != lengthOf(usual):
			return match.Setup{}, req.Note("play-from-length", speech.Text("Length", lengthOf(start)))
		}
	}
	s := match.Setup{Game: w.Game.Name, Version: w.Game.Version, Options: full, Start: from,
		Opponent: tell.Player(w.Opponent), Theirs: req.Guide.Languages.Book.Means("theirs", colour)}
	s.Side, _ = req.Guide.Asking().Side(colour, w.Game)
	limit := w.Terms["time"]
	if w.Level > 0 {
		s.Opponent, s.Theirs = house.Player(w.Level, houseName(req, w.Level)), false
		limit = cmp.Or(limit, match.Control{}.String()) // the house does not wait for anybody
	}
	s.Time, s.Lasts = limitOf(req, limit), lasts(req, tell.Player(w.Opponent))
	if s.Touch = w.Terms["touch"] != ""; s.Touch {
		if _, dice := usual.(engine.Roller); dice {
			return match.Setup{}, req.Note("touch-dice")
		}
	}
	s.Unrated, s.Hints, s.Lesson = w.Terms["rated"] != "", w.Terms["hints"] != "", w.Terms["lesson"] != "" && w.Level > 0
	s.Series, s.Openings = series, openings
	s.Arbiter, s.Appear = judge, !judge.Anyone() && s.Time != (match.Control{})
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
	c, err := match.ParseControl(text)
	if err != nil { // of another version, perhaps
		c = match.Control{}
	}
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
	var impossible *engine.ImpossibleError
	if errors.As(err, &impossible) {
		if impossible.Code == "" {
			return req.Note("play-from-impossible", game)
		}
		squares := ""
		if impossible.Squares > 0 {
			squares = strconv.Itoa(impossible.Squares)
		}
		square := speech.Clean(impossible.Square, longestSquare)
		return req.Note("no-position-"+string(impossible.Code), game, speech.Text("Square", square),
			speech.Text("Squares", squares))
	}
	for _, other := range req.Guide.Games {
		if _, err := other.Parse(text, nil); err == nil {
			return req.Note("play-from-other", game, speech.Text("Other", req.Guide.Voice.Text("game."+other.Name)))
		}
	}
	return req.Note("play-from", game, req.Typed("Position", "position"))
}

// longestSquare is the number of letters of an unknown square that are said again.
const longestSquare = 5
