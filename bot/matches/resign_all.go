package matches

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/find"
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

// AllBut are the words behind the command for a sentence that resigns all matches, or is taken to resign one, but names
// some that are to go on: "all except cage"; "" if it names none so.
func AllBut(in find.Finder, req *request.Request, all bool) string {
	words := strings.Fields(req.Event.Text)
	at := slices.IndexFunc(words, func(w string) bool {
		return req.Guide.Languages.Book.Means("except",
			strings.Trim(w, ",."))
	})
	mine, err := in.Mine(req)
	switch {
	case err != nil || at < 0 && !all:
		return ""
	case at < 0:
		at = len(words)
	}
	behind := strings.Join(words[at:], " ")
	if !all && named(req, mine, behind) == nil {
		return ""
	}
	before := slices.DeleteFunc(words[:at:at], func(w string) bool { return named(req, mine, w) == nil })
	return strings.Join(slices.Concat([]string{"all"}, before, words[at:]), " ")
}

// named are the matches of some that any word of a text names. Words that name all of them count only where no others
// do.
func named(req *request.Request, mine []*match.Match, text string) (found []*match.Match) {
	for _, w := range strings.Fields(text) {
		number := strings.ToLower(strings.Trim(w, "#,."))
		some := request.Filter(mine, func(m *match.Match) bool { return m.ID == number || request.Naming(req, m, w) > 0 })
		switch {
		case len(some) == 0:
		case len(found) == 0, len(found) == len(mine):
			found = some
		case len(some) < len(mine):
			found = request.Filter(mine, func(m *match.Match) bool {
				return slices.Contains(found, m) ||
					slices.Contains(some, m)
			})
		}
	}
	return found
}

// meantByAll are the matches of some that a text behind "all" is about: those that it names, else all of them, but none
// of those that it leaves out; false if it leaves something out that is not known. The rest is what else it says.
func meantByAll(req *request.Request, mine []*match.Match, text string) (meant []*match.Match, rest string, ok bool) {
	words := strings.Fields(text)
	is := func(w string) bool { return req.Guide.Languages.Book.Means("except", strings.Trim(w, ",.")) }
	at := slices.IndexFunc(words, is)
	if at < 0 {
		at = len(words)
	}
	meant = mine
	if some := named(req, mine, strings.Join(words[:at], " ")); some != nil {
		meant = some
	}
	spared := named(req, mine, strings.Join(words[at:], " "))
	if at < len(words) && spared == nil {
		return nil, "", false
	}
	words = slices.DeleteFunc(words, func(w string) bool { return is(w) || named(req, mine, w) != nil })
	return request.Filter(meant, func(m *match.Match) bool { return !slices.Contains(spared, m) }),
		strings.Join(words, " "), true
}

// mostNumbers are named in what a button says, for which there is not much room.
const mostNumbers = 2

// allOf is what is typed for some of all matches that may be resigned, "" where that takes too many numbers.
func allOf(v tell.Voice, meant, mine []*match.Match) string {
	numbers := func(all []*match.Match) (said string) {
		for _, m := range all {
			said += " #" + m.ID
		}
		return said
	}
	others := request.Filter(mine, func(m *match.Match) bool { return !slices.Contains(meant, m) })
	switch {
	case len(others) == 0:
		return v.Typed("all")
	case len(others) <= mostNumbers:
		return v.Typed("all") + " " + v.Typed("except") + numbers(others)
	case len(meant) <= mostNumbers:
		return v.Typed("all") + numbers(meant)
	}
	return ""
}

// resignAll gives up several matches after one question. Of a game that may cost more than one stake a single one is
// offered. An answer counts for as many matches as were asked about; of others it is asked anew.
func resignAll(p Players, req *request.Request, all, mine []*match.Match, text string) (*request.Result, error) {
	what := allOf(req.Guide.Voice, mine, all)
	if what == "" {
		return nil, req.Which(mine, "resign", "")
	}
	if slices.ContainsFunc(mine, func(m *match.Match) bool { return shared(req, m) }) {
		return nil, whose(req, mine[0], what)
	}
	count, yes, _ := strings.Cut(text, " ")
	yes, err := req.Asked("resign", yes)
	if err != nil {
		return nil, err
	}
	if number, _ := strconv.Atoi(count); number != len(mine) || !req.Guide.Languages.Book.Means("yes", yes) {
		return sureOfAll(req, mine, what), nil
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

// sureOfAll asks whether all of some matches, typed as what, are to be given up, and says what that costs where it is
// not plain.
func sureOfAll(req *request.Request, mine []*match.Match, what string) *request.Result {
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
	whole := request.Filter(mine, func(m *match.Match) bool { return m.IsUnbegun(m.Side(req.Author.ID)) })
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
	says := strings.Join([]string{v.Typed("resign"), what, strconv.Itoa(len(mine)), v.Typed("yes")}, " ")
	m.Buttons = [][]chat.Button{{{Label: v.Text("more.resign"), Says: says, Tone: chat.Grave},
		{Label: v.Text("button.keep-on"), Says: v.Typed("games")}}}
	return req.Asks("resign", m)
}
