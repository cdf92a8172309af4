package telegram_test

import (
	"context"
	"strings"
	"testing"

	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/storage/memorytest"
)

// A server in local mode gives files by their paths: they are read if that is set, and else what is to be done is
// logged.
func TestLocalServer(t *testing.T) {
	virtually(t, func(t *testing.T) {
		for _, local := range []bool{true, false} {
			s := telegramtest.Virtual(t)
			s.Local(t.TempDir())
			l := listenAt(t, s, func(c *telegram.Config) { c.Local = local }).run()
			ana := s.Person("Ana", "ana")
			ana.Says(ana.Private(), "look", telegramtest.Attached(telegramtest.Document{Name: "a.pdn", Data: []byte("1. 11-15")}))
			e := l.ears.next(t)
			if e.File == nil || e.File.Name != "a.pdn" || local != (string(e.File.Data) == "1. 11-15") {
				t.Errorf("local %v: %+v", local, e.File)
			}
			if !local {
				l.log.Until(t, 1, "set local: true under telegram")
			}
		}
	})
}

// noted are places that tell what is put there about descriptions.
type noted struct {
	telegram.Places
	put chan string
}

func (n noted) Put(ctx context.Context, key, value string) error {
	err := n.Places.Put(ctx, key, value)
	if strings.Contains(key, "Description") {
		n.put <- key
	}
	return err
}

// The descriptions of the bot are set in each language, and again only where it has changed.
func TestDescriptions(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		places := noted{memorytest.New(), make(chan string, 10)}
		run := func(d map[string]telegram.Description, news, short, long int) {
			t.Helper()
			l := listenAt(t, s, func(c *telegram.Config) { c.Descriptions, c.Places = d, places }).run()
			for range news {
				<-places.put
			}
			l.stop()
			if s.Calls("setMyDescription") != long || s.Calls("setMyShortDescription") != short {
				t.Errorf("set %d and %d times", s.Calls("setMyDescription"), s.Calls("setMyShortDescription"))
			}
		}
		d := map[string]telegram.Description{"": {Long: "games", Short: "play"}, "pt": {Long: "jogos", Short: "jogar"}}
		run(d, 4, 2, 2)
		run(d, 0, 2, 2)
		d["pt"] = telegram.Description{Long: "jogos para dois", Short: "jogar"}
		run(d, 1, 2, 3)
		if got := s.Described("setMyDescription", "pt") + s.Described("setMyShortDescription", ""); got != "jogos para dois"+
			"play" {
			t.Errorf("described as %q", got)
		}
	})
}
