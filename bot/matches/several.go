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
	means := req.Guide.Languages.Book.Means
	own := func(name string) bool {
		_, ok := tell.OptionCalled(req.Guide.Languages.Book, w.Game, name)
		return ok
	}
	rest := engine.Options{}
	for _, name := range slices.Sorted(maps.Keys(w.Options)) {
		value := w.Options[name]
		number, err := strconv.Atoi(value)
		switch {
		case own(name):
			rest[name] = value
			continue
		case means("several", name):
			s.Games = number
		// who wins more than half of them has so many points
		case means("best", name) && own("points") && err == nil && number > 0:
			rest["points"] = strconv.Itoa(number/2 + 1)
			continue
		case means("best", name):
			s.Best = number
		case means("points", name):
			s.Points = number
		case means("opening", name):
			if openings, err = openingCalled(req, w.Game, value); err != nil {
				return s, nil, err
			}
			continue
		default:
			rest[name] = value
			continue
		}
		if err != nil || number == 0 || !s.Valid() {
			return s, nil, req.Note("play-series", speech.Text("Most", strconv.Itoa(match.MostGames)),
				speech.Text("Best", strconv.Itoa(match.MostGames-1)), speech.Text("Points", strconv.Itoa(match.MostPoints)))
		}
	}
	if s != (match.Series{}) && own("points") {
		return s, nil, req.Note("play-series-points", speech.Text("Game", req.Guide.Voice.Text("game."+w.Game.Name)))
	}
	if openings != nil && w.From != "" {
		return s, nil, req.Note("play-opening-from")
	}
	w.Options = rest
	return s, openings, nil
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
