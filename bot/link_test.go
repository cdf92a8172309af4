package bot_test

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/people"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// anaToo is Ana on the shelf.
var anaToo = chat.User{ID: "shelf:7", Handle: "ana_s", Name: "Ana S"}

// abroadPlays has Ana win a match against Leo on the shelf.
func abroadPlays(t testing.TB, h chat.Handler, s *desk) {
	t.Helper()
	to(h, anaToo, false, "/play damas colour=white")
	to(h, leo, false, "/accept")
	for i, move := range []string{"11-15", "21-18", "15-20", "24x15"} {
		to(h, []chat.User{anaToo, leo}[i%2], false, "/move "+move)
	}
	to(h, leo, false, "/resign yes")
	if got := chat.Plain(s.last(t).m.Text); !strings.Contains(got, "Ana S wins") {
		t.Errorf("there: %q", got)
	}
}

// linkCode is the code in what the bot says to somebody.
func linkCode(t testing.TB, d *desk) string {
	t.Helper()
	text := chat.Plain(d.last(t).m.Text)
	code := regexp.MustCompile(`/\pL+ [a-z0-9]{8}\b`).FindString(text)
	if code == "" {
		t.Fatalf("no code in %q", text)
	}
	return code
}

// links makes Ana's accounts one person.
func links(t testing.TB, h chat.Handler, d, s *desk) {
	t.Helper()
	to(h, ana, true, "/link")
	to(h, anaToo, true, linkCode(t, d))
	to(h, ana, true, linkCode(t, s))
	if got := chat.Plain(d.last(t).m.Text); !strings.HasPrefix(got, "Done: your accounts are one person now") {
		t.Errorf("linked: %q", got)
	}
}

// The matches of two accounts become one history, with the ratings that follow from it; talk of either is heard
// from one person, and on each service the account there is called.
func TestLink(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store, d, s := memorytest.New(), newDesk(), newDesk()
		h, _ := twoServices(t, store, d, s)
		playsMoves(h, d, "", 4)
		to(h, ana, false, "/resign yes")
		abroadPlays(t, h, s)
		to(h, anaToo, true, "/theme paper")
		to(h, leo, false, "/block @ana_s")
		links(t, h, d, s)
		if got := rated(t, store); len(got) != 3 || got[0].Person != ana.ID || got[0].Won != 1 || got[0].Lost != 1 {
			t.Errorf("ratings: %+v", got)
		}
		to(h, anaToo, true, "/profile")
		if got := chat.Plain(s.last(t).m.Text); !strings.Contains(got, "Portuguese draughts: 1 won, 0 drawn, 1 lost") {
			t.Errorf("profile: %q", got)
		}
		to(h, ana, true, "/settings theme")
		if got := chat.Plain(d.last(t).m.Text); !strings.HasPrefix(got, "Look: paper") {
			t.Errorf("the look chosen on the other service: %q", got)
		}
		to(h, anaToo, false, "/play damas @leo")
		if got := chat.Plain(s.last(t).m.Text); !strings.Contains(got, "Leo is not taking this challenge") {
			t.Errorf("who has blocked the account: %q", got)
		}
		to(h, leo, false, "/unblock @ana_s")
		to(h, leo, false, "/play damas @ana_s colour=white")
		if m := s.last(t).m; m.Turn.ID != anaToo.ID {
			t.Errorf("called on the shelf: %+v", m.Turn)
		}
		id := idIn(t, chat.Plain(s.last(t).m.Text))
		to(h, ana, true, "/accept "+id) // from the desk, where the match is told from now on, too
		if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "Ana accepts") {
			t.Errorf("on the desk: %q", got)
		}
		to(h, leo, false, "/move "+id+" 11-15")
		if a, b := d.last(t).m.Turn.ID, s.last(t).m.Turn.ID; a != ana.ID || b != anaToo.ID {
			t.Errorf("called: %s, %s", a, b)
		}
		to(h, anaToo, false, "/move "+id+" 21-18")
		if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "21-18") {
			t.Errorf("on the desk: %q", got)
		}
		to(h, ana, false, "/play cage")
		to(h, anaToo, false, "/accept "+codeIn(t, chat.Plain(d.last(t).m.Text)))
		if got := chat.Plain(s.last(t).m.Text); !strings.HasPrefix(got, "You cannot play against yourself") {
			t.Errorf("against oneself: %q", got)
		}
	})
}

