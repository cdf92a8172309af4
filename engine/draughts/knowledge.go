package draughts

import "math/bits"

// knowledge is what a player knows about the value of boards.
type knowledge struct{}

// Evaluate implements search.Rules.
func (t *tree) Evaluate(n *node) int {
	own, opp := n.own&^n.kings, n.opp&^n.kings
	v := 100*(bits.OnesCount64(own)-bits.OnesCount64(opp)) +
		300*(bits.OnesCount64(n.own&n.kings)-bits.OnesCount64(n.opp&n.kings))
	return v
}
