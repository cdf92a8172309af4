package grid

import (
	"fmt"
	"strconv"
	"strings"

	"tabuleiro/engine"
)

// Rows writes what stands on a board as FEN does: the highest rank first, rows parted by slashes, a letter for a piece and
// a number for empty squares in a row. Cells are in the order of engine.View; letters are First's and Second's.
func Rows(cells []engine.Side, files int, letters string) string {
	text := make([]byte, 0, len(cells)+len(cells)/files)
	for first := len(cells) - files; first >= 0; first -= files {
		empty := 0
		for _, side := range cells[first : first+files] {
			if side == engine.Nobody {
				empty++
				continue
			}
			text = appendCount(text, empty)
			empty = 0
			text = append(text, letters[side-engine.First])
		}
		text = appendCount(text, empty)
		if first > 0 {
			text = append(text, '/')
		}
	}
	return string(text)
}

func appendCount(text []byte, n int) []byte {
	if n == 0 {
		return text
	}
	return strconv.AppendInt(text, int64(n), 10)
}

// ParseRows reads what Rows writes. Digits next to each other are one number: 10 empty squares are 10, or 4 and a piece
// and so on, but never 1 and 0.
func ParseRows(text string, files, ranks int, letters string) ([]engine.Side, error) {
	rows := strings.Split(text, "/")
	if len(rows) != ranks {
		return nil, fmt.Errorf("%d rows instead of %d: they are parted by slashes, rank %[2]d first", len(rows), ranks)
	}
	cells := make([]engine.Side, files*ranks)
	for i, row := range rows {
		rank := ranks - i
		if err := parseRow(cells[(rank-1)*files:rank*files], row, letters); err != nil {
			return nil, fmt.Errorf("rank %d, %q: %w", rank, row, err)
		}
	}
	return cells, nil
}

// parseRow fills one row of cells.
func parseRow(cells []engine.Side, row, letters string) error {
	n := 0
	for rest := row; rest != ""; {
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		if digits == 0 {
			i := strings.IndexByte(letters, rest[0])
			if i < 0 {
				return fmt.Errorf("%q is neither a piece (%s) nor a number of empty squares", []rune(rest)[0], strings.Join(strings.Split(letters, ""), ", "))
			}
			if n < len(cells) {
				cells[n] = engine.First + engine.Side(i)
			}
			n, rest = n+1, rest[1:]
			continue
		}
		count, err := strconv.ParseUint(rest[:digits], 10, 16)
		if err != nil || rest[0] == '0' || int(count) > len(cells) {
			return fmt.Errorf("%s is not a number of empty squares from 1 to %d", rest[:digits], len(cells))
		}
		n, rest = n+int(count), rest[digits:]
	}
	if n != len(cells) {
		return fmt.Errorf("%d squares instead of %d", n, len(cells))
	}
	return nil
}
