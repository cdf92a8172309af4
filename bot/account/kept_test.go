package account_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// Matches that an account arbitrates, and its absences, are those of the linked person.
func TestLink_Kept(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d, s := memorytest.New(), NewDesk(), NewDesk()
		h, _ := TwoServices(t, store, d, s)
		mia := chat.User{ID: "shelf:8", Handle: "mia", Name: "Mia"}
		says := func(u chat.User, text string) string {
			s.Heard()
			Hear(h, chat.Event{Room: "shelf:channel", From: u, Text: text, Addressed: true, Mentions: []chat.User{Leo, mia, AnaToo}})
			return strings.Join(s.Heard(), "\n")
		}
		says(AnaToo, "/play damas colour=white time=3d @leo")
		says(Leo, "/accept")
		says(Leo, "/play cage time=3d arbiter=@ana_s @mia")
		says(mia, "/accept")
		To(h, AnaToo, true, "/away 3d")
		if got := chat.PlainText(s.Last(t).M.Text); !strings.Contains(got, "Ana S is away for 3 days") {
			t.Errorf("away: %q", got)
		}
		var judged string
		for _, m := range Every(t, store) {
			if m.Setup.Arbiter.ID == AnaToo.ID {
				judged = "#" + m.ID
			}
		}
		links(t, h, d, s)
		kept, err := store.Keys(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range kept {
			if strings.HasPrefix(key, "away/"+AnaToo.ID) || strings.HasPrefix(key, "arbiter/"+AnaToo.ID) {
				t.Errorf("%s is kept", key)
			}
		}
		if got := says(AnaToo, "/arbiter "+judged); !strings.Contains(got, "Ana") {
			t.Errorf("the arbiter is told %q", got)
		}
		if got := says(AnaToo, "/arbiter "+judged+" award @leo mia was rude"); !strings.Contains(got, "mia was rude") {
			t.Errorf("the award: %q", got)
		}
		To(h, Ana, true, "/mydata")
		if f := d.Last(t).M.File; f == nil || !strings.Contains(string(f.Data), `"shelf:7"`) || !strings.Contains(string(f.Data), `"away`) {
			t.Errorf("the file is %s", f.Data)
		}
	})
}

// The ranking asked for in private shows the people met, and that of all people has each person's name in a match,
// wherever it was.
func TestRanking_Where(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		PlaysMoves(h, d, "", 4)
		Says(h, Ana, "/resign yes")
		d.Heard()
		for _, c := range []struct {
			room    chat.Room
			who     chat.User
			private bool
			text    string
			named   bool
		}{
			{"desk:group", Eva, false, "/ranking", true},
			{"desk:other", Eva, false, "/ranking", false},
			{"desk:other", Eva, false, "/ranking all", true},
			{"desk:other", Ana, false, "/ranking", false},
			{"desk:ana", Ana, true, "/ranking", true},
			{"desk:eva", Eva, true, "/ranking", false},
			{"desk:eva", Eva, true, "/ranking all damas", true},
			{"desk:eva", Eva, true, "/ranking all cage", false},
		} {
			Hear(h, chat.Event{Room: c.room, From: c.who, Text: c.text, Addressed: true, Private: c.private})
			text := chat.PlainText(d.Last(t).M.Text)
			if got := strings.Contains(text, "1. Rui (") && strings.Contains(text, "2. Ana ("); got != c.named {
				t.Errorf("%s in %s: %q", c.text, c.room, text)
			}
		}
		for text, want := range map[string]string{"/ranking damas cage": "/ranking draughts", "/ranking chess": "chess", "/ranking damas 9": "Ranking: Portuguese"} {
			Says(h, Eva, text)
			if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, want) {
				t.Errorf("%s: %q", text, got)
			}
		}
	}, func(c *bot.Config) { c.Ranking = true })
}

// A profile has the longest winning streak and, of the opponents met most often, the one met last; without opponents it
// names none.
func TestProfile_Counts(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		zoe := chat.User{ID: "desk:zoe", Handle: "zoe", Name: "Zoe"}
		plays := func(white, black, resigns chat.User) {
			t.Helper()
			Types(h, white, "/play damas colour=white @"+black.Handle, black)
			Types(h, black, "/accept")
			for i, move := range []string{"11-15", "21-18", "15-20", "24x15"} {
				Types(h, []chat.User{white, black}[i%2], move)
			}
			Types(h, resigns, "/resign yes")
			Later(time.Minute)
			d.Heard()
		}
		profile := func(who chat.User) string {
			Types(h, who, "/profile")
			return strings.Join(d.Heard(), "\n")
		}
		for i, won := range []bool{true, true, false, true, true, true} {
			other := []chat.User{Rui, Eva}[i%2]
			if won {
				plays(Ana, other, other)
			} else {
				plays(Ana, other, Ana)
			}
		}
		if got := profile(Ana); !strings.Contains(got, "5 won, 0 drawn, 1 lost") || !strings.Contains(got, "Most often against Eva: 3 matches.") ||
			!strings.Contains(got, "Longest run: 3 wins.") {
			t.Errorf("Ana: %q", got)
		}
		plays(Rui, Ana, Ana)
		if got := profile(Ana); !strings.Contains(got, "Most often against Rui: 4 matches.") {
			t.Errorf("Ana: %q", got)
		}
		if got := profile(zoe); !strings.Contains(got, "No match has been played") {
			t.Errorf("Zoe: %q", got)
		}
		Types(h, Rui, "/forget yes")
		Later(time.Minute)
		d.Heard()
		if got := profile(Ana); !strings.Contains(got, "Most often against Eva: 3 matches.") {
			t.Errorf("Ana, after Rui is forgotten: %q", got)
		}
	})
}

