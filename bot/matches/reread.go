package matches

import (
	"tabuleiro/bot/change"
	"tabuleiro/bot/find"
	"tabuleiro/bot/request"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// overtaken tells whether the author was unaware of what became of a challenge like one that was read again, whichever
// of the two had made it.
func (p Players) overtaken(req *request.Request, s match.Setup) (bool, error) {
	if req.Event.Reread.IsZero() {
		return false, nil
	}
	mine, err := p.Archive.Search(req.Ctx, storage.Query{Room: string(req.Event.Room), Player: req.Author.ID,
		Limit: find.Lately})
	for _, m := range mine {
		like := s.Opponent.Anyone() && m.Setup.Opponent.Anyone() || m.Challenger.Is(s.Opponent) || m.Opponent.Is(s.Opponent)
		if !like || m.Setup.Game != s.Game {
			continue
		}
		if old, err := change.Outdated(req, p.Archive, m.ID, match.Challenged); old || err != nil {
			return old, err
		}
	}
	return false, err
}
