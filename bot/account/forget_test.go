package account_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// left returns the personal traits found in the store.
func left(t *testing.T, store storage.Store) (found []string) {
	t.Helper()
	text := strings.ToLower(Stored(t, store))
	for _, trait := range Traits {
		if i := strings.Index(text, trait); i >= 0 {
			found = append(found, text[max(0, i-60):min(len(text), i+60)])
		}
	}
	return found
}

// aLife leaves traces of Dona Felisberta in every place there is.
func aLife(h chat.Handler) {
	id := 0
	says := func(u chat.User, text string, mentions ...chat.User) {
		id++
		h.Hear(context.Background(), chat.Event{ID: fmt.Sprint("desk:event-", u.ID, "-", id), Room: "desk:group", From: u,
			Text: text, Addressed: true, Mentions: mentions, Locale: "en"})
	}
	zeca := chat.User{ID: "desk:zeca", Handle: "zeca", Name: "Zeca"}
	says(Zulmira, "/play gamao @ana", Ana) // a word for dice that are not thrown
	says(Zulmira, "/dice word=zulmirinha")
	says(Zulmira, "/cancel")
	says(Zulmira, "/tournament damas needs=4")
	says(Ana, "/tournament join")
	says(Rui, "/tournament join")
	says(Zulmira, "/tournament begin")
	says(Zulmira, "/tournament award 1 1-0 felisberta manda")
	says(Zulmira, "/play damas @rui", Rui) // a match that is over
	says(Rui, "/accept")
	says(Zulmira, "11-15")
	says(Rui, "22-18")
	says(Rui, "/resign yes")
	says(Rui, "/play cage @zulmirinha") // a challenge by handle, declined
	says(Zulmira, "/decline")
	says(Rui, "/play damas @zulmirinha", Zulmira) // a match that is played
	says(Zulmira, "/accept")
	says(Rui, "11-15")
	says(Zulmira, "22-18")
	Privately(h, Zulmira, "/play backgammon points=3") // one in two private talks, with dice
	all := h.(*listener).desk.All()
	link := chat.PlainText(all[len(all)-1].M.Text)
	_, number, _ := strings.Cut(link, "start=")
	Privately(h, Rui, "/accept #"+number)
	says(Zulmira, "/play cage") // open challenges: to anyone, to somebody, by somebody
	says(Zulmira, "/play damas @ana", Ana)
	says(Ana, "/play chilenas @ZULMIRINHA")
	h.Hear(context.Background(), chat.Event{ID: "desk:event-file", Room: "desk:group", From: Zulmira, Text: "/import",
		Addressed: true,
		File: &chat.File{Name: "game.pdn",
			Data: []byte("[White \"dona felisberta\"]\n[Black \"Tó\"]\n[Result \"2-0\"]\n[GameType \"28\"]\n\n1. 11-15 22-18 2-0\n")}})
	h.Hear(context.Background(), chat.Event{ID: "desk:event-other-file", Room: "desk:group", From: Zulmira, Text: "/import",
		Addressed: true,
		File: &chat.File{Name: "other.pdn", Data: []byte("[White \"Felisberta de Tal\"]\n[Black \"Dr Zulmirinha\"]\n" +
			"[Date \"felisberta\"]\n[Result \"2-0\"]\n[GameType \"28\"]\n\n1. 11-15 22-18 2-0\n")}})
	Privately(h, Zulmira, "/theme slate")
	Privately(h, Zulmira, "/confirm on")
	says(Zulmira, "/block @zeca")
	says(Zulmira, "/block @eva", chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"})
	says(zeca, "/block @zulmirinha")
	says(chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}, "/block @zulmirinha", Zulmira)
}

// listener is a handler that knows its desk.
type listener struct {
	chat.Handler
	desk *Desk
}

// startLife starts a bot on a store and runs aLife.
func startLife(t *testing.T, store storage.Store) (*Host, *Desk, func()) {
	t.Helper()
	d := NewDesk()
	d.Can.Pictures = false
	h, stop := Start(t, store, d)
	aLife(&listener{h, d})
	if got := len(left(t, store)); got != len(Traits) {
		t.Fatalf("only %d of the traits are stored", got)
	}
	return h, d, stop
}

