package adapter_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/adapter"
)

// What happens often is logged at once, and then once a minute with how often it has happened since.
func TestTally(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		tally := adapter.NewTally(slog.New(slog.NewTextHandler(&log, nil)), "too much")
		logs := func(want string) {
			t.Helper()
			if got := log.String(); (want == "") != (got == "") || !strings.Contains(got, want) {
				t.Errorf("logged %q, want %q", got, want)
			}
			log.Reset()
		}
		tally.Add("room", "a")
		logs(`msg="too much" times=1 room=a`)
		for range 5 {
			time.Sleep(10 * time.Second)
			tally.Add("room", "b")
			logs("")
		}
		time.Sleep(10 * time.Second)
		tally.Add("room", "c")
		logs(`msg="too much" times=6 room=c`)
		time.Sleep(time.Hour)
		tally.Add()
		logs(`msg="too much" times=1`)
	})
}
