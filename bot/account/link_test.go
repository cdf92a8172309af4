package account_test

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
	. "tabuleiro/bot/desktest"
	"tabuleiro/bot/kv"
	"tabuleiro/bot/people"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// abroadPlays has Ana win a match against Leo on the shelf.
func abroadPlays(t testing.TB, h chat.Handler, s *Desk) {
	t.Helper()
	To(h, AnaToo, false, "/play damas colour=white")
	To(h, Leo, false, "/accept")
	for i, move := range []string{"11-15", "21-18", "15-20", "24x15"} {
		To(h, []chat.User{AnaToo, Leo}[i%2], false, "/move "+move)
	}
	To(h, Leo, false, "/resign yes")
	if got := chat.PlainText(s.Last(t).M.Text); !strings.Contains(got, "Ana S wins") {
		t.Errorf("there: %q", got)
	}
}

// linkCode returns the code in the bot's message.
func linkCode(t testing.TB, d *Desk) string {
	t.Helper()
	text := chat.PlainText(d.Last(t).M.Text)
	code := regexp.MustCompile(`/\pL+ [a-z0-9]{8}\b`).FindString(text)
	if code == "" {
		t.Fatalf("no code in %q", text)
	}
	return code
}

// links links Ana's accounts.
func links(t testing.TB, h chat.Handler, d, s *Desk) {
	t.Helper()
	To(h, Ana, true, "/link")
	To(h, AnaToo, true, linkCode(t, d))
	To(h, Ana, true, linkCode(t, s))
	if got := chat.PlainText(d.Last(t).M.Text); !strings.HasPrefix(got, "Done: your accounts are one person now") {
		t.Errorf("linked: %q", got)
	}
}

// The matches of two linked accounts become one history, with the resulting ratings; both accounts act as one person,
// and each service calls its own account.
func TestLink(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d, s := memorytest.New(), NewDesk(), NewDesk()
		h, _ := TwoServices(t, store, d, s)
		PlaysMoves(h, d, "", 4)
		To(h, Ana, false, "/resign yes")
		abroadPlays(t, h, s)
		To(h, AnaToo, true, "/theme paper")
		To(h, Leo, false, "/block @ana_s")
		links(t, h, d, s)
		if got := Rated(t, store); len(got) != 3 || got[0].Person != Ana.ID || got[0].Won != 1 || got[0].Lost != 1 {
			t.Errorf("ratings: %+v", got)
		}
		To(h, AnaToo, true, "/profile")
		if got := chat.PlainText(s.Last(t).M.Text); !strings.Contains(got, "Portuguese draughts: 1 won, 0 drawn, 1 lost") {
			t.Errorf("profile: %q", got)
		}
		To(h, Ana, true, "/settings theme")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.HasPrefix(got, "Look: paper") {
			t.Errorf("the look chosen on the other service: %q", got)
		}
		To(h, AnaToo, false, "/play damas @leo")
		if got := chat.PlainText(s.Last(t).M.Text); !strings.Contains(got, "Leo is not taking this challenge") {
			t.Errorf("who has blocked the account: %q", got)
		}
		To(h, Leo, false, "/unblock @ana_s")
		To(h, Leo, false, "/play damas @ana_s colour=white")
		if m := s.Last(t).M; m.Turn.ID != AnaToo.ID {
			t.Errorf("called on the shelf: %+v", m.Turn)
		}
		id := idIn(t, chat.PlainText(s.Last(t).M.Text))
		To(h, Ana, true, "/accept "+id) // from the desk, where the match is told from now on, too
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "Ana accepts") {
			t.Errorf("on the desk: %q", got)
		}
		To(h, Leo, false, "/move "+id+" 11-15")
		if a, b := d.Last(t).M.Turn.ID, s.Last(t).M.Turn.ID; a != Ana.ID || b != AnaToo.ID {
			t.Errorf("called: %s, %s", a, b)
		}
		To(h, AnaToo, false, "/move "+id+" 21-18")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "21-18") {
			t.Errorf("on the desk: %q", got)
		}
		To(h, Ana, false, "/play cage")
		To(h, AnaToo, false, "/accept "+CodeIn(t, chat.PlainText(d.Last(t).M.Text)))
		if got := chat.PlainText(s.Last(t).M.Text); !strings.HasPrefix(got, "You cannot play against yourself") {
			t.Errorf("against oneself: %q", got)
		}
	})
}

