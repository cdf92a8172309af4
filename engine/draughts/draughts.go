// Package draughts plays the games of the draughts family: one generator, and a table of rules for each game.
//
// Squares are numbers, and the text of a move lists every square on which the piece lands: 11-15, 32x14x21x30. Among ways
// with the same result the one with the smallest numbers is canonical.
//
// The text of a position is that of PDN, with the numbers of each side ascending: W:W1,2,K9:B21,K22. Two counters follow
// where they are not zero:
//
//	:H12  12 plies in a row without a man's move or a capture
//	:F3   in a forced ending, the stronger side's next move is number 3 of those it has to win
//
// Where huffing is played, a move without capture stands although a capture was due. Before moving, the other side may
// answer with one of two more moves: demand (the move is taken back, and a capture has to follow) or huff 23 (the piece on
// 23, which had a legal capture, leaves the board, and the same side goes on). Two more fields tell of that, before the
// counters:
//
//	:Q33-28   the last move was 33-28 (of a king: QK33-28) though a capture was due; the side on turn may still answer
//	:C        the side on turn has to capture, as the other one has demanded it
package draughts

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"

	"tabuleiro/engine"
	"tabuleiro/engine/learn"
)

// Portuguese is Damas Clássicas, as the Federação Portuguesa de Damas plays it.
var Portuguese = &engine.Game{
	Name:    portuguese.name,
	Aliases: []string{"damas", "damas-classicas", "draughts", "portuguesas"},
	Version: 1,
	Draws:   true, // [4.3c]
	Repeat:  3,    // [3.2.1c]
	Codes:   slices.Concat(codes, []engine.Code{mustTakeKings, forcada}),
	Help:    help(portuguese.name),
	Colours: [2]string{"white", "black"},

	Formats:   []engine.Format{pdn, pdn24},
	Notations: notations,

	Brain: portugueseBrain,
	Train: train(learn.Plan{Games: 100_000, Generations: 6, Nodes: 400, Deep: 1200, Opening: 10, Longest: 160, Keep: 1, Repeat: 3, Trust: 0.7}, classic),

	New:   func(engine.Options) (engine.Position, error) { return classic.start(), nil },
	Parse: func(text string, _ engine.Options) (engine.Position, error) { return classic.parse(text) },
}

var classic = lay(portuguese)

// Chilean is damas chilenas, on 100 cells.
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
	Help:    help("chilean"),
	Colours: [2]string{"white", "black"},

	Formats:   []engine.Format{pdn},
	Notations: notations,

	Brain: chileanBrain,
	Train: train(learn.Plan{Games: 16_000, Generations: 6, Nodes: 400, Deep: 1200, Opening: 10, Longest: 200, Keep: 1, Repeat: 3, Trust: 0.7},
		chileans[chilean(adjacent, huffingOff)], chileans[chilean(behind, huffingOff)], chileans[chilean(flying, huffingOff)]),

	New: func(o engine.Options) (engine.Position, error) {
		v, err := chileanTable(o)
		if err != nil {
			return nil, err
		}
		return v.start(), nil
	},
	Parse: func(text string, o engine.Options) (engine.Position, error) {
		v, err := chileanTable(o)
		if err != nil {
			return nil, err
		}
		return v.parse(text)
	},
}

var (
	reaches  = map[string]reach{"adjacent": adjacent, "behind": behind, "flying": flying}
	huffings = map[string]huffing{"compulsory": huffingOff, "huff": huffingOn}
	chileans = layAll()
)

// layAll works out the tables of Chilean draughts once, so that all positions of a game share one.
func layAll() map[rules]*variant {
	tables := make(map[rules]*variant)
	for _, r := range reaches {
		for _, h := range huffings {
			tables[chilean(r, h)] = lay(chilean(r, h))
		}
	}
	return tables
}

// chileanTable finds the table for complete options.
func chileanTable(o engine.Options) (*variant, error) {
	r, known := reaches[o["king-capture"]]
	h, too := huffings[o["capture"]]
	if !known || !too {
		return nil, fmt.Errorf("chilean draughts cannot be played with the options %v", o)
	}
	return chileans[chilean(r, h)], nil
}

