package club

import (
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
	"tabuleiro/engine/tournament"
)

// rules adds what somebody who joins has to know, in two lines, and one more where something is not as usual.
func (p page) rules(m *chat.Message) {
	v, s := p.guide.Voice, p.s.Setup
	m.AddLine(v.Say("tournament-rules."+string(s.System), speech.Text("Rounds", positive(s.Rounds))))
	length := v.Span(s.Length)
	if s.System == tournament.Cup { // a round lasts until it is played
		length = ""
	}
	m.AddLine(v.Say("tournament-pace", speech.Text("Time", p.pace()), speech.Text("Length", length),
		speech.Text("Games", strconv.Itoa(s.Matches()))))
	m.AddLine(p.terms())
	m.AddLine(v.Say("tournament-waits", speech.Text("Needs", positive(s.Needs)), speech.Text("Starts", p.moment(s.Starts)),
		speech.Person("Name", view.User(p.s.Organiser))))
	if seal := p.s.Chain.Seal; seal != "" {
		m.AddLine(v.Seal("lots-fair", seal, p.says(v.Typed("story"))))
	}
}

// terms is the line of what is not as usual in the matches; nil where all is.
func (p page) terms() []chat.Span {
	v, of := p.guide.Voice, p.s.Setup.Match
	var m chat.Message
	if options := p.guide.Chosen(&match.Match{Game: p.game, Setup: of}); options != nil {
		m.Add(v.Say("tournament-terms.options", speech.Text("Options", strings.Join(options, ", "))))
	}
	if of.Touch {
		m.Add(v.Say("challenge-touch"))
	}
	if of.Hints {
		m.Add(v.Say("tournament-terms.hints"))
	} else if of.Unrated || !of.Usual() {
		m.Add(v.Say("tournament-terms.unrated"))
	}
	if !of.Arbiter.Anyone() {
		m.Add(v.Say("challenge-arbiter", speech.Person("Player", view.User(of.Arbiter))))
	}
	return m.Text
}
