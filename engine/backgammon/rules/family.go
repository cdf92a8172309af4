package rules

import (
	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
)

// kind is a game of the family: its starting position, and its differences from backgammon.
type kind struct {
	name    string
	aliases []string
	begin   board.Counts // of either side; checkers that a game lacks are off from the start
	most    int          // maximum value of a game in stakes
	differs map[string][]string
}

var backgammon = &kind{name: Name, aliases: []string{"gamao", "gamão", "bg"}, begin: board.SetUp, most: 3}

// anew is an opening like Each, after which the side that begins rolls both dice again; the winner of a game begins
// the next one and rolls for it at once.
const anew = "anew"

// standardOnly holds the settings of games without manual rules.
var standardOnly = map[string][]string{
	"opening": {Each}, "throw": {bot}, "dice": {all}, "bearoff": {rearmost}, "double": {before, Never}, "gammons": {On},
}

// The other games, with the sources of their rules.
var kinds = []*kind{
	{ // bkgm.com/variants/Nackgammon
		name: "nackgammon", most: 3, aliases: []string{"nack"}, differs: standardOnly,
		begin: board.Counts{}.Add(24, 2).Add(23, 2).Add(13, 4).Add(8, 3).Add(6, 4),
	},
	{ // bkgm.com/variants/HyperBackgammon: three checkers; bearing off needs all three at home
		name: "hypergammon", most: 3, aliases: []string{"hyper"}, differs: standardOnly,
		begin: board.Counts{}.Add(24, 1).Add(23, 1).Add(22, 1).Add(board.Off, board.Checkers-3),
	},
	// bkgm.com/articles/Condos/Tavli, tavliinfo.gr: no cube, a gammon is the most, the winner of a game rolls for the
	// next one
	{
		name: "portes", most: 2, aliases: []string{"tavli"}, begin: board.SetUp,
		differs: map[string][]string{
			"opening": {anew}, "throw": {bot}, "dice": {all}, "bearoff": {rearmost}, "double": {Never}, "cube-max": {None},
			"gammons": {On},
			"jacoby":  {Never}, "crawford": {Never}, "points": {"5", "3", "7"},
		},
	},
}

// The games with all their rules, without file formats and computer players.
var (
	Backgammon  = backgammon.game()
	Nackgammon  = kinds[0].game()
	Hypergammon = kinds[1].game()
	Portes      = kinds[2].game()
)

func (k *kind) game() *engine.Game {
	folder := "help"
	g := &engine.Game{
		Name: k.name, Aliases: k.aliases, Version: 1, Options: k.options(), Colours: [2]string{"black", "red"},
		Notations: []string{standard, manual},
		New:       func(o engine.Options) (engine.Position, error) { return k.resolve(o).Begin(), nil },
		Parse:     func(text string, o engine.Options) (engine.Position, error) { return k.resolve(o).parse(text) },
	}
	if k != backgammon {
		folder += "/" + k.name
		g.Further, g.Kin = true, Name
	}
	g.Help = engine.Folder(help, folder)
	return g
}

// options lists the settings with more than one value. Backgammon has presets too.
func (k *kind) options() (list []engine.Option) {
	if k.differs == nil {
		list = append(list, engine.Option{Name: "rules", Values: []string{standard, manual}, Default: standard})
	}
	for _, s := range settings {
		values, usual := s.values, s.standard
		if own := k.differs[s.name]; own != nil {
			values, usual = own, own[0]
		} else if k.differs == nil {
			values, usual = append([]string{preset}, values...), preset
		}
		if len(values) > 1 {
			list = append(list, engine.Option{Name: s.name, Values: values, Default: usual, Group: s.group})
		}
	}
	return list
}

// usual returns the default of a setting.
func (k *kind) usual(s setting, byManual bool) string {
	switch own := k.differs[s.name]; {
	case own != nil:
		return own[0]
	case byManual:
		return s.manual
	}
	return s.standard
}

// Game returns the stable name of the game.
func (r *rules) Game() string { return r.name }

// Checkers returns the number of checkers of each side.
func (r *rules) Checkers() int { return r.begin.OnBoard() }

// Most returns the maximum value of a game in stakes.
func (r *rules) Most() int { return r.most }
