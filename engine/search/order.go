package search

// ranked is a move with its rank in the order of search.
type ranked struct {
	rank  int32
	index int16
	slot  int16
}

// rank ranks the moves of a board: the given first one, the killers, the others by history.
func (s *Searcher[B, M]) rank(f *frame[B, M], first int) {
	f.order = f.order[:0]
	for i := range f.moves {
		slot := s.rules.HistoryIndex(&f.board, &f.moves[i])
		rank := s.history[slot]
		switch {
		case i == first:
			rank = 1 << 30
		case int32(slot) == f.killers[0]-1:
			rank = 1 << 29
		case int32(slot) == f.killers[1]-1:
			rank = 1 << 28
		}
		f.order = append(f.order, ranked{rank, int16(i), int16(slot)})
	}
}

// pick moves the best remaining move to place i and returns it: most boards are cut off after few moves.
func (s *Searcher[B, M]) pick(f *frame[B, M], i int) ranked {
	best := i
	for k := i + 1; k < len(f.order); k++ {
		if f.order[k].rank > f.order[best].rank {
			best = k
		}
	}
	o := f.order[best]
	copy(f.order[i+1:best+1], f.order[i:best])
	f.order[i] = o
	return o
}

// reward raises the history of a move that caused a cutoff, lowers that of the moves before it, and makes it a
// killer.
func (s *Searcher[B, M]) reward(f *frame[B, M], i, depth int) {
	if f.look.Noise == Forced || depth < 1 {
		return
	}
	bonus := int32(depth * depth)
	slot := f.order[i].slot
	s.history[slot] += bonus - s.history[slot]*bonus/(1<<13)
	for _, o := range f.order[:i] {
		s.history[o.slot] -= bonus + s.history[o.slot]*bonus/(1<<13)
	}
	if k := int32(slot) + 1; f.killers[0] != k {
		f.killers[0], f.killers[1] = k, f.killers[0]
	}
}
