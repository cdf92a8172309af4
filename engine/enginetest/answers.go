package enginetest

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/goldentest"
)

// Asked is a game with options and a start position, for recording its answers to typed texts.
type Asked struct {
	Game    *engine.Game
	Options string                  // as ParseOptions reads them
	Start   string                  // "": the usual start
	Draw    func(*rand.Rand) string // returns the start for each game; nil: always Start
	Texts   []string
}

// Answers compares the answers of positions of random games to texts similar to moves with testdata/answers.txt. The
// file has the count and the first example for each kind of answer, and a hash of all.
func Answers(t *testing.T, texts int, cases ...Asked) {
	t.Helper()
	var text strings.Builder
	for _, c := range cases {
		c.write(t, texts, &text)
	}
	goldentest.Compare(t, "testdata/answers.txt", text.String())
}

// write writes the lines of a case, from asking texts texts in random games of limited length.
func (c Asked) write(t *testing.T, texts int, text *strings.Builder) {
	t.Helper()
	options, err := c.Game.Complete(engine.ParseOptions(c.Options))
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(8, 9))
	counts, first := map[string]int{}, map[string]string{}
	sum := fnv.New64a()
	known := slices.Clone(c.Texts)
	for asked := 0; asked < texts; {
		start := cmp.Or(c.Start, "start")
		if c.Draw != nil {
			start = c.Draw(random)
		}
		p := position(t, c.Game, start, options)
		for range c.plies() {
			moves := slices.Collect(p.Moves())
			if len(moves) == 0 {
				break
			}
			for range 5 {
				known = append(known, string(moves[random.IntN(len(moves))]))
			}
			for range 6 {
				near := known[max(0, len(known)-150):]
				if random.IntN(2) == 0 {
					near = near[max(0, len(near)-5):] // recent moves
				}
				typed := nearly(near, random)
				kind, answer := answerOf(p, typed)
				asked++
				counts[kind]++
				if counts[kind] == 1 {
					first[kind] = fmt.Sprintf("%q: %s, in %s", typed, answer, p)
				}
				fmt.Fprintln(sum, typed, kind, answer)
			}
			if p, err = p.Play(moves[random.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
	}
	fmt.Fprintf(text, "%s %s %s: sum %016x\n", c.Game.Name, c.Options, c.Start, sum.Sum64())
	for _, kind := range sortedKeys(counts) {
		fmt.Fprintf(text, "%6d %s: %s\n", counts[kind], kind, first[kind])
	}
}

// plies returns the length of a game.
func (c Asked) plies() int {
	if c.Draw != nil {
		return 3
	}
	return 60
}

func sortedKeys(m map[string]int) []string {
	var keys []string
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// answerOf returns the answer of a position to a text: its kind, and its details.
func answerOf(p engine.Position, typed string) (kind, answer string) {
	move, err := p.Read(typed)
	wrong := new(engine.MoveError)
	switch {
	case err == nil:
		return "move", string(move)
	case !errors.As(err, &wrong):
		return "error", err.Error()
	}
	return strings.TrimSpace(fmt.Sprint(wrong.Kind, " ", wrong.Rule)), fmt.Sprint(wrong.At, " ", wrong.Count, " ", wrong.Choices)
}

// tokenForm matches a square or point in a text, or what stands between two.
var tokenForm = regexp.MustCompile(`[a-z]*[0-9]+|[^a-z0-9]+|[a-z]+`)

// nearly returns a variation of one of the known texts, with up to three changes.
func nearly(known []string, random *rand.Rand) string {
	tokens := tokenForm.FindAllString(known[random.IntN(len(known))], -1)
	other := tokenForm.FindAllString(known[random.IntN(len(known))], -1)
	for range random.IntN(4) {
		i := random.IntN(len(tokens))
		switch random.IntN(8) {
		case 0:
			tokens[i] = other[random.IntN(len(other))]
		case 1:
			tokens = append(tokens[:i:i], tokens[i+1:]...)
		case 2:
			tokens = slices.Insert(tokens, i, other[random.IntN(len(other))])
		case 3:
			tokens[i] = []string{"-", "x", " ", ":", "/", ".", ",", "", " a "}[random.IntN(9)]
		case 4:
			if n, err := strconv.Atoi(tokens[i]); err == nil {
				tokens[i] = strconv.Itoa(n + random.IntN(9) - 4)
			}
		case 5:
			tokens[i] = strings.ToUpper(tokens[i])
		case 6:
			tokens = append(tokens, []string{"x", "-", "!", "?", " ", other[0]}[random.IntN(6)])
		case 7:
			tokens = append(slices.Clip(tokens[:i]), other[min(i, len(other)-1):]...)
		}
		if len(tokens) == 0 {
			tokens = slices.Clone(other)
		}
	}
	return strings.Join(tokens, "")
}
