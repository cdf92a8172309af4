package bot_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	"tabuleiro/engine/match"
	"tabuleiro/storage/memorytest"
)

// types makes somebody say a text in a group where handles say nothing about whose they are.
func types(h chat.Handler, u chat.User, text string, mentions ...chat.User) {
	h.Hear(context.Background(), chat.Event{Room: "desk:group", From: u, Text: text, Addressed: true, Mentions: mentions})
}

// refuses tells whether Rui does not take a challenge.
func refuses(texts []string) bool {
	return len(texts) == 1 && strings.Contains(texts[0], "is not taking this challenge")
}

func handled(u chat.User, handle string) chat.User {
	u.Handle = handle
	return u
}

// A block holds where only handles are known of people who were heard, and follows the one who is blocked to another
// handle. The next owner of a handle is somebody else. Who was not heard since the start is asked, and cannot accept.
func TestBlockedByHandle(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store, d := memorytest.New(), newDesk()
		h, stop := start(t, store, d)
		zeca := chat.User{ID: "desk:zeca", Handle: "zeca", Name: "Zeca"}
		step := func(what string, u chat.User, text string, refused bool, mentions ...chat.User) {
			t.Helper()
			d.heard()
			types(h, u, text, mentions...)
			got := d.heard()
			if refuses(got) != refused || len(got) != 1 {
				t.Errorf("%s: %q", what, got)
			}
		}
		step("a block by handle", rui, "/block @ana", false)
		step("both by handle", ana, "/play cage @RUI", true)
		step("the one challenged is known", ana, "/play cage @rui", true, rui)
		step("the one blocked has another handle", handled(ana, "anna"), "/play cage @rui", true)
		step("and has none", handled(ana, ""), "/play cage @rui", true)
		step("somebody else has it now", handled(zeca, "ana"), "/play cage @rui", false)
		step("the one who blocked has another handle", handled(rui, "rodrigo"), "/games", false)
		step("by the new one", ana, "/play cage @rodrigo", true)
		stop()
		d = newDesk()
		h, _ = start(t, store, d)
		step("the one who blocked was not heard", ana, "/play cage @rodrigo", false)
		types(h, handled(rui, "rodrigo"), "/accept")
		if got := chat.Plain(d.last(t).m.Text); !strings.HasPrefix(got, "You have blocked Ana") {
			t.Errorf("accepted by who has blocked the other: %q", got)
		}
		step("and was heard", ana, "/play cage @rodrigo", true)
		step("somebody else takes the handle", handled(zeca, "rodrigo"), "/games", false)
		step("who has blocked nobody", ana, "/play damas @rodrigo", false)
		if n := live(t, store, ana.ID)[match.Open]; n != 2 {
			t.Errorf("%d challenges", n)
		}
		step("the block is lifted", handled(rui, "rodrigo"), "/unblock @ana", false, ana)
		step("by nobody's handle", ana, "/play eximo @rui", false, handled(rui, "rui"))
		left, err := store.Keys(context.Background(), "blocked/")
		if err != nil || len(left) != 0 {
			t.Errorf("left of the block: %v %v", left, err)
		}
	})
}

// Handles that an older version has kept for blocklists are dropped at the start, and the lists hold.
func TestBlockedByOlderVersion(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store, d := memorytest.New(), newDesk()
		for key, text := range map[string]string{"blocked/@desk:rui": rui.ID,
			"blocked/" + rui.ID: `{"handles":{"desk":"rui"},"people":[{"handle":"ana","name":"Ana"}]}`} {
			if err := store.Put(t.Context(), key, text); err != nil {
				t.Fatal(err)
			}
		}
		h, _ := start(t, store, d)
		types(h, ana, "/play cage @rui", rui)
		if got := d.heard(); !refuses(got) {
			t.Errorf("a challenge: %q", got)
		}
		if keys, err := store.Keys(t.Context(), "blocked/@"); err != nil || len(keys) != 0 {
			t.Errorf("left are %v, %v", keys, err)
		}
	})
}

// A person without a handle is blocked by an answer or a mention, and unblocked by a button.
func TestBlockedWithoutHandle(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		eva := chat.User{ID: "desk:eva", Name: "Eva"}
		h.Hear(context.Background(), chat.Event{Room: "desk:group", From: rui, Text: "/block", Addressed: true,
			Answered: eva})
		types(h, rui, "/block", chat.User{ID: "desk:tó", Name: "Tó"})
		d.heard()
		types(h, eva, "/play cage @rui", rui)
		if got := d.heard(); !refuses(got) {
			t.Errorf("Eva's challenge: %q", got)
		}
		types(h, rui, "/block")
		list := d.last(t).m
		if text := chat.Plain(list.Text); text != "You have blocked 2 people:\nEva\nTó" || len(list.Buttons) != 2 ||
			!list.Private {
			t.Fatalf("%q %+v", text, list.Buttons)
		}
		if b := list.Buttons[0][0]; b.Label != "Unblock Eva" || len(b.Says) > d.caps.Says {
			t.Errorf("button %+v", b)
		}
		types(h, rui, list.Buttons[0][0].Says)
		if text := chat.Plain(d.last(t).m.Text); text != "Eva is not blocked any more.\n\nYou have blocked one person:\nTó" {
			t.Errorf("%q", text)
		}
		types(h, rui, "/unblock tó")
		if text := chat.Plain(d.last(t).m.Text); !strings.HasPrefix(text, "Tó is not blocked any more.") {
			t.Errorf("by name: %q", text)
		}
		types(h, eva, "/play cage @rui", rui)
		if text := chat.Plain(d.last(t).m.Text); !strings.Contains(text, "Eva challenges Rui") {
			t.Errorf("%q", text)
		}
	})
}

