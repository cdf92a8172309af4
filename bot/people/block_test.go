package people_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage/memorytest"
)

// refuses reports whether Rui refuses a challenge.
func refuses(texts []string) bool {
	return len(texts) == 1 && strings.Contains(texts[0], "is not taking this challenge")
}

func handled(u chat.User, handle string) chat.User {
	u.Handle = handle
	return u
}

// A block works for people known by handle alone, and follows the blocked person to another handle; the next owner of a
// handle is another person. A person not heard since the start is asked, and cannot accept.
func TestBlock_ByHandle(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := memorytest.New(), NewDesk()
		h, stop := Start(t, store, d)
		zeca := chat.User{ID: "desk:zeca", Handle: "zeca", Name: "Zeca"}
		step := func(what string, u chat.User, text string, refused bool, mentions ...chat.User) {
			t.Helper()
			d.Heard()
			Types(h, u, text, mentions...)
			got := d.Heard()
			if refuses(got) != refused || len(got) != 1 {
				t.Errorf("%s: %q", what, got)
			}
		}
		step("a block by handle", Rui, "/block @ana", false)
		step("both by handle", Ana, "/play cage @RUI", true)
		step("the one challenged is known", Ana, "/play cage @rui", true, Rui)
		step("the one blocked has another handle", handled(Ana, "anna"), "/play cage @rui", true)
		step("and has none", handled(Ana, ""), "/play cage @rui", true)
		step("somebody else has it now", handled(zeca, "ana"), "/play cage @rui", false)
		step("the one who blocked has another handle", handled(Rui, "rodrigo"), "/games", false)
		step("by the new one", Ana, "/play cage @rodrigo", true)
		stop()
		d = NewDesk()
		h, _ = Start(t, store, d)
		step("the one who blocked was not heard", Ana, "/play cage @rodrigo", false)
		Types(h, handled(Rui, "rodrigo"), "/accept")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.HasPrefix(got, "You have blocked Ana") {
			t.Errorf("accepted by who has blocked the other: %q", got)
		}
		step("and was heard", Ana, "/play eximo @rodrigo", true)
		step("somebody else takes the handle", handled(zeca, "rodrigo"), "/games", false)
		step("who has blocked nobody", Ana, "/play damas @rodrigo", false)
		if n := Live(t, store, Ana.ID)[match.Open]; n != 2 {
			t.Errorf("%d challenges", n)
		}
		step("the block is lifted", handled(Rui, "rodrigo"), "/unblock @ana", false, Ana)
		step("by nobody's handle", Ana, "/play eximo @rui", false, handled(Rui, "rui"))
		left, err := store.Keys(context.Background(), "blocked/")
		if err != nil || len(left) != 0 {
			t.Errorf("left of the block: %v %v", left, err)
		}
	})
}

// Handles stored by an older version for blocklists are dropped at the start, and the lists stay valid.
func TestBlock_OlderVersion(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := memorytest.New(), NewDesk()
		for key, text := range map[string]string{"blocked/@desk:rui": Rui.ID,
			"blocked/" + Rui.ID: `{"handles":{"desk":"rui"},"people":[{"handle":"ana","name":"Ana"}]}`} {
			if err := store.Put(t.Context(), key, text); err != nil {
				t.Fatal(err)
			}
		}
		h, _ := Start(t, store, d)
		Types(h, Ana, "/play cage @rui", Rui)
		if got := d.Heard(); !refuses(got) {
			t.Errorf("a challenge: %q", got)
		}
		if keys, err := store.Keys(t.Context(), "blocked/@"); err != nil || len(keys) != 0 {
			t.Errorf("left are %v, %v", keys, err)
		}
	})
}

// A person without a handle is blocked by a reply or a mention, and unblocked by a button.
func TestBlock_WithoutHandle(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		eva := chat.User{ID: "desk:eva", Name: "Eva"}
		h.Hear(context.Background(), chat.Event{Room: "desk:group", From: Rui, Text: "/block", Addressed: true,
			Answered: eva})
		Types(h, Rui, "/block", chat.User{ID: "desk:tó", Name: "Tó"})
		d.Heard()
		Types(h, eva, "/play cage @rui", Rui)
		if got := d.Heard(); !refuses(got) {
			t.Errorf("Eva's challenge: %q", got)
		}
		Types(h, Rui, "/block")
		list := d.Last(t).M
		if text := chat.PlainText(list.Text); text != "You have blocked 2 people:\nEva\nTó" || len(list.Buttons) != 2 ||
			!list.Private {
			t.Fatalf("%q %+v", text, list.Buttons)
		}
		if b := list.Buttons[0][0]; b.Label != "Unblock Eva" || len(b.Says) > d.Can.Says {
			t.Errorf("button %+v", b)
		}
		Types(h, Rui, list.Buttons[0][0].Says)
		if text := chat.PlainText(d.Last(t).M.Text); text != "Eva is not blocked any more.\n\nYou have blocked one person:\nTó" {
			t.Errorf("%q", text)
		}
		Types(h, Rui, "/unblock tó")
		if text := chat.PlainText(d.Last(t).M.Text); !strings.HasPrefix(text, "Tó is not blocked any more.") {
			t.Errorf("by name: %q", text)
		}
		Types(h, eva, "/play cage @rui", Rui)
		if text := chat.PlainText(d.Last(t).M.Text); !strings.Contains(text, "Eva challenges Rui") {
			t.Errorf("%q", text)
		}
	})
}

