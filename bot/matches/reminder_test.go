package matches_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// In a match in two private chats, only the player who asked for a reminder gets it. If the board is older than an hour
// it comes with the reminder; otherwise the line is enough.
func TestReminder_ForOne(t *testing.T) {
	for after, board := range map[string]bool{"30m": false, "59m": false, "1h": true, "6h": true} {
		Subtest(t, after, func(t *testing.T) {
			d := NewDesk()
			d.Can.Turns = true
			h, _ := Start(t, memorytest.New(), d)
			private := func(u chat.User, text string) {
				h.Hear(t.Context(), chat.Event{Room: chat.Room("desk:" + u.Handle), From: u, Text: text, Addressed: true,
					Private: true})
				synctest.Wait()
			}
			private(Ana, "/play damas colour=white time=4d")
			_, link, _ := strings.Cut(chat.PlainText(d.Last(t).M.Text), "start=")
			private(Rui, "/start "+strings.Fields(link)[0])
			private(Rui, d.Last(t).M.Buttons[0][0].Says)
			private(Ana, "11-15")
			private(Rui, "21-18")
			private(Ana, "/remind in "+after)
			before := len(d.All())
			for range 2 {
				Later(3 * time.Hour)
			}
			said := d.All()[before:]
			if len(said) != 1 || said[0].Room != "desk:ana" || !strings.Contains(chat.PlainText(said[0].M.Text), "you asked me") {
				t.Fatalf("said: %+v", said)
			}
			if came := said[0].M.Board != nil; came != board {
				t.Errorf("the board came: %v, want %v: %q", came, board, chat.PlainText(said[0].M.Text))
			}
		})
	}
}

// A reminder comes at the hour named in words, in the time zone of the person who asks for it.
func TestReminder_AtAnHour(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, asked := range map[string][]string{
			"en": {"remind me tomorrow at 8", "remind me at 20:30", "/remind at 20:30"},
			"pt": {"lembra-me amanhã às 8", "lembra-me às 20h30", "/lembrar 20:30"},
			"es": {"recuérdame mañana a las 8", "avísame a las 20:30", "/recordar a las 20:30"},
		} {
			for i, text := range asked {
				want := []string{"(08:00, UTC-3)", "(20:30, UTC-3)", "(20:30, UTC-3)"}[i]
				d := NewDesk()
				h, _ := Start(t, memorytest.New(), d)
				h.Grants = d
				Privately(h, Ana, "/settings zone America/Sao_Paulo")
				Privately(h, Ana, "/language "+lang)
				Privately(h, Ana, "/play damas house level=1 colour=white time=4d")
				d.Tells(t, h, Privately, Ana, text, want)
			}
		}
	})
}

// Only the person concerned is told which reminders are set, wherever they ask.
func TestReminder_NotAnnounced(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, text := range []string{"/remind 2h", "/remind in 1h", "/remind 0"} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Says(h, Ana, "/play damas @rui colour=white time=4d")
			Says(h, Rui, "/accept")
			d.Heard()
			Privately(h, Ana, text)
			Says(h, Ana, text)
			for i, said := range d.All() {
				if !said.M.Private || said.Room != chat.Room(Ana.ID) && i == 0 {
					t.Errorf("%s: said in %s: %+v", text, said.Room, said.M)
				}
			}
			if n := len(d.All()); n != 2 {
				t.Errorf("%s: %d messages", text, n)
			}
		}
	})
}

// Half hours are understood; a reminder that replaces another one says so; a daily one is refused; and there are words
// for no reminder.
func TestReminder_AsSaid(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Privately(h, Ana, "/settings zone UTC")
		Privately(h, Ana, "/play damas house level=1 colour=white time=4d")
		id := IDOf(t, d)
		d.Heard()
		for _, said := range [][2]string{
			{"que lembretes tenho?", "no reminder is waiting"},
			{"recuérdame mañana a las 8 y media", "(08:30, UTC)"},
			{"which reminders are set?", "(08:30, UTC), if you have not moved by then."},
			{"mis recordatorios", "(08:30, UTC), if you have not moved by then."}, {"remind me tomorrow at half past nine",
				"(09:30, UTC), if you have not moved by then."},
			{"/remind 3h", "3 hours before your time is up; if"},
			{"remind me tomorrow at 7", "(07:00, UTC), if you have not moved by then."},
			{"remind me tomorrow", "(09:00, UTC), if you have not moved by then."},
			{"lembra-me depois de amanhã às 7", "“remind 25/11 07:00”"},
			{"/remind 25/11 07:00", "in 1 day"},
			{"remind me on sunday", "would never come"}, {"recuérdame el miércoles al mediodía", "(12:00, UTC)"},
			{"/remind wednesday at noon", "(12:00, UTC)"}, {"/remind 3", "do not understand the time “3”"},
			{"/recordar cancelar", "no more reminders"}, {"recuérdame " + id + " en 3 horas y media", "in 3 hours 30 minutes"},
			{"cancel the reminder", "no more reminders"}, {"lembra-me daqui a uma hora e meia", "in 1 hour 30 minutes"},
			{"ya no quiero el recordatorio", "no more reminders"},
			{"remind me in 2 and a half hours", "in 2 hours 30 minutes"},
			{"lembra-me daqui a 2 horas e meia", "in 2 hours 30 minutes"},
			{"/remind in 2h30", "in 2 hours 30 minutes"},
			{"/remind off", "no more reminders"},
			{"já não quero o lembrete", "no more reminders"}, {"cancela o lembrete", "no more reminders"},
			{"cancela el recordatorio", "no more reminders"},
			{"recuérdame cada mañana a las 9", "cannot remind you every day"},
			{"remind me every day at 9", "cannot remind you every day"},
			{"lembra-me todos os dias às 9", "cannot remind you every day"},
		} {
			d.Tells(t, h, Privately, Ana, said[0], said[1])
		}
	})
}

// A player who is reminded in a match without a limit is notified by name, also when asked for a time zone.
func TestReminder_WithoutLimit(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas colour=white time=none @rui")
		Says(h, Rui, "/accept")
		Says(h, Ana, "/remind in 1h")
		d.Heard()
		Later(2 * time.Hour)
		if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "Ana, tell me where you are") {
			t.Errorf("told %q", got)
		}
	})
}
