package matches_test

import (
	"fmt"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// A link contains a long token, apart from the code that people type. Either gives access in a room that does not know
// the match, and nothing else does.
func TestAbroad_LinkAndCode(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, by := range []string{"link", "code"} {
			d, s := NewDesk(), NewDesk()
			h, _ := TwoServices(t, memorytest.New(), d, s)
			To(h, Ana, true, "/play damas colour=white")
			told := chat.PlainText(d.Last(t).M.Text)
			code := CodeIn(t, told)
			link := regexp.MustCompile(`https://desk\.example/\?start=(` + code[1:5] +
				`-[a-z0-9]{24})\b`).FindStringSubmatch(told)
			if link == nil || strings.Contains(link[1], code[6:]) {
				t.Fatalf("the links are %q in %q", link, told)
			}
			To(h, Leo, true, "/accept "+code[:6]+strings.Repeat("b", len(code)-6))
			if got := chat.PlainText(s.Last(t).M.Text); !strings.HasPrefix(got, "There is no match") {
				t.Errorf("a wrong code: %q", got)
			}
			if by == "link" {
				code = "#" + link[1]
			}
			To(h, Leo, true, "/accept "+code)
			if got := chat.PlainText(s.Last(t).M.Text); !strings.Contains(got, "Leo accepts.") {
				t.Errorf("by %s: %q", by, got)
			}
		}
	})
}

// A challenge made on one service is accepted on another by its code, and everything works from both sides, each in its
// own language; only players who are there are notified.
func TestAbroad(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d, s := NewDesk(), NewDesk()
		h, _ := TwoServices(t, memorytest.New(), d, s)
		To(h, Leo, false, "/language pt")
		To(h, Ana, false, "/play damas colour=white")
		told := chat.PlainText(d.Last(t).M.Text)
		if !strings.Contains(told, "To accept on Shelf: /accept #") || !strings.Contains(told, "https://desk.example/") {
			t.Errorf("the challenge says %q", told)
		}
		code := CodeIn(t, told)
		To(h, Leo, false, "/aceitar "+code[:5])
		if got := chat.PlainText(s.Last(t).M.Text); !strings.Contains(got, "Não há aqui nenhuma partida") {
			t.Errorf("without the code: %q", got)
		}
		To(h, Leo, false, "/aceitar "+code)
		here, there := d.Last(t).M, s.Last(t).M
		if text := chat.PlainText(here.Text); !strings.Contains(text, "Leo accepts.") ||
			!strings.Contains(text, "Leo plays on Shelf.") || here.Turn.ID != Ana.ID {
			t.Errorf("here: %q, %+v", text, here.Turn)
		}
		if text := chat.PlainText(there.Text); !strings.Contains(text, "Ana joga no Desk.") ||
			strings.Contains(text, "Leo joga no") || there.Turn != (chat.User{Name: "Ana"}) {
			t.Errorf("there: %q, %+v", text, there.Turn)
		}
		id := code[:5]
		both := func(u chat.User, text, here, there string) {
			t.Helper()
			To(h, u, false, text)
			if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, here) {
				t.Errorf("%s: here %q, want %q", text, got, here)
			}
			if got := chat.PlainText(s.Last(t).M.Text); !strings.Contains(got, there) {
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
		both(Ana, "/move 11-15", "Ana: 11-15", "Ana: 11-15")
		if here, there := d.Last(t).M, s.Last(t).M; moves(there) == 0 || moves(here) > 0 {
			t.Errorf("who is on turn can press %v there, where nobody is %v", there.Buttons, here.Buttons)
		}
		both(Leo, "/move "+id+" 22-18", "Leo: 22-18", "Leo: 22-18")
		both(Ana, "/undo", "asks to take", "Ana pede")
		both(Leo, "/desfazer", "agrees", "Leo aceita")
		both(Leo, "/empate", "Leo offers a draw", "Leo propõe")
		both(Ana, "/decline", "declines the draw", "Ana recusa")
		both(Leo, "/desistir sim", "Ana wins", "Ana ganha")
		both(Leo, "/desforra", "Leo challenges Ana", "Leo desafia Ana")
		both(Ana, "/accept", "Ana accepts", "Ana aceita")
	})
}

// A handle means a person at the service where it was typed: a person with that handle on another service is not
// challenged.
func TestAbroad_Handle(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d, s := NewDesk(), NewDesk()
		h, _ := TwoServices(t, memorytest.New(), d, s)
		To(h, Ana, true, "/play damas @leo")
		told := chat.PlainText(d.Last(t).M.Text)
		link := regexp.MustCompile(`\?start=([a-z0-9-]+)`).FindStringSubmatch(told)
		if link == nil {
			t.Fatalf("no link in %q", told)
		}
		To(h, Leo, true, "/accept #"+link[1])
		if got := chat.PlainText(s.Last(t).M.Text); got != "That challenge is not for you to answer." {
			t.Errorf("somebody else with that handle: %q", got)
		}
		To(h, Leo, true, "/accept #"+link[1][:4])
		if got := chat.PlainText(s.Last(t).M.Text); !strings.Contains(got, "There is no match") {
			t.Errorf("without the link: %q", got)
		}
	})
}

// While one service is away for hours, the other goes on; what was to be sent there is sent when it is back.
func TestAbroad_Away(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d, s := NewDesk(), NewDesk()
		h, stop := TwoServices(t, memorytest.New(), d, s)
		To(h, Ana, false, "/play damas colour=white")
		To(h, Leo, false, "/accept "+CodeIn(t, chat.PlainText(d.Last(t).M.Text)))
		var away atomic.Bool
		away.Store(true)
		s.Fail = func(chat.Room, chat.Message) error {
			if away.Load() {
				return fmt.Errorf("no route: %w", chat.ErrAway)
			}
			return nil
		}
		h.Hear(t.Context(), chat.Event{Room: "desk:group", From: Ana, Text: "/move 11-15", Addressed: true})
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "Ana: 11-15") {
			t.Errorf("here: %q", got)
		}
		time.Sleep(5 * time.Hour)
		s.Heard()
		away.Store(false)
		time.Sleep(2 * time.Minute)
		if got := s.Heard(); len(got) != 1 || !strings.Contains(got[0], "Ana: 11-15") {
			t.Errorf("there, afterwards: %q", got)
		}
		stop()
	})
}
