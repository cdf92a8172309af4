package find

import (
	"errors"
	"slices"
	"strings"

	"tabuleiro/bot/request"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// FindMoving is the match that a move is meant for; nil if it is meant for none. Without command, number or board to go
// by it is the match where the author is on turn, and talk finds none.
func (f Finder) FindMoving(req *request.Request, text string, explicit bool) (*match.Match, string, error) {
	mine, err := f.Mine(req)
	if err != nil {
		return nil, text, err
	}
	id, rest := request.Named(text)
	number, behind, _ := strings.Cut(text, " ")
	if number, is := strings.CutPrefix(number, "#"); is && id == "" && number != "" {
		id, rest, err = number, behind, req.NoSuchMatch(number)
	}
	if explicit && text == "" || id != "" || req.Board != "" {
		var m *match.Match
		if err == nil {
			m, rest, err = f.Find(req, text, "move", match.Moved)
		}
		said := explicit || req.Event.Addressed ||
			slices.ContainsFunc(mine, func(m *match.Match) bool { return req.Shaped(m, rest) })
		if errors.As(err, new(request.Refused)) && !said {
			return nil, text, nil // so people talk
		}
		return m, rest, err
	}
	shaped := func(m *match.Match) bool { return m.Status == match.Playing && req.Shaped(m, text) }
	legible := func(m *match.Match) bool { return req.Legible(m, text) }
	turn := request.Filter(mine, func(m *match.Match) bool { return request.Can(m, req.Author, match.Moved) })
	shapedIn := request.Filter(mine, shaped) // the one who is on turn there
	if explicit {
		bare := func(m *match.Match) bool { return strings.HasPrefix(strings.ToLower(text), m.ID) }
		switch {
		case slices.ContainsFunc(turn, legible): // it is one of these
		case len(shapedIn) > 0:
			return shapedIn[0], text, nil // it tells whose turn it is
		case len(turn) > 1 && !slices.ContainsFunc(mine, legible) && !slices.ContainsFunc(mine, bare):
			return turn[0], text, nil // it tells that this is no move
		}
		return f.Find(req, text, "move", match.Moved)
	}
	fit := takers(req, turn, text)
	switch {
	case len(fit) > 0:
	case len(shapedIn) > 0:
		fit = shapedIn[:1] // it tells whose turn it is
	case len(turn) == 1:
		fit = turn // it tells what is wrong, or takes the text for talk
	case len(turn) == 0:
		fit = request.Filter(mine, func(m *match.Match) bool { return m.Status == match.Playing })
		fit = fit[:min(len(fit), 1)] // it tells whose turn it is
	}
	switch {
	case len(fit) == 1:
		return fit[0], text, nil
	case len(fit) > 1:
		return nil, text, req.Which(fit, "move", text)
	case !req.Direct():
		return nil, text, nil
	}
	last, err := f.next(req, nil, []match.Kind{match.Moved})
	switch {
	case err != nil:
		return nil, text, err
	case len(last) > 0 && last[0].Status != match.Open && req.Shaped(last[0], text):
		return last[0], text, nil // it tells that it is over
	}
	return nil, text, f.lost(req)
}

// takers are those of some matches that take a text for a move best: where it is legal, else where it begins a move,
// else where a rule forbids it. Where that is one rule in all of them, the latest match tells it.
func takers(req *request.Request, some []*match.Match, text string) []*match.Match {
	only := func(is func(*match.Match) bool) []*match.Match { return request.Filter(some, is) }
	if fit := only(func(m *match.Match) bool { return legal(req, m, text) }); len(fit) > 0 {
		return fit
	}
	fit := only(func(m *match.Match) bool { return begins(req, m, text) })
	if len(fit) > 0 && (req.Direct() || strings.Contains(text, "/")) {
		return fit // with dice that it fits, say
	}
	rule := func(m *match.Match) engine.Code {
		var wrong *engine.MoveError
		_, err := req.Read(m, text)
		errors.As(err, &wrong)
		return wrong.Rule
	}
	for _, loose := range []bool{false, true} {
		fit := only(func(m *match.Match) bool { return req.Shaped(m, text) && req.Loose(m, text) == loose })
		switch {
		case len(fit) == 0:
		case slices.ContainsFunc(fit, func(m *match.Match) bool { return rule(m) == "" || rule(m) != rule(fit[0]) }):
			return fit
		default:
			return latest(fit)
		}
	}
	return nil
}

// legal reports whether a text is a move in a match.
func legal(req *request.Request, m *match.Match, text string) bool {
	_, err := req.Read(m, text)
	return err == nil
}

// begins reports whether a text begins a legal move in a match.
func begins(req *request.Request, m *match.Match, text string) bool {
	var wrong *engine.MoveError
	_, err := req.Read(m, text)
	return errors.As(err, &wrong) && wrong.Kind == engine.Incomplete && len(wrong.Choices) > 0
}
