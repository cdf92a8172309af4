package search

import (
	"math"
	"math/bits"
	"sync"
)

// table is a transposition table. It may lose entries.
type table struct {
	entries []entry
	fetched uint32 // keeps the compiler from removing the load in fetch
	age     uint16 // of the current search; entries of other ages are void
}

type entry struct {
	check uint32 // upper half of the hash
	age   uint16
	value int16
	best  int16 // index of the best move in the order of Rules.Moves; -1: unknown
	depth int8
	bound bound
}

type bound uint8

const (
	atLeast bound = 1 + iota
	atMost
	exact
)

// shelf pools unused tables, because allocating them is expensive.
var shelf sync.Pool

// newTable returns an empty table for a search of a number of nodes.
func newTable(nodes int) *table {
	size := 1 << bits.Len(uint(min(max(nodes, 1<<11), 1<<22)/8))
	t, _ := shelf.Get().(*table)
	if t == nil || cap(t.entries) < size || t.age == math.MaxUint16 {
		return &table{entries: make([]entry, size), age: 1}
	}
	t.entries = t.entries[:size]
	t.age++
	return t
}

func (t *table) release() { shelf.Put(t) }

func (t *table) at(hash uint64) *entry { return &t.entries[hash&uint64(len(t.entries)-1)] }

// fetch prefetches the entry of a board into the processor's cache for a later find.
func (t *table) fetch(hash uint64) { t.fetched += t.at(hash).check }

// find returns the entry of a board, nil if there is none.
func (t *table) find(hash uint64) *entry {
	if e := t.at(hash); e.check == uint32(hash>>32) && e.age == t.age {
		return e
	}
	return nil
}

// put stores a board, unless its slot holds a deeper one.
func (t *table) put(hash uint64, depth, value, best int, b bound) {
	e, check := t.at(hash), uint32(hash>>32)
	if e.age == t.age {
		if e.check == check {
			if best < 0 {
				best = int(e.best)
			}
		} else if int(e.depth) > depth+3 {
			e.depth-- // so that it does not stay for ever
			return
		}
	}
	*e = entry{check, t.age, int16(value), int16(best), int8(min(depth, 127)), b}
}
