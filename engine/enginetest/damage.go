package enginetest

import (
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

// Damaged is a file to damage at random, repeatedly.
type Damaged struct {
	Name  string
	Text  string
	Read  func(text string, games []*engine.Game, named *engine.Game) (engine.File, error)
	Games []*engine.Game
}

// Damages compares what is read from damaged files with testdata/damages.txt. The file has the count and the first
// example for each kind of answer, and a hash of all.
func Damages(t *testing.T, times int, files ...Damaged) {
	t.Helper()
	var text strings.Builder
	for _, f := range files {
		random := rand.New(rand.NewPCG(3, 5))
		counts, first := map[string]int{}, map[string]string{}
		sum := fnv.New64a()
		for range times {
			damaged := damage(f.Text, random)
			for _, answer := range answersOf(f, damaged) {
				kind := number.ReplaceAllString(quoted.ReplaceAllString(answer[0], "..."), "N")
				counts[kind]++
				if counts[kind] == 1 {
					first[kind] = answer[1]
				}
				fmt.Fprintln(sum, answer)
			}
		}
		fmt.Fprintf(&text, "%s: sum %016x\n", f.Name, sum.Sum64())
		for _, kind := range sortedKeys(counts) {
			fmt.Fprintf(&text, "%6d %s: %s\n", counts[kind], kind, first[kind])
		}
	}
	goldentest.Compare(t, "testdata/damages.txt", text.String())
}

var (
	number = regexp.MustCompile(`[0-9]+`)
	quoted = regexp.MustCompile(`"[^"]*"`)
)

// answersOf returns the kind and the details of the answer to a text, or to each of its games.
func answersOf(f Damaged, text string) (answers [][2]string) {
	file, err := f.Read(text, f.Games, nil)
	if err != nil {
		return [][2]string{{"no file", err.Error()}}
	}
	for _, e := range file.Entries {
		r, err := e.Read()
		var several *engine.ReadingsError
		switch {
		case errors.As(err, &several):
			answers = append(answers, [2]string{"several readings", err.Error()})
			continue
		case err != nil:
			answers = append(answers, [2]string{"error", err.Error()})
			continue
		}
		whole := fmt.Sprintf("%q %q %q %s, %q %q %q %v, %v, %v, %d moves, %v", e.Names, e.Event, e.Date, r.Game.Name, r.Names, r.Site,
			r.Round, r.Notes, r.Options, r.Result, r.Line.Len(), r.Line.Position())
		if len(r.Odd) == 0 {
			answers = append(answers, [2]string{"read", whole})
		}
		for _, odd := range r.Odd {
			answers = append(answers, [2]string{"odd", fmt.Sprintf("%v in %s", odd, whole)})
		}
	}
	return answers
}

// piece matches a word, a number, white space, or a sign.
var piece = regexp.MustCompile(`[A-Za-z]+|[0-9]+|\s+|.`)

// damage makes one to four random changes to a text.
func damage(text string, random *rand.Rand) string {
	pieces := piece.FindAllString(text, -1)
	lines := strings.Count(text, "\n")
	for range 1 + random.IntN(4) {
		if len(pieces) < 2 {
			break
		}
		i, k := random.IntN(len(pieces)), random.IntN(len(pieces))
		if random.IntN(2) == 0 { // headers are short but important
			i = random.IntN(min(len(pieces), 120))
		}
		switch random.IntN(9) {
		case 0:
			pieces = slices.Delete(pieces, i, i+1)
		case 1:
			pieces = slices.Insert(pieces, i, pieces[i])
		case 2:
			pieces[i], pieces[k] = pieces[k], pieces[i]
		case 3:
			pieces[i] = pieces[k]
		case 4:
			if n, err := strconv.Atoi(pieces[i]); err == nil {
				pieces[i] = strconv.Itoa(n + random.IntN(5) - 2)
			}
		case 5:
			pieces[i] = []string{"\n", " ", "(", ")", "{", "}", "[", "]", "*", "?", "!", "\"", ";", ":", "0", "$1"}[random.IntN(16)]
		case 6:
			if random.IntN(4) == 0 {
				pieces = pieces[:i]
			}
		case 7:
			pieces[i] = strings.ToLower(pieces[i])
		default:
			all := strings.SplitAfter(strings.Join(pieces, ""), "\n")
			n, m := random.IntN(len(all)), random.IntN(len(all))
			if lines > 0 {
				all[n], all[m] = all[m], all[n]
			}
			if random.IntN(2) == 0 {
				all = slices.Delete(all, n, n+1)
			}
			pieces = piece.FindAllString(strings.Join(all, ""), -1)
		}
	}
	return strings.Join(pieces, "")
}
