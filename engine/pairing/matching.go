package pairing

import (
	"math"
	"slices"
)

// lightest returns for each of n vertices the one that it is matched to, such that the sum of the costs of all pairs is
// as small as it can be. n is even, so that none is left alone. Costs are of a before b, from 0 to 2^56.
//
// It is Edmonds' algorithm in the primal-dual form (Z. Galil, "Efficient algorithms for finding maximum matching in
// graphs", ACM Computing Surveys 18, 1986): trees grow from unmatched vertices along edges without slack, odd circles
// are shrunk to one node (a blossom), and where no such edge is left the duals change by the least slack there is. Trees
// grow anew after each change, which costs a factor n and spares what would keep them.
func lightest(n int, cost func(a, b int) int64) []int {
	m := &matcher{cost: make([][]int64, n), mate: make([]int, n), vertices: make([]*node, n)}
	for v := range n {
		m.mate[v], m.vertices[v], m.cost[v] = -1, &node{vertices: []int{v}}, make([]int64, n)
		for w := range v {
			m.cost[v][w] = cost(w, v)
			m.cost[w][v] = m.cost[v][w]
		}
	}
	for range n / 2 {
		for !m.grow() {
			m.adjust()
		}
	}
	return m.mate
}

// label is where a node stands in the trees, and the sign by which its dual changes.
type label int8

const (
	unseen label = 0
	outer  label = 1 // at an even distance from the root
	inner  label = -1
)

// edge goes from one vertex to another.
type edge struct{ from, to int }

// node is a vertex, or a blossom: an odd circle of nodes that has become one.
type node struct {
	vertices []int   // in it
	circle   []*node // of a blossom; the first is its base, which is matched outside
	links    []edge  // from each of the circle to the next one
	blossom  *node   // that it is in itself; nil: it is outermost
	dual     int64   // twice its value
	label    label
	parent   edge // of an inner one: from the outer one above it
}

// matcher is the state of the algorithm.
type matcher struct {
	cost     [][]int64
	mate     []int // of each vertex; -1: none
	vertices []*node
}

// slack is by how much the cost of an edge is over the duals of its ends, twice.
func (m *matcher) slack(e edge) int64 {
	return 2*m.cost[e.from][e.to] - m.vertices[e.from].dual - m.vertices[e.to].dual
}

// top is the outermost node that has a vertex.
func (m *matcher) top(v int) *node {
	x := m.vertices[v]
	for x.blossom != nil {
		x = x.blossom
	}
	return x
}

// base is the vertex of a node by which it is matched.
func (x *node) base() int {
	for x.circle != nil {
		x = x.circle[0]
	}
	return x.vertices[0]
}

// grow grows trees from all unmatched nodes along edges without slack. It reports whether it has made the matching
// greater.
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

// pathToRoot is the nodes from an outer one up to the root of its tree, and the edges between them.
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

// shrink makes a blossom of the circle that an edge between two outer nodes closes; nil: they are in different trees.
func (m *matcher) shrink(e edge) *node {
	left, downwards := m.pathToRoot(m.top(e.from))
	right, upwards := m.pathToRoot(m.top(e.to))
	i, j := len(left), len(right)
	for i > 0 && j > 0 && left[i-1] == right[j-1] { // those above the base are in no circle
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

// flip matches along an edge to its end, and exchanges matched and other edges from there up to the root.
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

// rebase makes a vertex the base of a node, whose other vertices stay matched among themselves.
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

// adjust changes the duals by the least that gives another edge without slack, or an inner blossom without a dual, which
// falls apart.
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
