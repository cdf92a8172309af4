// Package conversation deals with what adapters hear: it makes a Request of an event, finds out what is wanted, has it
// done, and says the Result. It knows what was asked, completes what is typed, and shows again what may have been
// missed.
package conversation

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/intent"
	"tabuleiro/bot/matches"
	"tabuleiro/bot/meter"
	"tabuleiro/bot/people"
	"tabuleiro/bot/recent"
	"tabuleiro/bot/request"
	"tabuleiro/bot/services"
	"tabuleiro/bot/speak"
	"tabuleiro/bot/tell"
)

// Config has the parts of a conversation. All fields are needed.
type Config struct {
	Handlers
	Archive *archive.Archive
	Sender
	Speaker   *speak.Speaker
	Now       func() time.Time
	GuideFor  func(tell.Preferences, chat.Event) guide.Guide // pages for a reader
	Languages tell.Languages
	Reader    *intent.Reader // of what people say in words of their own

	Paces *people.Paces

	// on the tournament or the ladder of the room: see club.Club.Act
	Act func(*request.Request) (name, act string, is bool)
}

// Conversation deals with what adapters hear. It is a chat.Handler.
type Conversation struct {
	Config
	Commands map[string]request.Command // what can be asked for, by the names of command.Table
	shown    *recent.List[chat.Room, request.BoardShown]
}

// New makes a conversation.
func New(c Config) *Conversation {
	return &Conversation{c, c.commands(), recent.New[chat.Room, request.BoardShown](matches.Drafting, matches.AMoment)}
}

// Sender answers what was heard.
type Sender struct {
	Services *services.Services
	Registry *people.Registry
	Meter    *meter.Meter
	Log      *slog.Logger
}

// Send answers an event with a message. Only what happens in a match is repeated when that fails; an answer can be
// asked for again.
func (s Sender) Send(ctx context.Context, e chat.Event, m chat.Message) chat.Ref {
	a := s.Services.Adapter(e.Room.Service())
	if a == nil {
		return ""
	}
	m, err := s.Registry.Local(ctx, e.Room, m)
	if err != nil {
		s.Log.Warn("accounts are not known", "error", err)
	}
	m.Answers, m.Once = e.Reply, answerName(e, m)
	done := s.Meter.Speaks(a.Name(), meter.Answer)
	ref, err := a.Send(ctx, e.Room, m)
	done(err)
	if err != nil {
		s.Log.Warn("answer not sent", "room", e.Room, "error", err)
	}
	return ref
}

// answerName names an answer to an event, as the next process does if it hears the event again; "" if the event has no
// id.
func answerName(e chat.Event, m chat.Message) string {
	if e.ID == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(e.ID + "\n" + chat.Plain(m.Text)))
	return hex.EncodeToString(sum[:8])
}
