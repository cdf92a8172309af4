package bot

import (
	"context"
	"maps"
	"slices"
	"strings"

	"tabuleiro/engine/match"
)

// known is a player as the owner of a list may know one: the handle means something only at the service where it was given.
func known(p match.Player, at, owner string) match.Player {
	if at != service(owner) {
		p.Handle = ""
	}
	return p
}

// forget deletes the blocklist of somebody who has a handle at a service, and the name of the person in those of others.
func (b *blocks) forget(ctx context.Context, p match.Player, at string) error {
	keys, err := b.archive.Keys(ctx, blocklists)
	if err != nil {
		return err
	}
	for _, key := range keys {
		owner := strings.TrimPrefix(key, blocklists)
		if strings.HasPrefix(owner, "@") {
			if owner, err = b.archive.Get(ctx, key); err == nil && owner == p.ID {
				err = b.archive.Put(ctx, key, "")
			}
		} else if owner == p.ID {
			err = b.archive.Put(ctx, key, "")
		} else {
			err = b.forgetBlocked(ctx, owner, known(p, at, owner))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// forgetBlocked leaves only a mark of somebody in a blocklist.
func (b *blocks) forgetBlocked(ctx context.Context, owner string, p match.Player) error {
	l, err := b.of(ctx, owner)
	if err != nil || l.find(owner, p) < 0 {
		return err
	}
	return b.change(ctx, owner, handleAt{}, func(l *blocklist) {
		if i := l.find(owner, p); i >= 0 {
			l.People[i] = blocked{Mark: markOf(owner, p.ID)}
		}
	})
}

// join gives an owner the list of another one, and sees that whoever has blocked that one has blocked both.
func (b *blocks) join(ctx context.Context, from, into string) error {
	theirs, err := b.of(ctx, from)
	if err != nil {
		return err
	}
	if len(theirs.People) > 0 {
		if err := b.change(ctx, into, handleAt{}, func(l *blocklist) { l.take(theirs, from, into) }); err != nil {
			return err
		}
		if err := b.archive.Put(ctx, blocklistKey(from), ""); err != nil {
			return err
		}
	}
	keys, err := b.archive.Keys(ctx, blocklists)
	if err != nil {
		return err
	}
	for _, key := range keys {
		owner := strings.TrimPrefix(key, blocklists)
		if strings.HasPrefix(owner, "@") || owner == into {
			continue
		}
		l, err := b.of(ctx, owner)
		if err != nil {
			return err
		}
		i := l.find(owner, match.Player{ID: from})
		if i < 0 || l.find(owner, match.Player{ID: into}) >= 0 {
			continue
		}
		also := l.People[i]
		also.Mark, also.Under = markOf(owner, into), ""
		if err := b.change(ctx, owner, handleAt{}, func(l *blocklist) { l.People = append(l.People, also) }); err != nil {
			return err
		}
	}
	return nil
}

// take adds the list that an owner had under another account. The marks stay, as nothing tells whose they are.
func (l *blocklist) take(theirs blocklist, from, into string) {
	for _, e := range theirs.People {
		if e.Mark != "" && e.Under == "" {
			e.Under = from
		}
		if !e.is(from, match.Player{ID: into}) && !slices.Contains(l.People, e) {
			l.People = append(l.People, e)
		}
	}
	l.Handles = maps.Clone(l.Handles)
	if l.Handles == nil {
		l.Handles = map[string]string{}
	}
	maps.Copy(l.Handles, theirs.Handles)
}
