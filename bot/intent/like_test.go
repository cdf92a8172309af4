package intent

import (
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/speech"
	"tabuleiro/engine/table"
)

// Of how many in a hundred sentences the meaning comes first, and is among the three that come first, if they are not
// among the examples themselves.
const (
	leastFirst = 74
	leastLike  = 88
)

// A sentence that was never heard means what those mean that it is like: every twentieth one is left out, and found by
// the others.
func TestLike(t *testing.T) {
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	g := New(book, table.Games)
	for i := range g.tongues {
		tongue := g.tongues[i]
		var heard, unheard []string
		for n, line := range slices.Collect(strings.Lines(said(tongue.language))) {
			if n%20 == 7 {
				unheard = append(unheard, strings.TrimSpace(line))
			} else {
				heard = append(heard, line)
			}
		}
		some := tongue.learn(strings.Join(heard, ""))
		tongue.known = func() *examples { return some }
		all, first, found := 0, 0, 0
		for _, line := range unheard {
			sentence, means, _ := strings.Cut(line, "\t")
			if means == "-" {
				continue
			}
			all++
			like := tongue.like(split(sentence))
			right := func(l likeness) bool {
				return l.intent != talk && slices.ContainsFunc(strings.Split(means, "|"), func(one string) bool {
					one, command := strings.TrimSpace(one), tongue.intents[l.intent].command
					return one == command || strings.HasPrefix(one, command+" ")
				})
			}
			switch n := slices.IndexFunc(like[:min(offered, len(like))], right); n {
			case -1:
				t.Logf("%s: %q is %q", tongue.language, sentence, means)
			case 0:
				first++
				found++
			default:
				found++
			}
		}
		t.Logf("%s: of %d sentences %d are most like what they mean, %d somewhat", tongue.language, all, first, found)
		if 100*found < leastLike*all || 100*first < leastFirst*all {
			t.Errorf("%s: of %d sentences only %d are like what they mean, %d at first", tongue.language, all, found, first)
		}
	}
}
