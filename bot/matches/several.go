package matches

import (
	"maps"
	"slices"
	"strconv"

	"tabuleiro/bot/change"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// several takes out of a wish how many games it asks for, and with which opening: games=2, best=3, points=5,
// opening=drawn or the number of one. Where the game has options of its own with these names they are its own; one that
// counts points by itself is played to as many as win the best of some games. An opening without a number is to be
// drawn.
func several(req *request.Request, w *guide.Wish) (s match.Series, openings []match.Opening, err error) {
	_, points := tell.OptionCalled(req.Guide.Languages.Book, w.Game, "points")
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
			return s, nil, req.Note("play-series", speech.Text("Most", strconv.Itoa(match.MostGames)),
				speech.Text("Best", strconv.Itoa(match.MostGames-1)), speech.Text("Points", strconv.Itoa(match.MostPoints)))
		}
	}
	w.Options = rest
	switch {
	case s != (match.Series{}) && points:
		return s, nil, req.Note("play-series-points", speech.Text("Game", req.Guide.Voice.Text("game."+w.Game.Name)))
	case openings != nil && w.Terms["from"] != "":
		return s, nil, req.Note("play-opening-from")
	}
	return s, openings, nil
}

// seriesOption is the option of several games that a word names, "" if it names none, or one of the game's own.
func seriesOption(req *request.Request, g *engine.Game, word string) string {
	if _, own := tell.OptionCalled(req.Guide.Languages.Book, g, word); own {
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
		return nil, req.Note("play-opening-none", speech.Text("Game", req.Guide.Voice.Text("game."+g.Name)))
	case req.Guide.Languages.Book.Means("drawn", value):
		return []match.Opening{{}}, nil
	case err != nil || n < 1 || n > len(all):
		return nil, req.Note("play-opening", speech.Count(len(all)), req.Typed("Opening", "opening"),
			req.Typed("Drawn", "drawn"))
	}
	return all[n-1 : n], nil
}
