package matches

import (
	"cmp"
	"slices"
	"strings"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/request"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
)

// draughts are the games that a bare "damas" of the author may stand for, the likeliest first: what the room has chosen,
// else what the author has, else what it is where the author's device comes from or, without one, in the language of
// the room. Of several the author is asked once.
func (p Players) draughts(req *request.Request) (all []*engine.Game) {
	if req.Preferences["draughts"].Value == "" {
		own := p.Archive.Preferences(req.Ctx, archive.OfPerson(req.Author.ID))
		if g := req.Guide.Game(own["draughts"].Value); g != nil {
			return []*engine.Game{g}
		}
		if v, ok := req.Guide.Languages.Book.In(cmp.Or(req.Device, req.Room.Tag())); ok {
			for _, name := range strings.Fields(v.Text("usual-draughts")) {
				if g := req.Guide.Game(name); g != nil {
					all = append(all, g)
				}
			}
		}
	}
	if all == nil {
		all = []*engine.Game{req.Guide.Game("damas")}
	}
	return all
}

// remember keeps which draughts the author has said to be the usual one.
func (p Players) remember(req *request.Request, w guide.Wish) error {
	if w.Terms["default"] == "" || !slices.Contains(tell.Draughts, w.Game.Name) {
		return nil
	}
	return p.Archive.Choose(req.Ctx, archive.OfPerson(req.Author.ID), "draughts", tell.Chosen{Value: w.Game.Name})
}
