package find

import (
	"context"
	"slices"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/request"
	"tabuleiro/storage"
)

// Board is the id of the match whose board an event answers, "" if it answers none. A room notes which message shows
// the board of each of its matches. Only of other messages, which are older or passed on, the text tells. A button
// names its match itself, so that no other match is looked for.
func (f Finder) Board(ctx context.Context, e chat.Event) string {
	told := request.Quoted(e.Quoted)
	named := told
	if e.Tap {
		named, _ = request.Named(e.Text)
	}
	if e.QuotedRef == "" || e.Tap && (named == told || named == "") {
		return told
	}
	shows := func(h storage.Head) bool {
		return slices.ContainsFunc(h.Places, func(p storage.Place) bool {
			return p.Room == string(e.Room) && e.QuotedRef.Is(chat.Ref(p.Ref))
		})
	}
	if named != "" {
		if h, err := f.Archive.Head(ctx, named); err == nil && shows(h) {
			return named
		}
	}
	if e.Tap {
		return told
	}
	heads, err := f.Archive.Find(ctx, storage.Query{Room: string(e.Room), Limit: MaxLive})
	if i := slices.IndexFunc(heads, shows); err == nil && i >= 0 {
		return heads[i].ID
	}
	return told
}
