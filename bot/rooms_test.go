package bot_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/tell"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// A number alone shows nobody a match that is played elsewhere, be it open or going on; numbers can be tried out.
func TestStrangers(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/play damas @rui")
		id := idOf(t, d)
		eva := chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}
		look := func(when string) {
			for _, command := range []string{"/board", "/text", "/moves", "/accept", "/step", "/export", "/dice", "/start"} {
				says0(h, "desk:elsewhere", eva, command+" "+id)
				says0(h, "desk:elsewhere", eva, command+" "+id+"-aaaaaaaaaaaaaaaaaaaaaaaa")
				for _, got := range d.heard() {
					if got != "There is no match "+id+" here. /games lists yours." {
						t.Errorf("%s: %s: %q", when, command, got)
					}
				}
			}
		}
		d.heard()
		look("open")
		says0(h, "desk:elsewhere", rui, "/board "+id)
		if got := d.heard(); len(got) != 1 || !strings.Contains(got[0], "Ana challenges Rui") {
			t.Errorf("the challenged from elsewhere: %q", got)
		}
		says(h, rui, "/accept")
		d.heard()
		look("playing")
		says(h, eva, "/board "+id)
		if got := d.heard(); len(got) != 1 || !strings.Contains(got[0], "to move") {
			t.Errorf("an onlooker in the room: %q", got)
		}
	})
}

// idOf is the number of the match that was told last, with its #.
func idOf(t *testing.T, d *desk) string {
	t.Helper()
	text := chat.Plain(d.last(t).m.Text)
	return text[strings.LastIndex(text[:strings.Index(text+"\n", "\n")], "#"):][:5]
}

// An author who can do a thing in no match is told why about the one that goes on; an answer is about the challenge.
func TestToldOfTheMatchThatGoesOn(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d := newDesk()
		h, _ := start(t, memorytest.New(), d, limit(bot.Limits{}))
		says(h, ana, "/play damas time=none @rui")
		going := idOf(t, d)
		says(h, rui, "/accept")
		later(time.Minute)
		says(h, ana, "/play cage @rui")
		d.heard()
		says(h, ana, "/claim")
		d.expect(t, "claim", going+" is played without a time limit.")
		says(h, ana, "/accept")
		d.expect(t, "accept", "You cannot play against yourself; somebody else has to accept.")
	})
}

// Letters that are longer or shorter in lower case do not shift where a number is looked for.
func TestOddLetters(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		for _, text := range []string{"/board ȺȺȺȺȺȺ #k7q2", "/board İİİİ #K7Q2", "ȺȺȺȺȺȺ #k7q2 ẞẞ", "/text #k7q2 ȺȺȺ"} {
			says(h, ana, text)
			for _, got := range d.heard() {
				if got != "There is no match #k7q2 here. /games lists yours." {
					t.Errorf("%s: %q", text, got)
				}
			}
		}
	})
}

// A name is no link.
func TestNameIsNoLink(t *testing.T) {
	if got := tell.Clean(chat.User{Name: "http://evil.example"}).Name; got != "http:\u2060//evil.example" {
		t.Errorf("the name is %q", got)
	}
}

// Names of which nothing is seen are handles.
func TestInvisibleNames(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, name := range []string{"\u200b\u200d", "\u3164", "\u2800 \u2800", "\u00ad", "\u0301"} {
			d := newDesk()
			h, _ := start(t, memorytest.New(), d)
			says(h, chat.User{ID: "desk:kim", Handle: "kim", Name: name}, "/play damas")
			if got := d.heard(); len(got) != 1 || !strings.Contains(got[0], "kim will play") {
				t.Errorf("%q: %q", name, got)
			}
		}
	})
}

// tardy is a store whose writes take a second.
type tardy struct{ storage.Store }

func (s tardy) Append(ctx context.Context, h storage.Head, events ...match.Event) error {
	time.Sleep(time.Second)
	return s.Store.Append(ctx, h, events...)
}

func (s tardy) Rewrite(ctx context.Context, h storage.Head, events []match.Event) error {
	time.Sleep(time.Second)
	return s.Store.Rewrite(ctx, h, events)
}

