package words

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"
	"strings"
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
	out = binary.LittleEndian.AppendUint32(out, uint32(len(m.Said)))
	for _, sentence := range slices.Sorted(maps.Keys(m.Said)) {
		out = binary.LittleEndian.AppendUint32(out, sentence)
		out = binary.LittleEndian.AppendUint32(out, uint32(m.Said[sentence]))
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
