package backgammon

import (
	"sync"

	"tabuleiro/cmd/lab/train"
	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/think"
)

// computedBearoff is the table before it was rounded for its file.
var computedBearoff = sync.OnceValue(func() *think.Bearoff { return think.NewBearoff(board.Law{}) })

// inUnits are rolls in parts of unit, rounded so that together they are certain.
func inUnits(r think.Rolls) []uint16 {
	list := make([]uint16, len(r))
	sum, given := uint64(0), uint64(0)
	for i, x := range r {
		sum += uint64(x)
		list[i] = uint16((min(sum, think.Certain)*think.Unit+think.Certain/2)/think.Certain - given)
		given += uint64(list[i])
	}
	return list
}

// fileOf is the table as a file: the chances of one roll for all ways to stand, then of two, and so on, first the low
// bytes and then the high ones, compressed (RFC 1951).
func fileOf(t *think.Bearoff) []byte {
	var low, high []byte
	for _, table := range [][]think.Rolls{t.Off, t.First} {
		list := make([][]uint16, think.Bearoffs)
		for n, r := range table {
			list[n] = inUnits(r)
		}
		for column := range think.Columns {
			for _, r := range list {
				x := uint16(0)
				if column < len(r) {
					x = r[column]
				}
				low, high = append(low, byte(x)), append(high, byte(x>>8))
			}
		}
	}
	return train.Deflate(low, high)
}
