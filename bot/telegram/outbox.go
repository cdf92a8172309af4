package telegram

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/recent"
	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/commands"
	"tabuleiro/bot/telegram/pace"
	"tabuleiro/bot/telegram/wire"
)

// Sentences of the adapter itself.
const (
	EditedKey    = "telegram-edited"    // a message that was changed does not count
	ForwardedKey = "telegram-forwarded" // nor does one that somebody else wrote
	WordlessKey  = "telegram-wordless"  // nor does one without words
	WaitKey      = "telegram-wait"      // the chat has to wait {{.Seconds}}
	NoFileKey    = "telegram-no-file"   // files are not allowed here
	NoFilmKey    = "telegram-no-film"   // nor are moving pictures, which are sent as files
	RightsKey    = "telegram-rights"    // as the reason for both
)

// most is how much is remembered of each kind of what can be found out again, or does not matter much: the chats and
// the messages of the last hours.
const most = 2000

// outbox says and changes messages, and answers buttons, each chat in its order and at Telegram's rates.
type outbox struct {
	line  *client.Client
	lanes *pace.Queue
	words commands.Speller
	seats *adapter.Seats
	moves *moves
	times client.Times
	log   *slog.Logger
	life  context.Context // ends when nothing more may be waited for

	sentence func(locale, key string, gaps map[string]string) string // Config.Say
	caps     func() chat.Caps
	unsaid   func(chat.Room) int                         // events of which something may still be said
	noteMove func(from, to wire.Spot)                    // is told where a chat is by now
	hearsAll func(ctx context.Context, group int64) bool // without being addressed

	// chats that take no messages, until something is heard from them; true: the person in it has seen to that
	closed *recent.List[int64, bool]
	opened *recent.List[int64, uint64]   // the count of openings when something was heard last from a chat
	opens  atomic.Uint64                 // of all chats
	shapes *recent.List[wire.Ref, shape] // of messages that the bot may want to change
	sight  *sight

	pictureless *adapter.Beliefs[int64, bool] // chats that have refused pictures and taken the words
}

// pictureAgain is how long after a picture was refused in a chat one is tried there again, unless the bot is told
// before that it may do other things there.
const pictureAgain = 24 * time.Hour

// fitting is a message as a chat takes it: where no picture was taken lately the board is words from the first.
func (o *outbox) fitting(chatID int64, m chat.Message) chat.Message {
	if _, refused := o.pictureless.Get(chatID); refused && kindOf(m) == asPhoto && m.Board.Text != "" {
		m.Board = &chat.Board{Text: m.Board.Text}
	}
	return m
}

// say is a sentence for the author of an event, who may not be known.
func (o *outbox) say(c *cause, key string, gaps map[string]string) string {
	if o.sentence == nil {
		return ""
	}
	locale := ""
	if c != nil {
		locale = c.locale
	}
	return o.sentence(locale, key, gaps)
}

// reopen notes that something was heard from a chat, so that it may be written to.
func (o *outbox) reopen(chat int64) {
	o.opened.Put(chat, o.opens.Add(1))
	o.closed.Remove(chat)
}

// within is a context that ends with ctx, with life, or after d.
func within(ctx, life context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, d)
	stop := context.AfterFunc(life, cancel)
	return ctx, func() {
		stop()
		cancel()
	}
}
