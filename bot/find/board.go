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
	named, _ := request.Named(e.Text)
	if e.QuotedRef == "" || e.Tap && (named == told || named == "") {
		return told
	}
	heads, _ := f.Archive.Find(ctx, storage.Query{Room: string(e.Room), Limit: MaxLive}) // none, with an error
	i := slices.IndexFunc(heads, func(h storage.Head) bool {
		return (!e.Tap || h.ID == named) && slices.ContainsFunc(h.Places, func(p storage.Place) bool {
			return p.Room == string(e.Room) && e.QuotedRef.Is(chat.Ref(p.Ref))
		})
	})
	if i >= 0 {
		return heads[i].ID
	}
	return told
}
