package grid

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/engine"
)

// blanks matches a run of empty squares.
var blanks = regexp.MustCompile(`\.+`)

// Text returns a board as in FEN and who moves: the highest rank first, rows separated by slashes, a letter for a piece
// and a number for a run of empty squares; then a space and the letter with index mover. Cells are in the order of
// engine.View; letters are those of First and Second.
func Text(cells []engine.Side, files int, letters string, mover int) string {
	var rows []string
	for row := range slices.Chunk(cells, files) {
		text := make([]byte, files)
		for i, side := range row {
			text[i] = ("." + letters)[side]
		}
		rows = append(rows, blanks.ReplaceAllStringFunc(string(text), func(run string) string { return strconv.Itoa(len(run)) }))
	}
	slices.Reverse(rows)
	return strings.Join(rows, "/") + " " + letters[mover:mover+1]
}

// Parse parses the text of Text for a square board of one of the widths, which are in descending order.
func Parse(text, letters string, widths ...int) (cells []engine.Side, width, mover int, err error) {
	fields := strings.Fields(text)
	if len(fields) != 2 {
		return nil, width, mover, fmt.Errorf("it must be the rows, a space, and %c or %c for who moves", letters[0], letters[1])
	}
	if mover = strings.Index(letters, fields[1]); mover < 0 || len(fields[1]) != 1 {
		return nil, width, mover, fmt.Errorf("who moves must be %c or %c, not %q", letters[0], letters[1], fields[1])
	}
	width = 1 + strings.Count(fields[0], "/")
	if !slices.Contains(widths, width) {
		return nil, width, mover, fmt.Errorf("%d rows: a board has %s, parted by slashes", width,
			strings.ReplaceAll(strings.Trim(fmt.Sprint(widths), "[]"), " ", " or "))
	}
	cells, err = ParseRows(fields[0], width, width, letters)
	return cells, width, mover, err
}

// ParseRows parses the rows of Text. Consecutive digits are one number: ten empty squares are written 10, never 1 and
// 0.
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

// parseRow parses one row into cells.
func parseRow(cells []engine.Side, row, letters string) error {
	n := 0
	for _, item := range rowItems.FindAllString(row, -1) {
		i := strings.Index(letters, item)
		count, err := strconv.Atoi(item)
		switch {
		case i >= 0:
			if n < len(cells) {
				cells[n] = engine.First + engine.Side(i)
			}
			count = 1
		case item[0] < '0' || item[0] > '9':
			return fmt.Errorf("%q is neither a piece (%s) nor a number of empty squares", []rune(item)[0],
				strings.Join(strings.Split(letters, ""), ", "))
		case err != nil || item[0] == '0' || count > len(cells):
			return fmt.Errorf("%s is not a number of empty squares from 1 to %d", item, len(cells))
		}
		n += count
	}
	if n != len(cells) {
		return fmt.Errorf("%d squares instead of %d", n, len(cells))
	}
	return nil
}

// rowItems matches the pieces of a row and its numbers of empty squares.
var rowItems = regexp.MustCompile(`(?s)[0-9]+|.`)
