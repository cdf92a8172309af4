package pairing

import (
	"iter"
	"math"
	"slices"
)

// heaviest returns for each of n vertices the one that it is matched to, such that the sum of the weights of all pairs
// is as great as it can be. n is even and every weight between two of them is positive, so that none is left alone.
// Weights may be up to 2^60.
//
// It is Edmonds' algorithm in the primal-dual form with O(n³) steps (Z. Galil, "Efficient algorithms for finding
// maximum matching in graphs", ACM Computing Surveys 18, 1986): trees grow from unmatched vertices along edges without
// slack, odd circles are shrunk to one vertex (a blossom), and where no such edge is left the duals change by the least
// slack there is.
func heaviest(n int, weight func(a, b int) int64) []int {
	m := newMatcher(n, weight)
	for m.augment() {
	}
	mates := make([]int, n)
	for v := range mates {
		mates[v] = m.mate[v+1] - 1
	}
	return mates
}

// Where a vertex or blossom stands in the trees.
const (
	unseen = iota - 1
	outer  // at an even distance from the root
	inner
)

// edge goes between two vertices; the ends of an edge between blossoms are the vertices that it really has.
type edge struct {
	a, b   int
	weight int64
}

// matcher is the state of the algorithm. Vertices are 1 to n, blossoms n+1 to last; 0 is none.
type matcher struct {
	n, last int
	edges   [][]edge
	dual    []int64 // of a vertex twice its y, of a blossom twice its z
	mate    []int   // the vertex at the other end
	slack   []int   // for one that is not outer: the outer vertex with the edge of least slack to it
	top     []int   // the outermost blossom that a vertex or blossom is in; 0: the blossom is not in use
	parent  []int   // in the tree: the vertex of the edge upwards
	within  [][]int // [blossom][vertex]: the child of the blossom that has the vertex
	circle  [][]int // [blossom]: its children in order, the base first
	state   []int
	visited []int // by which search for a common ancestor
	search  int
	queue   []int
}

func newMatcher(n int, weight func(a, b int) int64) *matcher {
	size := 2*n + 2
	m := &matcher{
		n: n, last: n, dual: make([]int64, size), mate: make([]int, size), slack: make([]int, size), top: make([]int, size),
		parent: make([]int, size), state: make([]int, size), visited: make([]int, size), circle: make([][]int, size),
		edges: make([][]edge, size), within: make([][]int, size),
	}
	most := int64(0)
	for a := range size {
		m.edges[a], m.within[a] = make([]edge, size), make([]int, n+1)
		for b := range size {
			m.edges[a][b] = edge{a: a, b: b}
			if a != b && a >= 1 && b >= 1 && a <= n && b <= n {
				m.edges[a][b].weight = weight(a-1, b-1)
				most = max(most, m.edges[a][b].weight)
			}
		}
	}
	for v := 1; v <= n; v++ {
		m.top[v], m.within[v][v], m.dual[v] = v, v, most
	}
	return m
}

// over is the slack of an edge: by how much the duals of its ends are over its weight.
func (m *matcher) over(e edge) int64 { return m.dual[e.a] + m.dual[e.b] - 2*m.edges[e.a][e.b].weight }

// closer keeps in slack that outer vertex a is nearer to x than what was there.
func (m *matcher) closer(a, x int) {
	if m.slack[x] == 0 || m.over(m.edges[a][x]) < m.over(m.edges[m.slack[x]][x]) {
		m.slack[x] = a
	}
}

// nearest finds the slack of x anew.
func (m *matcher) nearest(x int) {
	m.slack[x] = 0
	for a := 1; a <= m.n; a++ {
		if m.edges[a][x].weight > 0 && m.top[a] != x && m.state[m.top[a]] == outer {
			m.closer(a, x)
		}
	}
}

// enqueue puts all vertices of x into the queue.
func (m *matcher) enqueue(x int) {
	if x <= m.n {
		m.queue = append(m.queue, x)
		return
	}
	for _, child := range m.circle[x] {
		m.enqueue(child)
	}
}

