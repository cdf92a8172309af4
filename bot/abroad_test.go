package bot_test

import (
	"fmt"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// shelf is another service like a desk.
type shelf struct{ *desk }

func (shelf) Name() string { return "shelf" }

// twoServices runs a bot on a desk and a shelf until the function returned is called.
func twoServices(t testing.TB, store storage.Store, d, s *desk) (*host, func()) {
	t.Helper()
	return serve(t, newBot(t, store), store, d, shelf{s})
}

var leo = chat.User{ID: "shelf:leo", Handle: "leo", Name: "Leo"}

// to says something to the bot where a person is: on the desk in desk:group, on the shelf in shelf:channel, in private
// in a room of the person's own.
func to(h chat.Handler, u chat.User, private bool, text string) {
	room := map[string]chat.Room{"desk": "desk:group", "shelf": "shelf:channel"}[chat.Room(u.ID).Service()]
	if private {
		room = chat.Room(u.ID + "-alone")
	}
	known := map[string][]chat.User{"desk": {ana, rui}, "shelf": {leo, anaToo}}[chat.Room(u.ID).Service()]
	if private {
		known = nil
	}
	hear(h, chat.Event{Room: room, From: u, Text: text, Addressed: true, Private: private, Mentions: known})
}

// codeIn is the code of a challenge in what the bot says, as it is typed.
func codeIn(t testing.TB, text string) string {
	t.Helper()
	code := regexp.MustCompile(`/\pL+ (#[a-z0-9]{4}-[a-z0-9]{8})`).FindStringSubmatch(text)
	if code == nil {
		t.Fatalf("no code in %q", text)
	}
	return code[1]
}

// A link carries a long token, apart from the code that people type; either serves in a room that does not know the
// match, and nothing else does.
func TestLinkAndCodeAbroad(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, by := range []string{"link", "code"} {
			d, s := newDesk(), newDesk()
			h, _ := twoServices(t, memorytest.New(), d, s)
			to(h, ana, true, "/play damas colour=white")
			told := chat.Plain(d.last(t).m.Text)
			code := codeIn(t, told)
			link := regexp.MustCompile(`https://desk\.example/\?start=(` + code[1:5] +
				`-[a-z0-9]{24})\b`).FindStringSubmatch(told)
			if link == nil || strings.Contains(link[1], code[6:]) {
				t.Fatalf("the links are %q in %q", link, told)
			}
			to(h, leo, true, "/accept "+code[:6]+strings.Repeat("b", len(code)-6))
			if got := chat.Plain(s.last(t).m.Text); !strings.HasPrefix(got, "There is no match") {
				t.Errorf("a wrong code: %q", got)
			}
			if by == "link" {
				code = "#" + link[1]
			}
			to(h, leo, true, "/accept "+code)
			if got := chat.Plain(s.last(t).m.Text); !strings.Contains(got, "Leo accepts.") {
				t.Errorf("by %s: %q", by, got)
			}
		}
	})
}

