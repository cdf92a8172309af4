package matches

import (
	"slices"
	"strings"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/request"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
)

// draughts is the game that a bare "damas" of the author stands for: what the room has chosen, else what the author
// has. It is unsure where neither has and the author's device speaks as in Brazil, where it is another game than in
// Portugal.
func (p Players) draughts(req *request.Request) (g *engine.Game, unsure bool) {
	g = req.Guide.Game("damas")
	if req.Preferences["draughts"].Value != "" {
		return g, false
	}
	if own := p.Archive.Preferences(req.Ctx, archive.OfPerson(req.Author.ID)); own["draughts"].Value != "" {
		return req.Guide.Game(own.Of("draughts")), false
	}
	return g, strings.EqualFold(req.Device, "pt-BR") && req.Guide.Game("brazilian") != nil
}

// remember keeps which draughts the author has said to be the usual one.
func (p Players) remember(req *request.Request, w guide.Wish) error {
	if !w.Usual || !slices.Contains(tell.Draughts, w.Game.Name) {
		return nil
	}
	return p.Archive.Choose(req.Ctx, archive.OfPerson(req.Author.ID), "draughts", tell.Chosen{Value: w.Game.Name})
}
