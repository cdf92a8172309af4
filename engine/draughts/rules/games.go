// Package rules implements the rules of the games of the draughts family: one move generator, and a table of rules
// per game.
//
// Squares are numbers, and the text of a move lists every square on which the piece lands: 11-15, 32x14x21x30. Of
// routes with the same result the one with the smallest numbers is canonical.
//
// The text of a position is that of PDN, with the numbers of each side in ascending order: W:W1,2,K9:B21,K22. Two
// counters follow if they are not zero:
//
//	:H12  12 plies in a row without a man's move or a capture
//	:F3   in a forced ending, the stronger side's next move is number 3 of those within which it has to win
//
// With huffing, a quiet move is allowed although a capture is due. Before moving, the other side may answer with
// demand (the move is taken back, and a capture must follow) or, for example, huff 23 (the piece on 23, which had a
// legal capture, is removed, and the same side moves). Two more fields describe this, before the counters:
//
//	:Q33-28   the last move was 33-28 (of a king: QK33-28) though a capture was due; the side on turn may still answer
//	:C        the side on turn must capture, because the other side has demanded it
package rules

import (
	"embed"

	"tabuleiro/engine"
)

// The games with a single table of rules, without file formats and computer players. Portuguese is Damas Clássicas.
var (
	Portuguese = Classic.newGame("damas", "portuguesas", "damas-portuguesas", "classicas", "damas-classicas",
		"portuguese-draughts", "draughts")
	International = lay(international).newGame("internacionais", "damas-internacionais", "polonesas", "damas-polonesas",
		"damas-100",
		"internacionales", "damas-internacionales", "polacas", "damas-polacas", "international-draughts", "polish-draughts",
		"10x10")
	Brazilian = lay(brazilian).newGame("brasileiras", "damas-brasileiras", "brasileñas", "brasilenas",
		"damas-brasilenas", "brazilian-draughts", "brazilian-checkers")
	Russian = lay(russian).newGame("russas", "damas-russas", "rusas", "damas-rusas", "shashki", "russian-draughts")
	Spanish = lay(spanish).newGame("espanholas", "damas-espanholas", "españolas", "espanolas", "damas-espanolas",
		"spanish-draughts")
	Italian = lay(italian).newGame("italianas", "damas-italianas", "dama-italiana", "italian-draughts")
	English = lay(english).newGame("checkers", "inglesas", "damas-inglesas", "americanas", "damas-americanas",
		"anglo-americanas",
		"damas-anglo-americanas", "american-checkers", "english-draughts")
)

// newGame returns the game of a variant, without options.
func (v *Variant) newGame(aliases ...string) *engine.Game {
	return gameOf(v.Rules, func(engine.Options) *Variant { return v }, aliases...)
}

// VariantOf returns the variant of a game with default options; nil if it is not a game of the family.
func VariantOf(g *engine.Game) *Variant {
	r, _ := g.NewRecord(nil, "")
	p, _ := r.Line.Position().(Position)
	return p.Variant
}

// gameOf returns a game with these rules, whose variant for complete options table returns.
func gameOf(r Rules, table func(engine.Options) *Variant, aliases ...string) *engine.Game {
	g := &engine.Game{
		Name:      r.Name,
		Aliases:   aliases,
		Version:   1,
		Draws:     true, // [FPD 4.3c]; everywhere
		Repeat:    r.Repeat,
		Help:      engine.Folder(help, "help/"+r.Name),
		Colours:   [2]string{"white", "black"},
		Notations: notationsOf(r),
		New:       func(o engine.Options) (engine.Position, error) { return table(o).Start(), nil },
		Parse:     func(text string, o engine.Options) (engine.Position, error) { return table(o).Parse(text) },
	}
	if r.Black {
		g.Colours = [2]string{"black", "white"}
	}
	return g
}

// Chilean is damas chilenas, on 100 squares.
var Chilean = func() *engine.Game {
	g := gameOf(chilean(Adjacent, HuffingOff), func(o engine.Options) *Variant {
		return ChileanBy(reaches[o["king-capture"]], huffings[o["capture"]])
	}, "chilenas", "damas-chilenas", "chilean-draughts")
	g.Options = []engine.Option{
		{Name: "king-capture", Values: []string{"adjacent", "behind", "flying"}, Default: "adjacent"},
		{Name: "capture", Values: []string{"compulsory", "huff"}, Default: "compulsory"},
	}
	return g
}()

//go:embed help
var help embed.FS
