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
	. "tabuleiro/bot/desktest"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// An id alone does not show a match of another room to anybody, open or running, as ids can be guessed.
func TestRoom_Strangers(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas @rui")
		id := IDOf(t, d)
		eva := chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}
		look := func(when string) {
			for _, command := range []string{"/board", "/text", "/moves", "/accept", "/step", "/export", "/dice", "/start"} {
				SaysIn(h, "desk:elsewhere", eva, command+" "+id)
				SaysIn(h, "desk:elsewhere", eva, command+" "+id+"-aaaaaaaaaaaaaaaaaaaaaaaa")
				for _, got := range d.Heard() {
					if got != "There is no match "+id+" here. /games lists yours." {
						t.Errorf("%s: %s: %q", when, command, got)
					}
				}
			}
		}
		d.Heard()
		look("open")
		SaysIn(h, "desk:elsewhere", Rui, "/board "+id)
		if got := d.Heard(); len(got) != 1 || !strings.Contains(got[0], "Ana challenges Rui") {
			t.Errorf("the challenged from elsewhere: %q", got)
		}
		Says(h, Rui, "/accept")
		d.Heard()
		look("playing")
		Says(h, eva, "/board "+id)
		if got := d.Heard(); len(got) != 1 || !strings.Contains(got[0], "to move") {
			t.Errorf("an onlooker in the room: %q", got)
		}
	})
}

// An author who can do something in no match is told why for the running one; an answer is about the challenge.
func TestRoom_MatchThatGoesOn(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		h, _ := Start(t, memorytest.New(), d, Limit(bot.Limits{}))
		Says(h, Ana, "/play damas time=none @rui")
		going := IDOf(t, d)
		Says(h, Rui, "/accept")
		Later(time.Minute)
		Says(h, Ana, "/play cage @rui")
		d.Heard()
		Says(h, Ana, "/claim")
		d.Expect(t, "claim", going+" is played without a time limit.")
		Says(h, Ana, "/accept")
		d.Expect(t, "accept", "You cannot play against yourself; somebody else has to accept.")
	})
}

// Letters whose lower case has another length do not shift the place of an id.
func TestNames_OddLetters(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for _, text := range []string{"/board ȺȺȺȺȺȺ #k7q2", "/board İİİİ #K7Q2", "ȺȺȺȺȺȺ #k7q2 ẞẞ", "/text #k7q2 ȺȺȺ"} {
			Says(h, Ana, text)
			for _, got := range d.Heard() {
				if got != "There is no match #k7q2 here. /games lists yours." {
					t.Errorf("%s: %q", text, got)
				}
			}
		}
	})
}

// A name does not become a link.
func TestNames_NoLink(t *testing.T) {
	if got := view.Clean(chat.User{Name: "http://evil.example"}).Name; got != "http:\u2060//evil.example" {
		t.Errorf("the name is %q", got)
	}
}

// Invisible names are replaced by handles.
func TestNames_Invisible(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, name := range []string{"\u200b\u200d", "\u3164", "\u2800 \u2800", "\u00ad", "\u0301"} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Says(h, chat.User{ID: "desk:kim", Handle: "kim", Name: name}, "/play damas")
			if got := d.Heard(); len(got) != 1 || !strings.Contains(got[0], "kim will play") {
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
func TestChallenge_AtOnce(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d, store := NewDesk(), memorytest.New()
		h, _ := Start(t, tardy{store}, d, Limit(bot.Limits{Challenges: 1}))
		var both sync.WaitGroup
		for _, room := range []chat.Room{"desk:one", "desk:two"} {
			both.Go(func() { SaysIn(h.Bot, room, Ana, "/play damas") })
		}
		both.Wait()
		if heads, err := store.Find(t.Context(), storage.Query{}); err != nil || len(heads) != 1 {
			t.Errorf("%d challenges, %v", len(heads), err)
		}
	})
}

// While a person is being forgotten nothing new begins.
func TestForget_WhileBeginning(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d, store := NewDesk(), memorytest.New()
		h, _ := Start(t, tardy{store}, d, Limit(bot.Limits{}))
		Says(h, Ana, "/play damas")
		d.Heard()
		var forgetting sync.WaitGroup
		forgetting.Go(func() { Says(h.Bot, Ana, "/forget yes") })
		time.Sleep(1500 * time.Millisecond)
		SaysIn(h, "desk:elsewhere", Ana, "/play damas")
		forgetting.Wait()
		if heads, err := store.Find(t.Context(), storage.Query{Live: true}); err != nil || len(heads) != 0 {
			t.Errorf("%d challenges, %v: %q", len(heads), err, d.Heard())
		}
	})
}

// other is a second service.
type other struct{ *Desk }

func (other) Name() string { return "other" }

