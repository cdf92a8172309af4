package intent

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

// model returns a model of two classes, with a bias, trained with a sentence.
func model(t *testing.T, sentence string, class, weights int) string {
	t.Helper()
	head, err := json.Marshal(Head{[]string{"a", "b"}, []float32{1, 1}, []float32{0, float32(math.Log(3))},
		[]uint32{3, Hash("word")}, map[uint32]int{Hash(sentence): class}})
	if err != nil {
		t.Fatal(err)
	}
	return string(head) + "\n" + strings.Repeat("\x00", weights)
}

// A truncated model is refused, wherever it ends, and so is one that is too long.
func TestDecode_Broken(t *testing.T) {
	l := newReader(t).Lexicon
	whole := model(t, "said", 1, 2*Buckets)
	if _, err := Decode(l, whole); err != nil {
		t.Error(err)
	}
	for name, text := range map[string]string{
		"nothing": "", "half a line": whole[:40], "a line": whole[:strings.Index(whole, "\n")], "half": whole[:Buckets],
		"but a byte": whole[:len(whole)-1], "and a byte": whole + "\x00", "another line": "x" + whole,
		"no bias":                   strings.Replace(whole, `"Bias":[0,`, `"Bias":[`, 1),
		"no scale":                  strings.Replace(whole, `"Scale":[1,`, `"Scale":[`, 1),
		"a class that there is not": model(t, "said", 2, 2*Buckets), "a class below": model(t, "said", -1, 2*Buckets),
		"weights of one class": model(t, "said", 1, Buckets),
	} {
		if c, err := Decode(l, text); err == nil || c != nil {
			t.Errorf("%s of a model: %v", name, err)
		}
	}
}

// The probabilities of classes follow from their weights; a trained sentence is recognised.
func TestClassify(t *testing.T) {
	c, err := Decode(newReader(t).Lexicon, model(t, "said 9", 0, 2*Buckets))
	if err != nil {
		t.Fatal(err)
	}
	if all := c.Classify("other"); len(all) != 2 || all[0].Class != "b" || math.Abs(all[0].P-0.75) > 1e-6 || math.Abs(all[1].P-0.25) > 1e-6 {
		t.Errorf("of another sentence: %v", all)
	}
	if all := c.Classify("Said five"); all[0] != (Score{"a", 1}) || all[1].Class != "b" || all[1].P > 0.01 {
		t.Errorf("of the sentence: %v", all)
	}
	if !c.isTrained("said 7") || c.isTrained("said") || !c.Knows("word") || c.Knows("said") {
		t.Error("it knows what it was not trained with")
	}
}

// A reading has the probability of all classes of its kind: those for a match at one level are added up.
func TestReading_P(t *testing.T) {
	scores := []Score{{"play house level=3", 0.4}, {"play level=3", 0.2}, {"play house", 0.1}, {"board", 0.1}, {"language pt", 0.1}, {"language", 0.1}}
	for _, c := range []struct {
		first int
		slots Slots
		want  float64
	}{{0, nil, 0.6}, {2, nil, 0.1}, {3, nil, 0.1}, {4, nil, 0.1}, {4, Slots{"language": "es"}, 0.2}} {
		all := append([]Score{scores[c.first]}, append(scores[:c.first:c.first], scores[c.first+1:]...)...)
		if got := (Reading{Scores: all, Slots: c.slots}).P(); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s with %v: %g, want %g", all[0].Class, c.slots, got, c.want)
		}
	}
}