// put says that all in x have b as their outermost blossom.
func (m *matcher) put(x, b int) {
	m.top[x] = b
	if x > m.n {
		for _, child := range m.circle[x] {
			m.put(child, b)
		}
	}
}

// even turns the circle of a blossom so that the way from its base to a child has an even number of steps, and tells
// its length.
func (m *matcher) even(b, child int) int {
	c := m.circle[b]
	at := slices.Index(c, child)
	if at%2 == 1 {
		slices.Reverse(c[1:])
		return len(c) - at
	}
	return at
}

// join matches x along its edge to y, and all inside of x accordingly.
func (m *matcher) join(x, y int) {
	e := m.edges[x][y]
	m.mate[x] = e.b
	if x <= m.n {
		return
	}
	child := m.within[x][e.a]
	steps := m.even(x, child)
	for i := range steps {
		m.join(m.circle[x][i], m.circle[x][i^1])
	}
	m.join(child, y)
	c := m.circle[x]
	m.circle[x] = slices.Concat(c[steps:], c[:steps])
}

// flip exchanges matched and other edges from x, whose new mate is in y, up to its root.
func (m *matcher) flip(x, y int) {
	for {
		next := m.top[m.mate[x]]
		m.join(x, y)
		if next == 0 {
			return
		}
		up := m.top[m.parent[next]]
		m.join(next, up)
		x, y = up, next
	}
}

// ancestor is the first that the ways of two outer ones up their trees have in common; 0: they are in different trees.
func (m *matcher) ancestor(a, b int) int {
	m.search++
	for a != 0 || b != 0 {
		if a != 0 {
			if m.visited[a] == m.search {
				return a
			}
			m.visited[a] = m.search
			if a = m.top[m.mate[a]]; a != 0 {
				a = m.top[m.parent[a]]
			}
		}
		a, b = b, a
	}
	return 0
}

// shrink makes a blossom of the circle that an edge between outer a and b closes below their ancestor.
func (m *matcher) shrink(a, base, b int) {
	x := m.n + 1
	for x <= m.last && m.top[x] != 0 {
		x++
	}
	m.last = max(m.last, x)
	m.dual[x], m.state[x], m.mate[x] = 0, outer, m.mate[base]
	way := func(from int) (nodes []int) {
		for from != base {
			up := m.top[m.mate[from]]
			nodes = append(nodes, from, up)
			from = m.top[m.parent[up]]
		}
		return nodes
	}
	left, right := way(a), way(b)
	slices.Reverse(left)
	circle := slices.Concat([]int{base}, left, right)
	for _, child := range circle[1:] {
		if m.state[child] == inner {
			m.enqueue(child)
		}
	}
	m.circle[x] = circle
	m.put(x, x)
	for v := 1; v <= m.last; v++ {
		m.edges[x][v].weight, m.edges[v][x].weight = 0, 0
	}
	clear(m.within[x])
	for _, child := range circle {
		for v := 1; v <= m.last; v++ {
			if m.edges[child][v].weight > 0 && (m.edges[x][v].weight == 0 || m.over(m.edges[child][v]) < m.over(m.edges[x][v])) {
				m.edges[x][v], m.edges[v][x] = m.edges[child][v], m.edges[v][child]
			}
		}
		for v := 1; v <= m.n; v++ {
			if m.within[child][v] != 0 {
				m.within[x][v] = child
			}
		}
	}
	m.nearest(x)
}

// expand puts the children of an inner blossom without a dual back into its place.
func (m *matcher) expand(b int) {
	for _, child := range m.circle[b] {
		m.put(child, child)
	}
	entry := m.within[b][m.edges[b][m.parent[b]].a]
	steps := m.even(b, entry)
	c := m.circle[b]
	for i := 0; i < steps; i += 2 {
		lower, upper := c[i], c[i+1]
		m.parent[lower] = m.edges[upper][lower].a
		m.state[lower], m.state[upper] = inner, outer
		m.slack[lower] = 0
		m.nearest(upper)
		m.enqueue(upper)
	}
	m.state[entry], m.parent[entry] = inner, m.parent[b]
	for _, child := range c[steps+1:] {
		m.state[child] = unseen
		m.nearest(child)
	}
	m.top[b] = 0
}

