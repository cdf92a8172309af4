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

// strength defines how well the computer plays.
type strength struct {
	depth int   // plies searched, each as the mean over the 21 rolls of the best plays
	wide  int   // number of plays searched at that depth
	pips  int32 // share of the evaluation of plays that comes from pip counts alone, of 1,000
	noise int32 // maximum error of an evaluation, in parts of net.One, the same for the same position
}

// margin is how much worse than the best a play may be at first sight and still be searched, in parts of net.One of
// the stake.
const margin = net.One * 16 / 100

// chosenFrom is the minimum number of plays searched one ply deep to choose those to search two plies deep.
const chosenFrom = 10

// strengths holds the levels; level 0 is analysis.
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

// Approximate nodes of a search of one ply and of two.
const (
	nodesOfPly   = 450
	nodesOfPlies = 21 * nodesOfPly
)

// strengthFor returns the strength for limits. A node limit determines depth and width, a level the errors.
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

// player is the engine.Brain of backgammon. It cannot know coming rolls: it sees a position and averages over all
// rolls.
type player struct{}

// Brain is the computer player.
var Brain engine.CubeEvaluator = player{}

// thinker is a search in progress.
type thinker struct {
	Evaluator
	strength
	ctx  context.Context
	seed uint64
	seen map[outlook]cubeOdds // results of ahead
}

func newThinker(ctx context.Context, p rules.Position, t engine.Limits) (*thinker, error) {
	s, err := strengthFor(t)
	if err != nil {
		return nil, err
	}
	h := &thinker{Evaluator: NewEvaluator(p.Rules.Law), strength: s, ctx: ctx, seed: t.Seed}
	h.seen = make(map[outlook]cubeOdds)
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

// candidate is a play under evaluation.
type candidate struct {
	board.Play
	next  board.Board // with the other side on roll
	odds  Odds        // for the side that plays
	value int64       // its worth
}

// candidates returns the plays of a roll, the best first, evaluated for stakes.
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
	order := func(a, b candidate) int { // when all plays are equal, prefer bearing off more checkers
		return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(b.Own.At(board.Off), a.Own.At(board.Off)))
	}
	slices.SortStableFunc(list, order)
	if h.depth == 0 || len(list) == 1 {
		return list
	}
	for depth := 1; depth <= h.depth; depth++ {
		wide, n := h.wide, 0
		if depth < h.depth { // plays to search two plies deep are chosen by a search of one ply
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
		for i := max(n, 1); i < len(list); i++ { // plays not searched must not rank above those searched
			list[i].value = min(list[i].value, list[i-1].value)
		}
	}
	return list
}

// worth returns the worth of a play at stakes: the other side is on roll and may double.
func (h *thinker) worth(c candidate, s stakes) int64 {
	return s.opposite(s.turned().onRoll(c.odds.Turned(), lifeOf(c.next))) + s.scale(h.misjudged(c.next)+h.simplified(c))
}

// simplified returns how much more the level values a play than its odds say, because it counts pips: a lead of
// leadOfGame pips counts as a win.
func (h *thinker) simplified(c candidate) int32 {
	if h.pips == 0 || KindOf(c.next) == Race {
		return 0
	}
	lead := int32(c.next.Own.Pips() - c.next.Opp.Pips())
	return (max(-net.One, min(lead*net.One/leadOfGame, net.One)) - c.odds.Equity()) / 1000 * h.pips
}

// leadOfGame is the lead in pips that a beginner takes for a won game.
const leadOfGame = 80

// Random is a random number generator (splitmix64).
type Random uint64

// Next returns the next number, of 64 bits.
func (r *Random) Next() uint64 {
	*r += 0x9e3779b97f4a7c15
	x := uint64(*r)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Below returns a number from 0 to n-1.
func (r *Random) Below(n int) int { return int(r.Next() >> 33 * uint64(n) >> 31) }

// misjudged returns the level's error in evaluating a board, which depends on the seed and the board and is usually
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
	switch { // smaller errors where there is less to see
	case IsKnown(b):
		return n / 12
	case KindOf(b) == Race:
		return n / 3
	}
	return n
}

// weighPlays evaluates the best plays of a roll, at most most, and a double if it may follow the roll.
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

// bestDoubled returns the worth of the best play after a double that is taken.
func (h *thinker) bestDoubled(p rules.Position, s stakes) int64 {
	return h.candidates(p, s.doubled())[0].value
}

// scoredMove returns an evaluated move for the side with these stakes.
func (s stakes) scoredMove(move engine.Move, o Odds, value int64, known bool) engine.ScoredMove {
	lost := o[Winning] == 0 && o[LosingGammon]%net.One == 0 && o[LosingBackgammon]%net.One == 0
	won := o[Winning] == net.One && o[WinningGammon]%net.One == 0 && o[WinningBackgammon]%net.One == 0
	return engine.ScoredMove{
		Move: move, Win: probScale(int64(o[Winning])), Equity: probScale(s.normal(value)), Line: []engine.Move{move},
		Proven: known && (lost || won), WinMore: probScale(int64(o[WinningGammon])), LoseMore: probScale(int64(o[LosingGammon])),
	}
}

// probScale converts parts of net.One to parts of engine.ProbScale.
func probScale(parts int64) int {
	if parts < 0 {
		return -probScale(-parts)
	}
	return int((parts*engine.ProbScale + net.One/2) / net.One)
}