// Two challenges at the same moment are counted one after the other.
func TestChallengesAtOnce(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d, store := newDesk(), memorytest.New()
		h, _ := start(t, tardy{store}, d, limit(bot.Limits{Challenges: 1}))
		var both sync.WaitGroup
		for _, room := range []chat.Room{"desk:one", "desk:two"} {
			both.Go(func() { says0(h.Bot, room, ana, "/play damas") })
		}
		both.Wait()
		if heads, err := store.Find(t.Context(), storage.Query{}); err != nil || len(heads) != 1 {
			t.Errorf("%d challenges, %v", len(heads), err)
		}
	})
}

// While somebody is being forgotten nothing new begins.
func TestBeginningWhileForgotten(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d, store := newDesk(), memorytest.New()
		h, _ := start(t, tardy{store}, d, limit(bot.Limits{}))
		says(h, ana, "/play damas")
		d.heard()
		var forgetting sync.WaitGroup
		forgetting.Go(func() { says(h.Bot, ana, "/forget yes") })
		time.Sleep(1500 * time.Millisecond)
		says0(h, "desk:elsewhere", ana, "/play damas")
		forgetting.Wait()
		if heads, err := store.Find(t.Context(), storage.Query{Live: true}); err != nil || len(heads) != 0 {
			t.Errorf("%d challenges, %v: %q", len(heads), err, d.heard())
		}
	})
}

// other is a second service.
type other struct{ *desk }

func (other) Name() string { return "other" }

// Somebody with the same handle on another service stays what he is.
func TestForgottenElsewhere(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store, here, there := memorytest.New(), newDesk(), other{newDesk()}
		h, _ := serve(t, newBot(t, store), store, here, there)
		hear(h, chat.Event{Room: "other:group", From: chat.User{ID: "other:ana", Handle: "ana", Name: "Ana"},
			Text: "/play damas @rui", Addressed: true})
		says(h, rui, "/forget yes")
		heads, err := store.Find(t.Context(), storage.Query{Live: true})
		if err != nil || len(heads) != 1 || heads[0].Players[1] != "@rui" {
			t.Errorf("the challenge elsewhere: %+v, %v", heads, err)
		}
	})
}

// hasty is a store in which another process is faster, once for each match.
type hasty struct {
	storage.Store
	mu   sync.Mutex
	been map[string]bool
}

func (s *hasty) Append(ctx context.Context, h storage.Head, events ...match.Event) error {
	s.mu.Lock()
	first := !s.been[h.ID]
	s.been[h.ID] = s.been[h.ID] || h.N > 1
	s.mu.Unlock()
	if first && h.N > 1 {
		return storage.ErrConflict
	}
	return s.Store.Append(ctx, h, events...)
}

// A decision that another process has overtaken is made again.
func TestOvertaken(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d := newDesk()
		h, _ := start(t, &hasty{Store: memorytest.New(), been: map[string]bool{}}, d)
		says(h, ana, "/play damas @rui")
		says(h, rui, "/accept")
		if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "Rui accepts") {
			t.Errorf("said %q", got)
		}
	})
}

// The same announcement has the same name however often it is tried, and every other one another.
func TestOnce(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		names := map[string]int{}
		var mu sync.Mutex
		d.fail = func(_ chat.Room, m chat.Message) error {
			mu.Lock()
			defer mu.Unlock()
			if names[m.Once]++; names[m.Once] == 1 {
				return errDown
			}
			return nil
		}
		says(h, ana, "/play damas @rui")
		time.Sleep(time.Hour)
		says(h, rui, "/accept")
		time.Sleep(time.Hour)
		mu.Lock()
		defer mu.Unlock()
		if len(names) != 2 || names[""] != 0 {
			t.Errorf("named %v", names)
		}
	})
}

// A group that has not chosen a language gets that of the first who begins something, and keeps it; a device that tells
// none chooses none.
func TestKeptLanguage(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		play := func(locale string) string {
			d.heard()
			h.Hear(context.Background(), chat.Event{Room: "desk:group", From: ana, Text: "/play portuguesas", Addressed: true,
				Locale: locale})
			return d.heard()[0]
		}
		for _, c := range []struct{ locale, want string }{{"", "Portuguese draughts"}, {"pt-BR", "Damas"}, {"es", "Damas"},
			{"", "Damas"}} {
			if got := play(c.locale); !strings.HasPrefix(got, c.want) {
				t.Errorf("%q: %q", c.locale, got)
			}
		}
		if got := play("es"); !strings.Contains(got, "joga contra") && !strings.Contains(got, "qualquer") {
			t.Errorf("the second language took over: %q", got)
		}
	})
}

