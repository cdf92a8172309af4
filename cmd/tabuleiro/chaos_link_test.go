package main

import (
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/bottest"
	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/table"
	"tabuleiro/storage"
	"tabuleiro/storage/bolt"
)

// talk is a private chat with a program that is being killed.
type talk struct {
	t    *testing.T
	v    *victim
	says func(text string)
	sent func() []string // by the program
}

// ask sends a text, again if there is no answer, until one of the wanted answers comes, which it returns.
func (k talk) ask(text string, wants ...string) string {
	k.t.Helper()
	said, again := len(k.sent()), time.Now()
	for late := again.Add(2 * telegramtest.Patience); time.Now().Before(late); time.Sleep(time.Millisecond) {
		if now := time.Now(); !now.Before(again) {
			again = now.Add(10 * time.Second)
			k.says(text)
		}
		for _, answer := range k.sent()[said:] {
			if slices.ContainsFunc(wants, func(want string) bool { return strings.Contains(answer, want) }) {
				return answer
			}
		}
	}
	k.t.Fatalf("%s: none of %q in %q; the log:\n%s", text, wants, k.sent()[said:], k.v.log)
	return ""
}

// TestChaos_Link kills the real program, twenty times in all, while two accounts are linked and unlinked. Afterwards
// they are either linked or not, no match has lost anything, and both can be done again.
func TestChaos_Link(t *testing.T) {
	longtest.Skip(t)
	t.Parallel()
	bePatient()
	telegram, discord := telegramtest.New(t), discordtest.New(t)
	discord.Starts(1 << 20)
	v := &victim{t: t, dir: t.TempDir(), more: []string{config.Prefix + "TELEGRAM_TOKEN=" + telegram.Token,
		config.Prefix + "TELEGRAM_API=" + telegram.URL, config.Prefix + "DISCORD_TOKEN=" + discordtest.Token,
		config.Prefix + "DISCORD_API=" + discord.API, config.Prefix + "LANGUAGE=en"}}
	ana, leo := telegram.Person("Ana", "ana"), discord.User("leo")
	private, direct := ana.Private(), leo.Direct()
	here := talk{t, v, func(text string) { ana.Says(private, text) }, func() (all []string) {
		for _, m := range private.Sent() {
			all = append(all, m.Text)
		}
		return all
	}}
	there := talk{t, v, func(text string) { leo.Types(direct, text) }, func() (all []string) {
		for _, m := range direct.Sent() {
			all = append(all, strings.NewReplacer("**", "", `\`, "").Replace(m.Content))
		}
		return all
	}}
	code := regexp.MustCompile(`/link ([a-z0-9]{8})`)
	const linked, separate = "the other one begins afresh", "not linked to any other"
	back := func() string { // the code that links them, said on Discord
		to := code.FindStringSubmatch(there.ask("/link", "ithin ten minutes"))[1]
		return code.FindStringSubmatch(here.ask("/link "+to, "ow the other way round"))[1]
	}
	timed := func(by talk, text, want string) time.Duration {
		began := time.Now()
		by.ask(text, want)
		return time.Since(began)
	}
	notes := func() int { // of what is half done, while nothing runs
		store, err := bolt.Open(filepath.Join(v.dir, string(usualDatabase)), bolt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		keys, err := store.Keys(t.Context(), "rewriting/")
		if err != nil {
			t.Fatal(err)
		}
		return len(keys)
	}
	done := map[string]int{}
	fall := func(by talk, text string, takes time.Duration) (state string) {
		by.says(text)
		time.Sleep(rand.N(takes + takes/10))
		v.kill()
		v.gone()
		done["half"] += notes()
		v.start()
		there.ask("/help", "/play") // it is there again, and has heard what it missed
		state = here.ask("/unlink", linked, separate)
		v.stop()
		if n := notes(); n > 0 {
			t.Errorf("%s: half done it is left", text)
		}
		v.start()
		return state
	}
	v.start()
	here.ask("/play damas bot level=1 white", "to move")
	here.ask("11-15", "Bot: ")
	there.ask("/play cage bot level=1 red", "to move")
	linking := timed(there, "/link "+back(), "one person now")
	here.ask("/unlink", linked)
	parting := timed(here, "/unlink yes", "Separated")
	for range 10 {
		if state := fall(there, "/link "+back(), linking); strings.Contains(state, separate) {
			there.ask("/link "+back(), "one person now") // the killed program has not heard it
		} else {
			done["link"]++
		}
		here.ask("/unlink", linked)
		if state := fall(here, "/unlink yes", parting); strings.Contains(state, linked) {
			here.ask("/unlink yes", "Separated", separate)
		} else {
			done["unlink"]++
		}
		here.ask("/unlink", separate)
	}
	v.stop()
	store, err := bolt.Open(filepath.Join(v.dir, string(usualDatabase)), bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	bottest.Verify(t, store, table.Games)
	if heads, err := store.Find(t.Context(), storage.Query{Live: true}); len(heads) != 2 || err != nil {
		t.Errorf("%d matches, %v", len(heads), err)
	}
	t.Logf("they take %v and %v; of ten each were done when the program was there again, killed half done: %v", linking,
		parting, done)
}
