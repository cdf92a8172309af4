package mat

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/rules"
)

// cells reads the cells of a row after its number.
func (r *matReader) cells(row string, from int) error {
	at := matCell.FindAllStringIndex(row[from:], -1)
	if at == nil && row[from:] == "" {
		return nil
	}
	r.seek(row[:from])
	if at == nil || strings.TrimSpace(row[from:from+at[0][0]]) != "" {
		return &engine.FileError{Code: engine.NotUnderstood, Text: row[from:]}
	}
	for i, place := range at {
		begin, end := from+place[0], len(row)
		if i+1 < len(at) {
			end = from + at[i+1][0]
		}
		r.seek(row[:begin])
		text := strings.TrimSpace(row[begin:end])
		side, err := r.side(i, len(at), utf8.RuneCountInString(row[from:begin]), text)
		if err == nil {
			err = r.cell(side, text)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// seek sets the column to that after a part of a row.
func (r *matReader) seek(before string) {
	if !r.tree {
		r.column = 1 + utf8.RuneCountInString(before)
	}
}

// side returns the side of a cell. The first of two cells is the left one; a single cell is assigned by its column
// or, between the columns, by the turn, and if that is unclear it is an error.
func (r *matReader) side(i, cells, gap int, text string) (int, error) {
	p := r.position()
	switch {
	case gap >= matRight || i > 0 && !strings.HasPrefix(text, "Wins"):
		return 1, nil
	case cells > 1 && i == 0 || gap <= matLeft:
		return 0, nil
	case p.Phase == rules.Ended && !r.fresh:
		return p.Winner, nil
	case strings.HasPrefix(text, "Wins"):
		return unsure, nil
	case r.fresh:
		return 0, &engine.FileError{Code: engine.DoubtfulText, Text: text}
	}
	return sideIndex(p), nil
}

// unsure is the side of a cell with the winner of a game that may belong to either side.
const unsure = -1

// cell reads an action of a side.
func (r *matReader) cell(side int, text string) error {
	word, rest, _ := strings.Cut(text, " ")
	turn := r.fresh || sideIndex(r.position()) == side
	switch {
	case strings.HasPrefix(word, "Los"):
		return nil // the win of the other side counts
	case word == "Wins" && side == unsure:
		r.doubt = &engine.FileError{Code: engine.DoubtfulText, Text: text, Line: r.line, Column: r.column}
		return nil
	case word == "Wins":
		return r.wins(side, text)
	case r.doubt != nil:
		return r.doubt
	case strings.HasPrefix(word, "Resign"):
		return r.resigns(side, strings.ToLower(rest))
	case strings.HasPrefix(word, "Beaver"), strings.HasPrefix(word, "Raccoon"):
		return &engine.FileError{Code: engine.NoBeavers, Text: text}
	case r.unknown != nil:
		return r.unknown
	case !turn:
		return &engine.FileError{Code: engine.WrongTurn, Text: text}
	}
	switch word {
	case "Doubles", "Redoubles":
		return r.double(text)
	case "Takes":
		return r.play(rules.Take)
	case "Drops":
		return r.play(rules.Drop)
	}
	return r.throw(side, text)
}

// double reads a double, optionally with the new value of the cube.
func (r *matReader) double(text string) error {
	cube := 2 * r.position().Stake()
	if n := matCount.FindString(text); n != "" && n != strconv.Itoa(cube) {
		return &engine.FileError{Code: engine.WrongCube, Text: text, Count: cube}
	}
	return r.play(rules.Double)
}

// throw reads a roll and its play.
func (r *matReader) throw(side int, text string) error {
	if len(text) < len("31:") || strings.Trim(text[:2], "0123456") != "" {
		return &engine.FileError{Code: engine.NotUnderstood, Text: strings.TrimSuffix(text, ":")}
	}
	a, b, play := int(text[0]-'0'), int(text[1]-'0'), strings.TrimSpace(text[3:])
	if a == 0 || b == 0 { // no roll: the side on turn resigned, or ran out of time
		r.unknown = &engine.FileError{Code: engine.NoPlay, Text: text, Line: r.line, Column: r.column}
		return nil
	}
	if m := matOdd.FindStringSubmatch(play); m != nil {
		r.odd(&engine.FileError{Code: engine.NotUnderstood, Text: play})
		play = m[1]
	}
	if r.fresh {
		r.fresh = false
		if a == b {
			return &engine.FileError{Code: engine.WrongDice, Text: text}
		}
		if (a < b) != (side == 1) {
			a, b = b, a
		}
	} else if r.position().Phase == rules.Deciding {
		if err := r.play(rules.Roll); err != nil {
			return err
		}
	}
	thrown, err := r.position().Roll(a, b)
	if err != nil {
		return &engine.FileError{Code: engine.WrongTurn, Text: text, Err: err}
	}
	if err := r.play(thrown); err != nil {
		return err
	}
	return r.played(play)
}

// played reads a play. Without a play, or with question marks, the record ends here or a side resigns.
func (r *matReader) played(play string) error {
	switch {
	case matNoPlay.MatchString(play), play == "" && len(r.position().Plays()) == 0:
		return r.play(engine.Pass)
	case strings.Trim(play, "?") == "":
		r.unknown = &engine.FileError{Code: engine.NoPlay, Text: play, Line: r.line, Column: r.column}
		return nil
	}
	return r.record.Enter(strings.ReplaceAll(play, " 0/0", ""), engine.Position.Read)
}

// resigns reads the resignation of a game, a gammon or a backgammon.
func (r *matReader) resigns(side int, what string) error {
	multiple := 1
	switch {
	case strings.Contains(what, "backgammon"):
		multiple = 3
	case strings.Contains(what, "gammon"):
		multiple = 2
	}
	r.fresh = false
	m, err := r.position().Resign(rules.SideOf(side), multiple)
	if err != nil {
		return &engine.FileError{Code: engine.WrongResult, Text: "Resigns " + what, Err: err}
	}
	return r.play(m)
}

// wins reads who won; a game that is not over was resigned by the other side. Points beyond the end of the match may
// be omitted.
func (r *matReader) wins(side int, text string) error {
	wrong := &engine.FileError{Code: engine.WrongResult, Text: text}
	points, err := strconv.Atoi(matCount.FindString(text))
	if err != nil || points < 1 {
		return wrong
	}
	if err := r.surrender(side, points, wrong); err != nil {
		return err
	}
	p := r.position()
	o := p.GameOutcome()
	if o.Winner != rules.SideOf(side) {
		wrong.Err = fmt.Errorf("%v wins %d", o.Winner, o.Points)
		return wrong
	}
	capped := p.Score[side] > p.Length && points == o.Points-(p.Score[side]-p.Length)
	if o.Points != points && !capped {
		r.odd(&engine.FileError{Code: engine.OddPoints, Text: text, Count: o.Points})
	}
	if strings.HasSuffix(text, "and the match") && !r.result.Decided() {
		r.result = engine.Outcome{Winner: rules.SideOf(side), Reason: engine.Recorded, Points: 1}
	}
	r.unknown = nil
	return nil
}

// surrender enters the resignation of a game that is not over, for a multiple that fits the points won.
func (r *matReader) surrender(side, points int, wrong *engine.FileError) error {
	if r.fresh && r.position().Phase == rules.Ended { // resigned before the opening roll: a tie leads to that position
		if err := r.play(rules.Throw(1, 1)); err != nil {
			return err
		}
	}
	p := r.position()
	if p.Phase == rules.Ended {
		return nil
	}
	multiple := points / p.Stake()
	if points%p.Stake() != 0 && p.Score[side]+points == p.Length {
		multiple++
	}
	multiple = min(max(1, multiple), p.Rules.Most())
	if !p.Rules.Gammons {
		multiple = 1
	}
	m, err := p.Resign(rules.SideOf(1-side), multiple)
	if err != nil {
		wrong.Err = err
		return wrong
	}
	return r.play(m)
}

func (r *matReader) play(m engine.Move) error {
	return r.record.Enter(string(m), engine.ReadMove)
}
