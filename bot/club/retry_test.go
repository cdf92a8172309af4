package club_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// texts returns the messages about tournaments after a number of messages.
func texts(d *Desk, since int) (all []string) {
	for _, s := range d.All()[since:] {
		if text := chat.PlainText(s.M.Text); strings.HasPrefix(text, "🏆") {
			all = append(all, text)
		}
	}
	return all
}

// A room that missed an announcement of a tournament gets it some minutes later, once, also from the next process.
func TestTournament_ToldLater(t *testing.T) {
	for _, restarts := range []bool{false, true} {
		InTime(t, func(t *testing.T) {
			store, d := memorytest.New(), NewDesk()
			h, stop := Start(t, store, d)
			d.Fail = func(_ chat.Room, m chat.Message) error {
				if strings.HasPrefix(chat.PlainText(m.Text), "🏆") {
					return errors.New("too much is said here")
				}
				return nil
			}
			Says(h, Ana, "/tournament damas needs=5")
			Later(time.Minute)
			Says(h, Rui, "/tournament join")
			Says(h, Ana, "/tournament cancel yes")
			tried := len(texts(d, 0))
			d.Fail = nil
			if restarts {
				stop()
				_, stop = Start(t, store, d)
				Later(time.Second)
			} else if Later(4 * time.Minute); len(texts(d, 0)) != tried {
				t.Errorf("it is told at once: %q", texts(d, 0)[tried:])
			}
			Later(2 * time.Minute)
			got := texts(d, tried)
			if len(got) != 1 || !strings.Contains(got[0], "Ana announces a tournament.") ||
				!strings.Contains(got[0], "Tournament cancelled.") {
				t.Errorf("restarted %t: it is told later as %q", restarts, got)
			}
			Later(24 * time.Hour)
			if again := texts(d, tried); len(again) != 1 {
				t.Errorf("restarted %t: it is told once more: %q", restarts, again)
			}
			stop()
		})
	}
}

// pause holds the one who makes an event between storing and announcing it.
type pause chan struct{}

func (pause) Decided()   {}
func (pause) Forget()    {}
func (p pause) Settled() { <-p }

// What follows from the end of a match is told after that end, also if the one who ended it is slow to announce it.
func TestTournament_ToldInOrder(t *testing.T) {
	for _, last := range []bool{true, false} {
		InTime(t, func(t *testing.T) {
			d := NewDesk()
			d.Can.Pictures = false
			h, stop := Start(t, memorytest.New(), d)
			defer stop()
			people := map[string]chat.User{}
			Says(h, Ana, "/tournament draughts system=round needs=4")
			for _, name := range []string{"Ana", "Bia", "Caio", "Dora"} {
				handle := strings.ToLower(name)
				people[name] = chat.User{ID: "desk:" + handle, Handle: handle, Name: name}
				Says(h, people[name], "/tournament join")
			}
			Later(time.Second)
			texts := sheets(d)
			ties := tieForm.FindAllStringSubmatch(texts[len(texts)-1], -1)
			resigns := func(i int, p chat.Progress) {
				h.Bot.Hear(t.Context(), chat.Event{Room: "desk:group", From: people[ties[i][2]], Addressed: true, Progress: p,
					Text: "/resign #" + ties[i][4] + " yes"})
			}
			for _, tie := range ties {
				Says(h, people[tie[2]], "/move #"+tie[4]+" 11-15")
			}
			slow := make(pause)
			if last {
				resigns(1, nil)
				Later(time.Second)
			}
			d.Heard()
			go resigns(0, slow)
			Later(time.Second)
			if said := d.Heard(); len(said) > 0 {
				t.Errorf("before the end of the match is told: %q", said)
			}
			if !last {
				resigns(1, nil)
				Later(time.Second)
			}
			close(slow)
			Later(time.Second)
			ended, next := -1, -1
			for i, text := range d.Heard() {
				switch {
				case strings.Contains(text, "#"+ties[0][4]) && strings.Contains(text, ties[0][2]+" resign"):
					ended = i
				case strings.Contains(text, "Round 2") && next < 0:
					next = i
				}
			}
			if ended < 0 || next < ended {
				t.Errorf("ended last %t: the end of the match is message %d, the next round %d", last, ended, next)
			}
		})
	}
}