// A list is bounded.
func TestBlockedMany(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d := newDesk()
		h, _ := start(t, memorytest.New(), d, limit(bot.Limits{Commands: 1000}))
		for i := range 100 {
			types(h, rui, fmt.Sprint("/block @somebody", i))
		}
		d.heard()
		types(h, rui, "/block @another")
		if got := d.heard(); len(got) != 1 || !strings.HasPrefix(got[0], "Your list has 100 people") {
			t.Errorf("%q", got)
		}
		types(h, rui, "/block @somebody7")
		if got := d.heard(); len(got) != 1 || !strings.HasPrefix(got[0], "@somebody7 is blocked") &&
			!strings.HasPrefix(got[0], "somebody7 is blocked") {
			t.Errorf("again: %q", got)
		}
	})
}

// namedDesk is a desk that knows what people call the bot.
type namedDesk struct{ *desk }

func (namedDesk) Self() chat.User { return chat.User{ID: "desk:bot", Handle: "Tabuleiro_bot"} }

// A challenge to the bot is one to the house, of games that it plays. People do not play against themselves, and
// neither is there to be blocked.
func TestOneselfAndTheBot(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store, d := memorytest.New(), newDesk()
		h, _ := start(t, store, namedDesk{d}, limit(bot.Limits{}))
		for text, want := range map[string]string{
			"/play cage @ana":        "You cannot play against yourself",
			"/play cage thread @ana": "You cannot play against yourself",
			"/block @tabuleiro_bot":  "I never challenge anybody",
			"/block @ana":            "You cannot block yourself",
			"/block ana":             "Whom?",
		} {
			types(h, ana, text)
			if got := d.heard(); len(got) != 1 || !strings.HasPrefix(got[0], want) {
				t.Errorf("%s: %q", text, got)
			}
		}
		if n := len(live(t, store, ana.ID)); n != 0 {
			t.Errorf("%d matches", n)
		}
		types(h, ana, "/play damas @tabuleiro_bot")
		if got := d.heard(); len(got) != 1 || !strings.Contains(got[0], "I play at level ") {
			t.Errorf("a challenge to the bot: %q", got)
		}
	})
}

// A list that cannot be read is not one with nobody in it: no challenge goes through, and none is written in its place.
func TestBlocklistUnreadable(t *testing.T) {
	inTime(t, func(t *testing.T) {
		const damaged = `{"people":[`
		store, d := memorytest.New(), newDesk()
		h, _ := start(t, store, d)
		key := "blocked/" + rui.ID
		if err := store.Put(t.Context(), key, damaged); err != nil {
			t.Fatal(err)
		}
		types(h, ana, "/play cage @rui", rui)
		types(h, rui, "/block @eva", chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"})
		if got := d.heard(); len(got) != 2 || !strings.Contains(got[0], "went wrong") ||
			!strings.Contains(got[1], "went wrong") {
			t.Errorf("said: %q", got)
		}
		if n := len(live(t, store, ana.ID)); n != 0 {
			t.Errorf("%d matches", n)
		}
		if is, err := store.Get(t.Context(), key); err != nil || is != damaged {
			t.Errorf("the list is %q now, %v", is, err)
		}
		if err := store.Put(t.Context(), key, ""); err != nil {
			t.Fatal(err)
		}
	})
}

// Where all read what is answered, whoever has blocked somebody is not told so: the one who is blocked reads it, too.
func TestOwnBlockIsNotPublic(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, privates := range []bool{true, false} {
			d := newDesk()
			d.caps.Privates = privates
			h, _ := start(t, memorytest.New(), d)
			privately(h, rui, "/block @ana")
			for _, said := range []func(){func() { says(h, rui, "/play damas @ana") },
				func() { privately(h, rui, "/play damas @ana") }} {
				d.heard()
				said()
				last := d.last(t)
				public := last.room == "desk:group" && !privates
				if got := chat.Plain(last.m.Text); strings.Contains(got, "block") == public || len(last.m.Buttons) == 0 != public ||
					strings.Contains(got, "No match between you and Ana") != public {
					t.Errorf("private answers %v: said in %s: %q, %v", privates, last.room, got, last.m.Buttons)
				}
			}
		}
	})
}
