package telegram_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/telegramtest"
)

// Many people ask for films and hints without a pause, also where matches are under way: somebody who comes for the
// first time is helped at once, the others' boards do not wait, and the films come, too.
func TestClasses_UnderFloods(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := virtual(t)
		d := seat(o)
		d.say = commands
		var rooms []*telegramtest.Chat
		for range 6 {
			for _, at := range seat(o).rooms {
				rooms = append(rooms, at)
				break // both play there
			}
		}
		for i := range 80 {
			flo := o.Person("Flo", fmt.Sprint("flo", i))
			flo.Says(flo.Private(), "/start")
			rooms = append(rooms, flo.Private())
		}
		time.Sleep(20 * time.Second) // until the groups are quiet
		ctx, end := context.WithCancel(t.Context())
		defer end()
		var flooding sync.WaitGroup
		for _, at := range rooms {
			for _, m := range []chat.Message{
				{Text: text("a film"), File: &chat.File{Name: "match.gif", Data: []byte("GIF89a")}},
				{Text: text("a hint"), Private: true},
			} {
				flooding.Go(func() {
					for ctx.Err() == nil {
						_, _ = o.telegram.Send(ctx, roomOf(at), m)
						time.Sleep(500 * time.Millisecond)
					}
				})
			}
		}
		films := func() int { return o.Calls("sendAnimation") }
		time.Sleep(10 * time.Second)
		before := films()
		for i := range 4 {
			time.Sleep(5 * time.Second)
			began := time.Now()
			d.move()
			if took := time.Since(began); took > 500*time.Millisecond {
				t.Errorf("the board after move %d has waited %v", i+1, took)
			}
			mia := o.Person("Mia", fmt.Sprint("mia", i))
			private := mia.Private()
			began = time.Now()
			say(private, mia, "/help")
			if took := time.Since(began); took > time.Second {
				t.Errorf("newcomer %d has waited for help for %v", i+1, took)
			}
		}
		if n := films() - before; n < 50 {
			t.Errorf("only %d films came", n)
		}
		if o.Floods() > 0 {
			t.Errorf("it was too much for Telegram %d times", o.Floods())
		}
		end()
		flooding.Wait()
	})
}
