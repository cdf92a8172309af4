// Package intent is an experiment that bot/intent may take over: one classifier a language finds out what people mean who
// say it in words of their own. "Quero jogar damas contra o bot" is /play damas house: a Classifier finds the class of
// command, Slots what is named besides, and Decide whether the command is done, offered as one button, or not understood.
//
// Train makes the models from sentences, a line each with the command that it means: those of bot/intent/said, and those
// of testdata/more. Measure counts what comes of sentences that no model was trained with.
package intent

import (
	"cmp"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"math"
	"slices"
	"strings"
)

// Classifier finds out which command a sentence comes to. It is one linear softmax over Features, with weights of a
// byte, which Train fits.
type Classifier struct {
	lexicon *Lexicon
	classes []string
	scale   []float32 // of the weights of each class
	bias    []float32
	weights string // a row of all classes for each bucket
	words   []uint32
}

// Score is how likely a class is, of 1.
type Score struct {
	Class string
	P     float64
}

// Model is what Encode writes and a Classifier reads.
type Model struct {
	Classes []string
	Bias    []float32
	Weights [][]float32 // by bucket and class
	Words   []uint32    // hashes of the words of the sentences, in order, which are no names
}

// Encode writes a model with weights of a byte.
func (m Model) Encode() []byte {
	names := strings.Join(m.Classes, "\n")
	out := binary.LittleEndian.AppendUint32(nil, uint32(len(names)))
	out = append(out, names...)
	scale := make([]float32, len(m.Classes))
	for _, row := range m.Weights {
		for class, w := range row {
			scale[class] = max(scale[class], float32(math.Abs(float64(w)))/math.MaxInt8)
		}
	}
	for _, list := range [][]float32{scale, m.Bias} {
		for _, v := range list {
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(v))
		}
	}
	out = binary.LittleEndian.AppendUint32(out, uint32(len(m.Words)))
	for _, hash := range m.Words {
		out = binary.LittleEndian.AppendUint32(out, hash)
	}
	for _, row := range m.Weights {
		for class, w := range row {
			b := int8(0)
			if scale[class] > 0 {
				b = int8(math.Round(float64(w / scale[class])))
			}
			out = append(out, byte(b))
		}
	}
	return out
}

// Decode reads a model that Encode has written. It keeps the text, of which it copies no weights.
func Decode(l *Lexicon, text string) (*Classifier, error) {
	c, whole := &Classifier{lexicon: l}, true
	next := func() uint32 {
		if len(text) < 4 {
			whole = false
			return 0
		}
		n := binary.LittleEndian.Uint32([]byte(text[:4]))
		text = text[4:]
		return n
	}
	size := int(next())
	if !whole || size > len(text) {
		return nil, errBroken
	}
	c.classes, text = strings.Split(text[:size], "\n"), text[size:]
	for _, list := range []*[]float32{&c.scale, &c.bias} {
		for range c.classes {
			*list = append(*list, math.Float32frombits(next()))
		}
	}
	for range int(next()) {
		if c.words = append(c.words, next()); !whole {
			break
		}
	}
	if c.weights = text; !whole || len(text) != Buckets*len(c.classes) {
		return nil, errBroken
	}
	return c, nil
}

var errBroken = errors.New("intent: the model is not whole")

// Knows reports whether a word, folded, stands in the sentences that the model was trained with.
func (c *Classifier) Knows(word string) bool {
	_, is := slices.BinarySearch(c.words, Hash(word))
	return is
}

// Hash is that of a word in Model.Words.
func Hash(word string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(word))
	return h.Sum32()
}

// Classify returns how likely each class is for a text, the likeliest first.
func (c *Classifier) Classify(text string) []Score {
	n := len(c.classes)
	sum := make([]float64, n)
	for _, f := range c.lexicon.Features(text) {
		for class, w := range []byte(c.weights[f.Bucket*n : (f.Bucket+1)*n]) {
			sum[class] += float64(f.Weight) * float64(int8(w))
		}
	}
	all := make([]Score, n)
	most := math.Inf(-1)
	for class := range sum {
		sum[class] = sum[class]*float64(c.scale[class]) + float64(c.bias[class])
		most = max(most, sum[class])
	}
	total := 0.0
	for class := range sum {
		p := math.Exp(sum[class] - most)
		all[class] = Score{c.classes[class], p}
		total += p
	}
	for i := range all {
		all[i].P /= total
	}
	slices.SortStableFunc(all, func(a, b Score) int { return cmp.Compare(b.P, a.P) })
	return all
}