// idIn is the number of the match of which the bot says something.
func idIn(t testing.TB, text string) string {
	t.Helper()
	id := regexp.MustCompile(`#[a-z0-9]{4}`).FindString(text)
	if id == "" {
		t.Fatalf("no match in %q", text)
	}
	return id
}

// Accounts are linked only by both codes, each typed once, in private, in time, by the account that it is for.
func TestLinkCodes(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d, s := newDesk(), newDesk()
		h, _ := twoServices(t, memorytest.New(), d, s)
		refused := func(u chat.User, private bool, text, want string) {
			t.Helper()
			to(h, u, private, text)
			where := d
			if strings.HasPrefix(u.ID, "shelf") {
				where = s
			}
			if got := chat.Plain(where.last(t).m.Text); !strings.HasPrefix(got, want) {
				t.Errorf("%s: %q, want %q", text, got, want)
			}
		}
		const wrong = "No account was given that code"
		refused(ana, false, "/link", "A code is for you alone")
		to(h, ana, true, "/link")
		first := linkCode(t, d)
		refused(ana, true, first, wrong)
		refused(rui, true, first, "You would have two accounts on Desk")
		refused(anaToo, false, first, "A code is for you alone")
		to(h, anaToo, true, first)
		back := linkCode(t, s)
		refused(leo, true, first, wrong) // it was used
		refused(rui, true, back, wrong)  // it is for Ana
		time.Sleep(11 * time.Minute)
		refused(ana, true, back, wrong) // it is over
		for range 3 {
			refused(ana, true, "/link 22222222", wrong)
		}
		refused(ana, true, "/link 22222222", "Too many wrong codes")
		to(h, anaToo, true, "/link")
		refused(ana, true, linkCode(t, s), "Too many wrong codes")
		time.Sleep(11 * time.Minute)
		links(t, h, d, s)
		to(h, ana, true, "/link")
		refused(anaToo, true, linkCode(t, d), "These two accounts are linked already")
	})
}

// Two accounts that play against each other are not linked before that has ended; then it counts no more.
func TestLinkAgainstOneself(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store, d, s := memorytest.New(), newDesk(), newDesk()
		h, _ := twoServices(t, store, d, s)
		to(h, ana, false, "/play damas colour=white")
		to(h, anaToo, false, "/accept "+codeIn(t, chat.Plain(d.last(t).m.Text)))
		to(h, ana, true, "/link")
		to(h, anaToo, true, linkCode(t, d))
		if got := chat.Plain(s.last(t).m.Text); !strings.HasPrefix(got, "Your two accounts are playing #") {
			t.Errorf("while they play: %q", got)
		}
		for i, move := range []string{"11-15", "21-18", "15-20", "24x15"} {
			to(h, []chat.User{ana, anaToo}[i%2], false, "/move "+move)
		}
		to(h, ana, false, "/resign yes")
		if got := rated(t, store); len(got) != 2 {
			t.Errorf("before: %+v", got)
		}
		links(t, h, d, s)
		if got := rated(t, store); len(got) != 0 {
			t.Errorf("after: %+v", got)
		}
		inOrder(t, store)
	})
}

