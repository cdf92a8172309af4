package search

import (
	"math"
	"math/bits"
	"sync"
)

// table remembers what was found about boards, by hash. It may forget.
type table struct {
	entries []entry
	fetched uint32 // nothing but a reason for fetch to fetch
	age     uint16 // of the present search; entries of other ages do not count
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

// shelf keeps tables that are not in use, because new memory is dear.
var shelf sync.Pool

// newTable is an empty table for so many boards.
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

// fetch begins to bring what is known about a board into the cache, so that find will not have to wait for it.
func (t *table) fetch(hash uint64) { t.fetched += t.at(hash).check }

// find is what is known about a board; nil: nothing.
func (t *table) find(hash uint64) *entry {
	if e := t.at(hash); e.check == uint32(hash>>32) && e.age == t.age {
		return e
	}
	return nil
}

// put remembers a board, unless there is something of more worth in its place.
func (t *table) put(hash uint64, depth, value, best int, b bound) {
	e, check := t.at(hash), uint32(hash>>32)
	if e.age == t.age {
		if e.check == check {
			if best < 0 {
				best = int(e.best)
			}
		} else if int(e.depth) > depth+3 {
			e.depth-- // it will not stay forever
			return
		}
	}
	*e = entry{check, t.age, int16(value), int16(best), int8(min(depth, 127)), b}
}
