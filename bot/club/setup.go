package club

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
	"tabuleiro/engine/tournament"
)

// Default times of a tournament.
const (
	usualMove  = "3d"               // for each move
	usualRound = 7 * 24 * time.Hour // for each round
)

// options are the options in the text that announces a tournament.
type options struct {
	tournament.Setup
	now     time.Time
	means   func(what, word string) bool
	matches []string // words about the matches
	timed   bool     // matches includes a time control
}

// optionTable maps the key of each option to a function that reads its value and reports whether it is valid.
var optionTable = map[string]func(o *options, value string) bool{
	"system": func(o *options, value string) bool {
		i := slices.IndexFunc(tournament.Systems, func(s tournament.System) bool { return o.means(string(s), value) })
		if i >= 0 {
			o.System = tournament.Systems[i]
		}
		return i >= 0
	},
	"rounds": func(o *options, value string) bool { return number(&o.Rounds, value, 1, 30) },
	"sets":   func(o *options, value string) bool { return number(&o.Games, value, 1, 2) },
	"needs":  func(o *options, value string) bool { return number(&o.Needs, value, 2, tournament.MostEntrants) },
	"length": func(o *options, value string) bool { return lasting(&o.Length, value) },
	"starts": func(o *options, value string) bool {
		var in time.Duration
		ok := lasting(&in, value)
		o.Starts = o.now.Add(in)
		return ok
	},
	ofLadders: func(o *options, value string) bool {
		o.matches, o.timed = append(o.matches, "time="+value+"d"), true
		return true
	},
}

// ofLadders is the one option that ladders have as well: the days for each move.
const ofLadders = "days"

// read parses the text that announces a tournament: its own options, and those of its matches.
func (c *Club) read(req *request.Request, of sort, text string) (tournament.Setup, error) {
	o := options{now: c.Now(), means: req.Guide.Languages.Book.Means}
	o.System, o.Length = tournament.Swiss, usualRound
	if of == ladders {
		o.System = tournament.Ladder
	}
	for _, word := range strings.Fields(text) {
		if !o.readWord(word, of) {
			return o.Setup, req.Refuse("tournament-option", speech.Text("Word", speech.Clean(word, view.LongestName)),
				req.Typed("Tournament", string(of)))
		}
	}
	if !o.timed && !req.Guide.Caps.Together {
		o.matches = append(o.matches, "time="+usualMove)
	}
	var err error
	o.Match, err = c.Players.Proposed(req, strings.Join(o.matches, " "))
	if game := c.Archive.Game(o.Match.Game); game != nil {
		o.Whole = !game.Draws
	}
	return o.Setup, err
}

// readWord reads a word. It reports false for an option with an invalid value, and for one that ladders do not have.
func (o *options) readWord(word string, of sort) bool {
	name, value, valued := strings.Cut(strings.ToLower(word), "=")
	for what, read := range optionTable {
		if valued && o.means(what, name) {
			return (of != ladders || what == ofLadders) && read(o, value)
		}
	}
	o.timed = o.timed || valued && o.means("time", name)
	o.matches = append(o.matches, word)
	return true
}

// number parses a number within bounds.
func number(n *int, text string, low, high int) bool {
	var err error
	*n, err = strconv.Atoi(text)
	return err == nil && *n >= low && *n <= high
}

// lasting parses a span from an hour to a year.
func lasting(d *time.Duration, text string) bool {
	span, err := match.ParseSpan(text)
	*d = time.Duration(span)
	return err == nil && *d >= time.Hour && *d <= 366*24*time.Hour
}
