package discord_test

import (
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/discord/discordtest"
)

// An answer that did not reach somebody is told by the next process, once; it goes after a day, and a person who is
// forgotten leaves none of it.
func TestUnsaidOutlives(t *testing.T) {
	for name, x := range map[string]struct {
		between func(w *world, ana *discordtest.User, c *discordtest.Channel)
		told    bool
	}{
		"a restart": {func(w *world, _ *discordtest.User, _ *discordtest.Channel) {
			_ = w.stop()
			w.run(nil)
			w.Connected(2)
		}, true},
		"a day": {func(*world, *discordtest.User, *discordtest.Channel) { time.Sleep(25 * time.Hour) }, false},
		"being forgot": {func(_ *world, ana *discordtest.User,
			_ *discordtest.Channel) {
			ana.Types(ana.Direct(), "/forget yes")
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			virtually(t, func(t *testing.T) {
				w := begin(t)
				ana, _, c := w.people()
				late := w.Fail(discordtest.Fault{Method: "POST", Path: "/callback", Late: 4 * time.Second, Times: 10})
				ana.Command(c, "help")
				time.Sleep(time.Minute)
				late.End()
				kept := func() int {
					keys, err := w.store.Keys(t.Context(), "unsaid/")
					if err != nil {
						t.Fatal(err)
					}
					return len(keys)
				}
				if kept() != 1 {
					t.Fatalf("%d notes are kept", kept())
				}
				x.between(w, ana, c)
				time.Sleep(time.Minute)
				if (kept() == 1) != x.told {
					t.Errorf("%d notes are kept afterwards", kept())
				}
				if !x.told {
					return
				}
				next := ana.Command(c, "games")
				if m := next.Private(); strings.Contains(m.Content, "unsaid") {
					t.Errorf("ana is told %q", m.Content)
				}
				if m := next.Private(); !m.Secret || !strings.HasPrefix(m.Content, "en-US unsaid\n") {
					t.Errorf("ana is told %q", m.Content)
				}
				time.Sleep(time.Second)
				if kept() != 0 {
					t.Errorf("%d notes are kept of what is told", kept())
				}
			})
		})
	}
}

// That somebody has been forgotten is not written down when it cannot be said.
func TestForgottenIsUnkept(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, _, c := w.people()
		asked := ana.Command(c, "forget").Private()
		w.Fail(discordtest.Fault{Method: "POST", Path: "/callback", Late: 4 * time.Second, Times: 10})
		ana.Presses(asked, asked.Buttons()[0])
		time.Sleep(10 * time.Minute)
		if keys, err := w.store.Keys(t.Context(), "unsaid/"); err != nil || len(keys) > 0 {
			t.Errorf("kept are %q, %v", keys, err)
		}
	})
}
