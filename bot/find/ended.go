package find

import (
	"cmp"
	"slices"
	"strings"

	"tabuleiro/bot/request"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// FindEnded is the match that the text behind a command names, else the one whose board was answered, else the last one
// here that the author played to its end.
func (f Finder) FindEnded(req *request.Request, text, command string) (*match.Match, storage.Head, error) {
	id, secret, rest := request.NamedByLink(text)
	if bare, _ := request.Named("#" + rest); id == "" && bare == strings.ToLower(rest) { // for those who leave out the #
		if _, err := f.ByID(req, bare, ""); err == nil {
			id, rest = bare, ""
		}
	}
	if id == "" {
		id = req.Board
	}
	if id == "" {
		heads, err := f.Archive.Find(req.Ctx, storage.Query{Room: string(req.Event.Room), Player: req.Author.ID, Ended: true,
			Limit: MaxLive})
		if err == nil && rest != "" {
			heads, rest, err = f.namedIn(req, heads, rest)
		}
		if err != nil {
			return nil, storage.Head{}, err
		}
		if h, ok := LastOver(heads); ok {
			id = h.ID
		}
	}
	if id == "" {
		return nil, storage.Head{}, req.Note("no-ended-match")
	}
	m, err := f.ByID(req, id, secret)
	if err := cmp.Or(err, req.NothingElse(m, command, rest)); err != nil {
		return nil, storage.Head{}, err
	}
	if m.Reader.ID != "" {
		f.Archive.Look(req.Ctx, m.ID, req.Guide.Now)
	}
	head, err := f.Archive.Head(req.Ctx, id)
	return m, head, err
}

// namedIn are the lately played of some matches that a text names best, with what else it says; all if it names none.
func (f Finder) namedIn(req *request.Request, heads []storage.Head, text string) ([]storage.Head, string, error) {
	var some []*match.Match
	for _, h := range heads[:min(len(heads), Lately)] {
		m, err := f.Archive.Replay(req.Ctx, h)
		if err != nil {
			return nil, text, err
		}
		some = append(some, m)
	}
	named, rest := req.NamedIn(some, text)
	if len(named) == len(some) {
		return heads, text, nil
	}
	return slices.DeleteFunc(heads, func(h storage.Head) bool {
		return !slices.ContainsFunc(named, func(m *match.Match) bool { return m.ID == h.ID })
	}), rest, nil
}

// LastOver is the match that was played to its end last of some; false if none was.
func LastOver(heads []storage.Head) (last storage.Head, ok bool) {
	for _, h := range heads {
		if h.Status == match.Over && (!ok || h.Latest.After(last.Latest)) {
			last, ok = h, true
		}
	}
	return last, ok
}

// latest is the match in which something has happened last of some, alone; none of none.
func latest(some []*match.Match) []*match.Match {
	if len(some) == 0 {
		return nil
	}
	return []*match.Match{slices.MaxFunc(some, func(a, b *match.Match) int { return a.Latest.Compare(b.Latest) })}
}
