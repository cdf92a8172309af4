package learn

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
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
		panic("learn: " + err.Error()) // only a bad level can do it
	}
	for _, part := range parts {
		w.Write(part) // nothing fails on a buffer
	}
	w.Close()
	return file.Bytes()
}

// Inflate is what Deflate compressed. Its error is that the file is damaged.
func Inflate(file []byte) ([]byte, error) { return io.ReadAll(flate.NewReader(bytes.NewReader(file))) }

// Unpack reads what Pack wrote.
func Unpack(file []byte, count int) ([]int16, error) {
	raw, err := Inflate(file)
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	n, used := binary.Uvarint(raw)
	if used <= 0 || n != uint64(count) {
		return nil, fmt.Errorf("weights: there are %d of them instead of %d", n, count)
	}
	weights := make([]int16, count)
	for i := range weights {
		raw = raw[used:]
		var x int64
		if x, used = binary.Varint(raw); used <= 0 {
			return nil, errors.New("weights: the file ends too early")
		}
		weights[i] = int16(x)
	}
	return weights, nil
}

// Embedded reads weights that are part of the program. It panics if they are not there: only a bad build can do it.
func Embedded(files fs.FS, name string, count int) []int16 {
	file, err := fs.ReadFile(files, name)
	var weights []int16
	if err == nil {
		weights, err = Unpack(file, count)
	}
	if err != nil {
		panic("learn: " + name + ": " + err.Error())
	}
	return weights
}

// Untaught is what weights are in Fine parts before anything has been learned.
func Untaught(count int, prior func(weights []float64)) []int16 {
	weights := make([]float64, count)
	prior(weights)
	return rounded(weights)
}