// inOrder fails on anything in a store that is not in order.
func inOrder(t testing.TB, store storage.Store) {
	t.Helper()
	heads, err := store.Find(t.Context(), storage.Query{})
	if err != nil {
		t.Fatal(err)
	}
	for _, head := range heads {
		events, err := store.Events(t.Context(), head.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range bot.VerifyMatch(games, head, events) {
			t.Errorf("match %s: %v", head.ID, err)
		}
	}
	keys, err := store.Keys(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range keys {
		value, err := store.Get(t.Context(), key)
		if err == nil {
			err = bot.VerifySetting(key, value)
		}
		if err != nil {
			t.Errorf("setting %s: %v", key, err)
		}
	}
}

// Separated accounts are strangers: everything stays with the first one, and the other begins afresh.
func TestUnlink(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store, d, s := memorytest.New(), newDesk(), newDesk()
		h, _ := twoServices(t, store, d, s)
		abroadPlays(t, h, s)
		to(h, ana, true, "/unlink")
		if got := chat.Plain(d.last(t).m.Text); !strings.HasPrefix(got, "This account is not linked") {
			t.Errorf("before: %q", got)
		}
		links(t, h, d, s)
		to(h, leo, false, "/play damas colour=white @ana_s")
		id := idIn(t, chat.Plain(s.last(t).m.Text))
		to(h, anaToo, true, "/accept "+id)
		to(h, anaToo, true, "/unlink")
		if got := chat.Plain(s.last(t).m.Text); !strings.Contains(got, "stay with your account on Desk") {
			t.Errorf("explained: %q", got)
		}
		to(h, anaToo, true, s.last(t).m.Buttons[0][0].Says)
		to(h, anaToo, true, "/profile")
		if got := chat.Plain(s.last(t).m.Text); !strings.Contains(got, "No match has been played to its end yet") {
			t.Errorf("the other account: %q", got)
		}
		to(h, ana, true, "/profile")
		if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "1 won, 0 drawn, 0 lost") {
			t.Errorf("the first account: %q", got)
		}
		before := len(s.all())
		to(h, leo, false, "/move "+id+" 11-15")
		for _, m := range s.all()[before:] {
			if m.room == "shelf:7-alone" {
				t.Errorf("the other account is told %q", chat.Plain(m.m.Text))
			}
		}
		to(h, anaToo, true, "/move "+id+" 21-18")
		if got := chat.Plain(s.last(t).m.Text); !strings.HasPrefix(got, "There is no match") {
			t.Errorf("the other account moves: %q", got)
		}
		to(h, ana, true, "/move "+id+" 21-18")
		if got := chat.Plain(s.last(t).m.Text); !strings.Contains(got, "21-18") {
			t.Errorf("the first account moves: %q", got)
		}
		rated(t, store)
		inOrder(t, store)
	})
}

// A person who is linked and forgotten is forgotten on both services.
func TestForgetLinked(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store, d, s := memorytest.New(), newDesk(), newDesk()
		h, _ := twoServices(t, store, d, s)
		abroadPlays(t, h, s)
		links(t, h, d, s)
		to(h, ana, true, "/link")
		to(h, anaToo, true, "/forget yes")
		if got := stored(t, store); strings.Contains(got, ana.ID) || strings.Contains(got, anaToo.ID) {
			t.Errorf("stored: %s", got)
		}
		if all, err := store.Everybody(t.Context()); len(all) != 0 || err != nil {
			t.Errorf("people: %v, %v", all, err)
		}
		inOrder(t, store)
	})
}

// If any single call of the store fails while two histories become one, and the program ends then, everything is after
// a restart as if nothing had been.
func TestLinkInterrupted(t *testing.T) {
	inTime(t, func(t *testing.T) {
		errLost := errors.New("the disk is gone")
		for n, done := 1, false; !done; n++ {
			store, d, s := faultytest.New(memorytest.New()), newDesk(), newDesk()
			h, stop := twoServices(t, store, d, s)
			abroadPlays(t, h, s)
			to(h, anaToo, true, "/theme paper")
			to(h, anaToo, false, "/block @leo")
			to(h, ana, true, "/link")
			to(h, anaToo, true, linkCode(t, d))
			code := linkCode(t, s)
			var calls atomic.Int64
			store.Plan(func(c faultytest.Call) faultytest.Fault {
				if !c.Writes() {
					return faultytest.Fault{}
				}
				if calls.Add(1) < int64(n) {
					return faultytest.Fault{}
				}
				return faultytest.Fault{Err: errLost} // from then on
			})
			to(h, ana, true, code)
			stop()
			done = calls.Load() < int64(n)
			store.Plan(nil)
			h, stop = twoServices(t, store, d, s)
			if p, err := store.Person(t.Context(), anaToo.ID); errors.Is(err, storage.ErrNotFound) { // it was not begun
				links(t, h, d, s)
			} else if err != nil || p.ID != ana.ID {
				t.Errorf("at %d: %+v, %v", n, p, err)
			}
			if got := rated(t, store); len(got) != 2 || got[0].Person != ana.ID || got[0].Won != 1 {
				t.Errorf("at %d: ratings %+v", n, got)
			}
			to(h, anaToo, false, "/play damas @leo")
			if got := chat.Plain(s.last(t).m.Text); !strings.Contains(got, "You have blocked Leo") {
				t.Errorf("at %d: blocked: %q", n, got)
			}
			if heads, err := store.Find(t.Context(), storage.Query{Player: anaToo.ID}); len(heads) != 0 || err != nil {
				t.Errorf("at %d: still under the other account: %v, %v", n, heads, err)
			}
			if heads, err := store.Find(t.Context(), storage.Query{Player: ana.ID}); len(heads) != 1 ||
				heads[0].Status != match.Over || err != nil {
				t.Errorf("at %d: %v, %v", n, heads, err)
			}
			inOrder(t, store)
			stop()
		}
	})
}

