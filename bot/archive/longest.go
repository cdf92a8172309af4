package archive

import (
	"context"
	"slices"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// mostSorted is the number of matches that are sorted by how long they have waited; of more the newest are.
const mostSorted = 100

// Longest are the first of those matches that a query finds and that are wanted, the one first that nobody has
// brought on for longest, and how many there are in all. A call, an offer or more time brings no match on.
func (a *Archive) Longest(ctx context.Context, q storage.Query, want func(storage.Head) bool,
	most int) (some []*match.Match, n int, err error) {
	heads, err := a.Find(ctx, q)
	if err != nil {
		return nil, 0, err
	}
	heads = slices.DeleteFunc(heads, func(h storage.Head) bool { return !want(h) })
	for _, h := range heads[:min(len(heads), mostSorted)] {
		m, err := a.Replay(ctx, h)
		if err != nil {
			return nil, 0, err
		}
		some = append(some, m)
	}
	slices.SortStableFunc(some, func(a, b *match.Match) int { return a.Turned.Compare(b.Turned) })
	return some[:min(len(some), most)], len(heads), nil
}
