package think

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/rules"
	"tabuleiro/engine/backgammon/think/net"
)

// strength is how well the computer plays.
type strength struct {
	depth int   // plies looked ahead, each the mean over the 21 rolls of the best plays
	wide  int   // plays that are looked at in that depth
	pips  int32 // how much of what is thought of plays comes from counting pips alone, of 1,000
	noise int32 // by how much a position is misjudged, in parts of net.One: the same position always by the same
}

// margin is by how much less a play may promise at first sight to be looked at more closely, in parts of net.One of the
// stake.
const margin = net.One * 16 / 100

// chosenFrom is the number of plays that are looked at a ply ahead at least to choose those that are looked at two
// plies ahead.
const chosenFrom = 10

// strengths are the levels; level 0 is for analysis.
var strengths = [engine.Max + 1]strength{
	0:          {depth: 1, wide: 8},
	1:          {pips: 740, noise: net.One * 154 / 1000},
	2:          {pips: 670, noise: net.One * 142 / 1000},
	3:          {pips: 550, noise: net.One * 130 / 1000},
	4:          {pips: 450, noise: net.One * 115 / 1000},
	5:          {pips: 340, noise: net.One * 100 / 1000},
	6:          {pips: 210, noise: net.One * 74 / 1000},
	7:          {pips: 80, noise: net.One * 39 / 1000},
	8:          {depth: 1, wide: 5},
	9:          {depth: 1, wide: 10},
	10:         {depth: 2, wide: 2},
	engine.Max: {depth: 2, wide: 5},
}

// Positions looked at for one ply and for two, about.
const (
	nodesOfPly   = 450
	nodesOfPlies = 21 * nodesOfPly
)

// strengthFor is that of a task. A number of nodes decides how far and how wide to look, a level how much is misjudged.
func strengthFor(t engine.Limits) (strength, error) {
	if t.Level < 0 || t.Level > engine.Max || t.Nodes < 0 {
		return strength{}, fmt.Errorf("think: there is no level %d, or %d nodes are too few", t.Level, t.Nodes)
	}
	s := strengths[t.Level]
	switch n := t.Nodes; {
	case n == 0:
	case n >= 2*nodesOfPlies:
		s.depth, s.wide = 2, n/nodesOfPlies
	case n >= 2*nodesOfPly:
		s.depth, s.wide = 1, n/nodesOfPly
	default:
		s.depth, s.wide = 0, 0
	}
	s.wide = max(s.wide, t.Best)
	return s, nil
}

// player is the engine.Brain of backgammon. It does not know what the dice will show: it looks at a position and at all
// rolls, and a Line has none to come.
type player struct{}

// Brain is the computer.
var Brain engine.CubeEvaluator = player{}

// thinker is one thought under way.
type thinker struct {
	Evaluator
	strength
	ctx   context.Context
	seed  uint64
	borne map[bearing][2]int64 // what bearingOff has found
}

func newThinker(ctx context.Context, p rules.Position, t engine.Limits) (*thinker, error) {
	s, err := strengthFor(t)
	if err != nil {
		return nil, err
	}
	h := &thinker{Evaluator: NewEvaluator(p.Rules.Law), strength: s, ctx: ctx, seed: t.Seed}
	h.absent, h.twice = board.Checkers-p.Rules.Checkers(), p.Rules.Most() == 2
	return h, nil
}

// Think implements engine.Brain.
func (player) Think(ctx context.Context, l engine.Line, t engine.Limits) (engine.SearchResult, error) {
	p, ok := l.Position().(rules.Position)
	if !ok {
		return engine.SearchResult{}, fmt.Errorf("think: %s is no position of %s", l.Position(), rules.Name)
	}
	h, err := newThinker(ctx, p, t)
	if err != nil {
		return engine.SearchResult{}, err
	}
	var list []engine.ScoredMove
	switch roll := p.OnlyRolls(); {
	case roll && p.Phase == rules.Deciding:
		list = h.weighRoll(p)[:1]
	case roll:
		list = []engine.ScoredMove{{Move: rules.Roll, Win: engine.ProbScale / 2, Line: []engine.Move{rules.Roll}}}
	case p.Phase == rules.Playing:
		list = h.weighPlays(p, max(t.Best, 1))
	case p.Phase == rules.Deciding:
		list = h.weighRoll(p)
	case p.Phase == rules.Doubled:
		list = h.weighAnswer(p)
	default:
		return engine.SearchResult{}, fmt.Errorf("think: no side is on turn in %s", p)
	}
	if err := ctx.Err(); err != nil {
		return engine.SearchResult{}, err
	}
	slices.SortStableFunc(list, func(a, b engine.ScoredMove) int { return cmp.Compare(b.Equity, a.Equity) })
	return engine.SearchResult{Moves: list[:min(len(list), max(t.Best, 1))], Nodes: h.nodes, Depth: h.depth}, nil
}

// candidate is a play that is weighed.
type candidate struct {
	board.Play
	next  board.Board // the other side on roll
	odds  Odds        // for the side that plays
	value int64       // its worth
}

