package pairing

import (
	"math"
	"slices"
)

// lightest returns the mate of each of n vertices in a perfect matching of least cost, by Edmonds' blossom algorithm in
// the primal-dual form (Galil, "Efficient algorithms for finding maximum matching in graphs", ACM Computing Surveys 18,
// 1986). n must be even, and cost, which is called with a < b, must return 0 to 2^56.
func lightest(n int, cost func(a, b int) int64) []int {
	m := &matcher{cost: make([][]int64, n), mate: make([]int, n), vertices: make([]*node, n)}
	for v := range n {
		m.mate[v], m.vertices[v], m.cost[v] = -1, &node{vertices: []int{v}}, make([]int64, n)
		for w := range v {
			m.cost[v][w] = cost(w, v)
			m.cost[w][v] = m.cost[v][w]
		}
	}
	// Trees grow from unmatched vertices along edges without slack, and odd cycles are shrunk to one node, a blossom.
	// If no such edge is left, the duals change by the least slack. The trees are built anew after each change, which
	// costs a factor n and keeps the code simple.
	for range n / 2 {
		for !m.grow() {
			m.adjust()
		}
	}
	return m.mate
}

// label is the position of a node in the trees, and the sign with which its dual changes.
type label int8

const (
	unseen label = 0
	outer  label = 1 // at an even distance from the root
	inner  label = -1
)

// edge is an edge between two vertices.
type edge struct{ from, to int }

// node is a vertex, or a blossom: an odd cycle of nodes shrunk to one.
type node struct {
	vertices []int   // contained vertices
	circle   []*node // of a blossom; the first node is its base, which is matched outside
	links    []edge  // from each node of the circle to the next one
	blossom  *node   // the blossom that contains it; nil: it is outermost
	dual     int64   // twice the value of the dual
	label    label
	parent   edge // of an inner node: edge from the outer node above it
}

// matcher holds the state of the algorithm.
type matcher struct {
	cost     [][]int64
	mate     []int // mate of each vertex; -1: none
	vertices []*node
}

// slack returns twice the difference between the cost of an edge and the duals of its ends.
func (m *matcher) slack(e edge) int64 {
	return 2*m.cost[e.from][e.to] - m.vertices[e.from].dual - m.vertices[e.to].dual
}

// top returns the outermost node that contains a vertex.
func (m *matcher) top(v int) *node {
	x := m.vertices[v]
	for x.blossom != nil {
		x = x.blossom
	}
	return x
}

// base returns the vertex by which a node is matched.
func (x *node) base() int {
	for x.circle != nil {
		x = x.circle[0]
	}
	return x.vertices[0]
}

// grow grows trees from all unmatched nodes along edges without slack. It reports whether it has enlarged the
// matching.
func (m *matcher) grow() bool {
	var queue []int // vertices of outer nodes
	for v := range m.mate {
		x := m.top(v)
		if x.label = unseen; m.mate[x.base()] < 0 {
			x.label = outer
			queue = append(queue, v)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for to := range m.mate {
			e := edge{queue[0], to}
			a, b := m.top(e.from), m.top(e.to)
			switch {
			case a == b || b.label == inner || m.slack(e) > 0:
			case b.label == unseen:
				b.label, b.parent = inner, e
				next := m.top(m.mate[b.base()])
				next.label = outer
				queue = append(queue, next.vertices...)
			default:
				blossom := m.shrink(e)
				if blossom == nil {
					m.flip(edge{e.to, e.from})
					m.flip(e)
					return true
				}
				queue = append(queue, blossom.vertices...)
			}
		}
	}
	return false
}

// pathToRoot returns the nodes from an outer node to the root of its tree, and the edges between them.
func (m *matcher) pathToRoot(x *node) (nodes []*node, links []edge) {
	for nodes = []*node{x}; m.mate[x.base()] >= 0; nodes = append(nodes, x) {
		match := edge{x.base(), m.mate[x.base()]}
		between := m.top(match.to)
		up := edge{between.parent.to, between.parent.from}
		nodes, links = append(nodes, between), append(links, match, up)
		x = m.top(up.to)
	}
	return nodes, links
}

// shrink makes a blossom of the cycle closed by an edge between two outer nodes; nil if they are in different trees.
func (m *matcher) shrink(e edge) *node {
	left, downwards := m.pathToRoot(m.top(e.from))
	right, upwards := m.pathToRoot(m.top(e.to))
	i, j := len(left), len(right)
	for i > 0 && j > 0 && left[i-1] == right[j-1] { // common ancestors above the base are not in the cycle
		i, j = i-1, j-1
	}
	if i == len(left) {
		return nil
	}
	x := &node{label: outer, circle: slices.Clone(left[:i+1])}
	slices.Reverse(x.circle)
	x.circle = append(x.circle, right[:j]...)
	for _, down := range slices.Backward(downwards[:i]) {
		x.links = append(x.links, edge{down.to, down.from})
	}
	x.links = append(append(x.links, e), upwards[:j]...)
	for _, child := range x.circle {
		child.blossom = x
		x.vertices = append(x.vertices, child.vertices...)
	}
	return x
}

// flip matches the end of an edge to its start, and swaps matched and unmatched edges from there to the root.
func (m *matcher) flip(e edge) {
	for {
		x := m.top(e.to)
		before := m.mate[x.base()]
		x.rebase(m, e.to)
		m.mate[e.to] = e.from
		if before < 0 {
			return
		}
		between := m.top(before)
		up := between.parent
		between.rebase(m, up.to)
		m.mate[up.to] = up.from
		e = edge{up.to, up.from}
	}
}

// rebase makes a vertex the base of a node; its other vertices are matched among themselves.
func (x *node) rebase(m *matcher, v int) {
	if x.circle == nil {
		return
	}
	at := slices.IndexFunc(x.circle, func(child *node) bool { return slices.Contains(child.vertices, v) })
	x.circle[at].rebase(m, v)
	x.circle = slices.Concat(x.circle[at:], x.circle[:at])
	x.links = slices.Concat(x.links[at:], x.links[:at])
	for i := 1; i < len(x.circle); i += 2 {
		e := x.links[i]
		x.circle[i].rebase(m, e.from)
		x.circle[i+1].rebase(m, e.to)
		m.mate[e.from], m.mate[e.to] = e.to, e.from
	}
}

// adjust changes the duals by the least amount that makes another edge free of slack, or the dual of an inner blossom
// zero, which then dissolves.
func (m *matcher) adjust() {
	least, blossoms := int64(math.MaxInt64), map[*node]struct{}{}
	for a := range m.mate {
		x := m.top(a)
		if x.circle != nil {
			blossoms[x] = struct{}{}
		}
		if x.circle != nil && x.label == inner {
			least = min(least, x.dual/2)
		}
		for b := range m.mate {
			switch y := m.top(b); {
			case x.label != outer || x == y || y.label == inner:
			case y.label == outer:
				least = min(least, m.slack(edge{a, b})/2)
			default:
				least = min(least, m.slack(edge{a, b}))
			}
		}
	}
	for v, x := range m.vertices {
		x.dual += int64(m.top(v).label) * least
	}
	for b := range blossoms {
		if b.dual += 2 * int64(b.label) * least; b.dual == 0 && b.label == inner {
			for _, child := range b.circle {
				child.blossom = nil
			}
		}
	}
}
