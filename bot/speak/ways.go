package speak

import (
	"cmp"
	"slices"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// AddWays tells how a challenge that waits can be accepted from elsewhere: by its link and, for anybody, by its
// code on the other services.
func (s *Speaker) AddWays(message *chat.Message, a chat.Adapter, voice tell.Voice, m *match.Match, p storage.Place) {
	if m.Status != match.Open {
		return
	}
	own := p.For != "" && p.For == m.Challenger.ID
	// A handle alone names a person, too.
	switch person := tell.User(m.Opponent).ID != "" || m.Opponent.ID == "" && !m.Opponent.Anyone(); {
	case (own || p.For == "") && person && toldApart(s, m, m.Opponent.ID):
		message.Text = append(message.Text, tell.Line(voice.Say("passed-on",
			speech.Person("Player", tell.User(m.Opponent))))...)
	case own:
		if !person && m.Game.Brain != nil && a.Caps().Rows > 0 { // the one who is alone can play at once
			house := chat.Button{Label: voice.Text("button.house"), Says: voice.Typed("cancel") + " #" + m.ID + " @house"}
			message.Buttons = append([][]chat.Button{{house}}, message.Buttons...)
		}
		addLink(message, a, voice, m, person)
	case person && m.Opponent.ID == "" && a.Caps().ByID:
		message.Text = append(message.Text, tell.Line(voice.Say("uncalled",
			speech.Text("Service", tell.ServiceName(a.Name()))))...)
	}
	if m.Secret == "" || !m.Opponent.Anyone() {
		return
	}
	for _, other := range s.Others(a.Name()) {
		command, link := voice.Typed("accept")+" #"+m.ID+"-"+cmp.Or(m.Code, m.Secret), ""
		if l, ok := other.(chat.Linker); ok {
			link = l.Link(m.ID + "-" + m.Secret)
		}
		if w, ok := other.(chat.Menued); ok {
			command = w.Written(command, voice.Language)
		}
		message.Text = append(message.Text, tell.Line(voice.Say("accept-on",
			speech.Text("Service", tell.ServiceName(other.Name())),
			speech.Text("Command", command), speech.Text("Link", link)))...)
	}
}

// addLink tells, in the challenger's own room, how a challenge reaches its opponent, whom the bot does not write to if
// that is a person.
func addLink(message *chat.Message, a chat.Adapter, voice tell.Voice, m *match.Match, person bool) {
	to := speech.Person("Player", tell.User(m.Opponent))
	l, ok := a.(chat.Linker)
	switch {
	case !ok && person:
		message.Text = append(message.Text, tell.Line(voice.Say("unseen-by", to,
			speech.Text("Command", voice.Typed("accept")+" #"+m.ID)))...)
		return
	case !ok || m.Secret == "":
		return
	}
	key, share := "link", "share"
	if person {
		key, share = "link-to", "share-to"
	}
	link := l.Link(m.ID + "-" + m.Secret)
	message.Text = append(message.Text, tell.Line(voice.Say(key, to, speech.Text("Link", link)))...)
	if s, ok := a.(chat.Sharer); ok && link != "" {
		words := voice.Text(share, to, speech.Text("Game", voice.Text("game."+m.Setup.Game)))
		message.Buttons = append([][]chat.Button{{{Label: voice.Text("button.share"), URL: s.Share(link, words)}}},
			message.Buttons...)
	}
}

// abroad tells, where a match begins, which players are on other services.
func abroad(voice tell.Voice, room chat.Room, events []match.Event) (lines []chat.Span) {
	begun := false
	for _, e := range events {
		begun = begun || e.Kind == match.Accepted
	}
	for _, e := range events {
		if there := chat.Room(e.Room).Service(); begun && e.Who != nil && e.Room != "" && there != room.Service() {
			lines = append(lines, tell.Line(voice.Say("plays-on", speech.Person("Player", tell.User(*e.Who)),
				speech.Text("Service", tell.ServiceName(there))))...)
		}
	}
	return lines
}

// toldApart reports whether a person is told of a match in an own place.
func toldApart(s *Speaker, m *match.Match, person string) bool {
	head, err := s.Archive.Head(s.life, m.ID)
	return err == nil && person != "" && slices.ContainsFunc(head.Places, func(p storage.Place) bool {
		return p.For == person && !p.Quiet
	})
}