// If any single call of the store fails while accounts are separated, and the program ends then, they are separated
// after a restart, or as they were.
func TestUnlinkInterrupted(t *testing.T) {
	inTime(t, func(t *testing.T) {
		errLost := errors.New("the disk is gone")
		begun := 0
		for n, done := 1, false; !done; n++ {
			store, d, s := faultytest.New(memorytest.New()), newDesk(), newDesk()
			h, stop := twoServices(t, store, d, s)
			links(t, h, d, s)
			to(h, leo, false, "/play damas colour=white @ana_s")
			to(h, anaToo, true, "/accept "+idIn(t, chat.Plain(s.last(t).m.Text)))
			to(h, anaToo, true, "/unlink")
			yes := s.last(t).m.Buttons[0][0].Says
			var calls atomic.Int64
			store.Plan(func(c faultytest.Call) faultytest.Fault {
				if !c.Writes() || calls.Add(1) < int64(n) {
					return faultytest.Fault{}
				}
				return faultytest.Fault{Err: errLost} // from then on
			})
			to(h, anaToo, true, yes)
			stop()
			done = calls.Load() < int64(n)
			store.Plan(nil)
			noted, err := store.Keys(t.Context(), "rewriting/")
			if err != nil {
				t.Fatal(err)
			}
			_, stop = twoServices(t, store, d, s)
			p, err := store.Person(t.Context(), anaToo.ID)
			if linked := err == nil && p.ID == ana.ID && len(p.Identities) > 1; linked && (len(noted) > 0 || done) {
				t.Errorf("at %d, with %d notes: %+v, %v", n, len(noted), p, err)
			}
			heads, err := store.Find(t.Context(), storage.Query{Player: ana.ID})
			if err != nil {
				t.Fatal(err)
			}
			for _, h := range heads {
				if strings.Contains(fmt.Sprint(h.Places), "shelf:7-alone") && len(noted) > 0 {
					t.Errorf("at %d the match is still told to the other account: %+v", n, h.Places)
				}
			}
			begun += len(noted)
			inOrder(t, store)
			stop()
		}
		if begun == 0 {
			t.Error("nothing was interrupted")
		}
	})
}

// What an older version has left half done, in notes of its own for each, is finished at the start.
func TestRewritingOfOlderVersion(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store, d, s := memorytest.New(), newDesk(), newDesk()
		h, stop := twoServices(t, store, d, s)
		abroadPlays(t, h, s)
		to(h, leo, true, "/theme paper")
		stop()
		for key, note := range map[string]string{
			"joining/" + ana.ID: fmt.Sprintf(`{"into":%q,"from":%q,"accounts":[%q,%q]}`, ana.ID, anaToo.ID, ana.ID, anaToo.ID),
			"forgetting/" + people.MarkOf("forgetting/", leo.ID): fmt.Sprintf(`{"who":{"id":%q,"handle":%q},"at":"shelf"}`,
				leo.ID, leo.Handle),
		} {
			if err := store.Put(t.Context(), key, note); err != nil {
				t.Fatal(err)
			}
		}
		twoServices(t, store, d, s)
		if p, err := store.Person(t.Context(), anaToo.ID); err != nil || p.ID != ana.ID {
			t.Errorf("joined: %+v, %v", p, err)
		}
		if got := stored(t, store); strings.Contains(got, leo.ID) || strings.Contains(got, "joining/") {
			t.Errorf("stored: %s", got)
		}
		inOrder(t, store)
	})
}
