package search

import "context"

const (
	deepest     = 120 // maximum ply of a search
	deepestRoot = 100 // maximum depth of a search without a depth limit
)

// Searcher runs searches, one at a time. It reuses memory from search to search, but no results; its zero value is
// ready to use.
type Searcher[B, M any] struct {
	rules    Rules[B, M]
	again    Extender[B]    // nil: sides always take turns
	capturer Capturer[B, M] // nil: capturing is compulsory
	tuning   Tuning
	strength Strength
	table    *table
	history  [HistorySize]int32
	frames   [deepest + 2]frame[B, M]
	past     []uint64
	ctx      context.Context
	nodes    int
	limit    int
	stopped  bool
	err      error
}

// frame holds the data of one ply of the current line.
type frame[B, M any] struct {
	board   B
	hash    uint64
	key     uint64 // key in the transposition table: the hash, and the counter if it matters
	look    NodeInfo
	moves   []M
	order   []ranked
	killers [2]int32
	line    []uint64 // hashes of the expected boards from here on, beginning with this one
}

// Search evaluates the choices of a root. Its error is that of ctx.
func (s *Searcher[B, M]) Search(ctx context.Context, rules Rules[B, M], tuning Tuning, root Root[B],
	strength Strength) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	s.rules, s.tuning, s.strength, s.past, s.ctx = rules, tuning, strength, root.Past, ctx
	s.nodes, s.stopped, s.err = 0, false, nil
	s.again, _ = rules.(Extender[B])
	s.capturer, _ = rules.(Capturer[B, M])
	s.history = [HistorySize]int32{}
	for i := range s.frames {
		s.frames[i].killers = [2]int32{}
	}
	s.table = newTable(strength.Nodes)
	defer s.table.release()
	s.frames[0].board = root.Board
	s.frames[0].hash = rules.Hash(&root.Board)
	r := s.iterativeDeepening(root)
	return r, s.err
}

// child returns the value of the board of the next ply, for the side on turn at this one.
func (s *Searcher[B, M]) child(ply, depth, alpha, beta int) int {
	if s.again != nil && s.again.KeepsTurn(&s.frames[ply].board, &s.frames[ply+1].board) {
		return s.search(ply+1, depth, alpha, beta)
	}
	return -s.search(ply+1, depth, -beta, -alpha)
}

// search returns the value of the board of a ply for the side on turn there: exact between alpha and beta, else a
// bound.
func (s *Searcher[B, M]) search(ply, depth, alpha, beta int) int {
	f := &s.frames[ply]
	f.line = append(f.line[:0], f.hash)
	s.count()
	if s.stopped {
		return alpha
	}
	f.look = s.rules.Classify(&f.board)
	if f.look.Over {
		return nearer(int(f.look.Value), ply)
	}
	if f.look.Back > 0 && s.repeated(ply, int(f.look.Back)) {
		return 0
	}
	if ply >= deepest {
		return s.evaluate(f)
	}
	if depth <= 0 {
		if f.look.Noise == Eager && depth > -s.tuning.Grabs {
			return s.quiescence(ply, depth, alpha, beta)
		}
		depth = 0
		switch {
		case f.look.Noise == Forced:
		case f.look.Noise == Threatened && s.tuning.Threats && s.frames[ply-1].look.Noise == Quiet:
		default:
			return s.evaluate(f)
		}
	}
	if f.key = f.hash; f.look.Count != 0 {
		f.key = Mix(f.hash, uint64(f.look.Count))
	}
	return s.alphaBeta(ply, depth, alpha, beta)
}

// quiescence returns the value of a board on which the side on turn may stand pat or capture.
func (s *Searcher[B, M]) quiescence(ply, depth, alpha, beta int) int {
	f := &s.frames[ply]
	value := s.evaluate(f)
	if value >= beta {
		return value
	}
	alpha = max(alpha, value)
	f.moves = s.capturer.Captures(&f.board, f.moves[:0])
	next := &s.frames[ply+1]
	for i := range f.moves {
		s.rules.Play(&f.board, &f.moves[i], &next.board)
		next.hash = s.rules.Hash(&next.board)
		if s.overlooks(f, &f.moves[i], next.hash) {
			continue
		}
		v := s.child(ply, depth-1, alpha, beta)
		if s.stopped {
			return value
		}
		if v > value {
			value = v
			if v >= beta {
				break
			}
			alpha = max(alpha, v)
		}
	}
	return value
}

// alphaBeta searches the moves of a board, after futility pruning and ProbCut.
func (s *Searcher[B, M]) alphaBeta(ply, depth, alpha, beta int) int {
	f := &s.frames[ply]
	wide := beta-alpha > 1
	value, first, done := s.known(ply, depth, alpha, beta)
	if done {
		return value
	}
	quiet := f.look.Noise == Quiet || f.look.Noise == Eager
	if !wide && quiet && depth == 1 && s.tuning.FutilityMargin != 0 {
		if v := s.evaluate(f); v+s.tuning.FutilityMargin <= alpha && v > -Known {
			return v
		}
	}
	if t := &s.tuning; t.ProbCutMargin != 0 && !wide && f.look.Noise != Forced && depth > t.ProbCutReduction && beta < Known &&
		beta > -Known {
		if v := s.alphaBeta(ply, depth-t.ProbCutReduction, beta+t.ProbCutMargin-1, beta+t.ProbCutMargin); v >= beta+t.ProbCutMargin || s.stopped {
			return v
		}
		if e := s.table.find(f.key); e != nil {
			first = int(e.best)
		}
	} else if first < 0 && depth > 4 {
		depth--
	}
	f.moves = s.rules.Moves(&f.board, f.moves[:0])
	s.rank(f, first)
	value, best := s.moves(ply, depth, alpha, beta)
	if s.stopped {
		return value
	}
	b := exact
	switch {
	case value >= beta:
		b = atLeast
	case value <= alpha:
		b = atMost
	}
	s.table.put(f.key, depth, nearer(value, -ply), best, b) // wins count plies from this board in the table
	return value
}

