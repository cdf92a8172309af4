package exercise_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// linkCode matches the command that links accounts in the last message.
var linkCode = regexp.MustCompile(`/link [a-z0-9]{8}\b`)

// Of two linked accounts the first answer to a daily puzzle counts, once in its table, and so does the rating based on
// more puzzles.
func TestExercises_OfLinkedAccounts(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d, s := memorytest.New(), NewDesk(), NewDesk()
		h, _ := TwoServices(t, store, d, s)
		To(h, Ana, true, "/puzzle next")
		To(h, Ana, true, "/puzzle solution")
		for range 3 {
			To(h, AnaToo, true, "/puzzle next")
			To(h, AnaToo, true, "/puzzle solution")
		}
		Says(h, Ana, "/settings puzzle 9:00")
		Later(21*time.Hour + time.Minute)
		date, _, _ := dayIn(t, store, "desk:group")
		answers(t, h, store, Rui, false, 0)
		answers(t, h, store, AnaToo, false, 1)
		Later(time.Minute)
		answers(t, h, store, Ana, false, 0)
		To(h, Ana, true, "/link")
		To(h, AnaToo, true, linkCode.FindString(chat.PlainText(d.Last(t).M.Text)))
		To(h, Ana, true, linkCode.FindString(chat.PlainText(s.Last(t).M.Text)))
		To(h, Ana, true, "/profile")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "Puzzles: 0 solved, 4 failed") {
			t.Errorf("how she solves puzzles: %q", got)
		}
		d.Heard()
		Later(24*time.Hour - 2*time.Minute)
		d.Expect(t, "the next morning", "🧩 "+date+" Portuguese draughts\nThe puzzle of that day is over. Solved by:\n"+
			"1. Rui – tries: 1, time: 1 minute, days in a row: 1\n2. Ana – tries: 1, time: 2 minutes, days in a row: 1",
			"🧩 2026-11-25")
	})
}

// Where private answers are impossible a link leads to the daily puzzle, in which nobody sees others' answers.
func TestPuzzleOfTheDay_ByLink(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		d.Can.Privates = false
		Says(h, Ana, "/settings puzzle 9:00")
		Later(21 * time.Hour)
		_, key, p := dayIn(t, h.Store, "desk:group")
		link := "https://desk.example/?start=puzzle_desk_group_" + key
		announced := d.Last(t).M
		if b := announced.Buttons[0][0]; len(announced.Buttons) != 1 || b.URL != link || b.Says != "" {
			t.Errorf("announced with %+v", announced.Buttons)
		}
		Says(h, Rui, "/puzzle day")
		m := d.Last(t).M
		if text := chat.PlainText(m.Text); m.Board != nil || !strings.Contains(text, "our private chat") || m.Buttons[0][0].URL != link {
			t.Errorf("asked for in the group: %q %+v", text, m.Buttons)
		}
		Hear(h, chat.Event{Room: "desk:group", From: Rui, Text: string(p.Solution[0]), Addressed: true,
			Quoted: chat.PlainText(announced.Text)})
		if m := d.Last(t).M; m.Buttons[0][0].URL != link {
			t.Errorf("answered in the group: %+v", m)
		}
		if Says(h, Rui, "/puzzle "+string(p.Solution[0])); d.Last(t).M.Buttons[0][0].URL != link {
			t.Errorf("tried in the group: %+v", d.Last(t).M)
		}
		d.Heard()
		Says(h, Eva, string(p.Solution[0]))
		d.Expect(t, "a move that is said to nobody")
		Says(h, Eva, "/start puzzle_desk_group_"+key)
		d.Expect(t, "the link is no secret in the group", "That puzzle has moved on")
		Says(h, Ana, "/puzzle cage")
		Hear(h, chat.Event{Room: "desk:group", From: Eva, Text: "that is hard", Addressed: true,
			Quoted: chat.PlainText(d.Last(t).M.Text)})
		if got := d.Heard(); len(got) > 2 || strings.Contains(got[len(got)-1], "our private chat") {
			t.Errorf("words about another puzzle are answered: %q", got)
		}
		answers(t, h, h.Store, Rui, true, 0)
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "Tries: 1. ") {
			t.Errorf("answered in private: %q", got)
		}
		Later(24 * time.Hour)
		Taps(h, "desk:group", Eva, "/puzzle 2026-11-24 solution")
		if m := d.Last(t).M; !m.Private || m.Board != nil || m.Buttons != nil ||
			chat.PlainText(m.Text) != "The solution: "+string(p.Solution[0])+"." {
			t.Errorf("a notice of the solution: %+v", m)
		}
	})
}

// A correct answer more than a day after its puzzle does not count.
func TestPuzzleOfTheDay_Late(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/settings puzzle 9:00")
		Later(21 * time.Hour)
		date, key, p := dayIn(t, h.Store, "desk:group")
		alone := func(text string) string {
			d.Heard()
			Hear(h, chat.Event{Room: chat.Room(Ana.ID), From: Ana, Text: text, Private: true, Addressed: true})
			return strings.Join(d.Heard(), "\n")
		}
		alone("/start puzzle_desk_group_" + key)
		Says(h, Ana, "/settings puzzle off")
		Later(25 * time.Hour)
		var got string
		for n := 0; n < len(p.Solution); n += 2 {
			got = alone("/puzzle " + date + ":" + itoa(n) + " " + string(p.Solution[n]))
		}
		if !strings.Contains(got, "solved") || strings.Contains(got, "Tries:") {
			t.Errorf("told %q", got)
		}
		if got := alone("/puzzle " + date); !strings.Contains(got, "moved on") {
			t.Errorf("afterwards %q", got)
		}
	})
}

// Easier puzzles come until there are none.
func TestPuzzle_Easiest(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/puzzle cage")
		for range 100 {
			Says(h, Ana, "/puzzle easier")
			if got := chat.PlainText(d.Last(t).M.Text); strings.Contains(got, "no easier one") {
				return
			}
		}
		t.Error("there is always an easier one")
	})
}
