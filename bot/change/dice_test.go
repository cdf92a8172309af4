package change_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Where a player may double, dice are rolled at once if the player has chosen that or, by default, in single games.
func TestRolls_AtOnce(t *testing.T) {
	for _, c := range []struct {
		choice, points string
		want           bool
	}{
		{"", "", true}, {"on", "", true}, {"off", "", false}, {"", " points=3", false}, {"on", " points=3", true},
		{"off", " points=3", false}, {"", " points=1", true},
	} {
		AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
			for _, who := range []chat.User{Ana, Rui} {
				if c.choice != "" {
					Says(h, who, "/settings me roll "+c.choice)
				}
			}
			Says(h, Ana, "/play gamao"+c.points+" @rui")
			Says(h, Rui, "/accept")
			rolled := false
			for range 3 {
				PlayOn(t, h, h.Store, 1)
				m := Only(t, h.Store, storage.Query{})
				for move := range m.Line.Position().Moves() {
					rolled = !strings.Contains(string(move), "roll")
					break
				}
				if rolled != c.want {
					t.Errorf("%q, %q: the dice are rolled: %v", c.choice, c.points, rolled)
				}
				if !rolled {
					PlayOn(t, h, h.Store, 1)
				}
			}
			for _, e := range EventsOf(t, h.Store) {
				if e.Kind == match.Moved && strings.Contains(string(e.Move), "roll") && e.Forced != c.want {
					t.Errorf("%q, %q: %+v", c.choice, c.points, e)
				}
			}
		})
	}
}

// progress notes how far an event has come.
type progress struct{ steps []string }

func (p *progress) Decided() { p.steps = append(p.steps, "decided") }
func (p *progress) Forget()  { p.steps = append(p.steps, "forgotten") }
func (p *progress) Settled() { p.steps = append(p.steps, "settled") }

// An event is settled when it is stored, be it a move or an answer, and before anything is sent.
func TestProgress_Settled(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for _, line := range []struct {
			who  chat.User
			text string
		}{{Ana, "/play damas colour=white @rui"}, {Rui, "/accept"}, {Ana, "11-15"}, {Rui, "/draw"}, {Ana, "/no"}} {
			p := &progress{}
			told := 0
			d.Fail = func(chat.Room, chat.Message) error {
				if told++; told == 1 && (len(p.steps) == 0 || p.steps[len(p.steps)-1] != "settled") {
					t.Errorf("%s: it is told when it was %q", line.text, p.steps)
				}
				return nil
			}
			Hear(h, chat.Event{Room: "desk:group", From: line.who, Text: line.text, Addressed: true, Mentions: []chat.User{Ana, Rui},
				Progress: p})
			if told == 0 {
				t.Errorf("%s: nothing is told", line.text)
			}
		}
	})
}