// Nothing of a forgotten person is stored any more; others keep their matches, and what can be done with them.
func TestForget_Everything(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store := memorytest.New()
		h, d, _ := startLife(t, store)
		heads, err := store.Find(context.Background(), storage.Query{Player: Rui.ID})
		if err != nil {
			t.Fatal(err)
		}
		d.Heard()
		Says(h, Zulmira, "/forget") // a question without an answer
		Privately(h, Zulmira, "/forget")
		explained := d.Last(t).M
		Privately(h, Rui, explained.Buttons[0][0].Says)
		if text := chat.PlainText(d.Last(t).M.Text); !strings.HasPrefix(text, "That button is not yours") ||
			len(left(t, store)) == 0 {
			t.Errorf("another one presses: %q", text)
		}
		Privately(h, Zulmira, explained.Buttons[0][0].Says)
		all := strings.Join(d.Heard(), "\n")
		for _, part := range []string{"Done, I have forgotten you", "Dona Felisberta resigns", "Dona Felisberta takes the challenge back", "Rui wins"} {
			if !strings.Contains(all, part) {
				t.Errorf("%q was not said in %s", part, all)
			}
		}
		if found := left(t, store); found != nil {
			t.Errorf("left: %q", found)
		}
		if found, err := store.Find(context.Background(), storage.Query{Live: true}); len(found) != 0 || err != nil {
			t.Errorf("%d matches go on, %v", len(found), err)
		}
		after, err := store.Find(context.Background(), storage.Query{Player: Rui.ID})
		if err != nil || len(after) != len(heads) {
			t.Fatalf("Rui has %d matches, before it were %d, %v", len(after), len(heads), err)
		}
		shown := 0
		for _, head := range after {
			for _, command := range []string{"/board", "/step", "/step 1", "/export", "/rematch", "/dice"} {
				command, rest, _ := strings.Cut(command, " ")
				Privately(h, Rui, command+" #"+head.ID+" "+rest)
			}
		}
		for _, text := range d.Heard() {
			if strings.Contains(text, "Something went wrong") {
				t.Errorf("%q", text)
			}
			if strings.Contains(text, "—") {
				shown++
			}
		}
		if shown < 6 {
			t.Errorf("only %d answers name who is not there any more", shown)
		}
		Privately(h, Rui, "/export #"+after[0].ID)
		if f := d.Last(t).M.File; f == nil || !strings.Contains(string(f.Data), "—") {
			t.Errorf("exported: %+v", f)
		}

		// A block outlasts it, and a person who returns is new.
		Types(h, Zulmira, "/play cage @zeca", chat.User{ID: "desk:zeca", Handle: "zeca", Name: "Zeca"})
		if text := chat.PlainText(d.Last(t).M.Text); !strings.HasPrefix(text, "Zeca is not taking this challenge") {
			t.Errorf("who was blocked: %q", text)
		}
		Privately(h, Zulmira, "/history")
		if text := chat.PlainText(d.Last(t).M.Text); strings.Contains(text, "#") {
			t.Errorf("the new one has a past: %q", text)
		}
		Types(h, chat.User{ID: "desk:zeca", Handle: "zeca", Name: "Zeca"}, "/block")
		list := d.Last(t).M
		if text := chat.PlainText(list.Text); text != "You have blocked one person:\n—" {
			t.Errorf("Zeca's list: %q", text)
		}
		Types(h, chat.User{ID: "desk:zeca", Handle: "zeca", Name: "Zeca"}, list.Buttons[0][0].Says)
		Types(h, Zulmira, "/play cage @zeca", chat.User{ID: "desk:zeca", Handle: "zeca", Name: "Zeca"})
		if text := chat.PlainText(d.Last(t).M.Text); !strings.Contains(text, "challenges Zeca") {
			t.Errorf("after the block: %q", text)
		}
	})
}

// dying is a store in which all writes fail after a number of them.
type dying struct {
	storage.Store
	writes atomic.Int64 // that will still succeed
	failed atomic.Bool
	noted  atomic.Bool // that somebody wants to be forgotten
}

var errDead = errors.New("the machine is off")

func (s *dying) dies() bool {
	if s.writes.Add(-1) < 0 {
		s.failed.Store(true)
		return true
	}
	return false
}

func (s *dying) Append(ctx context.Context, head storage.Head, events ...match.Event) error {
	if s.dies() {
		return errDead
	}
	return s.Store.Append(ctx, head, events...)
}

func (s *dying) Rewrite(ctx context.Context, head storage.Head, events []match.Event) error {
	if s.dies() {
		return errDead
	}
	return s.Store.Rewrite(ctx, head, events)
}

func (s *dying) Put(ctx context.Context, key, value string) error {
	if s.dies() {
		return errDead
	}
	if strings.HasPrefix(key, "rewriting/") {
		s.noted.Store(true)
	}
	return s.Store.Put(ctx, key, value)
}

