package speak

import (
	"context"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
)

// TellOpened tells the other player of a match that a side has opened lines that were tried: quietly, in a private talk
// of a service where the match was played. Without one nothing is said; the next look at the match tells it.
func TellOpened(ctx context.Context, s *Speaker, id string, by engine.Side) {
	m, head, err := s.Archive.Load(ctx, id)
	if err != nil {
		return
	}
	who := tell.User(m.Player(by.Other()))
	for _, place := range head.Places {
		room := chat.Room(place.Room)
		a := s.Adapter(room.Service())
		if a == nil || who.ID == "" || place.For != "" && place.For != who.ID {
			continue
		}
		talk := room
		if place.For == "" {
			local, err := s.Local(ctx, room, chat.Message{Turn: who})
			if err != nil {
				continue
			}
			if talk, _ = calling(ctx, s.Archive, a, room, who.ID, local.Turn); talk == "" {
				continue
			}
		}
		voice := s.Languages.Voice(s.Archive.Preferences(ctx, archive.OfPerson(who.ID)), "")
		how := voice.Typed("try") + " #" + id
		message, err := s.Local(ctx, talk, chat.Message{
			Text:    voice.Say("trial-opened", speech.Person("Player", tell.User(m.Player(by))), speech.Text("Command", how)),
			Buttons: [][]chat.Button{{{Label: voice.Text("button.trial-see"), Says: how}}}, Quiet: true, News: true,
		})
		if err == nil {
			_, err = a.Send(ctx, talk, message)
		}
		if err != nil {
			s.Log.Info("a player is not told of lines that are open", "match", id, "room", talk, "error", err)
		}
		return
	}
}
