package account_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// Whichever call of the store fails, a command about people is answered or reported as failed, and never half done:
// repeated it has the usual answer.
func TestAccount_StoreFails(t *testing.T) {
	steps := []struct {
		who  chat.User
		text string
	}{
		{Ana, "/profile"}, {Ana, "/profile @rui"}, {Ana, "/versus @rui"}, {Ana, "/ranking"}, {Ana, "/dice stats"},
		{Ana, "/mydata"}, {Ana, "/forget"}, {Ana, "/forget yes"}, {Ana, "/profile"},
		{Rui, "/ranking"}, {Rui, "/profile"},
	}
	const failure = "Something went wrong"
	InTime(t, func(t *testing.T) {
		var want []string
		for n := range 16 { // 0: none fails
			store, d := faultytest.New(memorytest.New()), NewDesk()
			h, stop := Start(t, store, d)
			PlaysMoves(h, d, "", 4)
			Says(h, Rui, "/resign yes")
			var got []string
			for _, step := range steps {
				d.Heard()
				if n > 0 {
					store.Plan(faultytest.Nth(n, faultytest.Fault{Err: errors.New("no disk")}))
				}
				To(h, step.who, true, step.text)
				store.Plan(nil)
				said := strings.Join(d.Heard(), "\n")
				if strings.Contains(said, failure) {
					To(h, step.who, true, step.text)
					said = strings.Join(d.Heard(), "\n")
				}
				got = append(got, said)
				Later(time.Minute)
			}
			stop()
			if n == 0 {
				want = got
				continue
			}
			for i, text := range got {
				if text != want[i] {
					t.Errorf("call %d of %s failed, then it is answered with %q, want %q", n, steps[i].text, text, want[i])
				}
			}
		}
	})
}
