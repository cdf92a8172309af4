package request

import (
	"errors"
	"slices"
	"strings"

	"tabuleiro/bot/house"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// Helps tells whether the players of a match may ask for hints: against the house, or where both agreed to that by how
// it began.
func Helps(m *match.Match) bool {
	ofHouse, _ := house.Side(m)
	return ofHouse != engine.Nobody || m.Setup.Hints
}

// Legible tells whether a text reads like a move or a part of one.
func (req *Request) Legible(m *match.Match, text string) bool {
	_, err := req.Read(m, text)
	var wrong *engine.MoveError
	return err == nil || errors.As(err, &wrong) && wrong.Kind != engine.NotMove
}

// Suggestions bounds what is suggested; the least of the services takes 25.
const Suggestions = 25

// Beginning are the moves of a match that begin with a text.
func Beginning(m *match.Match, begin string) []string {
	if begin != "" && strings.HasPrefix("#"+m.ID, begin) { // the number of the match is still being typed
		begin = ""
	}
	var list []string
	seen := 0
	for move := range m.Line.Position().Moves() {
		if seen++; len(list) == Suggestions || seen > tell.Enough {
			break
		}
		if strings.HasPrefix(string(move), begin) {
			list = append(list, string(move))
		}
	}
	return list
}

// reading is a text in a position of a match, read is what it was read as. An event has its texts read once.
type (
	reading struct {
		match *match.Match
		text  string
	}
	read struct {
		move engine.Move
		err  error // a *engine.MoveError or nil
	}
)

// Read reads a text as a move. A score is one only if it is legal, and its author may move.
func (req *Request) Read(m *match.Match, text string) (engine.Move, error) {
	r, ok := req.readings[reading{m, text}]
	if !ok {
		r.move, r.err = m.Line.Position().Read(text)
		if req.Score(text) && (r.err != nil && !obliged(req, r.err) || !Can(m, req.Author, match.Moved)) {
			r.err = &engine.MoveError{Kind: engine.NotMove, Text: text}
		}
		if req.readings != nil {
			req.readings[reading{m, text}] = r
		}
	}
	return r.move, r.err
}

// obliged tells whether what was said to the bot itself is wrong only since other moves have to be played.
func obliged(req *Request, err error) bool {
	var wrong *engine.MoveError
	return req.Event.Addressed && errors.As(err, &wrong) && wrong.Kind == engine.Illegal && len(wrong.Choices) > 0
}

// Can tells whether a person may do one of the kinds; nil kinds: whether the person plays.
func Can(m *match.Match, p match.Player, kinds ...match.Kind) bool {
	if kinds == nil {
		return tell.Plays(m, p)
	}
	may := m.May(p)
	return slices.ContainsFunc(kinds, func(k match.Kind) bool { return slices.Contains(may, k) })
}

// MoveBeside is the move in a text that also names the match, by its game or the other player, or that answers what its
// game asks: false if it is no such text.
func MoveBeside(req *Request, m *match.Match, text string) (move string, ok bool) {
	book := req.Guide.Languages.Book
	if m.Status != match.Playing || book.Wonders(text) {
		return "", false
	}
	var rest []string
	named, yes, no, around := false, false, false, false
	for _, w := range strings.Fields(text) {
		word := strings.Trim(w, ".,;:!")
		switch {
		case Naming(req, m, word) > 0:
			named = true
		case book.Means("yes", word):
			yes = true
		case book.Means("no", word):
			no = true
		case pointing(req, word), book.Means("cube", word), book.Meaning("intent-filler", word) &&
			!strings.ContainsAny(word, "0123456789"):
			around = true
		default:
			rest = append(rest, word)
		}
	}
	move = strings.Join(rest, " ")
	switch {
	case move == "" || !(named || yes || no || around):
		return "", false
	case named && !yes && !no && req.Event.Addressed:
		return move, req.Shaped(m, move)
	case named && !yes && !no:
		_, err := req.Read(m, move)
		return move, err == nil && Can(m, req.Author, match.Moved) && !scoreForm.MatchString(move)
	case len(rest) != 1 || yes && no || !Can(m, req.Author, match.Moved):
		return "", false
	}
	answer, err := req.Read(m, move)
	return move, err == nil && (answer == "take" && !no || answer == "drop" && !yes)
}

// Shaped tells whether a text looks like a whole move of a match, legal or not, to somebody who was not expecting one.
func (req *Request) Shaped(m *match.Match, text string) bool {
	_, err := req.Read(m, text)
	var wrong *engine.MoveError
	return err == nil || errors.As(err, &wrong) && wrong.Kind != engine.NotMove && wrong.Kind != engine.Incomplete
}
