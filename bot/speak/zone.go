package speak

import (
	"cmp"
	"context"
	"strings"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/house"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// ZoneAsked is kept with the choices of people who were asked where they are.
const ZoneAsked = "zone-asked"

// askZone asks the one who is called where that is, if it is the first call to somebody who has not told: it could be
// night there. It returns the id of the person, "" if nobody is asked.
func (s *Speaker) askZone(ctx context.Context, message *chat.Message, voice tell.Voice, m *match.Match,
	p storage.Place, events []match.Event) string {
	late := m.Player(cmp.Or(m.Decides(), m.Turn())) // without a limit nobody has to decide
	last := events[len(events)-1]
	if last.Kind != match.Called || last.Call == match.Lapsed || m.Status != match.Playing || m.Setup.Time.Sudden() ||
		p.Quiet ||
		p.For != "" && p.For != late.ID || house.Is(late.ID) {
		return ""
	}
	chosen := s.Archive.Preferences(ctx, archive.OfPerson(late.ID))
	if chosen["zone"].Value != "" || chosen[ZoneAsked].Value != "" {
		return ""
	}
	says := []string{voice.Typed("settings")}
	if p.For == "" {
		says = append(says, voice.Typed("me"))
	}
	zone, _, _ := strings.Cut(strings.ToLower(voice.Text("setting.zone")), "|")
	message.Text = append(message.Text, tell.Line(voice.Say("ask-zone", speech.Person("Player", tell.User(late)),
		speech.Text("Zone", strings.Join(append(says, zone), " "))))...)
	return late.ID
}

// zoneIsAsked keeps that somebody was asked.
func (s *Speaker) zoneIsAsked(ctx context.Context, person string) {
	if person == "" {
		return
	}
	if err := s.Archive.Choose(ctx, archive.OfPerson(person), ZoneAsked, tell.Chosen{Value: "yes"}); err != nil {
		s.Log.Warn("it is not kept that somebody was asked for a time zone", "error", err)
	}
}
