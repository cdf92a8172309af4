package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/bottest"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
)

// jury is a test that counts its errors.
type jury struct {
	testing.TB
	errors []string
}

func (j *jury) Error(args ...any)                 { j.errors = append(j.errors, fmt.Sprint(args...)) }
func (j *jury) Errorf(format string, args ...any) { j.Error(fmt.Sprintf(format, args...)) }

// The judge of messages finds false statements about a match in each language, and nothing else.
func TestJudge(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		said := &jury{TB: t}
		judge := &bottest.Judge{T: said, Store: h.Store, Games: Games, Now: time.Now}
		Says(h, Ana, "/play damas @rui colour=white time=3d")
		damas := IDOf(t, d)
		Says(h, Rui, "/accept")
		Says(h, Ana, "/play gamao @rui")
		gamao := IDOf(t, d)
		Says(h, Rui, "/accept")
		Says(h, Ana, "/play cage @rui")
		cage := IDOf(t, d)
		Says(h, Rui, "/accept")
		Says(h, Ana, "/resign yes "+cage)
		for _, c := range []struct{ of, so, false string }{
			{damas, "Ana (⚪) to move.", "Rui (⚫) to move."},
			{damas, "Joga Ana (⚪).", "Joga Rui (⚫)."},
			{damas, "Juega Ana (⚪).", "Juega Rui (⚫)."},
			{damas, "Ana (⚪) to move. 3 days left.", "Ana (⚪) to move. 2 days left."},
			{damas, "Rui: hello.", "Rui wins: Ana resigns."},
			{cage, "Rui wins: Ana resigns.", "Ana wins: Rui resigns."},
			{cage, "Rui ganha: Ana desiste.", "Ana ganha: Rui desiste."},
			{cage, "Rui gana: Ana abandona.", "Ana gana: Rui abandona."},
			{cage, "", "Ana (🔴) to move."},
			{gamao, "Pips to go: Ana 167, Rui 167.", "Pips to go: Ana 167, Rui 166."},
			{gamao, "", "Ana (⚫) to play 1-1."}, // by which nobody begins
			{gamao, "", "Rui (🔴) to play 1-1."},
			{gamao, "", "Ana (⚫) to roll."},
			{gamao, "", "Rui (🔴) to roll."},
			{gamao, "", "Rui (🔴): roll or double?"},
			{gamao, "", "Ana (⚫): Rui wants to play for 2. Take or drop?"},
			{gamao, "", "Rui (🔴): Ana wants to play for 2. Take or drop?"},
		} {
			for text, wrong := range map[string]bool{c.so: false, c.false: true} {
				said.errors = nil
				judge.Said(chat.Message{Text: []chat.Span{{Text: "A game " + c.of + "\n" + text}}})
				if (len(said.errors) > 0) != wrong {
					t.Errorf("%q of %s: the judge finds %q", text, c.of, strings.Join(said.errors, "; "))
				}
			}
		}
	})
}
