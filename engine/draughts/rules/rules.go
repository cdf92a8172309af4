package rules

import "tabuleiro/engine"

// Rules is a row in the table of draughts games. Every game of the family is the same generator with another row.
type Rules struct {
	Name string

	Width   int    // of the board, in cells: 8 or 10
	corner  bool   // square 1 is in a corner of the board
	Corner  Corner // where the numbering begins
	Letters bool   // squares are written by file and rank, otherwise by number
	colon   bool   // captures are written with a colon, otherwise with an x
	Black   bool   // Black is First, otherwise White
	rows    int    // rows of men per side at the start

	menBack   bool     // men capture backwards too
	spared    bool     // a man cannot capture a king
	promotion crowning // what happens to a man that reaches the last row in a capture
	short     bool     // a king moves one step, otherwise it flies
	reach     reach    // how a king captures

	kingFirst bool // if a king can capture, a king must
	most      bool // the greatest number of pieces must be captured
	kingAmong bool // of equal numbers, with a king if possible
	mostKings bool // of equal numbers, the greatest number of kings
	kingEarly bool // of these, the capture that takes its first king earliest

	Huffing huffing // what may be done about an omitted capture

	lone       bool               // one king each is a draw if neither can be caught
	Repeat     int                // occurrences of a position that make a draw
	QuietPlies int                // plies without a man's move or a capture that make a draw
	Endings    [maxEndings]ending // the first that fits counts, and besides it the first of a road that does
}

// Corner is the corner of square 1, as White sees the board.
type Corner int

// Corners, with their numbers in PDN.
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

// crowning says what happens to a man that reaches the last row in a capture.
type crowning uint8

const (
	ends   crowning = iota // it becomes a king, and the move ends
	passes                 // it continues as a man if it can, and then remains one
	atOnce                 // it becomes a king, and continues as one if it can
)

// reach is the distance that a king may have to its victim before and after a capture.
type reach uint8

// Reaches of kings.
const (
	Flying   reach = iota // from any distance, to any empty square behind
	Behind                // from any distance, to the square directly behind
	Adjacent              // from the next square, to the square directly behind
)

// huffing says how a game treats a quiet move when a capture was due.
type huffing uint8

// Treatments of an omitted capture.
const (
	noHuffing  huffing = iota // such a move is illegal, and the game has no huffing
	HuffingOff                // such a move is illegal, but the game has an option for huffing
	HuffingOn                 // such a move is legal, and before moving the other side may demand the capture or huff
)

// ending is a rule about a balance of pieces in which both sides have a king: the game is drawn if it lasts too long.
// Its plies are counted from the one after that which made it.
type ending struct {
	least, most int  // number of pieces on the board
	weak        int  // pieces of the side with fewer; 0: any number
	men         int  // maximum number of men
	road        bool // the lone king is on the long diagonal, and no piece of the other side is
	river       bool // counts only moves of the stronger side, once it stands on the long diagonal
	anew        bool // every capture and promotion restarts the count
	plies       int  // number that makes a draw, with river the number of the move that does; 0: unused
	reason      engine.Code
}

const maxEndings = 5

// anyMen means no limit to the number of men.
const anyMen = 40

// The regulation of the Federação Portuguesa de Damas [FPD], in force since 23 March 2013.
var portuguese = Rules{
	Name:       "portuguese",
	Width:      8,           // [2.1.2]
	corner:     true,        // [2.1.5] the square at each player's right hand is dark
	Corner:     BottomRight, // [2.1.3] 1-32 from White's right hand, right to left and upwards
	rows:       3,           // [2.2.1] twelve men each
	promotion:  ends,        // [2.26]
	reach:      Flying,      // [2.28] also from a distance, to any empty square behind
	kingFirst:  false,       // [3.1.1] the laws of capture do not depend on the capturing piece
	most:       true,        // [3.1.1b] law of quantity
	mostKings:  true,        // [3.1.1c] law of quality
	lone:       true,        // [4.3a]
	Repeat:     3,           // [3.2.1c]
	QuietPlies: 40,          // [3.2.1a] twenty moves of both players
	Endings: [maxEndings]ending{ // [3.2.1b] three kings against one, twelve moves from the rio
		{least: 4, most: 4, weak: 1, men: 0, river: true, plies: 13, reason: forcada},
	},
}

// chilean returns the rules of damas chilenas by sections 1.1 to 1.3 of an assignment for students ("Juego de Damas",
// 6 April 2015), the only known text of these rules. Where it says nothing the choice is ours, and the rules for
// players say so.
func chilean(r reach, h huffing) Rules {
	return Rules{
		Name:      "chilean",
		Width:     10,      // [1.2]
		corner:    false,   // [1.2] the square at each player's right hand is light
		Corner:    TopLeft, // our choice: 1-50 from Black's right hand, left to right and down for White, as usual on 10x10
		rows:      3,       // [1.2] fifteen men each
		promotion: ends,    // our choice
		reach:     r,       // [1.3] next to the piece, to the square directly behind: adjacent; the other two are also played
		kingFirst: true,    // [1.3] "preferencia dama"
		most:      true,    // [1.3]
		mostKings: false,   // [1.3] does not mention what is captured
		// [1.3] calls such a move invalid, but also lets the opponent punish it ("sopladita"): we offer either
		Huffing:    h,
		Repeat:     3,  // our choice
		QuietPlies: 40, // our choice: twenty moves of both players
	}
}