// A language that an administrator has chosen stays the administrator's choice when somebody begins something.
func TestFixedLanguage(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d := newDesk()
		d.admins = map[string]bool{ana.ID: true}
		h, _ := start(t, memorytest.New(), d)
		says(h, ana, "/language pt")
		h.Hear(context.Background(), chat.Event{Room: "desk:group", From: rui, Text: "/play damas", Addressed: true,
			Locale: "es"})
		says(h, rui, "/language es")
		says(h, rui, "/help")
		if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "Eu cuido do tabuleiro") {
			t.Errorf("said %q", got)
		}
	})
}

// One person reads so many games from files in a day, and more the next day.
func TestImportsInADay(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d := newDesk()
		h, _ := start(t, memorytest.New(), d, limit(bot.Limits{Imports: 2}))
		send := func() string {
			d.heard()
			h.Hear(context.Background(), chat.Event{Room: "desk:group", From: ana, Text: "/import", Addressed: true,
				File: &chat.File{Name: "a.pdn", Data: []byte("[Event \"x\"]\n[GameType \"28\"]\n[Result \"1-0\"]\n1. 11-15 22-18 1-0\n"), Size: 60}})
			return strings.Join(d.heard(), "\n")
		}
		for n, want := range []bool{true, true, false} {
			if got := send(); strings.Contains(got, "that is the limit") == want {
				t.Errorf("import %d: %q", n+1, got)
			}
		}
		later(25 * time.Hour)
		if got := send(); strings.Contains(got, "that is the limit") {
			t.Errorf("the next day: %q", got)
		}
	})
}

// A room that takes its time delays no other, and not the one who moved; a message that one room has is noted before
// the other has taken anything.
func TestSlowRoom(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		private := func(u chat.User, text string) {
			h.Hear(context.Background(), chat.Event{Room: chat.Room("desk:" + u.Handle), From: u, Text: text, Addressed: true,
				Private: true})
		}
		private(ana, "/play damas @rui")
		id := idOf(t, d)
		private(rui, "/accept "+id)
		release, stuck := make(chan struct{}), make(chan struct{}, 1)
		d.fail = func(room chat.Room, _ chat.Message) error {
			if room == "desk:rui" {
				stuck <- struct{}{}
				<-release
			}
			return nil
		}
		private(ana, "11-15")
		<-stuck
		if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "Ana: 11-15") {
			t.Errorf("said %q", got)
		}
		head, err := h.store.Head(t.Context(), id[1:])
		if err != nil || head.Places[0].Said != head.N || head.Places[1].Said == head.N {
			t.Errorf("noted: %+v, %v", head, err)
		}
		says(h, ana, "/play cage")
		if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "Cage") {
			t.Errorf("elsewhere: %q", got)
		}
		close(release)
		synctest.Wait()
		if head, err = h.store.Head(t.Context(), id[1:]); err != nil || head.Unsaid() {
			t.Errorf("in the end: %+v, %v", head, err)
		}
	})
}

// Where only the person can begin a private talk, a challenge from another one reaches whoever has played in one.
func TestChallengedInPrivate(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		private := func(u chat.User, text string) {
			hear(h, chat.Event{Room: chat.Room("desk:at-" + u.Handle), From: u, Text: text, Addressed: true, Private: true,
				Mentions: []chat.User{ana, rui}})
		}
		reaches := func(want bool) {
			t.Helper()
			d.heard()
			private(ana, "/play damas @rui")
			told := false
			for _, s := range d.all() {
				told = told || s.room == "desk:at-rui"
				if link := strings.Contains(chat.Plain(s.m.Text), "only Rui can accept: "); link == want {
					t.Errorf("%s is told: %q", s.room, chat.Plain(s.m.Text))
				}
			}
			if told != want {
				t.Errorf("rui is told: %v", told)
			}
			private(ana, "/cancel")
		}
		reaches(false)
		private(rui, "/play damas") // whom anyone may accept
		reaches(true)
	})
}
