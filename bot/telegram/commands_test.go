package telegram_test

import (
	"context"
	"strings"
	"testing"

	"tabuleiro/bot/command"
	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/storage/memorytest"
)

func commandsOf(names ...string) map[string][]telegram.Command {
	var list []telegram.Command
	for _, n := range names {
		in := command.Private | command.Groupwide | command.Administrators
		switch n {
		case "secret":
			in = command.Private
		case "unsaid":
			in = 0
		}
		list = append(list, telegram.Command{Name: n, Help: "what " + n + " does: /léxico", Menu: in})
	}
	return map[string][]telegram.Command{"": list, "pt": list}
}

// watched are places that tell when it is put there which commands Telegram has.
type watched struct {
	telegram.Places
	put chan bool
}

func (w watched) Put(ctx context.Context, key, value string) error {
	err := w.Places.Put(ctx, key, value)
	if strings.HasPrefix(key, "telegram/4839574812/setMyCommands/") {
		w.put <- true
	}
	return err
}

// Telegram gets the commands of each language for private chats, groups and their administrators, under names that it
// knows, and only when they have changed.
func TestCommands(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		store := watched{memorytest.New(), make(chan bool, 10)}
		run := func(c map[string][]telegram.Command, calls int) {
			t.Helper()
			changed := calls - s.Calls("setMyCommands")
			l := listenAt(t, s, func(config *telegram.Config) { config.Commands, config.Places = c, store }).run()
			for range changed {
				<-store.put
			}
			ana := s.Person("Ana", "ana")
			ana.Says(ana.Private(), "hello")
			l.ears.next(t)
			l.stop()
			if n := s.Calls("setMyCommands"); n != calls {
				t.Errorf("set %d times, want %d", n, calls)
			}
		}
		run(commandsOf("play", "secret", "unsaid"), 6)
		for where, want := range map[[2]string]string{
			{"all_private_chats", ""}:         `[{"command":"play","description":"what play does: /lexico"},{"command":"secret","description":"what secret does: /lexico"}]`,
			{"all_private_chats", "pt"}:       `[{"command":"play","description":"what play does: /lexico"},{"command":"secret","description":"what secret does: /lexico"}]`,
			{"all_group_chats", ""}:           `[{"command":"play","description":"what play does: /lexico"}]`,
			{"all_group_chats", "pt"}:         `[{"command":"play","description":"what play does: /lexico"}]`,
			{"all_chat_administrators", ""}:   `[{"command":"play","description":"what play does: /lexico"}]`,
			{"all_chat_administrators", "pt"}: `[{"command":"play","description":"what play does: /lexico"}]`,
		} {
			if got := s.Commands(where[0], where[1]); got != want {
				t.Errorf("%s: %s, want %s", where, got, want)
			}
		}
		run(commandsOf("play", "secret", "unsaid"), 6)
		run(commandsOf("play", "rules"), 12)
		s.Fail("setMyCommands", 1, telegramtest.Refuse(400, "Bad Request: BOT_COMMAND_INVALID"))
		l := listenAt(t, s, func(config *telegram.Config) { config.Commands, config.Places = commandsOf("board"), store }).run()
		l.log.Until(t, 1, "could not be set")
		for range 5 {
			<-store.put
		}
		l.stop()
		run(commandsOf("board"), 19) // the next start tries the one again
	})
}