// Whenever the process dies after the request was noted, nothing is left after the next start.
func TestForget_AfterCrash(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for k := int64(1); ; k += int64(longtest.Count(4, 1)) {
			store := memorytest.New()
			weak := &dying{Store: store}
			weak.writes.Store(1 << 40)
			h, _, stop := startLife(t, weak)
			weak.writes.Store(k)
			Privately(h, Zulmira, "/forget yes")
			crashed := weak.failed.Load()
			stop()
			if !weak.noted.Load() {
				continue // the machine went off before, with a write about earlier answers
			}
			d := NewDesk()
			d.Can.Pictures = false
			h, stop = Start(t, store, d)
			if found := left(t, store); found != nil {
				t.Errorf("after %d writes: left: %q", k, found)
			}
			if found, err := store.Find(context.Background(), storage.Query{Live: true}); len(found) != 0 || err != nil {
				t.Errorf("after %d writes: %d matches go on, %v", k, len(found), err)
			}
			if keys, err := store.Keys(context.Background(), "rewriting/"); len(keys) != 0 || err != nil {
				t.Errorf("after %d writes: still to be done: %v %v", k, keys, err)
			}
			Privately(h, Rui, "/history")
			if text := chat.PlainText(d.Last(t).M.Text); !strings.Contains(text, "—") {
				t.Errorf("after %d writes Rui's matches are %q", k, text)
			}
			stop()
			if !crashed {
				if k < 20 {
					t.Errorf("only %d writes", k)
				}
				return
			}
		}
	})
}

// Others can use the bot while a person is being forgotten.
func TestForget_AmidTalk(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store := memorytest.New()
		h, d, _ := startLife(t, store)
		d.SetJudge(nil)
		heads, err := store.Find(context.Background(), storage.Query{Live: true})
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for i := range 4 {
			for _, head := range heads {
				for _, u := range []chat.User{Zulmira, Rui, Ana} {
					all.Go(func() { Types(h.Bot, u, []string{"/board #", "/accept #", "/resign yes #", "/draw #"}[i]+head.ID) })
				}
			}
			all.Go(func() { Types(h.Bot, Rui, "/games") })
		}
		all.Go(func() { Privately(h.Bot, Zulmira, "/forget yes") })
		all.Wait()
		d.Heard()
		Privately(h, Zulmira, "/forget yes") // what was begun meanwhile
		if said := d.Heard(); !slices.ContainsFunc(said, func(s string) bool { return strings.HasPrefix(s, "Done") }) {
			t.Errorf("in the end: %q", said)
		}
		if found := left(t, store); found != nil {
			t.Errorf("left: %q", found)
		}
	})
}

// An endless match can be stopped by the player left in it, at once or later.
func TestForget_EndlessMatches(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, answers := range [][]string{{"/accept"}, {"/decline", "/stop"}, {"/stop"}} {
			store, d := memorytest.New(), NewDesk()
			d.Can.Pictures = false
			h, _ := Start(t, store, d, Limit(bot.Limits{}))
			d.SetJudge(nil) // it remembers who was forgotten
			Types(h, Zulmira, "/play backgammon points=0")
			Types(h, Rui, "/accept")
			for range 3 { // somebody is on turn, and what is the first legal move is played
				m := Only(t, store, storage.Query{})
				Types(h, map[string]chat.User{Zulmira.ID: Zulmira, Rui.ID: Rui}[m.Player(m.Turn()).ID],
					"/move "+string(FirstMove(m)))
			}
			d.Heard()
			Types(h, Zulmira, "/forget yes")
			if all := strings.Join(d.Heard(), "\n"); !strings.Contains(all, "resigns") ||
				!strings.Contains(all, "proposes to stop") {
				t.Errorf("said: %s", all)
			}
			if found := left(t, store); found != nil {
				t.Errorf("left: %q", found)
			}
			if n := Live(t, store, Rui.ID)[match.Playing]; n != 1 {
				t.Errorf("%d matches of Rui go on", n)
			}
			for _, answer := range answers {
				Types(h, Rui, answer)
			}
			if n := Live(t, store, Rui.ID)[match.Playing]; n != 0 {
				t.Errorf("%v: %d matches of Rui go on: %q", answers, n, d.Heard())
			}
		}
	})
}

// wiped is a store that reports when it was erased, and when that is noted.
type wiped struct {
	storage.Store
	erased, noted chan struct{}
	full          atomic.Bool // it cannot be cleared
}

func (s *wiped) Erase(ctx context.Context) error {
	if s.full.Load() {
		return errors.New("the disk is full")
	}
	s.erased <- struct{}{}
	return s.Store.Erase(ctx)
}

func (s *wiped) Put(ctx context.Context, key, value string) error {
	err := s.Store.Put(ctx, key, value)
	if strings.HasPrefix(key, "erasing") && value == "" {
		s.noted <- struct{}{}
	}
	return err
}