// idIn returns the id of the match in a message.
func idIn(t testing.TB, text string) string {
	t.Helper()
	id := regexp.MustCompile(`#[a-z0-9]{4}`).FindString(text)
	if id == "" {
		t.Fatalf("no match in %q", text)
	}
	return id
}

// Accounts are linked only by both codes, each used once, in private, in time, by the account it is for.
func TestLink_Codes(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d, s := NewDesk(), NewDesk()
		h, _ := TwoServices(t, memorytest.New(), d, s)
		refused := func(u chat.User, private bool, text, want string) {
			t.Helper()
			To(h, u, private, text)
			where := d
			if strings.HasPrefix(u.ID, "shelf") {
				where = s
			}
			if got := chat.PlainText(where.Last(t).M.Text); !strings.HasPrefix(got, want) {
				t.Errorf("%s: %q, want %q", text, got, want)
			}
		}
		const wrong = "No account was given that code"
		refused(Ana, false, "/link", "A code is for you alone")
		To(h, Ana, true, "/link")
		first := linkCode(t, d)
		refused(Ana, true, first, wrong)
		refused(Rui, true, first, "You would have two accounts on Desk")
		refused(AnaToo, false, first, "A code is for you alone")
		To(h, AnaToo, true, first)
		back := linkCode(t, s)
		refused(Leo, true, first, wrong) // it was used
		refused(Rui, true, back, wrong)  // it is for Ana
		time.Sleep(11 * time.Minute)
		refused(Ana, true, back, wrong) // it is over
		for range 3 {
			refused(Ana, true, "/link 22222222", wrong)
		}
		refused(Ana, true, "/link 22222222", "Too many wrong codes")
		To(h, AnaToo, true, "/link")
		refused(Ana, true, linkCode(t, s), "Too many wrong codes")
		time.Sleep(11 * time.Minute)
		links(t, h, d, s)
		To(h, Ana, true, "/link")
		refused(AnaToo, true, linkCode(t, d), "These two accounts are linked already")
	})
}

// Two accounts that play each other cannot be linked before that match has ended; then it does not count any more.
func TestLink_AgainstOneself(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d, s := memorytest.New(), NewDesk(), NewDesk()
		h, _ := TwoServices(t, store, d, s)
		To(h, Ana, false, "/play damas colour=white")
		To(h, AnaToo, false, "/accept "+CodeIn(t, chat.PlainText(d.Last(t).M.Text)))
		To(h, Ana, true, "/link")
		To(h, AnaToo, true, linkCode(t, d))
		if got := chat.PlainText(s.Last(t).M.Text); !strings.HasPrefix(got, "Your two accounts are playing #") {
			t.Errorf("while they play: %q", got)
		}
		for i, move := range []string{"11-15", "21-18", "15-20", "24x15"} {
			To(h, []chat.User{Ana, AnaToo}[i%2], false, "/move "+move)
		}
		To(h, Ana, false, "/resign yes")
		if got := Rated(t, store); len(got) != 2 {
			t.Errorf("before: %+v", got)
		}
		links(t, h, d, s)
		if got := Rated(t, store); len(got) != 0 {
			t.Errorf("after: %+v", got)
		}
		inOrder(t, store)
	})
}

// inOrder fails the test if a store is not in order.
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
		for _, err := range bot.VerifyMatch(Games, head, events) {
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
			err = kv.Verify(key, value)
		}
		if err != nil {
			t.Errorf("setting %s: %v", key, err)
		}
	}
}

