package show_test

import (
	"bytes"
	"image/png"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/longtest"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// A match of another program, imported as a .mat file, is analysed: each side's loss per decision and what that means;
// its marks; the luck of both; the worst moments, with better moves.
func TestAnalyse_MatFile(t *testing.T) {
	for name, c := range map[string]struct {
		games []*engine.Game
		wants []string
		worst []string
	}{
		"at a glance": {Brief(Games), []string{
			"gnubg: accuracy 99 %; blunders 0, mistakes 0, inaccuracies 0\n",
			"loses 0.002 points per decision on average, in 10 decisions: level of play “world class”\n",
			"root: accuracy 89 %; blunders 0, mistakes 2, inaccuracies 2", "decisions: level of play “beginner”\n",
			"Luck of the dice: gnubg +0.02, root -0.10 points.",
		}, []string{"20. root: 8/5 7/3?", "14. root: 23/22 13/8?", "12. root: 7/2* 7/2 6/1 6/1?!"}},
		"in earnest": {Games, []string{
			"gnubg: accuracy 98 %; blunders 0, mistakes 0, inaccuracies 0\n",
			"loses 0.004 points per decision on average, in 10 decisions: level of play “world class”\n",
			"root: accuracy 91 %; blunders 0, mistakes 2, inaccuracies 0", "decisions: level of play “casual”\n",
			"Luck of the dice: gnubg +0.01, root -0.11 points.",
		}, []string{"14. root: 23/22 13/8?", "20. root: 8/5 7/3?"}},
	} {
		Subtest(t, name, func(t *testing.T) {
			if name == "in earnest" {
				longtest.Skip(t)
			}
			file, err := os.ReadFile("testdata/gnubg.mat")
			if err != nil {
				t.Fatal(err)
			}
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d, func(config *bot.Config) { config.Games = c.games })
			Brings(h, Eva, "/import", &chat.File{Name: "gnubg.mat", Data: file})
			Says(h, Eva, "/analyse")
			report := d.Last(t).M
			for _, want := range append(c.wants, "the better for gnubg", "\nHow the game went: ") {
				if !strings.Contains(chat.PlainText(report.Text), want) {
					t.Errorf("%q is not in %q", want, chat.PlainText(report.Text))
				}
			}
			if len(report.Buttons) < 1+len(c.worst) || report.Board == nil ||
				!strings.HasSuffix(chat.PlainText(report.Text), "\nThe worst moments:\n"+strings.Join(c.worst, "\n")) {
				t.Fatalf("the report with %d buttons is %q", len(report.Buttons), chat.PlainText(report.Text))
			}
			curve, err := png.Decode(bytes.NewReader(report.Board.PNG))
			if err != nil {
				t.Fatal(err)
			}
			light := func(y int) bool {
				r, _, _, _ := curve.At(curve.Bounds().Dx()/20, curve.Bounds().Dy()*y/4).RGBA()
				return r > 0x8000
			}
			if light(1) || !light(3) {
				t.Error("the curve shows no even game at the beginning")
			}
			d.Tap(t, h, Eva, "What decided it?")
			decided := chat.PlainText(d.Last(t).M.Text)
			var moments []string
			for _, row := range report.Buttons[1 : 1+len(c.worst)] {
				if b := row[0]; !strings.Contains(b.Label, "root: ") || !strings.Contains(b.Label, "?") {
					t.Errorf("a worst moment is %q", b.Label)
				}
				d.Tap(t, h, Eva, row[0].Label)
				if d.Last(t).M.Instead {
					t.Error("a worst moment takes the place of the report")
				}
				got := chat.PlainText(d.Last(t).M.Text)
				if !strings.Contains(got, "was better") || !strings.Contains(got, "given away") {
					t.Errorf("at a worst moment: %q", got)
				}
				moments = append(moments, got)
			}
			if !slices.Contains(moments, decided) {
				t.Errorf("what decided is none of the worst moments: %q", decided)
			}
		})
	}
}

// A side without decisions has no accuracy.
func TestAnalyse_WithoutMoves(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas @rui colour=white")
		Says(h, Rui, "/accept")
		Says(h, Ana, "11-15")
		Says(h, Rui, "/resign yes")
		Says(h, Ana, "/analyse")
		report := chat.PlainText(d.Last(t).M.Text)
		for _, want := range []string{"Ana: accuracy 97 %; ", "\nRui: no move to judge.\n"} {
			if !strings.Contains(report, want) {
				t.Errorf("%q is not in %q", want, report)
			}
		}
	}, Thinking)
}

// A report that several people ask for is made once, and sent once to each room.
func TestAnalyse_Twice(t *testing.T) {
	InTime(t, func(t *testing.T) {
		hold := make(chan struct{})
		game := *draughts.Portuguese
		game.Brain = Saboteur{Brain: First{}, Once: new(sync.Once), Wreck: func() { <-hold }}
		d := NewDesk()
		h, _ := Start(t, memorytest.New(), d, func(c *bot.Config) { c.Games = []*engine.Game{&game} })
		Says(h, Ana, "/play damas @rui colour=white")
		Says(h, Rui, "/accept")
		Says(h, Ana, "11-15")
		Says(h, Rui, "/resign yes")
		d.Heard()
		Says(h, Ana, "/analyse")
		Says(h, Rui, "/analyse")
		promised := len(d.Heard())
		close(hold)
		synctest.Wait()
		if got := d.Heard(); promised != 2 || len(got) != 1 || !strings.Contains(got[0], "accuracy") {
			t.Errorf("promised %d times: %q", promised, got)
		}
	})
}

