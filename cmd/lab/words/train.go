package words

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"tabuleiro/bot/intent"
	"tabuleiro/bot/speech"
)

// Example is a sentence with the commands that it may mean and their classes, the best first.
type Example struct {
	Text     string
	Commands []string
	Classes  []string
}

// Parse reads lines of a sentence, a tab, and what it means, several of which "|" parts.
func Parse(lines []string) (all []Example) {
	for _, line := range lines {
		sentence, means, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok {
			continue
		}
		e := Example{Text: sentence}
		for one := range strings.SplitSeq(means, "|") {
			one = strings.TrimSpace(one)
			e.Commands = append(e.Commands, one)
			if class := classOf(one); !slices.Contains(e.Classes, class) {
				e.Classes = append(e.Classes, class)
			}
		}
		all = append(all, e)
	}
	return all
}

// Params are how a model is trained.
type Params struct {
	Seed   uint64
	Epochs int
	Rate   float64
	Decay  float64 // of the weights, by epoch
	Rarest int     // examples that a class has at least
	First  float64 // what the best of several classes counts
	Smooth float64 // what all classes count that are none of those
}

// Standard are the parameters that models are trained with.
var Standard = Params{Seed: 1, Epochs: 20, Rate: 0.4, Decay: 1e-5, Rarest: 5, First: 1, Smooth: 0.02}

// Train fits a softmax to examples by AdaGrad. Equal examples and parameters make an equal model.
func Train(l *intent.Lexicon, examples []Example, p Params) Model {
	classes := common(examples, p.Rarest)
	place := map[string]int{}
	for i, class := range classes {
		place[class] = i
	}
	type sample struct {
		features []intent.Feature
		target   map[int]float64
	}
	var samples []sample
	for _, e := range examples {
		s := sample{l.Features(e.Text), map[int]float64{}}
		for i, class := range e.Classes {
			share := p.First
			if i > 0 {
				share = (1 - p.First) / float64(len(e.Classes)-1)
			} else if len(e.Classes) == 1 {
				share = 1
			}
			if at, is := place[known(class, place)]; is {
				s.target[at] += share
			}
		}
		samples = append(samples, s)
	}
	n := len(classes)
	m := Model{Classes: classes, Bias: make([]float32, n), Weights: make([][]float32, intent.Buckets),
		Words: words(examples), Said: said(l, examples, place)}
	square := make([][]float32, intent.Buckets)
	for b := range m.Weights {
		m.Weights[b], square[b] = make([]float32, n), make([]float32, n)
	}
	biasSquare := make([]float32, n)
	random := rand.New(rand.NewPCG(p.Seed, p.Seed))
	order := random.Perm(len(samples))
	out := make([]float64, n)
	for epoch := range p.Epochs {
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		rate := p.Rate * (1 - float64(epoch)/float64(p.Epochs))
		for _, i := range order {
			s := samples[i]
			for class := range out {
				out[class] = float64(m.Bias[class])
			}
			for _, f := range s.features {
				for class, w := range m.Weights[f.Bucket] {
					out[class] += float64(w * f.Weight)
				}
			}
			softmax(out)
			for class := range out {
				out[class] -= p.Smooth / float64(n)
			}
			for class, share := range s.target {
				out[class] -= share * (1 - p.Smooth)
			}
			for class, g := range out {
				biasSquare[class] += float32(g * g)
				m.Bias[class] -= float32(rate * g / math.Sqrt(float64(biasSquare[class])+1e-6) * 0.1)
			}
			for _, f := range s.features {
				w, q := m.Weights[f.Bucket], square[f.Bucket]
				for class, g := range out {
					if g < 1e-4 && g > -1e-4 {
						continue
					}
					d := float32(float32(g)*f.Weight) + float32(float32(p.Decay)*w[class]) // the same on every machine
					q[class] += d * d
					w[class] -= float32(rate) * d / (float32(math.Sqrt(float64(q[class]))) + 1e-3)
				}
			}
		}
	}
	return m
}

// said are the classes of the sentences of examples, by their hashes, but of those that mean one thing here and another
// one there.
func said(l *intent.Lexicon, examples []Example, place map[string]int) map[uint32]int {
	classes, twice := map[uint32]int{}, map[uint32]bool{}
	for _, e := range examples {
		sentence := intent.Hash(l.Sentence(e.Text))
		class, is := place[known(e.Classes[0], place)]
		before, there := classes[sentence]
		twice[sentence] = twice[sentence] || !is || there && before != class
		classes[sentence] = class
	}
	maps.DeleteFunc(classes, func(sentence uint32, _ int) bool { return twice[sentence] })
	return classes
}

// common are the classes that enough examples have, in order.
func common(examples []Example, rarest int) (classes []string) {
	count := map[string]int{}
	for _, e := range examples {
		for class := e.Classes[0]; class != ""; class = shorter(class) {
			count[class]++
		}
	}
	for class, n := range count {
		if n >= rarest {
			classes = append(classes, class)
		}
	}
	slices.Sort(classes)
	return classes
}

// known is the longest class that one begins with.
func known(class string, place map[string]int) string {
	for class != "" {
		if _, is := place[class]; is {
			return class
		}
		class = shorter(class)
	}
	return ""
}

func shorter(class string) string { return class[:max(strings.LastIndexByte(class, ' '), 0)] }

func softmax(out []float64) {
	most, sum := slices.Max(out), 0.0
	for i := range out {
		out[i] = math.Exp(out[i] - most)
		sum += out[i]
	}
	for i := range out {
		out[i] /= sum
	}
}

// words are the hashes of those that stand in several sentences and are the name of nobody.
func words(examples []Example) (hashes []uint32) {
	count, names := map[string]int{}, map[string]bool{}
	for _, e := range examples {
		for _, w := range strings.Fields(speech.Fold(strings.Join(e.Commands, " "))) {
			if w[0] == '~' || w[0] == '@' {
				names[w[1:]] = true
			}
		}
	}
	for _, e := range examples {
		words := slices.Compact(slices.Sorted(slices.Values(speech.Words(e.Text))))
		for _, w := range words {
			count[w]++
		}
	}
	for w, n := range count {
		if n >= commonWord && (!names[w] || n >= commonName) {
			hashes = append(hashes, intent.Hash(w))
		}
	}
	slices.Sort(hashes)
	return slices.Compact(hashes)
}

// In so many sentences a word stands that is known, and one that is somebody's name besides.
const (
	commonWord = 6
	commonName = 60
)
