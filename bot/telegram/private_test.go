package telegram_test

import (
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/telegram/telegramtest"
)

// A move that is tapped where both play in private costs at most three calls: the answer to the tap, the board of the
// one who has tapped, which stays where it is, and the one of the other. Where that is a new one, because it has to
// ring, the one before is deleted, which has a limit of its own.
func TestPrivateMoveCalls(t *testing.T) {
	for _, pause := range []time.Duration{10 * time.Second, 20 * time.Minute} {
		synctest.Test(t, func(t *testing.T) {
			o := virtual(t)
			ana, rui := o.Person("Ana", "ana"), o.Person("Rui", "rui")
			for _, p := range []*telegramtest.Person{ana, rui} {
				p.Says(p.Private(), "/start")
				time.Sleep(time.Minute)
			}
			ana.Says(ana.Private(), "/play damas @rui")
			time.Sleep(time.Minute)
			board := func(p *telegramtest.Person) *telegramtest.Message {
				sent := p.Private().Sent()
				return sent[len(sent)-1]
			}
			rui.Taps(board(rui), "Accept").Wait()
			time.Sleep(time.Minute)
			calls := func() (n int) {
				for _, method := range []string{"sendMessage", "sendPhoto", "sendDocument", "sendAnimation", "sendChatAction",
					"editMessageText",
					"editMessageMedia", "editMessageCaption", "editMessageReplyMarkup", "answerCallbackQuery", "getChatMember"} {
					n += o.Calls(method)
				}
				return n
			}
			for range 12 {
				for _, p := range []*telegramtest.Person{ana, rui} {
					m := board(p)
					moves := movesUnder(m)
					if len(moves) == 0 {
						continue
					}
					before, deleted := calls(), o.Calls("deleteMessage")
					p.Taps(m, moves[0]).Wait()
					time.Sleep(pause)
					if n, gone := calls()-before, o.Calls("deleteMessage")-deleted; n > 3 || gone > 1 {
						t.Errorf("after %v: %s taps %s, %d calls, %d boards deleted", pause, p.First, moves[0], n, gone)
					}
					break
				}
			}
		})
	}
}
