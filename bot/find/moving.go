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
	bare := func(m *match.Match) bool { return strings.HasPrefix(strings.ToLower(text), m.ID) }
	id, _ := request.Named(text)
	if id != "" || text != "" && text[0] == '#' || req.Board != "" ||
		explicit && (text == "" || slices.ContainsFunc(mine, bare)) {
		return f.named(req, mine, text, explicit)
	}
	switch fit := telling(req, mine, text, explicit); {
	case len(fit) == 1:
		return fit[0], text, nil
	case len(fit) > 1:
		return nil, text, req.Which(fit, "move", text)
	case explicit:
		return f.Find(req, text, "move", match.Moved)
	case req.Direct():
		m, err := f.lost(req, text)
		return m, text, err
	}
	return nil, text, nil
}

// named is the match of a number or of the board that was answered, or the one that is meant by no text at all.
func (f Finder) named(req *request.Request, mine []*match.Match, text string, explicit bool) (m *match.Match, rest string,
	err error) {
	id, _ := request.Named(text)
	if number, behind, _ := strings.Cut(text, " "); id == "" && strings.HasPrefix(number, "#") {
		rest, err = behind, req.NoSuchMatch(number[1:])
	} else {
		m, rest, err = f.Find(req, text, "move", match.Moved)
	}
	said := explicit || req.Event.Addressed ||
		slices.ContainsFunc(mine, func(m *match.Match) bool { return req.Shaped(m, rest) })
	if errors.As(err, new(request.Refused)) && !said {
		return nil, text, nil // so people talk
	}
	return m, rest, err
}

// telling are the matches of the author that take a text for a move, else the one that tells whose turn it is, or what
// is wrong with the text, or takes it for talk; none if there are several.
func telling(req *request.Request, mine []*match.Match, text string, explicit bool) []*match.Match {
	turn := request.Filter(mine, func(m *match.Match) bool { return request.Can(m, req.Author, match.Moved) })
	playing := request.Filter(mine, func(m *match.Match) bool { return m.Status == match.Playing })
	shaped := request.Filter(playing, func(m *match.Match) bool { return req.Shaped(m, text) })
	fit := takers(req, turn, text)
	switch {
	case len(fit) > 0:
		return fit
	case len(shaped) > 0:
		return shaped[:1]
	case len(turn) == 1 || len(turn) > 1 && explicit:
		return turn[:1]
	case len(turn) == 0:
		return playing[:min(len(playing), 1)]
	}
	return nil
}

// takers are those of some matches that take a text for a move best: where it is legal, else where it begins a move,
// else where a rule forbids it. Where that is one rule in all of them, the latest match tells it.
func takers(req *request.Request, some []*match.Match, text string) []*match.Match {
	begins := func(m *match.Match) bool {
		wrong := req.Wrong(m, text)
		return wrong != nil && wrong.Kind == engine.Incomplete && len(wrong.Choices) > 0 &&
			(req.Direct() || strings.Contains(text, "/")) // with dice that it fits, say
	}
	for _, is := range []func(*match.Match) bool{
		func(m *match.Match) bool { return req.Wrong(m, text) == nil }, begins,
		func(m *match.Match) bool { return req.Shaped(m, text) && !req.Loose(m, text) },
		func(m *match.Match) bool { return req.Shaped(m, text) },
	} {
		if fit := request.Filter(some, is); len(fit) > 0 {
			if first := rule(req, fit[0], text); first != "" &&
				!slices.ContainsFunc(fit, func(m *match.Match) bool { return rule(req, m, text) != first }) {
				return latest(fit)
			}
			return fit
		}
	}
	return nil
}

// rule is the rule that forbids a text as a move in a match, "" if none does.
func rule(req *request.Request, m *match.Match, text string) engine.Code {
	if wrong := req.Wrong(m, text); wrong != nil && wrong.Kind == engine.Illegal {
		return wrong.Rule
	}
	return ""
}
