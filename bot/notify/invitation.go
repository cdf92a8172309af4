package notify

import (
	"cmp"
	"context"
	"strings"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/computer"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
)

// AddInvitations adds to the message of an open challenge how to accept it from elsewhere: by its link and, if anybody
// may, by its code on the other services.
func (s *Notifier) AddInvitations(message *chat.Message, voice view.Voice, m *match.Match, room chat.Room) {
	a := s.Adapter(room.Service())
	if m.Status != match.Open || a == nil {
		return
	}
	head, _ := s.Archive.Head(s.life, m.ID) // nothing is added on an error
	p, here := placeIn(head, room)
	if !here {
		return
	}
	person, own := isPerson(m.Opponent), p.For != "" && p.For == m.Challenger.ID
	switch {
	case (own || p.For == "") && person && hasOwnPlace(head, m.Opponent.ID):
		message.AddLine(voice.Say("passed-on", speech.Person("Player", view.User(m.Opponent))))
	case own:
		addLink(message, a, voice, m, person)
	case person && m.Opponent.ID == "" && a.Caps(room).ByID:
		message.AddLine(voice.Say("uncalled", speech.Text("Service", view.ServiceName(a.Name()))))
	}
	if m.Secret != "" && m.Opponent.Anyone() {
		s.addCodes(message, a, voice, m)
	}
}

// isPerson reports whether a player is neither the computer nor anyone; a handle alone names a person, too.
func isPerson(p match.Player) bool { return view.User(p).ID != "" || p.ID == "" && !p.Anyone() }

// addCodes adds how to accept a challenge to anyone on the other services.
func (s *Notifier) addCodes(message *chat.Message, a chat.Adapter, voice view.Voice, m *match.Match) {
	for _, other := range s.Others(a.Name()) {
		command, link := voice.Typed("accept")+" #"+m.ID+"-"+cmp.Or(m.Code, m.Secret), ""
		if l, ok := other.(chat.Links); ok {
			link = l.Link(m.ID + "-" + m.Secret)
		}
		if w, ok := other.(chat.Threads); ok {
			command = w.Written(command, voice.Language)
		}
		message.AddLine(voice.Say("accept-on", speech.Text("Service", view.ServiceName(other.Name())),
			speech.Text("Command", command), speech.Text("Link", link)))
	}
}

// addLink adds, in the challenger's private chat, a link and buttons to pass a challenge on, since the bot does not
// write to its opponent. person is false if anybody may accept it.
func addLink(message *chat.Message, a chat.Adapter, voice view.Voice, m *match.Match, person bool) {
	if !person && m.Game.Brain != nil { // the challenger may play the bot meanwhile
		robot := chat.Button{Label: voice.Text("button.house"), Says: voice.Typed("cancel") + " #" + m.ID + " @house"}
		message.Buttons = append([][]chat.Button{{robot}}, message.Buttons...)
	}
	to := speech.Person("Player", view.User(m.Opponent))
	l, ok := a.(chat.Links)
	switch {
	case !ok && person:
		message.AddLine(voice.Say("unseen-by", to, speech.Text("Command", voice.Typed("accept")+" #"+m.ID)))
		return
	case !ok || m.Secret == "":
		return
	}
	key, share := "link", "share"
	if person {
		key, share = "link-to", "share-to"
	}
	link := l.Link(m.ID + "-" + m.Secret)
	message.AddLine(voice.Say(key, to, speech.Text("Link", link)))
	words := voice.Text(share, to, speech.Text("Game", voice.Text("game."+m.Setup.Game)))
	if address := l.Share(link, words); address != "" {
		message.Buttons = append([][]chat.Button{{{Label: voice.Text("button.share"), URL: address}}}, message.Buttons...)
	}
}

// addServices adds to the first message of a match which players are on other services.
func addServices(message *chat.Message, voice view.Voice, room chat.Room, events []match.Event) {
	begun := view.HasKind(events, match.Accepted)
	for _, e := range events {
		if there := chat.Room(e.Room).Service(); begun && e.Who != nil && e.Room != "" && there != room.Service() {
			message.AddLine(voice.Say("plays-on", speech.Person("Player", view.User(*e.Who)),
				speech.Text("Service", view.ServiceName(there))))
		}
	}
}

// ZoneAsked is the preference which records that a person was asked for a time zone.
const ZoneAsked = "zone-asked"

// askZone adds a question for the time zone to the first reminder of a player who has set none, as it could be night
// there. It returns the id of the player, "" if nobody is asked.
func (d *delivery) askZone(ctx context.Context, message *chat.Message) string {
	late, voice := d.decides(), d.to.Voice // without a limit nobody has to decide
	if e := d.last(); e.Kind != match.Reminded || e.Reminder == match.TimeUp || d.m.Status != match.Playing ||
		d.m.Setup.Time.Sudden() || d.place.ThreadParent || d.place.For != "" && d.place.For != late.ID ||
		computer.Is(late.ID) {
		return ""
	}
	chosen := d.Archive.Preferences(ctx, archive.OfPerson(late.ID))
	if chosen["zone"].Value != "" || chosen[ZoneAsked].Value != "" {
		return ""
	}
	says := []string{voice.Typed("settings")}
	if d.place.For == "" {
		says = append(says, voice.Typed("me"))
	}
	zone, _, _ := strings.Cut(strings.ToLower(voice.Text("setting.zone")), "|")
	message.AddLine(voice.Say("ask-zone", speech.Person("Player", view.User(late)),
		speech.Text("Zone", strings.Join(append(says, zone), " "))))
	return late.ID
}
