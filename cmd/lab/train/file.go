package train

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
)

// Pack writes weights as a file: flate of their number and of the weights, as varints.
func Pack(weights []int16) []byte {
	raw := binary.AppendUvarint(nil, uint64(len(weights)))
	for _, x := range weights {
		raw = binary.AppendVarint(raw, int64(x))
	}
	return Deflate(raw)
}

// Deflate compresses what stands in a file, one part after the other (RFC 1951).
func Deflate(parts ...[]byte) []byte {
	var file bytes.Buffer
	w, err := flate.NewWriter(&file, flate.BestCompression)
	if err != nil {
		panic("train: " + err.Error()) // only a bad level can do it
	}
	for _, part := range parts {
		w.Write(part) // nothing fails on a buffer
	}
	w.Close()
	return file.Bytes()
}

// Untaught is what weights are in Fine parts before anything has been learned.
func Untaught(count int, prior func(weights []float64)) []int16 {
	weights := make([]float64, count)
	prior(weights)
	return rounded(weights)
}

// Tapered appends the two features of a weight of which there are count pairs, given how full the board is, from 0 to
// 1.
func Tapered(list []Feature, index, count int, amount, full float32) []Feature {
	return append(list, Feature{int32(index), amount * full}, Feature{int32(index + count), amount * (1 - full)})
}
