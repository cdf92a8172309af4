package club

import (
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
	"tabuleiro/engine/tournament"
)

// rules are what somebody who joins has to know, in two lines, and one more where something is not as usual.
func (p page) rules() [][]chat.Span {
	v, s := p.guide.Voice, p.s.Setup
	first := v.Say("tournament-rules."+string(s.System), speech.Text("Rounds", positive(s.Rounds)))
	length := v.Span(s.Length)
	if s.System == tournament.Cup { // a round lasts until it is played
		length = ""
	}
	second := v.Say("tournament-pace", speech.Text("Time", p.pace()), speech.Text("Length", length),
		speech.Text("Games", strconv.Itoa(s.Matches())))
	third := v.Say("tournament-waits", speech.Text("Needs", positive(s.Needs)), speech.Text("Starts", p.moment(s.Starts)),
		speech.Person("Name", view.User(p.s.Organiser)))
	return slices.Concat([][]chat.Span{first, second}, p.terms(), [][]chat.Span{third}, p.sealed())
}

// terms is the line of what is not as usual in the matches; none where all is.
func (p page) terms() [][]chat.Span {
	v, of := p.guide.Voice, p.s.Setup.Match
	var said []chat.Span
	add := func(is bool, spans []chat.Span) {
		if is && said != nil {
			said = append(said, chat.Span{Text: " "})
		}
		if is {
			said = append(said, spans...)
		}
	}
	options := p.guide.Chosen(&match.Match{Game: p.game, Setup: of})
	add(options != nil, v.Say("tournament-terms.options", speech.Text("Options", strings.Join(options, ", "))))
	add(of.Touch, v.Say("challenge-touch"))
	add(of.Hints, v.Say("tournament-terms.hints"))
	add(!of.Hints && (of.Unrated || !of.Usual()), v.Say("tournament-terms.unrated"))
	add(!of.Arbiter.Anyone(), v.Say("challenge-arbiter", speech.Person("Player", view.User(of.Arbiter))))
	if said == nil {
		return nil
	}
	return [][]chat.Span{said}
}