// A blocklist is bounded.
func TestBlock_Many(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		h, _ := Start(t, memorytest.New(), d, Limit(bot.Limits{Commands: 1000}))
		for i := range 100 {
			Types(h, Rui, fmt.Sprint("/block @somebody", i))
		}
		d.Heard()
		Types(h, Rui, "/block @another")
		if got := d.Heard(); len(got) != 1 || !strings.HasPrefix(got[0], "Your list has 100 people") {
			t.Errorf("%q", got)
		}
		Types(h, Rui, "/block @somebody7")
		if got := d.Heard(); len(got) != 1 || !strings.HasPrefix(got[0], "@somebody7 is blocked") &&
			!strings.HasPrefix(got[0], "somebody7 is blocked") {
			t.Errorf("again: %q", got)
		}
	})
}

// A challenge to the bot is one to the computer, for games that it plays. People cannot play against themselves, and
// neither can be blocked.
func TestBlock_OneselfAndTheBot(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := memorytest.New(), NewDesk()
		h, _ := Start(t, store, NamedDesk{Desk: d}, Limit(bot.Limits{}))
		for text, want := range map[string]string{
			"/play cage @ana":        "You cannot play against yourself",
			"/play cage thread @ana": "You cannot play against yourself",
			"/block @tabuleiro_bot":  "I never challenge anybody",
			"/block @ana":            "You cannot block yourself",
			"/block ana":             "Whom?",
		} {
			Types(h, Ana, text)
			if got := d.Heard(); len(got) != 1 || !strings.HasPrefix(got[0], want) {
				t.Errorf("%s: %q", text, got)
			}
		}
		if n := len(Live(t, store, Ana.ID)); n != 0 {
			t.Errorf("%d matches", n)
		}
		Types(h, Ana, "/play damas @tabuleiro_bot")
		if got := d.Heard(); len(got) != 1 || !strings.Contains(got[0], "I play at level ") {
			t.Errorf("a challenge to the bot: %q", got)
		}
	})
}