// known returns the table's value of a board, and its best move or -1; done reports whether the value suffices.
func (s *Searcher[B, M]) known(ply, depth, alpha, beta int) (value, first int, done bool) {
	e := s.table.find(s.frames[ply].key)
	if e == nil {
		return value, -1, false
	}
	v := nearer(int(e.value), ply)
	done = beta-alpha <= 1 && int(e.depth) >= depth &&
		(e.bound == exact || e.bound == atLeast && v >= beta || e.bound == atMost && v <= alpha)
	return v, int(e.best), done
}

// moves searches the moves of a frame in order until one reaches beta, and returns the best value and move, -1 if
// none exceeds alpha. If all moves are overlooked the value is the evaluation; if the search is stopped the results
// are meaningless.
func (s *Searcher[B, M]) moves(ply, depth, alpha, beta int) (value, best int) {
	f, next := &s.frames[ply], &s.frames[ply+1]
	below := depth - 1
	if f.look.Noise == Forced && (depth == 0 || s.tuning.Extend && len(f.moves) == 1) {
		below = depth
	}
	value, best = -Won, -1
	seen := 0
	for i := range f.order {
		o := s.pick(f, i)
		s.rules.Play(&f.board, &f.moves[o.index], &next.board)
		next.hash = s.rules.Hash(&next.board)
		if s.overlooks(f, &f.moves[o.index], next.hash) {
			continue
		}
		if below > 0 {
			s.table.fetch(next.hash)
		}
		v := 0
		if seen++; seen == 1 {
			v = s.child(ply, below, alpha, beta)
		} else {
			v = s.later(ply, below, s.reduction(f, depth, i), alpha, beta)
		}
		if s.stopped {
			return value, best
		}
		if v > value {
			value = v
			if v > alpha {
				best = int(o.index)
				f.line = append(f.line[:1], next.line...)
				if v >= beta {
					s.reward(f, i, depth)
					break
				}
				alpha = v
			}
		}
	}
	if seen == 0 {
		return s.evaluate(f), -1
	}
	return value, best
}

// overlooks reports whether a move of a frame, to a board with hash next, is overlooked at this strength. It is
// deterministic for a seed.
func (s *Searcher[B, M]) overlooks(f *frame[B, M], m *M, next uint64) bool {
	blind := uint64(s.strength.OverlookPermille)
	if blind == 0 {
		return false
	}
	if s.rules.Veiled(&f.board, m) {
		blind *= 2
	}
	return Mix(next^f.hash<<1, s.strength.Seed+1)>>20%1000 < blind
}

// reduction returns by how many plies the search of move i in the order is reduced at first.
func (s *Searcher[B, M]) reduction(f *frame[B, M], depth, i int) int {
	quiet := f.look.Noise == Quiet || f.look.Noise == Eager
	switch late := s.tuning.LMRAfter; {
	case late == 0 || !quiet || depth < 2 || i < late:
		return 0
	case depth >= 5 && i >= 2*late:
		return 2
	}
	return 1
}

// later searches a move after the first one: reduced and with a null window, then in full if it seems better.
func (s *Searcher[B, M]) later(ply, below, less, alpha, beta int) int {
	v := s.child(ply, below-less, alpha, alpha+1)
	if v > alpha && less > 0 {
		v = s.child(ply, below, alpha, alpha+1)
	}
	if v > alpha && v < beta {
		v = s.child(ply, below, alpha, beta)
	}
	return v
}

// evaluate returns the static value of a board, distorted as the strength says.
func (s *Searcher[B, M]) evaluate(f *frame[B, M]) int {
	v := s.rules.Evaluate(&f.board)
	if plain := s.strength.MaterialPercent; plain != 0 {
		v += (s.tuning.Piece*s.rules.Pieces(&f.board) - v) * plain / 100
	}
	if n := s.strength.EvalNoise; n != 0 {
		x := Mix(f.hash, s.strength.Seed)
		v += (int(x>>8&0xffff) + int(x>>24&0xffff) - 0xffff) * n >> 16
	}
	return max(-Known+1, min(v, Known-1))
}

// repeated reports whether a board is a repetition: of one board after the root, or of two if they are the root or
// before it.
func (s *Searcher[B, M]) repeated(ply, back int) bool {
	before := 0
	for i := 2; i <= back; i++ {
		var other uint64
		at := ply - i
		switch {
		case at >= 0:
			other = s.frames[at].hash
		case -at <= len(s.past):
			other = s.past[len(s.past)+at]
		default:
			return false
		}
		if other == s.frames[ply].hash {
			if before++; at > 0 || before == 2 {
				return true
			}
		}
	}
	return false
}

// count counts a node and stops the search at its limit; every 4096 nodes it checks the context.
func (s *Searcher[B, M]) count() {
	if s.nodes >= s.limit {
		s.stopped = true
		return
	}
	s.nodes++
	if s.nodes&0xfff == 0 {
		if err := s.ctx.Err(); err != nil {
			s.stopped, s.err = true, err
		}
	}
}

// nearer reduces the value of a win by the number of plies to it, and that of a loss likewise, so that nearer wins
// are better.
func nearer(value, ply int) int {
	switch {
	case value >= Known:
		return value - ply
	case value <= -Known:
		return value + ply
	}
	return value
}
