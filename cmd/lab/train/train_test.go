package train

import (
	"slices"
	"testing"

	"tabuleiro/engine/learn"
)

// The program unpacks what is packed here.
func TestPack(t *testing.T) {
	weights := []int16{0, 1, -1, 300, -32767, 32767}
	if got, err := learn.Unpack(Pack(weights), len(weights)); err != nil || !slices.Equal(got, weights) {
		t.Errorf("%v, %v", got, err)
	}
}

// Weights are rounded to the nearest unit, and clamped.
func TestRounded(t *testing.T) {
	got := rounded([]float64{1, -1, 0.97 / learn.Fine, -0.4 / learn.Fine, 1e6, -1e6})
	if want := []int16{learn.Fine, -learn.Fine, 1, 0, 32767, -32767}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
