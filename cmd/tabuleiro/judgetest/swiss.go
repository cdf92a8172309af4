package judgetest

import (
	"slices"
	"time"
)

// cost is how bad a round of Swiss is: meetings and byes again, pairs who both must have the same side, the score of the
// bye above the lowest, squares of differences.
type cost [4]int

// swiss looks at a round for which there may be no better one.
func (j *judging) swiss(round []*board, scores []int, seen map[int]bool) {
	n := len(j.rounds) + 1
	var in []int
	for i, id := range j.order {
		if !j.out[id] {
			in = append(in, i)
		}
		if j.out[id] == seen[i] {
			j.wrong("pairing: round %d: out %v and paired %v is %s", n, j.out[id], seen[i], id)
		}
	}
	met, byes, sides := map[[2]int]int{}, map[int]bool{}, map[int][]int{}
	for round, boards := range j.rounds {
		for at, b := range boards {
			points, _ := j.result(b, round, at, j.forever())
			for i, who := range b.who {
				free := b.who[1] == nobody || b.decided != nil && !b.played && points[i] > points[1-i]
				byes[who] = byes[who] || free
				if b.who[1] != nobody {
					sides[who] = append(sides[who], 1-2*i)
				}
			}
			met[[2]int{min(b.who[0], b.who[1]), max(b.who[0], b.who[1])}]++
		}
	}
	least := 1 << 30
	for _, who := range in {
		least = min(least, scores[who])
	}
	of := func(a, b int) (c cost) {
		if b == nobody {
			if byes[a] {
				c[0]++
			}
			c[2] = scores[a] - least
			return c
		}
		c[0] = min(3, met[[2]int{min(a, b), max(a, b)}])
		if must(sides[a])*must(sides[b]) > 0 {
			c[1]++
		}
		c[3] = (scores[a] - scores[b]) * (scores[a] - scores[b])
		return c
	}
	var is cost
	for _, b := range round {
		is = is.plus(of(b.who[0], b.who[1]))
		if b.who[1] != nobody && must(sides[b.who[0]])*must(sides[b.who[1]]) < 0 && must(sides[b.who[0]]) < 0 {
			j.wrong("pairing: round %d: %v have the sides that neither may have", n, b.who)
		}
	}
	if len(in) > 10 {
		if is[0] > 0 && len(in) > 2*n {
			j.wrong("pairing: round %d of %d has meetings again", n, len(in))
		}
		return
	}
	if best := cheapest(in, of); best != is {
		j.wrong("pairing: round %d costs %v, one that costs %v is there", n, is, best)
	}
}

// forever is a moment after everything.
func (j *judging) forever() time.Time { return j.until.Add(1 << 60) }

func (c cost) plus(d cost) cost { return cost{c[0] + d[0], c[1] + d[1], c[2] + d[2], c[3] + d[3]} }

// must is the side that somebody must have after those sides: 1 the first, -1 the second, 0 either.
func must(sides []int) int {
	sum := 0
	for _, s := range sides {
		sum += s
	}
	n := len(sides)
	switch {
	case sum >= 2 || sum > -2 && n > 1 && sides[n-1] == 1 && sides[n-2] == 1:
		return -1
	case sum <= -2 || n > 1 && sides[n-1] == -1 && sides[n-2] == -1:
		return 1
	}
	return 0
}

// cheapest tries all rounds.
func cheapest(in []int, of func(a, b int) cost) cost {
	if len(in) == 0 {
		return cost{}
	}
	best := cost{1 << 30}
	try := func(other int, rest []int) {
		if c := of(in[0], other).plus(cheapest(rest, of)); slices.Compare(c[:], best[:]) < 0 {
			best = c
		}
	}
	for i := 1; i < len(in); i++ {
		try(in[i], slices.Concat(in[1:i], in[i+1:]))
	}
	if len(in)%2 == 1 {
		if c := of(in[0], nobody).plus(cheapest(in[1:], of)); slices.Compare(c[:], best[:]) < 0 {
			best = c
		}
	}
	return best
}
