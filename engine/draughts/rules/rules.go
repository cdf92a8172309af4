package rules

// Rules is what one kind of draughts says, as a row of a table. Every game of the family is the same generator reading
// another row.
type Rules struct {
	Name string

	Width      int  // of the board, in cells: 8 or 10
	corner     bool // the first square counted stands in a corner of the board
	CountFirst bool // squares are counted from First's right hand, towards Second; otherwise from Second's right hand
	rows       int  // rows of men that each side starts with

	reach     reach // how a king captures
	kingFirst bool  // if a king can capture, a king must
	most      bool  // the greatest number of pieces must be captured
	mostKings bool  // and among equal numbers, the greatest number of kings

	Huffing huffing // what may be done about a capture that was due and not made

	QuietPlies int    // plies without a man's move or a capture that make a draw; 0: no such rule
	Forced     forced // an ending that has to be won in time
}

// reach is how far from its victim a king may stand before and after it captures.
type reach uint8

const (
	Flying   reach = iota // from any distance, to any empty square behind
	Behind                // from any distance, to the square right behind
	Adjacent              // from the next square, to the square right behind
)

// huffing is what a game does about a move without capture when a capture was due.
type huffing uint8

const (
	noHuffing  huffing = iota // such a move is illegal, and the game does not know huffing
	HuffingOff                // such a move is illegal, but the game could be played with huffing
	HuffingOn                 // such a move stands, and before moving the other side may demand the capture or huff
)

// forced is an ending of kings only that is a draw if the stronger side does not win in time.
type forced struct {
	Kings int // of the stronger side, against one; 0: no such rule
	Moves int // of the stronger side, the last capture included, from the time it stands on the long diagonal
}

// The regulation of the Federação Portuguesa de Damas, in force since 23 March 2013.
var portuguese = Rules{
	Name:       "portuguese",
	Width:      8,             // [2.1.2]
	corner:     true,          // [2.1.5] the square at each player's right hand is dark
	CountFirst: true,          // [2.1.3] 1-32 from White's right hand, right to left and upwards
	rows:       3,             // [2.2.1] twelve men each
	reach:      Flying,        // [2.28] also from a square that is not next, to any empty square behind
	kingFirst:  false,         // [3.1.1] the laws of capture are the same whatever piece captures
	most:       true,          // [3.1.1b] law of quantity
	mostKings:  true,          // [3.1.1c] law of quality
	QuietPlies: 40,            // [3.2.1a] twenty moves of both players
	Forced:     forced{3, 12}, // [3.2.1b] three kings against one, twelve moves from the rio
}

// Damas chilenas as sections 1.1 to 1.3 of an assignment for students have them ("Juego de Damas", 6 April 2015), the only
// text of these rules that is known. Where it says nothing the choice is ours, and the rules for players say so.
func chilean(r reach, h huffing) Rules {
	return Rules{
		Name:       "chilean",
		Width:      10,    // [1.2]
		corner:     false, // [1.2] the square at each player's right hand is light
		CountFirst: false, // ours: 1-50 from Black's right hand, left to right and downwards for White, as usual on 10x10
		rows:       3,     // [1.2] fifteen men each
		reach:      r,     // [1.3] next to the piece, to the square right behind: adjacent. People also play the other two
		kingFirst:  true,  // [1.3] "preferencia dama"
		most:       true,  // [1.3]
		mostKings:  false, // [1.3] says nothing of what is captured
		Huffing:    h,     // [1.3] calls such a move invalid, and lets the opponent punish it ("sopladita"): one or the other
		QuietPlies: 40,    // ours: twenty moves of both players
	}
}
