package rules

import (
	"embed"
	"slices"

	"tabuleiro/engine"
)

// Portuguese is Damas Clássicas, as the Federação Portuguesa de Damas plays it: its rules, without files and a player.
var Portuguese = &engine.Game{
	Name:    portuguese.Name,
	Aliases: []string{"damas", "damas-classicas", "draughts", "portuguesas"},
	Version: 1,
	Draws:   true, // [4.3c]
	Repeat:  3,    // [3.2.1c]
	Codes:   slices.Concat(codes, []engine.Code{mustTakeKings, forcada}),
	Help:    engine.Folder(help, "help/portuguese"),
	Colours: [2]string{"white", "black"},

	Notations: notations,

	New:   func(engine.Options) (engine.Position, error) { return Classic.Start(), nil },
	Parse: func(text string, _ engine.Options) (engine.Position, error) { return Classic.Parse(text) },
}

// Chilean is damas chilenas, on 100 cells, in the same way.
var Chilean = &engine.Game{
	Name:    "chilean",
	Aliases: []string{"chilenas", "damas-chilenas", "chilean-draughts"},
	Version: 1,
	Options: []engine.Option{
		{Name: "king-capture", Values: []string{"adjacent", "behind", "flying"}, Default: "adjacent"},
		{Name: "capture", Values: []string{"compulsory", "huff"}, Default: "compulsory"},
	},
	Draws:  true, // ours
	Repeat: 3,    // ours
	Codes: slices.Concat(codes, []engine.Code{
		mustUseKing, kingTooFar, kingLandsBehind, demanded, huffingIsOff, nothingToHuff, notHuffable, nothingToDemand,
	}),
	Help:    engine.Folder(help, "help/chilean"),
	Colours: [2]string{"white", "black"},

	Notations: notations,

	New: func(o engine.Options) (engine.Position, error) {
		v, err := chileanTable(o)
		if err != nil {
			return nil, err
		}
		return v.Start(), nil
	},
	Parse: func(text string, o engine.Options) (engine.Position, error) {
		v, err := chileanTable(o)
		if err != nil {
			return nil, err
		}
		return v.Parse(text)
	},
}

//go:embed help
var help embed.FS
