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

// ruling returns the ruling for the unfinished matches of a board; "": they continue. Until a board is decided, those
// who have left lose it.
func (s State) ruling(b Board) (as match.Ruling, winner Contestant) {
	award, d := match.Award, b.Decided
	if d == nil {
		award, d = match.Left, s.forfeit(b)
	}
	switch {
	case d == nil || d.Reason == ByPlay:
		return "", None
	case d.Points[0] > d.Points[1]:
		return award, Challenger
	case d.Points[0] < d.Points[1]:
		return award, Opponent
	case d.Points[0] > 0:
		return match.Even, None
	case d.Reason == ByArbiter:
		return match.Neither, None
	}
	return match.Nought, None
}

// forfeit returns the decision of a board because players have left; nil if none has.
func (s State) forfeit(b Board) *Decision {
	if b.Second == pairing.Bye || !s.Entrants[b.First].Out && !s.Entrants[b.Second].Out {
		return nil
	}
	e := s.award(Absent, !s.Entrants[b.First].Out, !s.Entrants[b.Second].Out)
	return &Decision{Points: e.Points, Reason: Absent}
}
