package words

import (
	"encoding/json"
	"math"

	"tabuleiro/bot/intent"
)

// Model is what Train fits, Encode writes and an intent.Classifier reads.
type Model struct {
	Classes []string
	Bias    []float32
	Weights [][]float32    // by bucket and class
	Said    map[uint32]int // the classes of sentences, by their hashes
	Words   []uint32       // hashes of the words of the sentences, in order, which are no names
}

// Encode writes a model with weights of a byte.
func (m Model) Encode() []byte {
	scale := make([]float32, len(m.Classes))
	for _, row := range m.Weights {
		for class, w := range row {
			scale[class] = max(scale[class], float32(math.Abs(float64(w)))/math.MaxInt8)
		}
	}
	out, err := json.Marshal(intent.Head{Classes: m.Classes, Scale: scale, Bias: m.Bias, Words: m.Words, Said: m.Said})
	if err != nil {
		panic(err) // a number that is none
	}
	out = append(out, '\n')
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