// The report names what decided a game resigned in an even position, or lost on time, with the evaluation on the board;
// so it does if no move was marked. A game that was lost anyway was decided by its moves.
func TestAnalyse_GivenUp(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, want := range map[string][]string{
			"en": {"Ana wins: Rui resigns.\nThe position was about even then: Ana 48 %, Rui 52 %.\nNo move gave much away.",
				"What decided it?"},
			"pt": {"Ana ganha: Rui desiste.\nA posição estava equilibrada nessa altura: Ana 48 %, Rui 52 %.\nNenhum lance deitou muito a perder.", "O que decidiu?"},
			"es": {"Ana gana: Rui abandona.\nLa posición estaba igualada en ese momento: Ana 48 %, Rui 52 %.\nNinguna jugada echó a perder mucho.", "¿Qué la decidió?"},
		} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d, Thinking)
			Says(h, Ana, "/language "+lang)
			Says(h, Ana, "/play damas @rui colour=white")
			Says(h, Rui, "/accept")
			Says(h, Ana, "11-15")
			Says(h, Rui, "/resign yes")
			Says(h, Ana, "/analyse")
			if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, want[0]) {
				t.Errorf("%s: the report says %q, want %q", lang, got, want[0])
			}
			d.Tap(t, h, Ana, want[1])
			decided := d.Last(t).M
			if got := chat.PlainText(decided.Text); !strings.HasSuffix(got, want[0]) || decided.Board == nil ||
				decided.Board.PNG == nil {
				t.Errorf("%s: what decided it is told as %q, with a board: %v", lang, got, decided.Board != nil)
			}
		}
	})
}

// The move that decided a game is one of the loser: the winner's own mistake, however large, is not.
func TestAnalyse_WhatDecided(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas @rui colour=white from=W:W18,8,9:B19,27,25")
		Says(h, Rui, "/accept")
		for i, move := range strings.Fields("18-21 25x18 8-12 27-22 12-15 19x12 9-13 18x9") {
			Says(h, []chat.User{Ana, Rui}[i%2], move)
		}
		Says(h, Ana, "/analyse")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "The worst moments:\n2. Rui: 27-22??") {
			t.Fatalf("the report says %q", got)
		}
		for _, ask := range []func(){
			func() { d.Tap(t, h, Ana, "What decided it?") },
			func() { Says(h, Ana, "what decided it?") },
			func() { Says(h, Ana, "what was the turning point") },
		} {
			ask()
			if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "\nMove 3, by Ana (marked") ||
				!strings.Contains(got, "\n12-15??: ") {
				t.Errorf("what decided it is told as %q", got)
			}
		}
	}, Thinking)
}

// A stored report is shown at once, with its marked moves one by one; a review shows the better move at each, and the
// weekly digest has the worst.
func TestAnalyse_Used(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) { // Monday
		Says(h, Ana, "/settings digest on")
		Says(h, Ana, "/play damas @rui colour=white from=W:W18,8,9:B19,27,25")
		Says(h, Rui, "/accept")
		for i, move := range strings.Fields("18-21 25x18 8-12 27-22 12-15 19x12 9-13 18x9") {
			Says(h, []chat.User{Ana, Rui}[i%2], move)
		}
		Says(h, Ana, "/analyse")
		report := chat.PlainText(d.Last(t).M.Text)
		id := "#" + Only(t, h.Store, storage.Query{}).ID
		for text, want := range map[string]string{
			"/analyse " + id:          report,
			"/analyse " + id + " m1":  "\n18-21??: 8-12 was better.",
			"/analyse " + id + " m2":  "\n27-22??: 27-23 was better.",
			"/analyse " + id + " m2+": "\n27-22??: 27-23 was better.",
			"/analyse " + id + " m40": "has no marked move m40. /analyse " + id + " shows the report.",
			"/step " + id + " 3":      "After 3 of 8 moves of both sides.\nAna: 8-12",
			"/step " + id + " 4":      "After 4 of 8 moves of both sides.\nRui: 27-22",
		} {
			Says(h, Ana, text)
			m := d.Last(t).M
			got := chat.PlainText(m.Text)
			if !strings.Contains(got, want) {
				t.Errorf("%s: told %q", text, got)
			}
			if better := strings.Contains(got, "27-22??"); strings.HasPrefix(text, "/step") && better != strings.HasSuffix(text, "3") {
				t.Errorf("%s: what is better than the next move is told: %q", text, got)
			}
			if moment := strings.HasPrefix(text, "/analyse "+id+" m") && !strings.HasSuffix(text, "m40"); moment &&
				(m.Board == nil || m.Instead != strings.HasSuffix(text, "+")) {
				t.Errorf("%s: in the place of the last one: %v, with a board: %v", text, m.Instead, m.Board != nil)
			}
		}
		d.Heard()
		Later(7 * 24 * time.Hour)
		said := d.All()
		digest := said[len(said)-1].M
		if got := chat.PlainText(digest.Text); !strings.Contains(got, "27-22??") || digest.Board == nil {
			t.Errorf("the digest: %q", got)
		}
	}, Thinking)
}
