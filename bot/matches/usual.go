package matches

import (
	"slices"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/request"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
)

// draughts is the game that a bare "damas" of the author stands for: what the room has chosen, else what the author
// has, else what it is where the author's device comes from, as it is another one in Brazil than in Portugal: there it
// is unsure, and asked once.
func (p Players) draughts(req *request.Request) (g *engine.Game, unsure bool) {
	if req.Preferences["draughts"].Value == "" {
		own := p.Archive.Preferences(req.Ctx, archive.OfPerson(req.Author.ID))
		if g := req.Guide.Game(own["draughts"].Value); g != nil {
			return g, false
		}
		if v, ok := req.Guide.Languages.Book.In(req.Device); ok && req.Device != "" {
			if g := req.Guide.Game(v.Text("usual-draughts")); g != nil {
				return g, g != p.Archive.Games[0]
			}
		}
	}
	return req.Guide.Game("damas"), false
}

// remember keeps which draughts the author has said to be the usual one.
func (p Players) remember(req *request.Request, w guide.Wish) error {
	if !w.Usual || !slices.Contains(tell.Draughts, w.Game.Name) {
		return nil
	}
	return p.Archive.Choose(req.Ctx, archive.OfPerson(req.Author.ID), "draughts", tell.Chosen{Value: w.Game.Name})
}
