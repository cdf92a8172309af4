package matches

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine/match"
)

// resigned are the matches here that the author may give up, newest first.
func resigned(p Players, req *request.Request) ([]*match.Match, error) {
	mine, err := p.Find.Mine(req)
	return request.Filter(mine, func(m *match.Match) bool {
		return m.Status == match.Playing && request.Can(m, req.Author, match.Resigned)
	}), err
}

// resignAll gives up several matches after one question. Of a game that may cost more than one stake a single one is
// offered. An answer counts for as many matches as were asked about; of others it is asked anew.
func resignAll(p Players, req *request.Request, mine []*match.Match, text string, err error) (*request.Result, error) {
	if err == nil && slices.ContainsFunc(mine, func(m *match.Match) bool { return shared(req, m) }) {
		return nil, whose(req, mine[0], req.Guide.Voice.Typed("all"))
	}
	count, yes, _ := strings.Cut(text, " ")
	if err == nil {
		yes, err = req.Asked("resign", yes)
	}
	if err != nil {
		return nil, err
	}
	if number, _ := strconv.Atoi(count); number != len(mine) || !req.Guide.Languages.Book.Means("yes", yes) {
		return sureOfAll(req, mine), nil
	}
	var failed error
	for _, m := range mine {
		err := p.Change.Act(req, m.ID, func(m *match.Match) (match.Event, error) {
			switch list := m.Resignations(m.Side(req.Author.ID)); {
			case len(list) > 1:
				return match.Event{Kind: match.Offered, Offer: match.Resign, Times: list[0]}, nil
			case len(list) == 1:
				return match.Event{Kind: match.Resigned, Times: list[0]}, nil
			}
			return match.Event{Kind: match.Resigned}, nil
		})
		failed = cmp.Or(failed, err)
	}
	return nil, failed
}

// sureOfAll asks whether all of some matches are to be given up, and says what that costs where it is not plain.
func sureOfAll(req *request.Request, mine []*match.Match) *request.Result {
	v := req.Guide.Voice
	m := req.Privately("sure-resign-all", speech.Count(len(mine)))
	listed := mine
	if len(mine) > guide.PerPage {
		listed = mine[:guide.PerPage-1]
	}
	for _, one := range listed {
		m.Text = append(m.Text, tell.Line(req.For(one).Lines().Title(one))...)
	}
	if more := len(mine) - len(listed); more > 0 {
		m.Text = append(m.Text, tell.Line(v.Say("sure-resign-more", speech.Count(more)))...)
	}
	whole := request.Filter(mine, func(m *match.Match) bool { return match.Unbegun(m, m.Side(req.Author.ID)) })
	if len(whole) > 0 {
		var ids []string
		for _, one := range whole {
			ids = append(ids, "#"+one.ID)
		}
		m.Text = append(m.Text, tell.Line(v.Say("sure-resign-whole", speech.Text("IDs", strings.Join(ids, ", "))))...)
	}
	if slices.ContainsFunc(mine, func(m *match.Match) bool { return len(m.Resignations(m.Side(req.Author.ID))) > 1 }) {
		m.Text = append(m.Text, tell.Line(v.Say("sure-resign-offers"))...)
	}
	says := strings.Join([]string{v.Typed("resign"), v.Typed("all"), strconv.Itoa(len(mine)), v.Typed("yes")}, " ")
	m.Buttons = [][]chat.Button{{{Label: v.Text("more.resign"), Says: says, Tone: chat.Grave}, {Label: v.Text("button.keep-on"), Says: v.Typed("games")}}}
	return req.Asks("resign", m)
}
