package people

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"tabuleiro/engine/match"
)

// Forget deletes the blocklist of somebody who has a handle at a service, and leaves only a mark of the person in those
// of others.
func (b *Blocklists) Forget(ctx context.Context, p match.Player, at string) error {
	return lists.Each(ctx, b.Archive, "", func(owner string) error {
		if owner == p.ID {
			return lists.Delete(ctx, b.Archive, owner)
		}
		return b.change(ctx, owner, func(l *Blocklist) {
			if i := l.find(owner, p, at); i >= 0 {
				l.People[i] = blocked{Mark: MarkOf(owner, p.ID)}
			}
		})
	})
}

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

// Join gives an owner the list of another one, and sees that the one who has blocked that one has blocked both.
func (b *Blocklists) Join(ctx context.Context, from, into string) error {
	theirs, err := b.of(ctx, from)
	if err != nil {
		return err
	}
	if err := b.change(ctx, into, func(l *Blocklist) { l.merge(theirs, from, into) }); err != nil {
		return err
	}
	if err := lists.Delete(ctx, b.Archive, from); err != nil {
		return err
	}
	return lists.Each(ctx, b.Archive, "", func(owner string) error {
		return b.change(ctx, owner, func(l *Blocklist) {
			i := l.find(owner, match.Player{ID: from}, "")
			if i < 0 || owner == into || l.find(owner, match.Player{ID: into}, "") >= 0 {
				return
			}
			also := l.People[i]
			also.Mark = MarkOf(cmp.Or(also.Under, owner), into)
			l.People = append(l.People, also)
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
