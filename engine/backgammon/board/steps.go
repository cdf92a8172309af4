package board

import (
	"slices"
	"strconv"
	"strings"
)

// Text returns the text of steps: those of one checker are joined, the farthest checker first, and the first landing
// on a blot has a star. Equal steps have equal texts, whatever their order.
func (h *Hand) Text(steps []Step) string {
	var s strings.Builder
	hit := uint32(0)
	for _, chain := range Chains(steps) {
		if s.Len() > 0 {
			s.WriteByte(' ')
		}
		s.WriteString(PlaceName(chain[0].From()))
		for _, st := range chain {
			s.WriteByte('/')
			s.WriteString(PlaceName(st.To()))
			if bit := uint32(1) << st.To(); h.Blots&^hit&bit != 0 {
				s.WriteByte('*')
				hit |= bit
			}
		}
	}
	return s.String()
}

// Chains joins the steps of each checker.
func Chains(steps []Step) [][]Step {
	left := slices.Clone(steps)
	slices.SortFunc(left, func(a, b Step) int { return int(b) - int(a) })
	var list [][]Step
	for len(left) > 0 {
		chain := []Step{left[0]}
		left = left[1:]
		for {
			to := chain[len(chain)-1].To()
			i := slices.IndexFunc(left, func(s Step) bool { return s.From() == to })
			if i < 0 {
				break
			}
			chain = append(chain, left[i])
			left = slices.Delete(left, i, i+1)
		}
		list = append(list, chain)
	}
	return list
}

// PlaceName returns a place in the notation of plays: off, bar or the number of a point.
func PlaceName(place int) string {
	switch place {
	case Off:
		return "off"
	case Bar:
		return "bar"
	}
	return strconv.Itoa(place)
}

// Apply makes some steps, the farthest first, and reports whether they are possible.
func (h *Hand) Apply(steps []Step) (PartialPlay, bool) {
	steps = slices.Clone(steps)
	slices.SortStableFunc(steps, func(a, b Step) int { return b.From() - a.From() })
	m := h.Begin()
	for _, s := range steps {
		if h.Sources(m.Occupied, s.Die())>>s.From()&1 == 0 {
			return m, false
		}
		m = h.Make(m, s.From(), s.Die())
	}
	return m, true
}
