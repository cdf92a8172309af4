package tournament

import (
	"tabuleiro/engine/match"
	"tabuleiro/engine/pairing"
)

// Ruling is a ruling that ends a match still being played although a player has withdrawn, or its board was decided.
type Ruling struct {
	Match  string
	As     match.Ruling
	Winner Contestant
}

// Rulings returns the rulings that are due. Ending the matches themselves ensures that a match finished before the
// withdrawal counts, and that matches and standings agree.
func (s State) Rulings(played Played) (list []Ruling) {
	for round := range s.Rounds {
		for board, b := range s.Rounds[round].Boards {
			as, winner := s.ruling(b)
			if as == "" {
				continue
			}
			for _, id := range s.Games(round, board) {
				if o := played(id); o.There && !o.Over {
					list = append(list, Ruling{id, as, winner})
				}
			}
		}
	}
	return list
}

// ruling returns the ruling for the unfinished matches of a board; "": they continue.
func (s State) ruling(b Board) (as match.Ruling, winner Contestant) {
	if b.Second == pairing.Bye {
		return "", None
	}
	if d := b.Decided; d != nil {
		return d.ruling()
	}
	switch first, second := s.Entrants[b.First].Out, s.Entrants[b.Second].Out; {
	case first && second:
		return match.Nought, None
	case first:
		return match.Left, Opponent
	case second:
		return match.Left, Challenger
	}
	return "", None
}

// ruling returns the ruling for the unfinished matches of a decided board.
func (d *Decision) ruling() (as match.Ruling, winner Contestant) {
	switch first, second := d.Points[0], d.Points[1]; {
	case d.Reason == ByPlay:
		return "", None
	case first > second:
		return match.Award, Challenger
	case first < second:
		return match.Award, Opponent
	case first > 0:
		return match.Even, None
	case d.Reason == ByArbiter:
		return match.Neither, None
	}
	return match.Nought, None
}
