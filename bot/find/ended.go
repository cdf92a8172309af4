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
func (f Finder) FindEnded(req *request.Request, text, command string) (*match.Match, error) {
	id, secret, rest := request.NamedByLink(text)
	if bare, _ := request.Named("#" + rest); id == "" && bare == strings.ToLower(rest) { // for those who leave out the #
		if _, err := f.ByID(req, bare, ""); err == nil {
			id, rest = bare, ""
		}
	}
	if id = cmp.Or(id, req.Board); id == "" {
		q := storage.Query{Room: string(req.Event.Room), Player: req.Author.ID}
		last, behind, err := f.LastOver(req, q, rest)
		if err != nil || last == nil {
			return nil, cmp.Or(err, req.Note("no-ended-match"))
		}
		id, rest = last.ID, behind
	}
	m, err := f.ByID(req, id, secret)
	if err := cmp.Or(err, req.NothingElse(m, command, rest)); err != nil {
		return nil, err
	}
	f.look(req, m)
	return m, nil
}

// LastOver is the match of a query that was played to its end last, of those that a text names best, with what else that
// says; nil if none was. A text may name some of the last ones.
func (f Finder) LastOver(req *request.Request, q storage.Query, text string) (m *match.Match, rest string, err error) {
	q.Ended, q.Limit = true, MaxLive
	heads, err := f.Archive.Find(req.Ctx, q)
	heads = slices.DeleteFunc(heads, func(h storage.Head) bool { return h.Status != match.Over })
	slices.SortStableFunc(heads, func(a, b storage.Head) int { return b.Latest.Compare(a.Latest) })
	most := Lately
	if text == "" {
		most = 1
	}
	var over []*match.Match
	for _, h := range heads[:min(len(heads), most)] {
		if m, err = f.Archive.Replay(req.Ctx, h); err != nil {
			return nil, text, err
		}
		over = append(over, m)
	}
	if over, rest = req.NamedIn(over, text); len(over) > 0 {
		m = over[0]
	}
	return m, rest, err
}

// latest is the match in which something has happened last of some, alone; none of none.
func latest(some []*match.Match) []*match.Match {
	if len(some) == 0 {
		return nil
	}
	return []*match.Match{slices.MaxFunc(some, func(a, b *match.Match) int { return a.Latest.Compare(b.Latest) })}
}
