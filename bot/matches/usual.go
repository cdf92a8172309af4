package matches

import (
	"tabuleiro/bot/archive"
	"tabuleiro/bot/request"
	"tabuleiro/engine"
)

// draughts is the game that a bare "damas" of the author stands for: what the room has chosen, else what the author has,
// else what it is where the author's device comes from, as it is another one in Brazil than in Portugal.
func (p Players) draughts(req *request.Request) *engine.Game {
	if req.Preferences["draughts"].Value == "" {
		own := p.Archive.Preferences(req.Ctx, archive.OfPerson(req.Author.ID))
		if g := req.Guide.Game(own["draughts"].Value); g != nil {
			return g
		}
		if v, ok := req.Guide.Languages.Book.In(req.Device); ok && req.Device != "" {
			if g := req.Guide.Game(v.Text("usual-draughts")); g != nil {
				return g
			}
		}
	}
	return req.Guide.Game("damas")
}