// Unlinked accounts are strangers: everything stays with the first one, and the other starts anew.
func TestUnlink(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d, s := memorytest.New(), NewDesk(), NewDesk()
		h, _ := TwoServices(t, store, d, s)
		abroadPlays(t, h, s)
		To(h, Ana, true, "/unlink")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.HasPrefix(got, "This account is not linked") {
			t.Errorf("before: %q", got)
		}
		links(t, h, d, s)
		To(h, Leo, false, "/play damas colour=white @ana_s")
		id := idIn(t, chat.PlainText(s.Last(t).M.Text))
		To(h, AnaToo, true, "/accept "+id)
		To(h, AnaToo, true, "/unlink")
		if got := chat.PlainText(s.Last(t).M.Text); !strings.Contains(got, "stay with your account on Desk") {
			t.Errorf("explained: %q", got)
		}
		To(h, AnaToo, true, s.Last(t).M.Buttons[0][0].Says)
		To(h, AnaToo, true, "/profile")
		if got := chat.PlainText(s.Last(t).M.Text); !strings.Contains(got, "No match has been played to its end yet") {
			t.Errorf("the other account: %q", got)
		}
		To(h, Ana, true, "/profile")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "1 won, 0 drawn, 0 lost") {
			t.Errorf("the first account: %q", got)
		}
		before := len(s.All())
		To(h, Leo, false, "/move "+id+" 11-15")
		for _, m := range s.All()[before:] {
			if m.Room == "shelf:7-alone" {
				t.Errorf("the other account is told %q", chat.PlainText(m.M.Text))
			}
		}
		To(h, AnaToo, true, "/move "+id+" 21-18")
		if got := chat.PlainText(s.Last(t).M.Text); !strings.HasPrefix(got, "There is no match") {
			t.Errorf("the other account moves: %q", got)
		}
		To(h, Ana, true, "/move "+id+" 21-18")
		if got := chat.PlainText(s.Last(t).M.Text); !strings.Contains(got, "21-18") {
			t.Errorf("the first account moves: %q", got)
		}
		Rated(t, store)
		inOrder(t, store)
	})
}

// A linked person is forgotten on both services.
func TestForget_Linked(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d, s := memorytest.New(), NewDesk(), NewDesk()
		h, _ := TwoServices(t, store, d, s)
		abroadPlays(t, h, s)
		links(t, h, d, s)
		To(h, Ana, true, "/link")
		To(h, AnaToo, true, "/forget yes")
		if got := Stored(t, store); strings.Contains(got, Ana.ID) || strings.Contains(got, AnaToo.ID) {
			t.Errorf("stored: %s", got)
		}
		if all, err := store.Everybody(t.Context()); len(all) != 0 || err != nil {
			t.Errorf("people: %v, %v", all, err)
		}
		inOrder(t, store)
	})
}

// If any single call of the store fails while accounts are linked, and the process dies then, everything is as before
// after a restart.
func TestLink_Interrupted(t *testing.T) {
	InTime(t, func(t *testing.T) {
		errLost := errors.New("the disk is gone")
		for n, done := 1, false; !done; n++ {
			store, d, s := faultytest.New(memorytest.New()), NewDesk(), NewDesk()
			h, stop := TwoServices(t, store, d, s)
			abroadPlays(t, h, s)
			To(h, AnaToo, true, "/theme paper")
			To(h, AnaToo, false, "/block @leo")
			To(h, Ana, true, "/link")
			To(h, AnaToo, true, linkCode(t, d))
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
			To(h, Ana, true, code)
			stop()
			done = calls.Load() < int64(n)
			store.Plan(nil)
			h, stop = TwoServices(t, store, d, s)
			if p, err := store.Person(t.Context(), AnaToo.ID); errors.Is(err, storage.ErrNotFound) { // it was not begun
				links(t, h, d, s)
			} else if err != nil || p.ID != Ana.ID {
				t.Errorf("at %d: %+v, %v", n, p, err)
			}
			if got := Rated(t, store); len(got) != 2 || got[0].Person != Ana.ID || got[0].Won != 1 {
				t.Errorf("at %d: ratings %+v", n, got)
			}
			To(h, AnaToo, false, "/play damas @leo")
			if got := chat.PlainText(s.Last(t).M.Text); !strings.Contains(got, "You have blocked Leo") {
				t.Errorf("at %d: blocked: %q", n, got)
			}
			if heads, err := store.Find(t.Context(), storage.Query{Player: AnaToo.ID}); len(heads) != 0 || err != nil {
				t.Errorf("at %d: still under the other account: %v, %v", n, heads, err)
			}
			if heads, err := store.Find(t.Context(), storage.Query{Player: Ana.ID}); len(heads) != 1 ||
				heads[0].Status != match.Over || err != nil {
				t.Errorf("at %d: %v, %v", n, heads, err)
			}
			inOrder(t, store)
			stop()
		}
	})
}