// A person with the same handle on another service is not affected.
func TestForget_Elsewhere(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, here, there := memorytest.New(), NewDesk(), other{NewDesk()}
		h, _ := Serve(t, NewBot(t, store), store, here, there)
		Hear(h, chat.Event{Room: "other:group", From: chat.User{ID: "other:ana", Handle: "ana", Name: "Ana"},
			Text: "/play damas @rui", Addressed: true})
		Says(h, Rui, "/forget yes")
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

// A decision overtaken by another process is made again.
func TestRoom_Overtaken(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		h, _ := Start(t, &hasty{Store: memorytest.New(), been: map[string]bool{}}, d)
		Says(h, Ana, "/play damas @rui")
		Says(h, Rui, "/accept")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "Rui accepts") {
			t.Errorf("said %q", got)
		}
	})
}

// An announcement has the same nonce however often it is tried, and each has another one.
func TestRoom_Once(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		names := map[string]int{}
		var mu sync.Mutex
		d.Fail = func(_ chat.Room, m chat.Message) error {
			mu.Lock()
			defer mu.Unlock()
			if names[m.Once]++; names[m.Once] == 1 {
				return ErrDown
			}
			return nil
		}
		Says(h, Ana, "/play damas @rui")
		time.Sleep(time.Hour)
		Says(h, Rui, "/accept")
		time.Sleep(time.Hour)
		mu.Lock()
		defer mu.Unlock()
		if len(names) != 2 || names[""] != 0 {
			t.Errorf("named %v", names)
		}
	})
}

// A group without a language gets that of the first person who begins something, and keeps it; a device without a
// language chooses none.
func TestLanguage_Kept(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		play := func(locale string) string {
			d.Heard()
			h.Hear(context.Background(), chat.Event{Room: "desk:group", From: Ana, Text: "/play portuguesas", Addressed: true,
				Locale: locale})
			return d.Heard()[0]
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

// A language chosen by an administrator stays theirs when a person begins something.
func TestLanguage_Fixed(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		d.Admins = map[string]bool{Ana.ID: true}
		h, _ := Start(t, memorytest.New(), d)
		Says(h, Ana, "/language pt")
		h.Hear(context.Background(), chat.Event{Room: "desk:group", From: Rui, Text: "/play damas", Addressed: true,
			Locale: "es"})
		Says(h, Rui, "/language es")
		Says(h, Rui, "/help")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "Eu cuido do tabuleiro") {
			t.Errorf("said %q", got)
		}
	})
}

// A slow room delays no other, nor the player who moved; a delivery to one room is noted before the other has received
// anything.
func TestRoom_Slow(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		private := func(u chat.User, text string) {
			h.Hear(context.Background(), chat.Event{Room: chat.Room("desk:" + u.Handle), From: u, Text: text, Addressed: true,
				Private: true})
		}
		private(Ana, "/play damas @rui")
		id := IDOf(t, d)
		private(Rui, "/accept "+id)
		release, stuck := make(chan struct{}), make(chan struct{}, 1)
		d.Fail = func(room chat.Room, _ chat.Message) error {
			if room == "desk:rui" {
				stuck <- struct{}{}
				<-release
			}
			return nil
		}
		private(Ana, "11-15")
		<-stuck
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "Ana: 11-15") {
			t.Errorf("said %q", got)
		}
		head, err := h.Store.Head(t.Context(), id[1:])
		if err != nil || head.Places[0].Delivered != head.N || head.Places[1].Delivered == head.N {
			t.Errorf("noted: %+v, %v", head, err)
		}
		Says(h, Ana, "/play cage")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "Cage") {
			t.Errorf("elsewhere: %q", got)
		}
		close(release)
		synctest.Wait()
		if head, err = h.Store.Head(t.Context(), id[1:]); err != nil || head.Undelivered() {
			t.Errorf("in the end: %+v, %v", head, err)
		}
	})
}

// If only the person can begin a private chat, a challenge from another one reaches people who have played in one.
func TestChallenge_InPrivate(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		private := func(u chat.User, text string) {
			Hear(h, chat.Event{Room: chat.Room("desk:at-" + u.Handle), From: u, Text: text, Addressed: true, Private: true,
				Mentions: []chat.User{Ana, Rui}})
		}
		reaches := func(want bool) {
			t.Helper()
			d.Heard()
			private(Ana, "/play damas @rui")
			told := false
			for _, s := range d.All() {
				told = told || s.Room == "desk:at-rui"
				if link := strings.Contains(chat.PlainText(s.M.Text), "only Rui can accept: "); link == want {
					t.Errorf("%s is told: %q", s.Room, chat.PlainText(s.M.Text))
				}
			}
			if told != want {
				t.Errorf("rui is told: %v", told)
			}
			private(Ana, "/cancel")
		}
		reaches(false)
		private(Rui, "/play damas") // whom anyone may accept
		reaches(true)
	})
}