// take follows an edge without slack from an outer vertex; true: it has made the matching greater.
func (m *matcher) take(e edge) bool {
	a, b := m.top[e.a], m.top[e.b]
	switch m.state[b] {
	case unseen:
		m.parent[b], m.state[b] = e.a, inner
		next := m.top[m.mate[b]]
		m.slack[b], m.slack[next] = 0, 0
		m.state[next] = outer
		m.enqueue(next)
	case outer:
		base := m.ancestor(a, b)
		if base == 0 {
			m.flip(a, b)
			m.flip(b, a)
			return true
		}
		m.shrink(a, base, b)
	}
	return false
}

// augment makes the matching greater by one pair; false: it is as great as it can be.
func (m *matcher) augment() bool {
	for x := 1; x <= m.last; x++ {
		m.state[x], m.slack[x] = unseen, 0
	}
	m.queue = m.queue[:0]
	for x := range m.outermost(1) {
		if m.mate[x] == 0 {
			m.parent[x], m.state[x] = 0, outer
			m.enqueue(x)
		}
	}
	if len(m.queue) == 0 {
		return false
	}
	for !m.grow() {
		if !m.adjust() {
			return false
		}
		if m.follow() {
			return true
		}
		for b := range m.outermost(m.n + 1) {
			if m.state[b] == inner && m.dual[b] == 0 {
				m.expand(b)
			}
		}
	}
	return true
}

// outermost goes through those from a number on that are in no other blossom.
func (m *matcher) outermost(from int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for x := from; x <= m.last; x++ {
			if m.top[x] == x && !yield(x) {
				return
			}
		}
	}
}

// follow takes the edges that have lost their slack; true: one has made the matching greater.
func (m *matcher) follow() bool {
	for x := range m.outermost(1) {
		if s := m.slack[x]; s != 0 && m.top[s] != x && m.over(m.edges[s][x]) == 0 && m.take(m.edges[s][x]) {
			return true
		}
	}
	return false
}

// grow follows the edges without slack of all vertices in the queue.
func (m *matcher) grow() bool {
	for len(m.queue) > 0 {
		a := m.queue[0]
		m.queue = m.queue[1:]
		if m.state[m.top[a]] == inner {
			continue
		}
		for b := 1; b <= m.n; b++ {
			if m.edges[a][b].weight == 0 || m.top[a] == m.top[b] {
				continue
			}
			if m.over(m.edges[a][b]) > 0 {
				m.closer(a, m.top[b])
			} else if m.take(m.edges[a][b]) {
				return true
			}
		}
	}
	return false
}

// adjust changes the duals by the least that gives another edge without slack, or a blossom without a dual; false: a
// vertex has none left, and the matching is the heaviest.
func (m *matcher) adjust() bool {
	d := m.least()
	for v := 1; v <= m.n; v++ {
		switch m.state[m.top[v]] {
		case outer:
			if m.dual[v] <= d {
				return false
			}
			m.dual[v] -= d
		case inner:
			m.dual[v] += d
		}
	}
	for b := range m.outermost(m.n + 1) {
		switch m.state[b] {
		case outer:
			m.dual[b] += 2 * d
		case inner:
			m.dual[b] -= 2 * d
		}
	}
	return true
}

// least is the least change of the duals that gives an edge without slack, or a blossom without a dual.
func (m *matcher) least() int64 {
	d := int64(math.MaxInt64)
	for b := range m.outermost(m.n + 1) {
		if m.state[b] == inner {
			d = min(d, m.dual[b]/2)
		}
	}
	for x := range m.outermost(1) {
		s := m.slack[x]
		switch {
		case s == 0:
		case m.state[x] == unseen:
			d = min(d, m.over(m.edges[s][x]))
		case m.state[x] == outer:
			d = min(d, m.over(m.edges[s][x])/2)
		}
	}
	return d
}
