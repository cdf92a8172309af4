package discord_test

import (
	"testing"

	"tabuleiro/bot/discord/discordtest"
)

// From the first words it takes one line or tap until there is a board against the bot, and two against a friend: what
// is done is counted here, on a server, in a direct talk, and where the bot is only a guest.
func TestTapsToTheBoard(t *testing.T) {
	t.Parallel()
	type step func(w *world, room *discordtest.Channel, ana, rui *discordtest.User)
	against := func(whom func(w *world, rui *discordtest.User) *discordtest.User) step {
		return func(w *world, room *discordtest.Channel, ana, rui *discordtest.User) {
			ana.Command(room, "play", discordtest.With("opponent", whom(w, rui)))
		}
	}
	theBot := against(func(w *world, _ *discordtest.User) *discordtest.User { return w.Bot })
	friend := against(func(_ *world, rui *discordtest.User) *discordtest.User { return rui })
	types := func(text string) step {
		return func(_ *world, room *discordtest.Channel, ana, _ *discordtest.User) { ana.Types(room, text) }
	}
	accepts := func(_ *world, room *discordtest.Channel, _, rui *discordtest.User) {
		rui.Presses(room.Next(), "Accept")
	}
	server := func(w *world, ana, rui *discordtest.User) *discordtest.Channel {
		return w.Guild(ana, rui).Channel("general")
	}
	direct := func(_ *world, ana, _ *discordtest.User) *discordtest.Channel { return ana.Direct() }
	guest := func(w *world, _, _ *discordtest.User) *discordtest.Channel { return w.Group() }
	for name, c := range map[string]struct {
		where func(w *world, ana, rui *discordtest.User) *discordtest.Channel
		most  int
		steps []step
	}{
		"server, the bot":            {server, 1, []step{theBot}},
		"server, a friend":           {server, 2, []step{friend, accepts}},
		"direct, the bot by words":   {direct, 1, []step{types("I want to play you")}},
		"direct, the bot by a game":  {direct, 1, []step{types("draughts")}},
		"direct, the bot by command": {direct, 1, []step{theBot}},
		"guest, the bot":             {guest, 1, []step{theBot}},
		"guest, a friend":            {guest, 2, []step{friend, accepts}},
	} {
		t.Run(name, func(t *testing.T) {
			virtually(t, func(t *testing.T) {
				w := begin(t)
				ana, rui := w.User("ana"), w.User("rui")
				room := c.where(w, ana, rui)
				for _, do := range c.steps {
					do(w, room, ana, rui)
				}
				board := room.Next()
				for board.Picture == nil && room.Unread() > 0 {
					board = room.Next()
				}
				if board.Picture == nil && board.Edited(1).Picture == nil {
					t.Errorf("there is no board, but %q", board.Content)
				}
				if len(c.steps) > c.most {
					t.Errorf("%d lines and taps, want at most %d", len(c.steps), c.most)
				}
			})
		})
	}
}
