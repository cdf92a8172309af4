package bot_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/engine"
	"tabuleiro/engine/puzzle"
	"tabuleiro/storage/memorytest"
)

// Puzzles about the stake are asked for by their theme, in each language, show cube and score, are answered by buttons
// and by words, count for the rating, and end with the chances that decide them.
func TestPuzzleCube(t *testing.T) {
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
		subtest(t, language, func(t *testing.T) {
			d, store := newDesk(), memorytest.New()
			h, _ := start(t, store, d, drawing)
			says(h, ana, "/language "+language)
			seen, singles, matches := map[engine.Move]int{}, 0, 0
			for n := range 24 {
				says(h, ana, c.ask+" "+map[string]string{"en": "next", "pt": "outro", "es": "otro"}[language])
				set := posedIn(t, store, "desk:group")
				if set.Game != "backgammon" || set.Puzzle == nil || set.Puzzle.Cube == nil {
					t.Fatalf("set is %+v", set)
				}
				right := set.Puzzle.Solution[0]
				line, err := set.Puzzle.Line(gameNamed(set.Game))
				if err != nil {
					t.Fatal(err)
				}
				v, shown := line.View().Points, chat.Plain(d.last(t).m.Text)
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
				if !strings.Contains(shown, question) || !d.last(t).offers(c.words[answers[0]][1]) ||
					!d.last(t).offers(c.words[answers[1]][1]) {
					t.Fatalf("%s is asked: %q", right, shown)
				}
				if board := d.last(t).m.Board; board == nil || board.PNG == nil ||
					!strings.Contains(board.Text+shown, fmt.Sprint(v.Cube)) {
					t.Fatalf("%s has no cube: %+v", right, board)
				}
				asked := d.last(t).m.Board.PNG
				if n%3 == 2 {
					says(h, ana, c.words[answers[1-slices.Index(answers, right)]][0])
					if got := chat.Plain(d.last(t).m.Text); strings.Contains(got, c.solved) ||
						posedIn(t, store, "desk:group").Wrong != 1 || !strings.Contains(got, other[language]) {
						t.Fatalf("not %s: %q", right, got)
					}
				}
				if n%2 == 0 {
					d.tap(t, h, ana, c.words[right][1])
				} else {
					says(h, ana, c.words[right][0])
				}
				if board := d.last(t).m.Board; right != "roll" && bytes.Equal(board.PNG, asked) {
					t.Errorf("%s: the picture is the one before", right)
				}
				got := chat.Plain(d.last(t).m.Text)
				if !strings.Contains(got, c.solved) || !strings.Contains(got, c.chance) ||
					posedIn(t, store, "desk:group").Puzzle != nil {
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

// Races are a theme of their own, and whoever asks for one reads that they are about the cube, as all of them are.
func TestPuzzleRace(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		for range 5 {
			says(h, ana, "/puzzle race next")
			line, err := posedIn(t, h.store, "desk:group").Puzzle.Line(gameNamed("backgammon"))
			if err != nil || !line.View().Points.Race() {
				t.Fatalf("no race: %v %v", line.Position(), err)
			}
			if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "All the races that I have are about the cube.") {
				t.Errorf("%q does not say what the races are about", got)
			}
		}
		for _, p := range puzzle.With(gameNamed("backgammon"), puzzle.Race) {
			if p.Cube == nil {
				t.Errorf("%s is a race, and not about the cube", p.Position)
			}
		}
	})
}

// In words a puzzle says what was thrown, and a lesson whose turn it is.
func TestPuzzleHeard(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		alone(h, ana, "/settings show words", false)
		for what, want := range map[string]string{
			"/learn backgammon 4": "Red to play 6 and 3.\n", "/learn damas 2": "White to move.\n",
		} {
			if alone(h, ana, what, false); !strings.Contains(d.last(t).m.Board.Text, want) {
				t.Errorf("%s: heard %q, want %q", what, d.last(t).m.Board.Text, want)
			}
		}
		for range 10 {
			alone(h, ana, "/puzzle backgammon next", false)
			line, err := posedIn(t, h.store, "desk:"+ana.ID).Puzzle.Line(gameNamed("backgammon"))
			if err != nil {
				t.Fatal(err)
			}
			dice, heard := line.View().Points.Dice, d.last(t).m.Board.Text // those of the stake have none
			if want := fmt.Sprintf("to play %d and %d.", dice[0], dice[1]); dice[0] > 0 != strings.Contains(heard, want) {
				t.Errorf("heard %q with %v", heard, dice)
			}
		}
	})
}
