package tournament

import (
	"tabuleiro/engine/match"
	"tabuleiro/engine/pairing"
)

// Ruling is how a match ends that is still played though one of its two has withdrawn, or its board was awarded.
type Ruling struct {
	Match  string
	As     match.Ruling
	Winner Contestant
}

// Rulings are those that are due. So a match decides itself whether it was played to its end before somebody withdrew,
// and what stands in it and in the table is the same.
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

// ruling is that for the matches of a board which are not over; "": they are played on.
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

// ruling is that for the matches of a board that was decided.
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
