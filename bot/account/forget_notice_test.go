package account_test

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// A person who asks to be forgotten is told the consequences: a match that may still be cancelled does not count,
// another one is resigned. A button cancels.
func TestForget_Notice(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		d.Can.Pictures = false
		h, _ := Start(t, memorytest.New(), d)
		young(h)
		Privately(h, Zulmira, "/forget")
		asked := d.Last(t).M
		if text := chat.PlainText(asked.Text); !strings.Contains(text,
			"those that you could still cancel are cancelled and do not count, the others are resigned") {
			t.Errorf("announced: %q", text)
		}
		if len(asked.Buttons) != 1 || len(asked.Buttons[0]) != 2 {
			t.Fatalf("buttons: %v", asked.Buttons)
		}
		Taps(h, chat.Room(Zulmira.ID), Zulmira, asked.Buttons[0][1].Says)
		if text := chat.PlainText(d.Last(t).M.Text); text != "OK, nothing was deleted." {
			t.Errorf("no: %q", text)
		}
		d.Heard()
		Taps(h, chat.Room(Zulmira.ID), Zulmira, asked.Buttons[0][0].Says)
		said := strings.Join(d.Heard(), "\n")
		for _, part := range []string{"Dona Felisberta cancels the match. It does not count.", "Dona Felisberta resigns"} {
			if strings.Count(said, part) != 1 {
				t.Errorf("%q is said %d times in %q", part, strings.Count(said, part), said)
			}
		}
	})
}

// young has Dona Felisberta play two matches: one that can no longer be cancelled, and one that can.
func young(h chat.Handler) {
	Says(h, Rui, "/play damas white @zulmirinha")
	Says(h, Zulmira, "/accept")
	Says(h, Rui, "11-15")
	Says(h, Zulmira, "22-18")
	Says(h, Zulmira, "/play damas white @rui")
	Says(h, Rui, "/accept")
	Says(h, Zulmira, "11-15")
}

// A room that was closed when somebody was forgotten is later notified without the person's name.
func TestForget_NotNamedLater(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		d.Can.Pictures = false
		h, _ := Start(t, memorytest.New(), d)
		young(h)
		var taken atomic.Bool
		d.Fail = func(room chat.Room, _ chat.Message) error {
			if room == "desk:group" && !taken.Load() {
				return errors.New("the room is busy")
			}
			return nil
		}
		d.Heard()
		Privately(h, Zulmira, "/forget yes")
		if got := d.Heard(); len(got) != 1 || !strings.HasPrefix(got[0], "Done") {
			t.Fatalf("said while the room is busy: %q", got)
		}
		taken.Store(true)
		time.Sleep(time.Hour)
		late := strings.Join(d.Heard(), "\n")
		for _, part := range []string{"— cancels the match", "— resigns"} {
			if !strings.Contains(late, part) {
				t.Errorf("%q is not said later: %q", part, late)
			}
		}
		for _, trait := range Traits {
			if strings.Contains(strings.ToLower(late), trait) {
				t.Errorf("%q is said later: %q", trait, late)
			}
		}
	})
}
