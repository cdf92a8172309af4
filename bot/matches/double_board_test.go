package matches_test

import (
	"strings"
	"testing"

	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// A player who may double has a button for it under the board from the first turn, and is told once, in each language.
// Pressing it makes the dice wait for a choice before the next roll; a second press gives the same answer.
func TestDouble_UnderTheBoard(t *testing.T) {
	for language, label := range map[string]string{"en": "Double", "pt": "Dobrar", "es": "Doblar"} {
		Subtest(t, language, func(t *testing.T) {
			store, d := memorytest.New(), NewDesk()
			d.Can.Choices = 8
			h, _ := Start(t, store, d)
			Says(h, Ana, "/language "+language)
			Says(h, Ana, "/play backgammon opening=black colour=black @rui")
			d.Heard()
			Says(h, Rui, "/accept")
			if told := strings.Join(d.Heard(), "\n"); strings.Count(told, label) != 1 {
				t.Errorf("told at the beginning: %s", told)
			}
			PlayOn(t, h, store, 2)
			for range 2 {
				Tap(t, h, d, Ana, label)
				if told := d.Last(t).M; !told.Private || len(told.Text) == 0 {
					t.Errorf("pressed: %v", told.Text)
				}
			}
			PlayOn(t, h, store, 2)
			if got := Labels(t, d); len(got) < 2 || got[1] != label && got[0] != label {
				t.Errorf("before the next roll: %q", got)
			}
		})
	}
}

// Without a cube there is neither a button nor a sentence about doubling.
func TestDouble_NotShown(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, options := range []string{"double=off", "from=XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:1:10"} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Says(h, Ana, "/play backgammon colour=black @rui "+options)
			d.Heard()
			Says(h, Rui, "/accept")
			if told := strings.Join(append(Labels(t, d), d.Heard()...), "\n"); strings.Contains(told, "ouble") {
				t.Errorf("%s: %s", options, told)
			}
			Says(h, Ana, "/move double")
			Says(h, Rui, "/move double")
			if told := strings.Join(d.Heard(), "\n"); !strings.Contains(told, "without doubling") {
				t.Errorf("%s: %s", options, told)
			}
		}
	})
}
