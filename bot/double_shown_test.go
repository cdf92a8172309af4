package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/storage/memorytest"
)

// Whoever may double has that under the board from the first turn and is told so once, in each language, and pressing it
// has the dice wait: before the next roll there is a choice. A second tap says the same again.
func TestDoubleUnderTheBoard(t *testing.T) {
	for language, label := range map[string]string{"en": "Double", "pt": "Dobrar", "es": "Doblar"} {
		subtest(t, language, func(t *testing.T) {
			store, d := memorytest.New(), newDesk()
			d.caps.Choices = 8
			h, _ := start(t, store, d)
			says(h, ana, "/language "+language)
			says(h, ana, "/play backgammon opening=black colour=black @rui")
			d.heard()
			says(h, rui, "/accept")
			if told := strings.Join(d.heard(), "\n"); strings.Count(told, label) != 1 {
				t.Errorf("told at the beginning: %s", told)
			}
			playOn(t, h, store, 2)
			for range 2 {
				tap(t, h, d, ana, label)
				if told := d.last(t).m; !told.Private || len(told.Text) == 0 {
					t.Errorf("pressed: %v", told.Text)
				}
			}
			playOn(t, h, store, 2)
			if got := labels(t, d); len(got) < 2 || got[1] != label && got[0] != label {
				t.Errorf("before the next roll: %q", got)
			}
		})
	}
}

// Without a cube there is nothing of the kind: neither a button nor a word of it.
func TestDoubleNotShown(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, options := range []string{"double=off", "from=XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:1:10"} {
			d := newDesk()
			h, _ := start(t, memorytest.New(), d)
			says(h, ana, "/play backgammon colour=black @rui "+options)
			d.heard()
			says(h, rui, "/accept")
			if told := strings.Join(append(labels(t, d), d.heard()...), "\n"); strings.Contains(told, "ouble") {
				t.Errorf("%s: %s", options, told)
			}
			says(h, ana, "/move double")
			says(h, rui, "/move double")
			if told := strings.Join(d.heard(), "\n"); !strings.Contains(told, "without doubling") {
				t.Errorf("%s: %s", options, told)
			}
		}
	})
}