// Reasons against a move. The comment says what the MoveError carries besides. If more than two squares were
// typed and the first ones are right, its Choices are the moves that are, or begin, like them.
const (
	noSuchSquare  engine.Code = "no-such-square"            // At: what was typed
	lightSquare   engine.Code = "light-square"              // At: its name, like d4
	emptySquare   engine.Code = "empty-square"              // At: where there is no piece to move
	opponents     engine.Code = "opponents-piece"           // At: where it stands
	sameSquare    engine.Code = "same-square"               // At: where the step begins and ends
	pieceBlocked  engine.Code = "piece-blocked"             // At: the piece that cannot move at all
	notDiagonal   engine.Code = "not-diagonal"              // At: the square that is not on a diagonal with the one before
	manOneStep    engine.Code = "man-one-step"              // At: the square that is too far
	manBackwards  engine.Code = "men-not-backwards"         // At: the square that is behind
	manTakesBack  engine.Code = "men-not-capture-backwards" // At: the piece that is behind
	occupied      engine.Code = "square-occupied"           // At: the square; Choices: how to capture what stands there
	ownInTheWay   engine.Code = "own-piece-in-the-way"      // At: the piece
	twoInLine     engine.Code = "two-in-line"               // At: the first of the two pieces in line
	jumpedTwice   engine.Code = "jumped-twice"              // At: the piece
	nothingTaken  engine.Code = "nothing-to-capture"        // At: the square on the way to which nothing is captured
	promotionEnds engine.Code = "promotion-ends-move"       // At: where the man becomes a king
	mustCapture   engine.Code = "capture-compulsory"        // Choices: the captures
	mustTakeMost  engine.Code = "capture-most"              // Count: pieces to be captured; Choices: the captures
	mustTakeKings engine.Code = "capture-most-kings"        // Count: kings to be captured; Choices: the captures
	mustUseKing   engine.Code = "capture-with-king"         // Choices: the captures, all of them by kings
	demanded      engine.Code = "capture-demanded"          // Choices: the captures
	gameOver      engine.Code = "game-over"
	mixedNames    engine.Code = "mixed-names"
	notKing       engine.Code = "not-a-king"    // At: the man that was called a king
	moveOver      engine.Code = "move-is-over"  // At: where it ends, and the text goes on; Choices: the move
	notCanonical  engine.Code = "not-canonical" // Choices: the text that Play wants; Read never gives it
)

// Reasons against a move of a king that does not capture as in Portuguese draughts.
const (
	kingTooFar      engine.Code = "king-captures-from-next-square" // At: the piece that is too far
	kingLandsBehind engine.Code = "king-lands-right-behind"        // At: the square right behind; Choices: how to capture that piece
)

// Reasons against huffing.
const (
	huffingIsOff    engine.Code = "no-huffing"        // in this game captures are compulsory instead
	nothingToHuff   engine.Code = "nothing-to-huff"   // no capture has just been left out
	nothingToDemand engine.Code = "nothing-to-demand" // the same
	notHuffable     engine.Code = "not-huffable"      // At: where no piece stands that had a legal capture; Choices: where one does
)

// Why a game ended, besides what all games share.
const (
	twentyMoves engine.Code = "twenty-moves" // [3.2.1a]
	forcada     engine.Code = "forcada"      // [3.2.1b]
)

// codes are those that every game of the family can give.
var codes = []engine.Code{
	noSuchSquare, lightSquare, emptySquare, opponents, sameSquare, pieceBlocked, notDiagonal, manOneStep, manBackwards,
	manTakesBack, occupied, ownInTheWay, twoInLine, jumpedTwice, nothingTaken, promotionEnds, mustCapture, mustTakeMost,
	gameOver, mixedNames, notKing, moveOver, notCanonical,
	engine.NoPieces, engine.NoMoves, engine.Repetition, twentyMoves,
}

//go:embed help
var helpFiles embed.FS

// help is the folder with the rules of one game.
func help(name string) fs.FS {
	folder, err := fs.Sub(helpFiles, "help/"+name)
	if err != nil {
		panic("draughts: " + err.Error()) // only a bad name can do it
	}
	return folder
}
