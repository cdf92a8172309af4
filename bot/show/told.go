package show

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"tabuleiro/bot/change"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// factOf is what a text behind the command for the board asks about, "" if it asks for the board, and what else it
// says.
func factOf(req *request.Request, text string) (what, rest string) {
	for _, what := range view.Facts {
		if asks, rest := req.RemoveWord(what, text); asks {
			return what, rest
		}
	}
	return "", text
}

// placeForm is how a square, a point or a row is named.
var placeForm = regexp.MustCompile(`^[a-l]?\d{1,2}$`)

// placeOf is the square, point or row that a text behind the command for the board asks about, "" if it asks about
// none, and what else it says: "square c3", "row 3".
func placeOf(req *request.Request, text string) (place string, row bool, rest string) {
	row, rest = req.RemoveWord("row", text)
	square, rest := req.RemoveWord("square", rest)
	var others []string
	for _, w := range strings.Fields(rest) {
		if w = speech.Fold(w); placeForm.MatchString(w) && place == "" {
			place = w
		} else {
			others = append(others, w)
		}
	}
	if !row && !square {
		return "", row, text
	}
	return place, row, strings.Join(others, " ")
}

// place tells what is on a square, point or row of a match.
func (v *Viewer) place(req *request.Request, text, place string, row bool) (*request.Result, error) {
	m, rest, err := v.Find.Find(req, text, "board")
	if err := cmp.Or(err, req.NothingElse(m, "board", rest)); err != nil {
		return nil, err
	}
	return request.Say(chat.Message{Private: true, Told: true, Text: req.Audience(m).At(m, place, row)}), nil
}

// told is a fact of a match; whether one may double depends on who asks.
func (v *Viewer) told(req *request.Request, m *match.Match, what string) []chat.Span {
	lines, side, voice := req.Audience(m), m.Side(req.Author.ID), req.Guide.Voice
	if what != "doubling" || m.Status != match.Playing || side == engine.Nobody {
		return lines.Fact(m, what)
	}
	dice, cube := m.Line.Position().(engine.DicePosition)
	var no []chat.Span
	switch {
	case Doubles(req, m):
		return voice.Say("told-may-double")
	case !cube || !dice.MayDouble(side) || m.Line.View().Points.Doubled:
		return slices.Concat(voice.Say("told-no-double"), []chat.Span{{Text: " "}}, lines.Fact(m, "cube"))
	case m.Turn() == side:
		no = voice.Say("told-double-thrown")
	default:
		no = voice.Say("told-double-turn", speech.Person("Player", view.User(m.Player(side.Other()))))
	}
	if change.MayDouble(req, v.Archive, m) { // by a word before the next throw
		no = slices.Concat(no, []chat.Span{{Text: " "}},
			voice.Say("told-double-hold", speech.Text("Double", voice.Text("button.double"))))
	}
	return no
}

// Doubles reports whether the author may double in a match at this moment.
func Doubles(req *request.Request, m *match.Match) bool {
	_, err := req.Read(m, "double")
	return err == nil && request.Can(m, req.Author, match.Moved)
}

// mostTold are the matches of which a fact is told at once.
const mostTold = 8

// fact tells one thing about a match, or about each of those that the author plays here, in a sentence; for somebody
// who plays none, about those of others.
func (v *Viewer) fact(req *request.Request, text, what string) (*request.Result, error) {
	answer := chat.Message{Private: true, Told: true}
	playing := func(m *match.Match) bool { return m.Status == match.Playing }
	mine, err := v.Find.Mine(req)
	if mine = request.Filter(mine, playing); len(mine) == 0 && err == nil {
		mine, err = v.Find.Live(req)
		mine = request.Filter(mine, playing)
	}
	if err != nil {
		return nil, err
	}
	mine, rest := req.NamedIn(mine, text)
	if len(mine) < 2 || len(mine) > mostTold || req.Board != "" || rest != "" {
		m, rest, err := v.Find.Find(req, text+" "+req.Guide.Voice.Typed(what), "board")
		_, rest = req.RemoveWord(what, rest)
		if err := cmp.Or(err, req.NothingElse(m, "board", rest)); err != nil {
			return nil, err
		}
		answer.Text = v.told(req, m, what)
		return request.Say(answer), nil
	}
	answer.Text = req.Guide.Voice.Say("games", speech.Count(len(mine)))
	for _, m := range mine {
		answer.Text = slices.Concat(answer.Text, view.Line(req.Audience(m).Title(m)), []chat.Span{{Text: ": "}},
			v.told(req, m, what))
	}
	return request.Say(answer), nil
}
