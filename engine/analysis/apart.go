package analysis

import "tabuleiro/engine"

// Difference is the fact that tells a move with a mark, made on a line, from the best one, as both looks at it have it: see
// Agreed.
func (j *Judged) Difference(before engine.Line) (f Fact, ofBetter, found bool) {
	var earlier [2][]engine.Move
	copy(earlier[:], j.Seen)
	f, ofBetter, found = Agreed(before, earlier, [2][]engine.Move{append([]engine.Move{j.Move}, j.Reply...), j.Best.Line})
	switch g, telling := j.gammons(); {
	case telling:
		return g, false, true
	case found && !ofBetter:
	case j.Played != nil && j.Played.Proven && j.Played.Win+j.Played.Draw == 0:
		return Fact{Code: FactLosesGame}, false, true
	case j.Best.Proven && j.Best.Win == engine.ProbScale:
		return Fact{Code: FactWinsGame}, true, true
	}
	return f, ofBetter, found
}

// gammons is what tells a move from the best one where that are the games that are won or lost at more than the stake:
// they make at least half of what the move gave away.
func (j *Judged) gammons() (f Fact, telling bool) {
	p := j.Played
	if p == nil || j.Cube != nil || j.Loss > far { // of plays far behind the chances are not known as well
		return f, false
	}
	wins, loses := j.Best.WinMore-p.WinMore, p.LoseMore-j.Best.LoseMore
	rest := j.Loss - 2*(j.Best.Win-p.Win) // what is given away besides games; nothing where more counts no more
	switch {
	case 2*rest < j.Loss || 2*max(wins, loses) < j.Loss || max(wins, loses) < tellingGammons:
		return f, false
	case loses > wins:
		return Fact{Code: FactLosesMore, Count: percent(p.LoseMore), Other: percent(j.Best.LoseMore)}, true
	}
	return Fact{Code: FactWinsLess, Count: percent(p.WinMore), Other: percent(j.Best.WinMore)}, true
}

// tellingGammons is by how much more likely they are at least, of engine.ProbScale.
const tellingGammons = 300

// percent is a part of engine.ProbScale of 100 games.
func percent(part int) int { return (100*part + engine.ProbScale/2) / engine.ProbScale }
