package exercise_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine"
	"tabuleiro/engine/puzzle"
	"tabuleiro/storage/memorytest"
)

// Cube puzzles are asked for by their theme, in each language, show cube and score, are answered by buttons and words,
// count for the rating, and end with the decisive chances.
func TestPuzzle_Cube(t *testing.T) {
	other := map[string]string{"en": "not it: the other answer is better.", "pt": "não é: a outra resposta é melhor.",
		"es": "no es: la otra respuesta es mejor."} // nobody is asked to try again what is told
	for language, c := range map[string]struct {
		ask, single, solved, chance string
		asked                       [2]string // whether to double, and whether to take
		words                       map[engine.Move][2]string
	}{
		"en": {"/puzzle cube", "a single game", "solved", "wins about", [2]string{"right to double first?", "Take or drop?"},
			map[engine.Move][2]string{"roll": {"roll", "Roll"}, "double": {"double", "Double"}, "take": {"take", "Take"},
				"drop": {"drop", "Drop"}}},
		"pt": {"/problema cubo", "partida avulsa", "resolvido", "ganham cerca de",
			[2]string{"Devem dobrar antes?", "Aceitar ou recusar?"},
			map[engine.Move][2]string{"roll": {"lançar", "Lançar"}, "double": {"dobrar", "Dobrar"},
				"take": {"aceito", "Aceitar a dobra"}, "drop": {"recuso", "Recusar a dobra"}}},
		"es": {"/problema cubo", "partida suelta", "resuelto", "ganan cerca del",
			[2]string{"¿Deben doblar antes?", "¿Aceptar o rechazar?"},
			map[engine.Move][2]string{"roll": {"tirar", "Tirar"}, "double": {"doblar", "Doblar"},
				"take": {"acepto", "Aceptar el doble"}, "drop": {"rechazo", "Rechazar el doble"}}},
	} {
		Subtest(t, language, func(t *testing.T) {
			d, store := NewDesk(), memorytest.New()
			h, _ := Start(t, store, d, Drawing)
			Says(h, Ana, "/language "+language)
			seen, singles, matches := map[engine.Move]int{}, 0, 0
			for n := range 24 {
				Says(h, Ana, c.ask+" "+map[string]string{"en": "next", "pt": "outro", "es": "otro"}[language])
				set := PosedIn(t, store, "desk:group")
				if set.Game != "backgammon" || set.Puzzle == nil || set.Puzzle.Cube == nil {
					t.Fatalf("set is %+v", set)
				}
				right := set.Puzzle.Solution[0]
				line, err := set.Puzzle.Line(GameNamed(set.Game))
				if err != nil {
					t.Fatal(err)
				}
				v, shown := line.View().Points, chat.PlainText(d.Last(t).M.Text)
				answers, question := []engine.Move{"take", "drop"}, c.asked[1]
				if !v.Doubled {
					answers, question = []engine.Move{"roll", "double"}, c.asked[0]
				}
				if strings.Contains(shown, c.single) {
					singles++
				}
				if score := fmt.Sprint(v.Length); v.Length > 0 && strings.Contains(shown, score) {
					matches++
				}
				if !strings.Contains(shown, question) || !d.Last(t).Offers(c.words[answers[0]][1]) ||
					!d.Last(t).Offers(c.words[answers[1]][1]) {
					t.Fatalf("%s is asked: %q", right, shown)
				}
				if board := d.Last(t).M.Board; board == nil || board.PNG == nil ||
					!strings.Contains(board.Text+shown, fmt.Sprint(v.Cube)) {
					t.Fatalf("%s has no cube: %+v", right, board)
				}
				asked := d.Last(t).M.Board.PNG
				if n%3 == 2 {
					Says(h, Ana, c.words[answers[1-slices.Index(answers, right)]][0])
					if got := chat.PlainText(d.Last(t).M.Text); strings.Contains(got, c.solved) ||
						PosedIn(t, store, "desk:group").Wrong != 1 || !strings.Contains(got, other[language]) {
						t.Fatalf("not %s: %q", right, got)
					}
				}
				if n%2 == 0 {
					d.Tap(t, h, Ana, c.words[right][1])
				} else {
					Says(h, Ana, c.words[right][0])
				}
				if board := d.Last(t).M.Board; right != "roll" && bytes.Equal(board.PNG, asked) {
					t.Errorf("%s: the picture is the one before", right)
				}
				got := chat.PlainText(d.Last(t).M.Text)
				if !strings.Contains(got, c.solved) || !strings.Contains(got, c.chance) ||
					PosedIn(t, store, "desk:group").Puzzle != nil {
					t.Fatalf("%s: %q", right, got)
				}
				if n%3 != 2 && !strings.Contains(got, map[bool]string{true: "Puzzle rating: ", false: "problemas: "}[language == "en"]) {
					t.Errorf("%s counts for nothing: %q", right, got)
				}
				if seen[right]++; seen[right] == 1 {
					t.Log(shown + "\n" + got)
				}
			}
			if len(seen) != 4 || singles == 0 || matches == 0 {
				t.Errorf("answers %v, %d single games, %d of matches", seen, singles, matches)
			}
		})
	}
}

// Races are a theme of their own, and a person who asks for one is told that they are about the cube.
func TestPuzzle_Race(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for range 5 {
			Says(h, Ana, "/puzzle race next")
			line, err := PosedIn(t, h.Store, "desk:group").Puzzle.Line(GameNamed("backgammon"))
			if err != nil || !line.View().Points.Race() {
				t.Fatalf("no race: %v %v", line.Position(), err)
			}
			if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "All the races that I have are about the cube.") {
				t.Errorf("%q does not say what the races are about", got)
			}
		}
		for _, p := range puzzle.With(GameNamed("backgammon"), puzzle.Race) {
			if p.Cube == nil {
				t.Errorf("%s is a race, and not about the cube", p.Position)
			}
		}
	})
}

// A puzzle in words includes the roll, and a lesson whose turn it is.
func TestPuzzle_Heard(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		alone(h, Ana, "/settings show words", false)
		for what, want := range map[string]string{
			"/learn backgammon 4": "Red to play 6 and 3.\n", "/learn damas 2": "White to move.\n",
		} {
			if alone(h, Ana, what, false); !strings.Contains(d.Last(t).M.Board.Text, want) {
				t.Errorf("%s: heard %q, want %q", what, d.Last(t).M.Board.Text, want)
			}
		}
		for range 10 {
			alone(h, Ana, "/puzzle backgammon next", false)
			line, err := PosedIn(t, h.Store, "desk:"+Ana.ID).Puzzle.Line(GameNamed("backgammon"))
			if err != nil {
				t.Fatal(err)
			}
			dice, heard := line.View().Points.Dice, d.Last(t).M.Board.Text // those of the stake have none
			if want := fmt.Sprintf("to play %d and %d.", dice[0], dice[1]); dice[0] > 0 != strings.Contains(heard, want) {
				t.Errorf("heard %q with %v", heard, dice)
			}
		}
	})
}