// A challenge that was made on one service is accepted on another by its code, and everything works from both ends,
// each in its own language; only who is there is called.
func TestAbroad(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d, s := newDesk(), newDesk()
		h, _ := twoServices(t, memorytest.New(), d, s)
		to(h, leo, false, "/language pt")
		to(h, ana, false, "/play damas colour=white")
		told := chat.Plain(d.last(t).m.Text)
		if !strings.Contains(told, "To accept on Shelf: /accept #") || !strings.Contains(told, "https://desk.example/") {
			t.Errorf("the challenge says %q", told)
		}
		code := codeIn(t, told)
		to(h, leo, false, "/aceitar "+code[:5])
		if got := chat.Plain(s.last(t).m.Text); !strings.Contains(got, "Não há aqui nenhuma partida") {
			t.Errorf("without the code: %q", got)
		}
		to(h, leo, false, "/aceitar "+code)
		here, there := d.last(t).m, s.last(t).m
		if text := chat.Plain(here.Text); !strings.Contains(text, "Leo accepts.") ||
			!strings.Contains(text, "Leo plays on Shelf.") || here.Turn.ID != ana.ID {
			t.Errorf("here: %q, %+v", text, here.Turn)
		}
		if text := chat.Plain(there.Text); !strings.Contains(text, "Ana joga no Desk.") ||
			strings.Contains(text, "Leo joga no") || there.Turn != (chat.User{Name: "Ana"}) {
			t.Errorf("there: %q, %+v", text, there.Turn)
		}
		id := code[:5]
		both := func(u chat.User, text, here, there string) {
			t.Helper()
			to(h, u, false, text)
			if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, here) {
				t.Errorf("%s: here %q, want %q", text, got, here)
			}
			if got := chat.Plain(s.last(t).m.Text); !strings.Contains(got, there) {
				t.Errorf("%s: there %q, want %q", text, got, there)
			}
		}
		moves := func(m chat.Message) (n int) {
			for _, row := range m.Buttons {
				for _, b := range row {
					if strings.Contains(b.Says, id+":") && b.Label != "⋯" {
						n++
					}
				}
			}
			return n
		}
		if moves(here) == 0 || moves(there) > 0 || len(there.Buttons) == 0 {
			t.Errorf("who is on turn can press %v here, where nobody is %v", here.Buttons, there.Buttons)
		}
		both(ana, "/move 11-15", "Ana: 11-15", "Ana: 11-15")
		if here, there := d.last(t).m, s.last(t).m; moves(there) == 0 || moves(here) > 0 {
			t.Errorf("who is on turn can press %v there, where nobody is %v", there.Buttons, here.Buttons)
		}
		both(leo, "/move "+id+" 22-18", "Leo: 22-18", "Leo: 22-18")
		both(ana, "/undo", "asks to take", "Ana pede")
		both(leo, "/desfazer", "agrees", "Leo aceita")
		both(leo, "/empate", "Leo offers a draw", "Leo propõe")
		both(ana, "/decline", "declines the draw", "Ana recusa")
		both(leo, "/desistir sim", "Ana wins", "Ana ganha")
		both(leo, "/desforra", "Leo challenges Ana", "Leo desafia Ana")
		both(ana, "/accept", "Ana accepts", "Ana aceita")
	})
}

// A handle means somebody at the service where it was said: whoever is called so on another one is not challenged.
func TestAbroadHandle(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d, s := newDesk(), newDesk()
		h, _ := twoServices(t, memorytest.New(), d, s)
		to(h, ana, true, "/play damas @leo")
		told := chat.Plain(d.last(t).m.Text)
		link := regexp.MustCompile(`\?start=([a-z0-9-]+)`).FindStringSubmatch(told)
		if link == nil {
			t.Fatalf("no link in %q", told)
		}
		to(h, leo, true, "/accept #"+link[1])
		if got := chat.Plain(s.last(t).m.Text); got != "That challenge is not for you to answer." {
			t.Errorf("somebody else with that handle: %q", got)
		}
		to(h, leo, true, "/accept #"+link[1][:4])
		if got := chat.Plain(s.last(t).m.Text); !strings.Contains(got, "There is no match") {
			t.Errorf("without the link: %q", got)
		}
	})
}

// While one service is away for hours the other goes on, and what was to be said there is said when it is back.
func TestAbroadAway(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d, s := newDesk(), newDesk()
		h, stop := twoServices(t, memorytest.New(), d, s)
		to(h, ana, false, "/play damas colour=white")
		to(h, leo, false, "/accept "+codeIn(t, chat.Plain(d.last(t).m.Text)))
		var away atomic.Bool
		away.Store(true)
		s.fail = func(chat.Room, chat.Message) error {
			if away.Load() {
				return fmt.Errorf("no route: %w", chat.ErrAway)
			}
			return nil
		}
		h.Hear(t.Context(), chat.Event{Room: "desk:group", From: ana, Text: "/move 11-15", Addressed: true})
		if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "Ana: 11-15") {
			t.Errorf("here: %q", got)
		}
		time.Sleep(5 * time.Hour)
		s.heard()
		away.Store(false)
		time.Sleep(2 * time.Minute)
		if got := s.heard(); len(got) != 1 || !strings.Contains(got[0], "Ana: 11-15") {
			t.Errorf("there, afterwards: %q", got)
		}
		stop()
	})
}
