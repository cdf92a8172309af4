package archive

import "tabuleiro/engine/match"

// entry is a match as last seen, with its last events.
type entry struct {
	match *match.Match
	last  []match.Event
}

// weight is about how many bytes an entry takes: what a match with its last events takes, each move with the position
// after it, as measured in the games that there are, and the text of those read from a file.
func (e entry) weight() int { return 8<<10 + 480*e.match.Number() + 32*len(e.match.Setup.Played) }
