package rules

// Rules of the games played in other countries. Brackets name the article: FMJD is Annex 1 of the World Draughts
// Federation, R the summary of the Brazilian rules that clubs use (Resumo das Regras Oficiais), 64 article 7.2 of the
// federation's rules for 64 squares, K the Russian code, FPD the Portuguese regulation, FID the Italian one of 2008,
// WCDF the rules of the World Checkers/Draughts Federation, and PDN its standard 3.0.
var (
	international = Rules{
		Name:       "international",
		Width:      10,      // [FMJD 2.4]
		corner:     false,   // [FMJD 2.5] the square at each player's right hand is light
		Corner:     TopLeft, // [FMJD 2.6] 1-50, rightwards and downwards for White
		rows:       4,       // [FMJD 2.8] twenty men each
		menBack:    true,    // [FMJD 4.1]
		promotion:  passes,  // [FMJD 4.15]
		reach:      Flying,  // [FMJD 4.3]
		most:       true,    // [FMJD 4.13] a king counts as a man, and has no priority in capturing [FMJD 4.14]
		Repeat:     3,       // [FMJD 6.1]
		QuietPlies: 50,      // [FMJD 6.2] twenty-five moves of both players
		Endings: [maxEndings]ending{
			// [FMJD 6.3] one king against three pieces
			{least: 4, most: 4, weak: 1, men: anyMen, plies: 32, reason: oneAgainstThree},
			{least: 2, most: 3, weak: 1, men: anyMen, plies: 10, reason: oneAgainstTwo}, // [FMJD 6.4] against two or one
		},
	}

	brazilian = Rules{
		Name:       "brazilian",
		Width:      8,          // [R 2]
		corner:     true,       // [R 2] the dark corner is at each player's left hand, which is square a1
		Corner:     BottomLeft, // our choice: squares have names only, and this is their order
		Letters:    true,       // [PDN A0]
		rows:       3,          // [R 3]
		menBack:    true,       // [R 11]
		promotion:  passes,     // [R 14]
		reach:      Flying,     // [R 8, 17]
		most:       true,       // [R 13] a king counts as a man [R 10]
		Repeat:     3,          // [64 7.2.3]
		QuietPlies: 40,         // [R 18] twenty moves of both players
		Endings: [maxEndings]ending{ // [R 19] five moves of both players
			// two kings against two, or against a king and a man
			{least: 4, most: 4, weak: 2, men: 1, anew: true, plies: 10, reason: fewKings},
			// two or one against one, one against a king and a man
			{least: 2, most: 3, men: 1, anew: true, plies: 10, reason: fewKings},
		},
	}

	russian = Rules{
		Name:       "russian",
		Width:      8,          // [K 1.1]
		corner:     true,       // [K 1.1] a1 is dark
		Corner:     BottomLeft, // our choice, as in brazilian
		Letters:    true,       // [PDN A0]
		colon:      true,       // [PDN]
		rows:       3,          // [K 1.2]
		menBack:    true,       // [K 1.5.3]
		promotion:  atOnce,     // [K 1.5.15]
		reach:      Flying,     // [K 1.4.5]
		most:       false,      // [K 1.5] any capture may be chosen
		Repeat:     3,          // [64 7.2.3]
		QuietPlies: 30,         // [64 7.2.5] fifteen moves of both players
		Endings: [maxEndings]ending{
			// [64 7.2.4] three or more kings against one
			{least: 4, most: 24, weak: 1, men: 0, plies: 30, reason: threeKings},
			{least: 4, most: 5, men: anyMen, anew: true, plies: 60, reason: sameFive},   // [64 7.2.6]
			{least: 6, most: 7, men: anyMen, anew: true, plies: 120, reason: sameSeven}, // [64 7.2.6]
			// [64 7.2.8] two or less against one king
			{least: 2, most: 3, weak: 1, men: anyMen, plies: 10, reason: oneAgainstTwo},
			// [64 7.2.7] three against one on a1-h8
			{least: 4, most: 4, weak: 1, men: anyMen, road: true, plies: 10, reason: onTheRoad},
		},
	}

	// No text of a Spanish federation was found: all is as in Portuguese draughts [FPD], under its own name.
	spanish = renamed(portuguese, "spanish")

	italian = Rules{
		Name:       "italian",
		Width:      8,        // [FID 2.1]
		corner:     true,     // [FID 2.3] the corner at each player's right hand is dark
		Corner:     TopLeft,  // [FID 2.4] 1-32, rightwards and downwards for White
		rows:       3,        // [FID 3.1]
		menBack:    false,    // [FID 5.3a]
		spared:     true,     // [FID 5.3b]
		promotion:  ends,     // [FID 4.5]
		short:      true,     // [FID 4.7]
		reach:      Adjacent, // [FID 5.4]
		most:       true,     // [FID 6.6]
		kingAmong:  true,     // [FID 6.7]
		mostKings:  true,     // [FID 6.8]
		kingEarly:  true,     // [FID 6.9] only the first king counts
		Repeat:     4,        // [FID 9.3 b1]
		QuietPlies: 80,       // [FID 10.4] forty moves of both players
	}

	english = Rules{
		Name:       "english",
		Width:      8,        // [WCDF 1.1]
		corner:     false,    // [WCDF 1.4] the square at each player's right hand is light
		Corner:     TopLeft,  // [WCDF 1.6] 1-32, rightwards and downwards for White
		Black:      true,     // [WCDF 1.11]
		rows:       3,        // [WCDF 1.8]
		menBack:    false,    // [WCDF 1.18]
		promotion:  ends,     // [WCDF 1.19]
		short:      true,     // [WCDF 1.17]
		reach:      Adjacent, // [WCDF 1.18]
		most:       false,    // [WCDF 1.20]
		Repeat:     3,        // [WCDF 1.32.1]
		QuietPlies: 80,       // [WCDF 1.32.2] forty moves of both players
	}
)

// renamed returns rules under another name.
func renamed(r Rules, name string) Rules {
	r.Name = name
	return r
}
