package telegram

import (
	"context"
	"log/slog"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/recent"
	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/wire"
)

// ears find out what an update is about, and tell the bot.
type ears struct {
	handler chat.Handler // nil: nobody listens yet
	line    *client.Client
	out     *outbox
	moves   *moves
	rooms   *adapter.Queue[chat.Room]
	people  *people
	ranks   *adapter.Beliefs[seat, wire.Standing] // what people are in groups
	hinted  *recent.List[string, bool]            // people who were told why nothing comes of what they said, and why
	admin   *recent.List[int64, bool]             // groups, and whether the bot is an administrator there
	times   client.Times
	log     *slog.Logger
	life    context.Context // ends when nothing more may be waited for

	myself        func() wire.User                            // zero until Telegram has said it
	hearsAll      func(ctx context.Context, group int64) bool // without being addressed
	administrates func(ctx context.Context, group int64) bool
}

// seat is a person in a group.
type seat struct{ group, person int64 }