// An unreadable blocklist is not an empty one: no challenge goes through, and no list is written in its place.
func TestBlock_Unreadable(t *testing.T) {
	InTime(t, func(t *testing.T) {
		const damaged = `{"people":[`
		store, d := memorytest.New(), NewDesk()
		h, _ := Start(t, store, d)
		key := "blocked/" + Rui.ID
		if err := store.Put(t.Context(), key, damaged); err != nil {
			t.Fatal(err)
		}
		Types(h, Ana, "/play cage @rui", Rui)
		Types(h, Rui, "/block @eva", chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"})
		if got := d.Heard(); len(got) != 2 || !strings.Contains(got[0], "went wrong") ||
			!strings.Contains(got[1], "went wrong") {
			t.Errorf("said: %q", got)
		}
		if n := len(Live(t, store, Ana.ID)); n != 0 {
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

// A block by handle covers a linked person, and holds when the blocked person is known by id, too.
func TestBlock_HandleLinked(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d, s := memorytest.New(), NewDesk(), NewDesk()
		h, _ := TwoServices(t, store, d, s)
		last := func(d *Desk) string { return chat.PlainText(d.Last(t).M.Text) }
		Hear(h, chat.Event{Room: "shelf:channel", From: AnaToo, Text: "/block @mia", Addressed: true})
		To(h, Ana, false, "/block @rui")
		To(h, Leo, false, "/block @ana_s")
		Hear(h, chat.Event{Room: "shelf:channel", From: Leo, Text: "/block", Addressed: true, Answered: chat.User{ID: Ana.ID, Name: "Ana"}})
		To(h, Ana, true, "/link")
		To(h, AnaToo, true, linkCode.FindString(last(d)))
		To(h, Ana, true, linkCode.FindString(last(s)))
		mia := chat.User{ID: "shelf:8", Handle: "mia", Name: "Mia"}
		for n := range 3 {
			Hear(h, chat.Event{Room: "shelf:channel", From: mia, Text: "/play damas @ana_s", Addressed: true, Mentions: []chat.User{AnaToo}})
			if got := last(s); !strings.Contains(got, "is not taking this challenge") {
				t.Errorf("challenge %d of who is blocked: %q", n, got)
			}
		}
		To(h, Ana, true, "/block")
		if got := last(d); !strings.Contains(got, "2 people") || !strings.Contains(got, "mia") || !strings.Contains(got, "Rui") {
			t.Errorf("blocked are %q", got)
		}
		To(h, Leo, true, "/block")
		if got := last(s); !strings.Contains(got, "2 people") {
			t.Errorf("Leo, who has blocked both accounts, has blocked %q", got)
		}
	})
}

// Blocking a person again updates the name in the list; a block by handle alone removes nothing that is known.
func TestBlock_Again(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		list := func(want string) {
			t.Helper()
			Types(h, Ana, "/block")
			if got := chat.PlainText(d.Last(t).M.Text); got != want {
				t.Errorf("the list is %q, want %q", got, want)
			}
		}
		for _, u := range []chat.User{Rui, Eva} {
			Types(h, Ana, "/block @"+u.Handle, u)
		}
		for _, u := range []chat.User{{ID: Rui.ID, Handle: "rodrigo", Name: "Rodrigo"}, {ID: Eva.ID, Handle: "evita", Name: "Evita"}} {
			Types(h, Ana, "/block @"+u.Handle, u)
		}
		list("You have blocked 2 people:\nRodrigo\nEvita")
		Types(h, Ana, "/block @zed")
		Types(h, Ana, "/block @ZED")
		list("You have blocked 3 people:\nRodrigo\nEvita\nzed")
		Types(h, Ana, "/unblock @rodolfo", chat.User{ID: Rui.ID, Handle: "rodolfo", Name: "Rodolfo"})
		if m := d.Last(t).M; !m.Private || len(m.Buttons) != 2 {
			t.Errorf("unblocked: %+v", m)
		}
		list("You have blocked 2 people:\nEvita\nzed")
		Hear(h, chat.Event{Room: "desk:group", From: Ana, Text: "/block", Addressed: true, Answered: chat.User{ID: "desk:to", Name: "Tó"}})
		Types(h, Eva, "/forget yes")
		Privately(h, Ana, "/mydata")
		file := string(d.Last(t).M.File.Data)
		if !strings.Contains(file, "\"blocked\": [\n    \"zed @zed\",\n    \"Tó ") {
			t.Errorf("of whom Ana has blocked is kept %s", file)
		}
	})
}

// People who may not play each other are told why only where nobody else reads it: in private, in a hidden answer, or
// at one keyboard.
func TestBlock_WhereTold(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for name, c := range map[string]struct {
			privates, together, hidden, alone, told bool
		}{
			"a group": {}, "a group with private answers": {privates: true, told: true}, "a keyboard": {together: true, told: true},
			"a hidden answer": {hidden: true, told: true}, "a private room": {alone: true, told: true},
		} {
			d := NewDesk()
			d.Can.Privates, d.Can.Together = c.privates, c.together
			h, _ := Start(t, memorytest.New(), d)
			Types(h, Ana, "/block @rui", Rui)
			if m := d.Last(t).M; !m.Private || !m.Told {
				t.Errorf("%s: a block is %+v", name, m)
			}
			Hear(h, chat.Event{Room: "desk:hall", From: Ana, Text: "/play damas @rui", Addressed: true, Mentions: []chat.User{Rui}, Hidden: c.hidden,
				Private: c.alone})
			m := d.Last(t).M
			if told := strings.Contains(chat.PlainText(m.Text), "You have blocked Rui"); told != c.told || told != m.Told || told && !m.Private {
				t.Errorf("%s: told is %+v", name, m)
			}
		}
	})
}

// Where everybody reads the answer, the blocker is not told so, as the blocked person reads it, too.
func TestBlock_NotPublic(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, privates := range []bool{true, false} {
			d := NewDesk()
			d.Can.Privates = privates
			h, _ := Start(t, memorytest.New(), d)
			Privately(h, Rui, "/block @ana")
			for _, said := range []func(){func() { Says(h, Rui, "/play damas @ana") },
				func() { Privately(h, Rui, "/play damas @ana") }} {
				d.Heard()
				said()
				last := d.Last(t)
				public := last.Room == "desk:group" && !privates
				if got := chat.PlainText(last.M.Text); strings.Contains(got, "block") == public || len(last.M.Buttons) == 0 != public ||
					strings.Contains(got, "No match between you and Ana") != public {
					t.Errorf("private answers %v: said in %s: %q, %v", privates, last.Room, got, last.M.Buttons)
				}
			}
		}
	})
}
