package telegram_test

import (
	"testing"
	"testing/synctest"
	"time"
)

// Where pictures are refused they are not tried for each board: the first time, a day later and, at once, when the bot
// is told that it may do other things there.
func TestPictures_Refused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLostTable(t, false, true)
		tried := func() int { return l.Calls("sendPhoto") + l.Calls("editMessageMedia") }
		shown := func() (photo bool) {
			l.ana.Says(l.in, "/board")
			time.Sleep(time.Minute)
			sent := l.in.Sent()
			return sent[len(sent)-1].Now().Photo != nil
		}
		before := tried()
		l.group.Pictures(false)
		for range 3 {
			if shown() {
				t.Error("a picture comes where none may be sent")
			}
		}
		if n := tried() - before; n != 1 {
			t.Errorf("tried %d times", n)
		}
		time.Sleep(25 * time.Hour)
		before = tried()
		if shown(); tried() != before+1 {
			t.Errorf("tried %d times a day later", tried()-before)
		}
		l.group.Pictures(true)
		if l.group.Promote(); !shown() {
			t.Error("no picture comes where the bot may send one again")
		}
	})
}
