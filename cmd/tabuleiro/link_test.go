package main

import (
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/engine/match"
)

var linkCodeForm = regexp.MustCompile(`/link ([a-z0-9]{8})`)

// A person links accounts on two services through both adapters: by a code in each direction, in private, within ten
// minutes, with five tries. The person then has one history, cannot play against themself, and can unlink the accounts.
func TestLink_BothServices(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := meet(t, false)
		defer func() { a.ends() }()
		private, direct := a.ana.Private(), a.leo.Direct()
		onTelegram := func(text, want string) string {
			t.Helper()
			said := len(private.Sent())
			a.ana.Says(private, text)
			a.rest()
			for _, m := range private.Sent()[said:] {
				if strings.Contains(m.Text, want) {
					return m.Text
				}
			}
			t.Fatalf("%s on Telegram: %d messages, none with %q", text, len(private.Sent())-said, want)
			return ""
		}
		onDiscord := func(text, want string) string {
			t.Helper()
			said := len(direct.Sent())
			a.leo.Types(direct, text)
			a.rest()
			for _, m := range direct.Sent()[said:] {
				if strings.Contains(m.Content, want) {
					return strings.NewReplacer("**", "", `\`, "").Replace(m.Content)
				}
			}
			t.Fatalf("%s on Discord: %d messages, none with %q", text, len(direct.Sent())-said, want)
			return ""
		}
		code := func(text string) string {
			t.Helper()
			found := linkCodeForm.FindStringSubmatch(text)
			if found == nil {
				t.Fatalf("no code in %q", text)
			}
			return found[1]
		}
		a.ana.Says(a.group, "/link")
		a.rest()
		if sent := a.group.Sent(); linkCodeForm.MatchString(sent[len(sent)-1].Text) ||
			!strings.Contains(sent[len(sent)-1].Text, "private chat") {
			t.Errorf("in a group: %q", sent[len(sent)-1].Text)
		}
		onDiscord("/language en", "")
		right := code(onDiscord("/link", "ithin ten minutes"))
		for _, left := range []string{"4 more times", "3 more times", "2 more times", "once more"} {
			onTelegram("/link aaaabbbb", left)
		}
		onTelegram("/link aaaabbbb", "Too many wrong codes")
		onTelegram("/link "+right, "Too many wrong codes")
		time.Sleep(10 * time.Minute)
		onTelegram("/link "+right, "or it has expired")
		right = code(onDiscord("/link", "ithin ten minutes"))
		back := code(onTelegram("/link "+right, "the other way round"))
		onTelegram("/link "+right, "No account was given that code") // it opens once
		time.Sleep(10 * time.Minute)
		onDiscord("/link "+back, "or it has expired")
		right = code(onDiscord("/link", "ithin ten minutes"))
		back = code(onTelegram("/link "+right, "Send me this on Discord"))
		onDiscord("/link "+back, "Done: your accounts are one person now")
		onDiscord("/theme paper", "")
		onTelegram("/settings theme", "Look: paper") // one person, with one set of settings
		a.ana.Says(a.group, "/play cage size=6")
		a.rest()
		sent := a.group.Sent()
		open := regexp.MustCompile(`/tabuleiro accept match: ([a-z0-9]{4}-[a-z0-9]{8})`).
			FindStringSubmatch(sent[len(sent)-1].Text)
		if open == nil {
			t.Fatalf("no code in %q", sent[len(sent)-1].Text)
		}
		a.leo.Command(a.channel, "accept", discordtest.With("match", open[1]))
		a.rest()
		if head, err := a.store.Head(t.Context(), open[1][:4]); err != nil || head.Status != match.Open {
			t.Errorf("against oneself: %+v, %v", head.Status, err)
		}
		onTelegram("/unlink", "the other one begins afresh")
		onDiscord("/unlink yes", "Separated")
		onTelegram("/unlink", "not linked to any other")
	})
}
