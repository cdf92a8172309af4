package bot_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// Somebody with a name that is in nothing else, whose private room is called like the person.
var (
	zulmira = chat.User{ID: "desk:u7001x", Handle: "Zulmirinha", Name: "Dona Felisberta"}
	traits  = []string{"u7001x", "zulmirinha", "felisberta"}
)

// privately makes somebody say something where nobody else is.
func privately(h chat.Handler, u chat.User, text string) {
	h.Hear(context.Background(), chat.Event{Room: chat.Room(u.ID), From: u, Text: text, Addressed: true, Private: true})
}

// stored is everything that a store tells.
func stored(t *testing.T, store storage.Store) string {
	t.Helper()
	ctx := context.Background()
	var b strings.Builder
	add := func(v any, err error) {
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(text)
		b.WriteByte('\n')
	}
	heads, err := store.Find(ctx, storage.Query{})
	add(heads, err)
	for _, h := range heads {
		events, err := store.Events(ctx, h.ID)
		add(events, err)
		_, err = match.Replay(h.ID, gameNamed, events)
		add("replayed", err)
	}
	keys, err := store.Keys(ctx, "")
	add(keys, err)
	for _, k := range keys {
		add(store.Get(ctx, k))
	}
	return b.String()
}

// left are the traits that can be found in what is stored.
func left(t *testing.T, store storage.Store) (found []string) {
	t.Helper()
	text := strings.ToLower(stored(t, store))
	for _, trait := range traits {
		if i := strings.Index(text, trait); i >= 0 {
			found = append(found, text[max(0, i-60):min(len(text), i+60)])
		}
	}
	return found
}

// aLife leaves traces of Dona Felisberta wherever somebody can leave any.
func aLife(h chat.Handler) {
	id := 0
	says := func(u chat.User, text string, mentions ...chat.User) {
		id++
		h.Hear(context.Background(), chat.Event{ID: fmt.Sprint("desk:event-", u.ID, "-", id), Room: "desk:group", From: u,
			Text: text, Addressed: true, Mentions: mentions, Locale: "en"})
	}
	zeca := chat.User{ID: "desk:zeca", Handle: "zeca", Name: "Zeca"}
	says(zulmira, "/play gamao @ana", ana) // a word for dice that are not thrown
	says(zulmira, "/dice word=zulmirinha")
	says(zulmira, "/cancel")
	says(zulmira, "/tournament damas needs=4")
	says(ana, "/tournament join")
	says(rui, "/tournament join")
	says(zulmira, "/tournament begin")
	says(zulmira, "/tournament award 1 1-0 felisberta manda")
	says(zulmira, "/play damas @rui", rui) // a match that is over
	says(rui, "/accept")
	says(zulmira, "11-15")
	says(rui, "22-18")
	says(rui, "/resign yes")
	says(rui, "/play cage @zulmirinha") // a challenge by handle, declined
	says(zulmira, "/decline")
	says(rui, "/play damas @zulmirinha", zulmira) // a match that is played
	says(zulmira, "/accept")
	says(rui, "11-15")
	says(zulmira, "22-18")
	privately(h, zulmira, "/play backgammon points=3") // one in two private talks, with dice
	all := h.(*listener).desk.all()
	link := chat.Plain(all[len(all)-1].m.Text)
	_, number, _ := strings.Cut(link, "start=")
	privately(h, rui, "/accept #"+number)
	says(zulmira, "/play cage") // open challenges: to anyone, to somebody, by somebody
	says(zulmira, "/play damas @ana", ana)
	says(ana, "/play chilenas @ZULMIRINHA")
	h.Hear(context.Background(), chat.Event{ID: "desk:event-file", Room: "desk:group", From: zulmira, Text: "/import",
		Addressed: true,
		File: &chat.File{Name: "game.pdn",
			Data: []byte("[White \"dona felisberta\"]\n[Black \"Tó\"]\n[Result \"2-0\"]\n[GameType \"28\"]\n\n1. 11-15 22-18 2-0\n")}})
	h.Hear(context.Background(), chat.Event{ID: "desk:event-other-file", Room: "desk:group", From: zulmira, Text: "/import",
		Addressed: true,
		File: &chat.File{Name: "other.pdn", Data: []byte("[White \"Felisberta de Tal\"]\n[Black \"Dr Zulmirinha\"]\n" +
			"[Date \"felisberta\"]\n[Result \"2-0\"]\n[GameType \"28\"]\n\n1. 11-15 22-18 2-0\n")}})
	privately(h, zulmira, "/theme slate")
	privately(h, zulmira, "/confirm on")
	says(zulmira, "/block @zeca")
	says(zulmira, "/block @eva", chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"})
	says(zeca, "/block @zulmirinha")
	says(chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}, "/block @zulmirinha", zulmira)
}

