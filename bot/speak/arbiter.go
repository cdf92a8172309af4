package speak

import (
	"context"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
)

// CallArbiter tells the person whom a challenge, just made in a room, names as its arbiter about the office and how to
// say no: in private, and where that cannot be in the room, unless nobody else is there. The match does not wait for
// that.
func CallArbiter(ctx context.Context, s *Speaker, id string, room chat.Room, private bool) {
	m, _, err := s.Archive.Load(ctx, id)
	a := s.Adapter(room.Service())
	if err != nil || a == nil || m.Setup.Arbiter.Anyone() {
		return
	}
	who := tell.User(m.Setup.Arbiter)
	local, err := s.Local(ctx, room, chat.Message{Turn: who})
	if err != nil {
		return
	}
	talk, quiet, of := chat.Room(""), false, archive.OfPerson(who.ID)
	if who.ID != "" { // else only the handle is known
		talk, quiet = calling(ctx, s.Archive, a, room, who.ID, local.Turn)
	}
	if talk == "" {
		talk, of = room, archive.OfRoom(room)
	}
	if talk == room && (private || quiet) {
		return
	}
	voice := s.Languages.Voice(s.Archive.Preferences(ctx, of), "")
	how := voice.Typed("arbiter") + " #" + id
	message := chat.Message{
		Text: voice.Say("arbiter-named", speech.Person("Name", who), speech.Person("Player", tell.User(m.Challenger)),
			speech.Text("ID", id), speech.Text("Command", how)),
		Buttons: [][]chat.Button{{{Label: voice.Text("button.arbiter-no"), Says: how + " " + voice.Typed("no")}}}, Turn: who,
		News: true,
	}
	if message, err = s.Local(ctx, talk, message); err == nil {
		_, err = a.Send(ctx, talk, message)
	}
	if err != nil {
		s.Log.Info("an arbiter is not told of being one", "match", id, "room", talk, "error", err)
	}
}