// A person forgotten while the opponent proposes to stop agrees to that.
func TestForget_AmidStop(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play gamao points=0 @rui")
		Says(h, Rui, "/accept")
		Says(h, Ana, "/resign 1 yes")
		Says(h, Rui, "/resign 1 yes")
		d.Heard()
		p := &progress{}
		Hear(h, chat.Event{Room: "desk:group", From: Ana, Text: "/forget yes", Addressed: true, Progress: p})
		Later(time.Minute)
		if p.forgotten != 1 || !p.settled {
			t.Errorf("the adapter is told %+v", p)
		}
		for _, m := range Every(t, h.Store) {
			if strings.Contains(m.Challenger.Name+m.Opponent.Name, "Ana") {
				t.Errorf("of Ana is left %+v", m)
			}
		}
	})
}

// progress notes how far an event has come.
type progress struct {
	settled   bool
	forgotten int
}

func (p *progress) Decided() {}
func (p *progress) Settled() { p.settled = true }
func (p *progress) Forget()  { p.forgotten++ }

// A forgotten arbiter is removed from the match, which goes on, and can no longer rule.
func TestForget_Arbiter(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Types(h, Ana, "/play damas colour=white arbiter=@eva @rui", Eva, Rui)
		Types(h, Rui, "/accept")
		Types(h, Eva, "/arbiter")
		if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "Eva") {
			t.Errorf("before: %q", got)
		}
		Types(h, Eva, "/forget yes")
		Later(time.Minute)
		d.Heard()
		for _, text := range []string{"/board", "/log", "/arbiter", "11-15"} {
			Types(h, Ana, text)
			if got := strings.Join(d.Heard(), "\n"); got == "" || strings.Contains(got, "Eva") {
				t.Errorf("%s: %q", text, got)
			}
		}
	})
}

// The ranking of all people names each, also a person who has since imported a game of others.
func TestRanking_NamedAfterImport(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		PlaysMoves(h, d, "", 4)
		Says(h, Rui, "/resign yes")
		Later(time.Minute)
		Hear(h, chat.Event{Room: "desk:far", From: Ana, Text: "/import", Addressed: true,
			File: &chat.File{Name: "a.pdn", Data: []byte("[White \"Zé\"]\n[Black \"Tó\"]\n[GameType \"28\"]\n[Result \"1-0\"]\n1. 11-15 22-18 1-0\n"), Size: 80}})
		if n := len(Every(t, h.Store)); n != 2 {
			t.Fatalf("%d matches", n)
		}
		SaysIn(h, "desk:other", Eva, "/ranking all damas")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "\n1. Ana (") || !strings.Contains(got, "\n2. Rui (") {
			t.Errorf("the ranking is %q", got)
		}
	}, func(c *bot.Config) { c.Ranking = true })
}

// A server's store, which takes long to erase, is erased in the background: again later if that fails, and by the next
// process if it was not done.
func TestForget_Served(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := faultytest.New(memorytest.New()), NewDesk()
		served := func(c *bot.Config) { c.Served = true }
		h, stop := Start(t, store, d, served)
		erased, fails := 0, true
		store.Plan(func(c faultytest.Call) (f faultytest.Fault) {
			if c.Method == "Erase" {
				if erased++; fails {
					f.Err = errors.New("no disk")
				}
			}
			return f
		})
		marked := func(what string, tries, marks int) {
			t.Helper()
			if keys, err := store.Keys(t.Context(), "erasing"); len(keys) != marks || err != nil || erased != tries {
				t.Errorf("%s: cleared %d times, want %d, and the marks are %q, %v", what, erased, tries, keys, err)
			}
		}
		Says(h, Ana, "/forget yes")
		d.Expect(t, "forgotten", "Done, I have forgotten you.")
		marked("at once", 0, 1)
		Later(11 * time.Minute)
		marked("when it fails", 1, 1)
		Says(h, Rui, "/forget yes")
		marked("soon after that", 1, 2)
		fails = false
		Later(10 * time.Minute)
		marked("ten minutes later", 2, 0)
		fails = true
		Says(h, Eva, "/forget yes")
		Later(10 * time.Minute)
		marked("when it fails again", 3, 1)
		stop()
		fails = false
		_, stop = Start(t, store, d, served)
		Later(time.Second)
		marked("after a restart", 4, 0)
		stop()
		_, stop = Start(t, store, d, served)
		Later(time.Hour)
		marked("when nothing is left", 4, 0)
		stop()
	})
}

// A person who may lose several points of a match is told which match that is before it is resigned.
func TestForget_Stakes(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play backgammon points=0 @rui")
		Says(h, Rui, "/accept")
		PlayOn(t, h, h.Store, 4)
		d.Heard()
		Says(h, Ana, "/forget")
		if got := strings.Join(d.Heard(), "\n"); strings.Count(got, "#") != 1 || !strings.Contains(got, "/resign") {
			t.Errorf("of more stakes than one is told %q", got)
		}
	})
}

// In draughts, where one point is at stake, stakes are not mentioned.
func TestForget_OneStake(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		PlaysMoves(h, d, "", 4)
		Says(h, Ana, "/forget")
		if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "matches under way: 1; finished matches: 0") || strings.Contains(got, "#") {
			t.Errorf("told is %q", got)
		}
	})
}
