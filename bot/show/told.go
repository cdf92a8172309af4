package show

import (
	"cmp"
	"slices"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine/match"
)

// factOf is what a text behind the command for the board asks about, "" if it asks for the board, and what else it says.
func factOf(req *request.Request, text string) (what, rest string) {
	for _, what := range tell.Facts {
		if asks, rest := req.Without(what, text); asks {
			return what, rest
		}
	}
	return "", text
}

// mostTold are the matches of which a fact is told at once.
const mostTold = 8

// fact tells one thing about a match, or about each of those that the author plays here, in a sentence; for somebody who
// plays none, about those of others.
func (v Viewer) fact(req *request.Request, text, what string) (*request.Result, error) {
	answer := chat.Message{Private: true, Told: true}
	playing := func(m *match.Match) bool { return m.Status == match.Playing }
	mine, err := v.Find.Mine(req)
	if mine = request.Filter(mine, playing); len(mine) == 0 && err == nil {
		mine, err = v.Find.Live(req)
		mine = request.Filter(mine, playing)
	}
	mine, rest := req.NamedIn(mine, text)
	if err != nil || len(mine) < 2 || len(mine) > mostTold || req.Quoted() != "" || rest != "" {
		m, rest, err := v.Find.Find(req, text+" "+req.Guide.Voice.Typed(what), "board")
		_, rest = req.Without(what, rest)
		if err := cmp.Or(err, req.NothingElse(m, "board", rest)); err != nil {
			return nil, err
		}
		answer.Text = req.For(m).Lines().Fact(m, what)
		return request.Say(answer), nil
	}
	answer.Text = req.Guide.Voice.Say("games", speech.Count(len(mine)))
	for _, m := range mine {
		lines := req.For(m).Lines()
		answer.Text = slices.Concat(answer.Text, tell.Line(lines.Title(m)), []chat.Span{{Text: ": "}}, lines.Fact(m, what))
	}
	return request.Say(answer), nil
}
