package account

import (
	"tabuleiro/bot/computer"
	"tabuleiro/bot/request"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// rollsOf is in how many of somebody's latest matches the dice are counted.
const rollsOf = 300

// Rolls tells how the dice fell for somebody, against people and against the computer: "/dice stats", "/dice stats @rui".
func (s Standings) Rolls(req *request.Request, text string) (*request.Result, error) {
	who, err := s.visible(req, req.Guide.Voice.Typed("dice")+" "+req.Guide.Voice.Typed("stats"), text)
	if err != nil {
		return nil, err
	}
	if who.ID == anyLevel {
		who = req.Author // whose page has the computer's throws as well
	}
	heads, err := s.Archive.Find(req.Ctx, storage.Query{Player: who.ID, Limit: rollsOf})
	if err != nil {
		return nil, err
	}
	r := view.Rolls{Player: view.User(who)}
	for _, h := range heads {
		if len(h.Players) != 2 || !hasDice(s.Archive.Game(h.Game)) {
			continue
		}
		m, err := s.Archive.Replay(req.Ctx, h)
		if err != nil {
			return nil, err
		}
		countRolls(&r, m, m.Side(who.ID))
	}
	return request.Say(r.Message(req.Guide.Audience)), nil
}

// hasDice reports whether a game is played with dice.
func hasDice(g *engine.Game) bool {
	if g == nil {
		return false
	}
	r, err := g.NewRecord(nil, "")
	_, dice := r.Line.Position().(engine.DicePosition)
	return err == nil && dice
}

// countRolls adds the throws that the bot made in a match. Those of a file that the match began from were others'; a
// throw in which each side has one die is no side's.
func countRolls(r *view.Rolls, m *match.Match, own engine.Side) {
	if own == engine.Nobody {
		return
	}
	left := m.Dice.Throws
	for n := m.Line.Len() - 1; n >= 0 && left > 0; n-- {
		before, dice := m.Line.At(n).(engine.DicePosition)
		after, still := m.Line.At(n + 1).(engine.DicePosition)
		if !dice || !still || m.Line.At(n).Turn() != engine.Chance {
			continue
		}
		left--
		to := &r.People
		switch by := before.Throw().By; {
		case by != own && (by != own.Other() || !computer.Is(m.Player(by).ID)):
			continue
		case by != own:
			to = &r.Mine
		case computer.Is(m.Player(own.Other()).ID):
			to = &r.Bot
		}
		thrown := after.Throw().Dice
		to.Add(thrown[0], thrown[1])
	}
}
