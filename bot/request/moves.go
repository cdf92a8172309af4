package request

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"tabuleiro/bot/computer"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// Helps reports whether the players of a match may ask for hints: against the bot, or if both agreed at the start.
func Helps(m *match.Match) bool {
	ofBot, _ := computer.Side(m)
	return ofBot != engine.Nobody || m.Setup.Hints
}

// MoveError returns what is wrong with a text as a move in a match; nil if it is one.
func (req *Request) MoveError(m *match.Match, text string) (wrong *engine.MoveError) {
	_, err := req.Read(m, text)
	wrong, _ = errors.AsType[*engine.MoveError](err)
	return wrong
}

// Legible reports whether a text reads like a move or a part of one.
func (req *Request) Legible(m *match.Match, text string) bool {
	wrong := req.MoveError(m, text)
	return wrong == nil || wrong.Kind != engine.NotMove
}

// Suggestions is the maximum number of suggestions; the strictest service, Discord, takes 25.
const Suggestions = 25

// Beginning returns the moves of a match that begin with a text.
func Beginning(m *match.Match, begin string) []string {
	if begin != "" && strings.HasPrefix("#"+m.ID, begin) { // the number of the match is still being typed
		begin = ""
	}
	var list []string
	seen := 0
	for move := range m.Legal() {
		if seen++; len(list) == Suggestions || seen > view.Enough {
			break
		}
		if strings.HasPrefix(string(move), begin) {
			list = append(list, string(move))
		}
	}
	return list
}

// reading is a key of Request.readings, and read the result of reading the text in that position. Each text is read
// once for an event.
type (
	reading struct {
		match string
		n     int // events of the match
		text  string
	}
	read struct {
		move  engine.Move
		err   error // a *engine.MoveError or nil
		loose bool  // a move only because it was said to the bot
	}
)

// Read reads a text as a move; the error is a *engine.MoveError. A text that may also be talk, such as a score, is a
// move only if it is legal, or if a player of the match said it to the bot.
func (req *Request) Read(m *match.Match, text string) (engine.Move, error) {
	at := reading{m.ID, m.N, text}
	r, ok := req.readings[at]
	if ok {
		return r.move, r.err
	}
	r.move, r.err = m.Line.Position().Read(text)
	switch {
	case req.plays(m, text):
		firm := engine.WithIntent(r.err)
		r.loose, r.err = firm != r.err, firm
	case req.Score(text) && (r.err != nil || !Can(m, req.Author, match.Moved)):
		r.err = &engine.MoveError{Kind: engine.NotMove, Text: text}
	}
	if req.readings != nil {
		req.readings[at] = r
	}
	return r.move, r.err
}

// IsAmbiguous reports whether a text counts as a move in a match only because it was said to the bot.
func (req *Request) IsAmbiguous(m *match.Match, text string) bool {
	_, _ = req.Read(m, text)
	return req.readings[reading{m.ID, m.N, text}].loose
}

// ReadAt reads a text as a move in a position that anybody here may try moves in, such as a lesson.
func (req *Request) ReadAt(p engine.Position, text string) (engine.Move, error) {
	move, err := p.Read(text)
	if req.Event.Addressed {
		err = engine.WithIntent(err)
	}
	return move, err
}

// ReadOn reads a text as the rest of a move that begun, unless it is "", has started, or else by itself. It also
// returns the text that was read.
func ReadOn(read func(text string) (engine.Move, error), begun, text string) (engine.Move, string, error) {
	var wrong *engine.MoveError
	if both := begun + " " + text; begun != "" {
		move, err := read(both)
		if err == nil || errors.As(err, &wrong) && (wrong.Kind == engine.Ambiguous || wrong.Kind == engine.Incomplete &&
			len(wrong.Choices) > 0) {
			return move, both, err
		}
	}
	move, err := read(text)
	return move, text, err
}

// plays reports whether the author plays in a running match and has said a text to the bot, or after a command or the
// id of a match.
func (req *Request) plays(m *match.Match, text string) bool {
	return m.Status == match.Playing && view.Plays(m, req.Author) && (req.Event.Addressed || text != req.Event.Text)
}

// Can reports whether a person may do one of the kinds in a match; without kinds, whether the person plays in it.
func Can(m *match.Match, p match.Player, kinds ...match.Kind) bool {
	if kinds == nil {
		return view.Plays(m, p)
	}
	may := m.May(p)
	return slices.ContainsFunc(kinds, func(k match.Kind) bool { return slices.Contains(may, k) })
}

// twoPlaces matches a text with two places of a move.
var twoPlaces = regexp.MustCompile(`[0-9a-z][^0-9]+[0-9]`)

// Shaped reports whether a text has the form of a move of a match, or of a part with two places, legal or not.
func (req *Request) Shaped(m *match.Match, text string) bool {
	wrong := req.MoveError(m, text)
	return wrong == nil || wrong.Kind != engine.NotMove && (wrong.Kind != engine.Incomplete || twoPlaces.MatchString(text))
}

// LooksLikeMove reports whether a text has the form of a move of some game, legal or not. It tries the initial position
// of each game, as the form of moves depends on no position.
func LooksLikeMove(games []*engine.Game, text string) bool {
	return slices.ContainsFunc(games, func(g *engine.Game) bool {
		as, _ := g.NewRecord(nil, "") // the initial position is valid
		_, err := as.Line.Position().Read(text)
		var wrong *engine.MoveError
		return err == nil || errors.As(err, &wrong) && wrong.Kind != engine.NotMove
	})
}
