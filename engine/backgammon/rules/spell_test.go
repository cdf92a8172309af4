package rules

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/id"
	"tabuleiro/engine/enginetest"
	"tabuleiro/engine/longtest"
)

// scattered returns random boards with a roll: all over the board or close to the end, at times with checkers on the
// bar.
func scattered(random *rand.Rand) string {
	places := []byte(strings.Repeat("-", id.XgidPlaces))
	reach := []int{board.Furthest, board.Furthest, board.Home}[random.IntN(3)]
	for side, letter := range "Aa" {
		left := 1 + random.IntN(board.Checkers)
		if random.IntN(4) == 0 {
			place := []int{board.Bar, 0}[side]
			n := 1 + random.IntN(min(2, left))
			places[place] = byte(int(letter) + n - 1)
			left -= n
		}
		for tries := 0; left > 0 && tries < 50; tries++ {
			place := 1 + random.IntN(reach)
			if side == 1 {
				place = board.Mirror(place)
			}
			if places[place] == '-' {
				n := 1 + random.IntN(min(4, left))
				places[place] = byte(int(letter) + n - 1)
				left -= n
			}
		}
	}
	return fmt.Sprintf("XGID=%s:0:0:%d:%d%d:0:0:0:0:10", places, 1-2*random.IntN(2), 1+random.IntN(6), 1+random.IntN(6))
}

// spellPlay writes a play in one of many ways: step by step or joined, with stars or without, in any order, with signs
// or as pairs of origin and pips.
func spellPlay(p engine.Position, m engine.Move, random *rand.Rand) (enginetest.Spelling, bool) {
	at := p.(Position)
	i := slices.IndexFunc(at.Plays(), func(legal board.Play) bool { return at.Text(legal) == m })
	if i < 0 {
		return enginetest.Spelling{}, false // a pass, or a double
	}
	var s enginetest.Spelling
	s.Fits = func(got engine.Move) bool {
		return got == m || slices.Equal(legsOf(at, s.Text), legsOf(at, string(got)))
	}
	steps := slices.Clone(at.Plays()[i].List())
	switch random.IntN(4) {
	case 0:
		s.Text = spellPairs(at, steps, random)
	case 1:
		s.Text = spellRow(steps)
		s.Silent = len(steps) != 2 // three pairs may be read as a chain as well
	default:
		s.Text = spellLegs(at, steps, random)
	}
	s.Plain = s.Text
	switch n := random.IntN(10); {
	case n == 0 && !strings.HasSuffix(s.Text, "."):
		s.Text += []string{",", "-", " !", ", ", " -", ";"}[random.IntN(6)]
	case n == 1 && s.Text[:2] != "12" && s.Text[:2] != "7)": // the number of a move comes first
		a, b := at.Dice[0], at.Dice[1]
		if random.IntN(2) == 0 {
			a, b = b, a
		}
		s.Text = fmt.Sprintf([]string{"%d%d: ", "%d-%d: ", "%d%d : ", "%d%d:"}[random.IntN(4)], a, b) + s.Text
	case n == 2:
		s.Text = strings.ReplaceAll(s.Text, "(2)", []string{"x2", " x2", " X 2", " ×2"}[random.IntN(4)])
	}
	return s, true
}

// legsOf returns the paths of checkers that a text names, in order. A text without intermediate points may be another
// play, written out in full.
func legsOf(p Position, text string) (list []string) {
	t, _ := p.split(clean(text))
	for _, l := range t.legs {
		list = append(list, l.String())
	}
	slices.Sort(list)
	return list
}

func spellPairs(p Position, steps []board.Step, random *rand.Rand) string {
	var words []string
	for _, s := range steps {
		words = append(words, fmt.Sprintf("%s,%*d", noteOrigin(p, s.From()), 1+random.IntN(2), s.Die()))
	}
	return strings.Join(words, []string{" ", ", ", "; "}[random.IntN(3)])
}

func spellRow(steps []board.Step) string {
	var words []string
	for _, s := range steps {
		words = append(words, board.PlaceName(s.From()), board.PlaceName(s.To()))
	}
	return strings.Join(words, " ")
}

func spellLegs(p Position, steps []board.Step, random *rand.Rand) string {
	signs := []string{"/", "/", "/", "-", ">", "→", " / ", " a ", " to ", "–"}
	sign := signs[random.IntN(len(signs))]
	h := p.Rules.Hand(p.Board())
	random.Shuffle(len(steps), func(i, j int) { steps[i], steps[j] = steps[j], steps[i] })
	var words []string
	for len(steps) > 0 {
		text, at := board.PlaceName(steps[0].From()), steps[0].To()
		steps = steps[1:]
		for {
			i := slices.IndexFunc(steps, func(s board.Step) bool { return s.From() == at })
			joined := i >= 0 && random.IntN(2) == 0
			if !joined || random.IntN(2) == 0 {
				text += sign + board.PlaceName(at)
				if h.Blots>>at&1 != 0 && random.IntN(2) == 0 {
					text += "*"
				}
			}
			if !joined {
				break
			}
			at = steps[i].To()
			steps = slices.Delete(steps, i, i+1)
		}
		if n := len(words); n > 0 && words[n-1] == text && random.IntN(2) == 0 {
			words[n-1] += []string{"(2)", " (2)"}[random.IntN(2)]
			continue
		}
		words = append(words, text)
	}
	text := strings.Join(words, []string{" ", ", ", "  ", "; "}[random.IntN(4)])
	switch random.IntN(8) {
	case 0:
		text = strings.ToUpper(text)
	case 1:
		text = "12... " + text
	case 2:
		text = "7) " + text + "."
	case 3:
		text = strings.NewReplacer("bar", "25", "off", "0").Replace(text)
	}
	return text
}

func TestSpellings(t *testing.T) {
	enginetest.Spellings(t, spelled, scattered, spellPlay, longtest.Count(800, 3000))
}

func FuzzSpellings(f *testing.F) { enginetest.FuzzSpellings(f, spelled, scattered, spellPlay) }

// spelled is backgammon with the options that affect plays.
var spelled = func() *engine.Game {
	g := *Backgammon
	g.Options = slices.Clone(g.Options)
	for i, o := range g.Options {
		if o.Name != "dice" && o.Name != "bearoff" {
			g.Options[i].Values = []string{o.Default}
		}
	}
	return &g
}()
