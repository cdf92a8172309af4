package rules

import "tabuleiro/engine"

// Rules is what one kind of draughts says, as a row of a table. Every game of the family is the same generator reading
// another row.
type Rules struct {
	Name string

	Width   int    // of the board, in cells: 8 or 10
	corner  bool   // the first square counted stands in a corner of the board
	Corner  Corner // where the squares are counted from
	Letters bool   // people write squares by file and rank; otherwise by number
	colon   bool   // and captures with a colon; otherwise with an x
	Black   bool   // Black is First; otherwise White is
	rows    int    // rows of men that each side starts with

	menBack   bool     // men capture backwards, too
	spared    bool     // a man may not capture a king
	promotion crowning // what becomes of a man that reaches the last row in a capture
	short     bool     // a king moves to the next squares only; otherwise it flies
	reach     reach    // how a king captures

	kingFirst bool // if a king can capture, a king must
	most      bool // the greatest number of pieces must be captured
	kingAmong bool // and among equal numbers, with a king if one can
	mostKings bool // and among equal numbers, the greatest number of kings
	kingEarly bool // and among those, the one that meets its first king earliest

	Huffing huffing // what may be done about a capture that was due and not made

	lone       bool               // one king each is a draw where neither can be caught
	Repeat     int                // how often a position is seen until it makes a draw
	QuietPlies int                // plies without a man's move or a capture that make a draw; 0: no such rule
	Endings    [maxEndings]ending // the first that fits counts, beside it the first one of a road
}

// Corner is where square 1 is, as White sees the board.
type Corner int

// The number that PDN has for each.
const (
	BottomLeft Corner = iota
	BottomRight
	TopLeft
	TopRight
)

// Bottom reports whether the corner is at the bottom, as White sees the board.
func (c Corner) Bottom() bool { return c < TopLeft }

// Left reports whether the corner is on the left, as White sees the board.
func (c Corner) Left() bool { return c%2 == 0 }

// crowning is what becomes of a man that reaches the last row in a capture.
type crowning uint8

const (
	ends   crowning = iota // it is a king, and the move ends
	passes                 // it goes on as a man if it can, and then stays one
	atOnce                 // it is a king, and goes on as a king if it can
)

// reach is how far from its victim a king may stand before and after it captures.
type reach uint8

// The reaches of kings.
const (
	Flying   reach = iota // from any distance, to any empty square behind
	Behind                // from any distance, to the square right behind
	Adjacent              // from the next square, to the square right behind
)

// huffing is what a game does about a move without capture when a capture was due.
type huffing uint8

// The ways of dealing with huffing.
const (
	noHuffing  huffing = iota // such a move is illegal, and the game does not know huffing
	HuffingOff                // such a move is illegal, but the game could be played with huffing
	HuffingOn                 // such a move stands, and before moving the other side may demand the capture or huff
)

// ending is a balance of pieces in which both sides have a king. It is a draw if it lasts too long. Its plies are
// counted from the one after that which made it.
type ending struct {
	least, most int  // pieces on the board
	weak        int  // pieces of the side with fewer; 0: any number
	men         int  // not more men than so many
	road        bool // the lone king stands on the long diagonal, and nothing of the other side does
	river       bool // counted are only moves of the stronger side, from when it stands on the long diagonal
	anew        bool // every capture and promotion begins the count again
	plies       int  // that make a draw, or the number of the move that does; 0: there is no such row
	reason      engine.Code
}

const maxEndings = 5

// anyMen is no limit to the number of men.
const anyMen = 40

// The regulation of the Federação Portuguesa de Damas [FPD], in force since 23 March 2013.
var portuguese = Rules{
	Name:       "portuguese",
	Width:      8,           // [2.1.2]
	corner:     true,        // [2.1.5] the square at each player's right hand is dark
	Corner:     BottomRight, // [2.1.3] 1-32 from White's right hand, right to left and upwards
	rows:       3,           // [2.2.1] twelve men each
	promotion:  ends,        // [2.26]
	reach:      Flying,      // [2.28] also from a square that is not next, to any empty square behind
	kingFirst:  false,       // [3.1.1] the laws of capture are the same whatever piece captures
	most:       true,        // [3.1.1b] law of quantity
	mostKings:  true,        // [3.1.1c] law of quality
	lone:       true,        // [4.3a]
	Repeat:     3,           // [3.2.1c]
	QuietPlies: 40,          // [3.2.1a] twenty moves of both players
	Endings: [maxEndings]ending{ // [3.2.1b] three kings against one, twelve moves from the rio
		{least: 4, most: 4, weak: 1, men: 0, river: true, plies: 13, reason: forcada},
	},
}

// Damas chilenas as sections 1.1 to 1.3 of an assignment for students have them ("Juego de Damas", 6 April 2015), the
// only text of these rules that is known. Where it says nothing the choice is ours, and the rules for players say so.
func chilean(r reach, h huffing) Rules {
	return Rules{
		Name:      "chilean",
		Width:     10,      // [1.2]
		corner:    false,   // [1.2] the square at each player's right hand is light
		Corner:    TopLeft, // ours: 1-50 from Black's right hand, left to right and downwards for White, as usual on 10x10
		rows:      3,       // [1.2] fifteen men each
		promotion: ends,    // ours
		reach:     r,       // [1.3] next to the piece, to the square right behind: adjacent. People also play the other two
		kingFirst: true,    // [1.3] "preferencia dama"
		most:      true,    // [1.3]
		mostKings: false,   // [1.3] says nothing of what is captured
		// [1.3] calls such a move invalid, and lets the opponent punish it ("sopladita"): one or the other
		Huffing:    h,
		Repeat:     3,  // ours
		QuietPlies: 40, // ours: twenty moves of both players
	}
}