// candidates are the plays of a roll, the best first, weighed for stakes.
func (h *thinker) candidates(p rules.Position, s stakes) []candidate {
	plays := p.Plays()
	if len(plays) == 0 {
		plays = []board.Play{{Own: p.Sides[p.Mover]}}
	}
	list := make([]candidate, len(plays))
	for i, m := range plays {
		c := candidate{Play: m, next: p.Board().After(m).Turned()}
		c.odds = h.Estimate(c.next).Turned()
		c.value = h.worth(c, s)
		list[i] = c
	}
	order := func(a, b candidate) int { // in a game that is decided checkers come off all the same
		return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(b.Own.At(board.Off), a.Own.At(board.Off)))
	}
	slices.SortStableFunc(list, order)
	if h.depth == 0 || len(list) == 1 {
		return list
	}
	for depth := 1; depth <= h.depth; depth++ {
		wide, n := h.wide, 0
		if depth < h.depth { // what is looked at two plies ahead is chosen a ply ahead
			wide = max(wide, chosenFrom)
		}
		limit := list[0].value - s.scale(margin)
		for n < len(list) && n < wide && (list[n].value >= limit || n < 2) && h.ctx.Err() == nil {
			c := &list[n]
			c.odds = h.Rollahead(h.ctx, c.next, depth).Turned()
			c.value = h.worth(*c, s)
			n++
		}
		slices.SortStableFunc(list[:n], order)
		for i := max(n, 1); i < len(list); i++ { // at first sight a play may have promised more
			list[i].value = min(list[i].value, list[i-1].value)
		}
	}
	return list
}

// worth is what a play is worth at stakes: the other side is on roll and may double.
func (h *thinker) worth(c candidate, s stakes) int64 {
	return s.opposite(s.turned().onRoll(c.odds.Turned(), lifeOf(c.next))) + s.scale(h.misjudged(c.next)+h.simplified(c))
}

// simplified is by how much the level thinks more of a play than its odds say, as it counts pips instead: a lead of
// leadOfGame of them is a game that is won.
func (h *thinker) simplified(c candidate) int32 {
	if h.pips == 0 || KindOf(c.next) == Race {
		return 0
	}
	lead := int32(c.next.Own.Pips() - c.next.Opp.Pips())
	return (max(-net.One, min(lead*net.One/leadOfGame, net.One)) - c.odds.Equity()) / 1000 * h.pips
}

// leadOfGame is the number of pips a side has to be ahead for a beginner to think that it has won.
const leadOfGame = 80

// Random is a source of numbers (splitmix64).
type Random uint64

// Next is the next number, of 64 bits.
func (r *Random) Next() uint64 {
	*r += 0x9e3779b97f4a7c15
	x := uint64(*r)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Below is a number from 0 to n-1.
func (r *Random) Below(n int) int { return int(r.Next() >> 33 * uint64(n) >> 31) }

// misjudged is by how much the level misjudges a board: a number that follows from the seed and the board, most often
// small.
func (h *thinker) misjudged(b board.Board) int32 {
	if h.noise == 0 || b.Own.OnBoard() == 0 || b.Opp.OnBoard() == 0 {
		return 0
	}
	r := Random(h.seed)
	for _, x := range [...]uint64{b.Own.Low, b.Own.High, b.Opp.Low, b.Opp.High} {
		r = Random(r.Next() ^ x)
	}
	n := int32(0)
	for range 4 {
		n += int32(r.Below(int(h.noise))) - h.noise/2
	}
	switch { // where there is less to see, less is overlooked
	case IsKnown(b):
		return n / 12
	case KindOf(b) == Race:
		return n / 3
	}
	return n
}

// weighPlays weighs the best plays of a roll, so many of them, and a double where it may follow the roll.
func (h *thinker) weighPlays(p rules.Position, most int) []engine.ScoredMove {
	s := stakesOf(p, p.Mover)
	var list []engine.ScoredMove
	found := h.candidates(p, s)
	for _, c := range found[:min(most, len(found))] {
		move := engine.Pass
		if c.N > 0 {
			move = p.Text(c.Play)
		}
		list = append(list, s.scoredMove(move, c.odds, c.value, IsKnown(c.next)))
	}
	if p.NoDouble(p.Mover) == "" {
		list = append(list, s.scoredMove(rules.Double, found[0].odds, min(h.bestDoubled(p, s), s.worth(1<<s.cube)), false))
	}
	return list
}

// bestDoubled is what a side with dice gets by its best play when the other one has taken a double.
func (h *thinker) bestDoubled(p rules.Position, s stakes) int64 {
	return h.candidates(p, s.doubled())[0].value
}

// scoredMove is a move for the side whose stakes these are.
func (s stakes) scoredMove(move engine.Move, o Odds, value int64, known bool) engine.ScoredMove {
	lost := o[Winning] == 0 && o[LosingGammon]%net.One == 0 && o[LosingBackgammon]%net.One == 0
	won := o[Winning] == net.One && o[WinningGammon]%net.One == 0 && o[WinningBackgammon]%net.One == 0
	return engine.ScoredMove{
		Move: move, Win: probScale(int64(o[Winning])), Equity: probScale(s.normal(value)), Line: []engine.Move{move},
		Proven: known && (lost || won), WinMore: probScale(int64(o[WinningGammon])), LoseMore: probScale(int64(o[LosingGammon])),
	}
}

// probScale turns parts of net.One into parts of engine.ProbScale.
func probScale(parts int64) int {
	if parts < 0 {
		return -probScale(-parts)
	}
	return int((parts*engine.ProbScale + net.One/2) / net.One)
}
