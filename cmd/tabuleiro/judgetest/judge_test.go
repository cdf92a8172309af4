package judgetest_test

import (
	"fmt"
	"testing"

	"tabuleiro/cmd/tabuleiro/judgetest"
)

// The judge finds each planted fault, and nothing else.
func TestJudge(t *testing.T) {
	happened := []string{"a", "b", "a", "c", "d"} // people move there and back
	said := func(tells ...string) (all []judgetest.Message) {
		for i, what := range tells {
			all = append(all, judgetest.Message{Tells: what, Number: i, Answer: "lost"})
		}
		return all
	}
	for name, c := range map[string]struct {
		stored string
		said   []judgetest.Message
		falls  []int
		want   string
	}{
		"all is well":                    {"abacd", said("a", "b", "a", "c", "d"), nil, "0 0 0 0 0 false"},
		"well in spite of a fall":        {"abacd", said("a", "b", "a", "c", "d"), []int{2}, "0 0 0 0 0 false"},
		"lost at the end":                {"abac", said("a", "b", "a", "c", "d"), nil, "1 0 0 0 0 true"},
		"stored in another order":        {"baacd", said("a", "b", "a", "c", "d"), nil, "2 0 0 0 0 true"},
		"the last is not said":           {"abacd", said("a", "b", "a", "c"), nil, "0 1 0 0 0 true"},
		"one in between is not said":     {"abacd", said("a", "b", "a", "d"), nil, "0 2 1 0 0 true"},
		"said before its time":           {"abacd", said("a", "b", "c", "a", "c", "d"), nil, "0 0 1 0 0 true"},
		"something else is said":         {"abacd", said("a", "x", "b", "a", "c", "d"), nil, "0 0 1 0 0 true"},
		"twice":                          {"abacd", said("a", "b", "b", "a", "c", "d"), []int{2}, "0 0 0 1 0 false"},
		"twice by the living":            {"abacd", said("a", "b", "a", "c", "c", "d"), []int{1}, "0 0 0 0 1 true"},
		"there and back, a copy between": {"abacd", said("a", "b", "a", "a", "c", "d"), []int{3}, "0 0 0 1 0 false"},
		"three times":                    {"abacd", said("a", "b", "b", "b", "a", "c", "d"), []int{2, 3}, "0 0 0 2 0 false"},
	} {
		stored := []string{}
		for _, r := range c.stored {
			stored = append(stored, string(r))
		}
		v := judgetest.Judge(judgetest.Record{Happened: happened, Stored: stored, Said: c.said, Falls: c.falls})
		var sum judgetest.Sum
		sum.Add(v)
		got := fmt.Sprint(sum.Lost, sum.Unsaid, sum.Disordered, sum.Twice, sum.Alive, v.Broken())
		if got != c.want {
			t.Errorf("%s: %s, want %s: %+v", name, got, c.want, v)
		}
		if twice := sum.Twice + sum.Alive; sum.Answers["lost"] != twice {
			t.Errorf("%s: what became of the answers is %v", name, sum.Answers)
		}
	}
}

// Of a repeated message the last one counts, with the fate of its response.
func TestJudge_Latest(t *testing.T) {
	r := judgetest.Record{Happened: []string{"a", "b", "a"}, Stored: []string{"a", "b", "a"}, Falls: []int{3}}
	for i, tells := range []string{"a", "b", "a", "a"} {
		r.Said = append(r.Said, judgetest.Message{Tells: tells, Number: i, Answer: fmt.Sprint(i)})
	}
	if v := judgetest.Judge(r); len(v.Twice) != 1 || v.Twice[0].Answer != "2" {
		t.Errorf("%+v", v.Twice)
	}
}

// A message for somebody else is allowed in its place, and is not required.
func TestJudge_Optional(t *testing.T) {
	happened := []string{"a", "x", "b", "x", "y", "c", "x"}
	for said, want := range map[string]string{
		"abc": "[] []", "axbxycx": "[] []", "axbc": "[] []", "abxc": "[] []", "abycx": "[] []",
		"xabc": "[] [x]", "ab": "[c] []", "axxbc": "[] []", "acb": "[c] [c]", "abcy": "[] []",
	} {
		var messages []judgetest.Message
		for i, what := range said {
			messages = append(messages, judgetest.Message{Tells: string(what), Number: i})
		}
		v := judgetest.Judge(judgetest.Record{Happened: happened, Stored: happened, Said: messages,
			Optional: func(what string) bool { return what > "c" }})
		var wrong []string
		for _, m := range v.Disordered {
			wrong = append(wrong, m.Tells)
		}
		if got := fmt.Sprint(v.Unsaid, wrong); got != want {
			t.Errorf("%s: %s, want %s", said, got, want)
		}
	}
}
