// Package learn reads weights learned about positions of games, from files that cmd/lab makes.
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

// Unit is the difference in value that changes the odds of the expected score by a factor of e.
const Unit = 100

// Fine is the number of stored units of a weight per unit of value.
const Fine = 16

// Inflate decompresses a file (RFC 1951). It returns an error if the file is damaged.
func Inflate(file []byte) ([]byte, error) { return io.ReadAll(flate.NewReader(bytes.NewReader(file))) }

// Unpack reads a file of count weights in units of 1/Fine: their number and the weights as varints, compressed.
func Unpack(file []byte, count int) ([]int16, error) {
	raw, err := Inflate(file)
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	n, used := binary.Uvarint(raw)
	if n != uint64(count) {
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

// Embedded reads weights embedded in the program. It panics if they are missing or damaged, which is a fault of the
// build.
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
