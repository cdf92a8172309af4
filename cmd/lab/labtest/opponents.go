// Package labtest checks trainers and measures what they made against opponents that anybody would write first.
package labtest

import (
	"context"
	"math"

	"tabuleiro/engine"
	"tabuleiro/engine/duel"
	"tabuleiro/engine/search"
)

// Plain is a brain that searches the same boards with nothing but principal variation search: no reductions, no
// extensions, and the evaluation of the given rules.
func Plain[B, M any](b *search.Brain[B, M], rules search.Rules[B, M], nodes int) duel.Player {
	plain := &search.Brain[B, M]{Node: b.Node, Each: b.Each, Chance: b.Chance}
	plain.Levels[0] = search.Strength{Nodes: nodes}
	plain.Rules = func(engine.Position, *search.Root[B], int) (search.Rules[B, M], error) { return rules, nil }
	return duel.NewPlayer(plain, engine.Limits{})
}

// MonteCarlo is Monte Carlo tree search (UCT) with games at random, as many as nodes boards allow.
func MonteCarlo[B, M any](b *search.Brain[B, M], nodes int, seed uint64) duel.Player {
	return func(_ context.Context, l engine.Line) (engine.Move, error) {
		rules, root, err := b.Open(l, 0)
		if err != nil {
			return "", err
		}
		m := &monteCarlo[B, M]{rules: rules, random: search.NewRandom(seed, uint64(l.Len()))}
		top := &leaf[B]{board: root.Board, open: true}
		for i := range root.Choices {
			top.children = append(top.children, &leaf[B]{board: root.Choices[i].Board})
		}
		for m.nodes < nodes {
			m.visit(top)
		}
		best := 0
		for i, c := range top.children {
			if c.visits > top.children[best].visits {
				best = i
			}
		}
		return root.Choices[best].Move, nil
	}
}

type monteCarlo[B, M any] struct {
	rules  search.Rules[B, M]
	random *search.Random
	nodes  int
	moves  []M
}

// leaf is a board of the tree.
type leaf[B any] struct {
	board    B
	open     bool // its children are known
	children []*leaf[B]
	visits   float64
	sum      float64 // of results for the side on turn, from 0 to 1
}

// visit goes down the tree once and returns the result for the side on turn.
func (m *monteCarlo[B, M]) visit(n *leaf[B]) float64 {
	m.nodes++
	var result float64
	look := m.rules.Classify(&n.board)
	switch {
	case look.Over:
		result = score(look)
	case n.visits == 0 && !n.open:
		result = m.play(n.board)
	default:
		if !n.open {
			n.open = true
			m.moves = m.rules.Moves(&n.board, m.moves[:0])
			for i := range m.moves {
				c := new(leaf[B])
				m.rules.Play(&n.board, &m.moves[i], &c.board)
				n.children = append(n.children, c)
			}
		}
		best, most := n.children[0], -1.0
		for _, c := range n.children {
			worth := math.Inf(1)
			if c.visits > 0 {
				worth = 1 - c.sum/c.visits + 0.7*math.Sqrt(math.Log(n.visits+1)/c.visits)
			}
			if worth > most {
				best, most = c, worth
			}
		}
		result = 1 - m.visit(best)
	}
	n.visits++
	n.sum += result
	return result
}

// play is the result of a game at random, for the side on turn.
func (m *monteCarlo[B, M]) play(b B) float64 {
	for ply := range 400 {
		look := m.rules.Classify(&b)
		if look.Over {
			result := score(look)
			if ply%2 == 1 {
				result = 1 - result
			}
			return result
		}
		m.moves = m.rules.Moves(&b, m.moves[:0])
		var next B
		m.rules.Play(&b, &m.moves[m.random.Intn(len(m.moves))], &next)
		b = next
		m.nodes++
	}
	return 0.5
}

func score(l search.NodeInfo) float64 {
	switch {
	case l.Value > 0:
		return 1
	case l.Value < 0:
		return 0
	}
	return 0.5
}
