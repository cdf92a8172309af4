package id

import (
	"fmt"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
)

// Format of an XGID: a letter for each place of the board including both bars; cube, owner, turn and dice; both
// scores, rules, length and the largest cube.
const (
	XgidPrefix = "XGID="
	xgidForm   = XgidPrefix + "%s:%d:%d:%d:%s:%d:%d:%d:%d:%d"
	XgidPlaces = 26
	xgidNoCube = 10 // the largest cube, if nothing limits it
)

// Xgid returns a position in the notation of eXtreme Gammon, from the board seen by the side on roll, the fields of a
// Match ID, and the logarithm of the largest cube; the player at the bottom is Red. It cannot express how a game
// ended, or that a side has decided to roll.
func Xgid(b board.Board, m MatchID, most int) string {
	if m.Move == 0 {
		b = b.Turned()
	}
	dice := fmt.Sprintf("%d%d", m.Dice[0], m.Dice[1])
	if m.Doubled {
		dice = "D"
	}
	rule := flag(m.Length > 0 && m.Crawford || m.Length == 0 && m.Jacoby)
	if most == CubeBits {
		most = xgidNoCube
	}
	return fmt.Sprintf(xgidForm, xgidLetters(b), m.Cube, [...]int{-1, 1, Nobody: 0}[m.Owner], 2*m.Move-1, dice, m.Score[1],
		m.Score[0], rule, m.Length, most)
}

// xgidLetters returns the letters of a board, as seen by the player at the bottom.
func xgidLetters(b board.Board) string {
	var s strings.Builder
	for place := range XgidPlaces {
		red, black := b.Own.At(place), b.Opp.At(board.Mirror(place))
		switch {
		case red > 0 && place != board.Off:
			s.WriteByte('A' + byte(red-1))
		case black > 0 && place != board.Bar:
			s.WriteByte('a' + byte(black-1))
		default:
			s.WriteByte('-')
		}
	}
	return s.String()
}

// ParseXGID parses an XGID to the board seen by the side on roll and the fields of a Match ID. It ignores beavers,
// and the largest cube, which is an option.
func ParseXGID(text string) (b board.Board, m MatchID, err error) {
	var letters, dice string
	var owner, turn, rule, most int
	spaced := strings.NewReplacer(":", " ")
	_, _ = fmt.Sscanf(spaced.Replace(text), spaced.Replace(xgidForm), &letters, &m.Cube, &owner, &turn, &dice,
		&m.Score[1], &m.Score[0], &rule, &m.Length, &most)
	if text != fmt.Sprintf(xgidForm, letters, m.Cube, owner, turn, dice, m.Score[1], m.Score[0], rule, m.Length, most) {
		return board.Board{}, MatchID{}, fmt.Errorf("XGID %q: it is not 26 letters and nine numbers between colons", text)
	}
	thrown := dice == "00" || len(dice) == 2 && strings.Trim(dice, "123456") == ""
	switch {
	case m.Cube < 0, m.Cube > most, most > CubeBits, owner < -1, owner > 1, turn != 1 && turn != -1, rule < 0, rule > 3,
		m.Length > 0 && rule > 1, !thrown && dice != "D",
		min(m.Score[0], m.Score[1], m.Length) < 0, max(m.Score[0], m.Score[1], m.Length) > MostScore:
		return board.Board{}, MatchID{}, fmt.Errorf("XGID %q: a field is out of range", text)
	}
	m.State, m.Owner, m.Move = UnderWay, [...]int{0, Nobody, 1}[owner+1], max(turn, 0)
	m.Crawford, m.Jacoby = m.Length > 0 && rule == 1, m.Length == 0 && rule&1 == 1
	if m.Turn, m.Doubled = m.Move, !thrown; m.Doubled {
		m.Turn = 1 - m.Move
	} else {
		m.Dice = [2]int{int(max(dice[0], dice[1]) - '0'), int(min(dice[0], dice[1]) - '0')}
	}
	if b = xgidBoard(letters); xgidLetters(b) != letters {
		return board.Board{}, MatchID{}, engine.InvalidPosition("XGID %q: there is no such board", text)
	}
	if m.Move == 0 {
		b = b.Turned()
	}
	return b, m, nil
}

// xgidBoard parses the letters of a board. For invalid letters or numbers of checkers it returns a board with other
// letters.
func xgidBoard(letters string) (b board.Board) {
	own, opp := board.Checkers, board.Checkers
	for place, letter := range []byte(letters[:min(len(letters), XgidPlaces)]) {
		switch {
		case letter >= 'A' && letter <= 'O':
			n := int(letter-'A') + 1
			b.Own, own = b.Own.Add(place, n), own-n
		case letter >= 'a' && letter <= 'o':
			n := int(letter-'a') + 1
			b.Opp, opp = b.Opp.Add(board.Mirror(place), n), opp-n
		}
	}
	b.Own, b.Opp = b.Own.Add(board.Off, own), b.Opp.Add(board.Off, opp)
	return b
}