// listener is a handler that knows its desk.
type listener struct {
	chat.Handler
	desk *desk
}

// startLife starts a bot on a store and lets Dona Felisberta live.
func startLife(t *testing.T, store storage.Store) (*host, *desk, func()) {
	t.Helper()
	d := newDesk()
	d.caps.Pictures = false
	h, stop := start(t, store, d)
	aLife(&listener{h, d})
	if got := len(left(t, store)); got != len(traits) {
		t.Fatalf("only %d of the traits are stored", got)
	}
	return h, d, stop
}

// Of who was forgotten nothing is stored any more; what others have played stays, and what can be done with it.
func TestForgotten(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store := memorytest.New()
		h, d, _ := startLife(t, store)
		heads, err := store.Find(context.Background(), storage.Query{Player: rui.ID})
		if err != nil {
			t.Fatal(err)
		}
		d.heard()
		says(h, zulmira, "/forget") // a question without an answer
		privately(h, zulmira, "/forget")
		explained := d.last(t).m
		privately(h, rui, explained.Buttons[0][0].Says)
		if text := chat.Plain(d.last(t).m.Text); !strings.HasPrefix(text, "That button is not yours") ||
			len(left(t, store)) == 0 {
			t.Errorf("another one presses: %q", text)
		}
		privately(h, zulmira, explained.Buttons[0][0].Says)
		all := strings.Join(d.heard(), "\n")
		for _, part := range []string{"Done, I have forgotten you", "Dona Felisberta resigns", "Dona Felisberta takes the challenge back", "Rui wins"} {
			if !strings.Contains(all, part) {
				t.Errorf("%q was not said in %s", part, all)
			}
		}
		if found := left(t, store); found != nil {
			t.Errorf("left: %q", found)
		}
		if n, err := store.Count(context.Background(), storage.Query{Live: true}); n != 0 || err != nil {
			t.Errorf("%d matches go on, %v", n, err)
		}
		after, err := store.Find(context.Background(), storage.Query{Player: rui.ID})
		if err != nil || len(after) != len(heads) {
			t.Fatalf("Rui has %d matches, before it were %d, %v", len(after), len(heads), err)
		}
		shown := 0
		for _, head := range after {
			for _, command := range []string{"/board", "/step", "/step 1", "/export", "/rematch", "/dice"} {
				command, rest, _ := strings.Cut(command, " ")
				privately(h, rui, command+" #"+head.ID+" "+rest)
			}
		}
		for _, text := range d.heard() {
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
		privately(h, rui, "/export #"+after[0].ID)
		if f := d.last(t).m.File; f == nil || !strings.Contains(string(f.Data), "—") {
			t.Errorf("exported: %+v", f)
		}

		// A block outlasts it, and whoever comes back is somebody new.
		types(h, zulmira, "/play cage @zeca", chat.User{ID: "desk:zeca", Handle: "zeca", Name: "Zeca"})
		if text := chat.Plain(d.last(t).m.Text); !strings.HasPrefix(text, "Zeca is not taking this challenge") {
			t.Errorf("who was blocked: %q", text)
		}
		privately(h, zulmira, "/history")
		if text := chat.Plain(d.last(t).m.Text); strings.Contains(text, "#") {
			t.Errorf("the new one has a past: %q", text)
		}
		types(h, chat.User{ID: "desk:zeca", Handle: "zeca", Name: "Zeca"}, "/block")
		list := d.last(t).m
		if text := chat.Plain(list.Text); text != "You have blocked one person:\n—" {
			t.Errorf("Zeca's list: %q", text)
		}
		types(h, chat.User{ID: "desk:zeca", Handle: "zeca", Name: "Zeca"}, list.Buttons[0][0].Says)
		types(h, zulmira, "/play cage @zeca", chat.User{ID: "desk:zeca", Handle: "zeca", Name: "Zeca"})
		if text := chat.Plain(d.last(t).m.Text); !strings.Contains(text, "challenges Zeca") {
			t.Errorf("after the block: %q", text)
		}
	})
}

