package people

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"tabuleiro/engine/match"
)

// Names are those in the list of an owner, as last known: name and handle. Of the one who had to be forgotten there is
// none.
func (b *Blocklists) Names(ctx context.Context, owner string) ([]string, error) {
	l, err := b.of(ctx, owner)
	names := []string{}
	for _, one := range l.People {
		if one.Name != "" || one.Handle != "" {
			names = append(names, strings.TrimSpace(one.Name+" "+one.word()))
		}
	}
	return names, err
}

// Rename gives the blocklist of somebody, who has a handle at a service, to the person with another id, and blocks that
// one, too, wherever the first is blocked. Without the other id the list goes, and in those of others a mark is left.
func (b *Blocklists) Rename(ctx context.Context, p match.Player, at, into string) error {
	theirs, err := b.of(ctx, p.ID)
	if err == nil && into != "" {
		err = b.change(ctx, into, func(l *Blocklist) { l.merge(theirs, p.ID, into) })
	}
	if err == nil {
		err = lists.Delete(ctx, b.Archive, p.ID)
	}
	if err != nil {
		return err
	}
	return lists.Each(ctx, b.Archive, "", func(owner string) error {
		return b.change(ctx, owner, func(l *Blocklist) {
			i := l.find(owner, p, at)
			switch {
			case i < 0 || owner == into:
			case into == "":
				l.People[i] = blocked{Mark: MarkOf(owner, p.ID)}
			case l.find(owner, match.Player{ID: into}, "") < 0:
				also := l.People[i]
				also.Mark = MarkOf(cmp.Or(also.Under, owner), into)
				l.People = append(l.People, also)
			}
		})
	})
}

// merge adds the list that an owner had under another account. The marks stay, as nothing tells whose they are.
func (l *Blocklist) merge(theirs Blocklist, from, into string) {
	for _, e := range theirs.People {
		e.Under = cmp.Or(e.Under, from)
		if !e.matches(from, match.Player{ID: into}, "") && !slices.Contains(l.People, e) {
			l.People = append(l.People, e)
		}
	}
}
