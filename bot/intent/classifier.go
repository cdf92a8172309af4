// Package intent finds out what people mean who say it in words of their own: "quero jogar damas contra o bot" is /play
// damas house. A Classifier, one for each language, finds the class of the command, Slots what is named besides, and
// Decide whether the command is done, offered as one button, or not understood.
//
// The models are made by cmd/lab from the sentences in the folder said, a file for each language: a sentence in a line
// and, behind a tab, what it means, a command as English has it, or several that are as good, between "|"; "-" if it
// asks for nothing. To teach the program another way to say something is to add a line there, and to make them anew, and
// the list of those that come to something else, testdata/misread.txt.
package intent

import (
	"cmp"
	"encoding/json"
	"errors"
	"hash/fnv"
	"math"
	"slices"
	"strings"
)

// Classifier finds out which command a sentence comes to. It is one linear softmax over Features, with weights of a
// byte, which cmd/lab fits.
type Classifier struct {
	Head
	lexicon *Lexicon
	weights string // a row of all classes for each bucket
}

// Head is the part of a model beside its weights.
type Head struct {
	Classes []string
	Scale   []float32 // of the weights of each class
	Bias    []float32
	Words   []uint32       // the hashes of those that are no names, in order
	Said    map[uint32]int // the classes of sentences that it was trained with, by their hashes
}

// Score is the probability of a class.
type Score struct {
	Class string
	P     float64
}

// Decode reads a model as cmd/lab writes it: a line of JSON with the Head, and a row of weights for each bucket. It
// keeps the text, and copies no weights.
func Decode(l *Lexicon, text string) (*Classifier, error) {
	head, weights, _ := strings.Cut(text, "\n")
	c := &Classifier{lexicon: l, weights: weights}
	err := json.Unmarshal([]byte(head), &c.Head)
	n := len(c.Classes)
	if err != nil || len(weights) != Buckets*n || len(c.Scale) != n || len(c.Bias) != n {
		return nil, errBroken
	}
	for _, class := range c.Said {
		if class < 0 || class >= n {
			return nil, errBroken
		}
	}
	return c, nil
}

var errBroken = errors.New("intent: the model is not whole")

// Knows reports whether a word, folded, stands in the sentences that the model was trained with.
func (c *Classifier) Knows(word string) bool {
	_, is := slices.BinarySearch(c.Words, Hash(word))
	return is
}

// isTrained reports whether a text is a sentence that the model was trained with.
func (c *Classifier) isTrained(text string) bool {
	_, is := c.Said[Hash(c.lexicon.Sentence(text))]
	return is
}

// Hash returns the hash of a word, as models use it.
func Hash(word string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(word))
	return h.Sum32()
}

// Classify returns the probability of each class for a text, the most likely first. For a sentence that the model was
// trained with, the class is known.
func (c *Classifier) Classify(text string) []Score {
	n := len(c.Classes)
	sum := make([]float64, n)
	for _, f := range c.lexicon.Features(text) {
		for class, w := range []byte(c.weights[f.Bucket*n : (f.Bucket+1)*n]) {
			sum[class] += float64(f.Weight) * float64(int8(w))
		}
	}
	all := make([]Score, n)
	for class := range sum {
		sum[class] = sum[class]*float64(c.Scale[class]) + float64(c.Bias[class])
	}
	most, total := slices.Max(sum), 0.0
	for class := range sum {
		p := math.Exp(sum[class] - most)
		all[class] = Score{c.Classes[class], p}
		total += p
	}
	for i := range all {
		all[i].P /= total
	}
	if class, known := c.Said[Hash(c.lexicon.Sentence(text))]; known {
		for i := range all { // the others keep their order
			all[i].P *= 1e-3
		}
		all[class].P = 1
	}
	slices.SortStableFunc(all, func(a, b Score) int { return cmp.Compare(b.P, a.P) })
	return all
}