// If any single call of the store fails while accounts are unlinked, and the process dies then, they are unlinked after
// a restart, or as before.
func TestUnlink_Interrupted(t *testing.T) {
	InTime(t, func(t *testing.T) {
		errLost := errors.New("the disk is gone")
		begun := 0
		for n, done := 1, false; !done; n++ {
			store, d, s := faultytest.New(memorytest.New()), NewDesk(), NewDesk()
			h, stop := TwoServices(t, store, d, s)
			links(t, h, d, s)
			To(h, Leo, false, "/play damas colour=white @ana_s")
			To(h, AnaToo, true, "/accept "+idIn(t, chat.PlainText(s.Last(t).M.Text)))
			To(h, AnaToo, true, "/unlink")
			yes := s.Last(t).M.Buttons[0][0].Says
			var calls atomic.Int64
			store.Plan(func(c faultytest.Call) faultytest.Fault {
				if !c.Writes() || calls.Add(1) < int64(n) {
					return faultytest.Fault{}
				}
				return faultytest.Fault{Err: errLost} // from then on
			})
			To(h, AnaToo, true, yes)
			stop()
			done = calls.Load() < int64(n)
			store.Plan(nil)
			noted, err := store.Keys(t.Context(), "rewriting/")
			if err != nil {
				t.Fatal(err)
			}
			_, stop = TwoServices(t, store, d, s)
			p, err := store.Person(t.Context(), AnaToo.ID)
			if linked := err == nil && p.ID == Ana.ID && len(p.Identities) > 1; linked && (len(noted) > 0 || done) {
				t.Errorf("at %d, with %d notes: %+v, %v", n, len(noted), p, err)
			}
			heads, err := store.Find(t.Context(), storage.Query{Player: Ana.ID})
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

// What an older version has left unfinished, in its own records, is finished at the start.
func TestLink_OlderVersion(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d, s := memorytest.New(), NewDesk(), NewDesk()
		h, stop := TwoServices(t, store, d, s)
		abroadPlays(t, h, s)
		To(h, Leo, true, "/theme paper")
		stop()
		for key, note := range map[string]string{
			"joining/" + Ana.ID: fmt.Sprintf(`{"into":%q,"from":%q,"accounts":[%q,%q]}`, Ana.ID, AnaToo.ID, Ana.ID, AnaToo.ID),
			"forgetting/" + people.MarkOf("forgetting/", Leo.ID): fmt.Sprintf(`{"who":{"id":%q,"handle":%q},"at":"shelf"}`,
				Leo.ID, Leo.Handle),
		} {
			if err := store.Put(t.Context(), key, note); err != nil {
				t.Fatal(err)
			}
		}
		TwoServices(t, store, d, s)
		if p, err := store.Person(t.Context(), AnaToo.ID); err != nil || p.ID != Ana.ID {
			t.Errorf("joined: %+v, %v", p, err)
		}
		if got := Stored(t, store); strings.Contains(got, Leo.ID) || strings.Contains(got, "joining/") {
			t.Errorf("stored: %s", got)
		}
		inOrder(t, store)
	})
}
