package solve

import (
	"context"
	"encoding/binary"

	"tabuleiro/cmd/lab/train"
	"tabuleiro/engine/draughts/endings"
	"tabuleiro/engine/draughts/rules"
)

// dear is the number of bytes from which on the larger of the tables of a class and of the swapped one is left out: its
// boards follow from those of the other one.
const dear = 4000

// Make works out the tables of a variant, of boards with 2 to most pieces, and returns them as a file. It takes seconds
// on 8x8, a minute on 10x10, of one core.
func Make(ctx context.Context, v *rules.Variant, most int, progress func(string)) ([]byte, error) {
	s, err := solve(ctx, v, most, progress)
	if err != nil {
		return nil, err
	}
	var file []byte
	for _, c := range endings.Listed(endings.MaxPieces) {
		var packed [2][]byte
		for i, c := range c.WithSwapped() {
			if s.values[c.Index()] != nil {
				packed[i] = train.Deflate(s.plain(c))
			}
		}
		if a, b := len(packed[0]), len(packed[1]); max(a, b) > dear && min(a, b) > 0 {
			if a > b {
				packed[0] = nil
			} else {
				packed[1] = nil
			}
		}
		for i := range c.WithSwapped() {
			file = append(binary.AppendUvarint(file, uint64(len(packed[i]))), packed[i]...)
		}
	}
	return file, nil
}

// plain is the values of a class. Boards on which one has to capture, and numbers that are no boards, have the value of
// the one before: that makes long runs.
func (s *solver) plain(c endings.Material) []byte {
	values := s.values[c.Index()]
	list, last := make([]byte, len(values)), draw
	placings, kings := s.Placings(c)
	for n := range placings {
		men, hisMen, ok := s.menOf(n, c)
		for k := range kings {
			at := n*kings + k
			if ok && values[at] != last && !s.variant.CanCapture(s.board(s.withKings(men, hisMen, k, c))) {
				last = values[at]
			}
			list[at] = byte(last)
		}
	}
	return list
}