// dying is a store in which after some writes none succeeds any more.
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

// Whenever the machine goes off, after the next start there is nothing left either, once it was noted that somebody
// wants to be forgotten.
func TestForgottenAfterACrash(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for k := int64(1); ; k += int64(longtest.Count(4, 1)) {
			store := memorytest.New()
			weak := &dying{Store: store}
			weak.writes.Store(1 << 40)
			h, _, stop := startLife(t, weak)
			weak.writes.Store(k)
			privately(h, zulmira, "/forget yes")
			crashed := weak.failed.Load()
			stop()
			if !weak.noted.Load() {
				continue // the machine went off before, with a write about earlier answers
			}
			d := newDesk()
			d.caps.Pictures = false
			h, stop = start(t, store, d)
			if found := left(t, store); found != nil {
				t.Errorf("after %d writes: left: %q", k, found)
			}
			if n, err := store.Count(context.Background(), storage.Query{Live: true}); n != 0 || err != nil {
				t.Errorf("after %d writes: %d matches go on, %v", k, n, err)
			}
			if keys, err := store.Keys(context.Background(), "rewriting/"); len(keys) != 0 || err != nil {
				t.Errorf("after %d writes: still to be done: %v %v", k, keys, err)
			}
			privately(h, rui, "/history")
			if text := chat.Plain(d.last(t).m.Text); !strings.Contains(text, "—") {
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

// While somebody is being forgotten everybody goes on talking.
func TestForgottenAmidTalk(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store := memorytest.New()
		h, d, _ := startLife(t, store)
		d.setJudge(nil)
		heads, err := store.Find(context.Background(), storage.Query{Live: true})
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for i := range 4 {
			for _, head := range heads {
				for _, u := range []chat.User{zulmira, rui, ana} {
					all.Go(func() { types(h.Bot, u, []string{"/board #", "/accept #", "/resign yes #", "/draw #"}[i]+head.ID) })
				}
			}
			all.Go(func() { types(h.Bot, rui, "/games") })
		}
		all.Go(func() { privately(h.Bot, zulmira, "/forget yes") })
		all.Wait()
		d.heard()
		privately(h, zulmira, "/forget yes") // what was begun meanwhile
		if said := d.heard(); !slices.ContainsFunc(said, func(s string) bool { return strings.HasPrefix(s, "Done") }) {
			t.Errorf("in the end: %q", said)
		}
		if found := left(t, store); found != nil {
			t.Errorf("left: %q", found)
		}
	})
}

// Games that would follow one another for ever can be stopped by the one who is left, at once or later.
func TestForgottenEndless(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, answers := range [][]string{{"/accept"}, {"/decline", "/stop"}, {"/stop"}} {
			store, d := memorytest.New(), newDesk()
			d.caps.Pictures = false
			h, _ := start(t, store, d, limit(bot.Limits{}))
			d.setJudge(nil) // it remembers who was forgotten
			types(h, zulmira, "/play backgammon points=0")
			types(h, rui, "/accept")
			for range 3 { // somebody is on turn, and what is the first legal move is played
				m := only(t, store, storage.Query{})
				types(h, map[string]chat.User{zulmira.ID: zulmira, rui.ID: rui}[m.Player(m.Turn()).ID],
					"/move "+string(firstMove(m)))
			}
			d.heard()
			types(h, zulmira, "/forget yes")
			if all := strings.Join(d.heard(), "\n"); !strings.Contains(all, "resigns") ||
				!strings.Contains(all, "proposes to stop") {
				t.Errorf("said: %s", all)
			}
			if found := left(t, store); found != nil {
				t.Errorf("left: %q", found)
			}
			if n := live(t, store, rui.ID)[match.Playing]; n != 1 {
				t.Errorf("%d matches of Rui go on", n)
			}
			for _, answer := range answers {
				types(h, rui, answer)
			}
			if n := live(t, store, rui.ID)[match.Playing]; n != 0 {
				t.Errorf("%v: %d matches of Rui go on: %q", answers, n, d.heard())
			}
		}
	})
}

// wiped is a store that tells when it was cleared of what was deleted, and when that is noted.
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
	if key == "erasing" && value == "" {
		s.noted <- struct{}{}
	}
	return err
}
