package club

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine/match"
	"tabuleiro/engine/tournament"
)

// The usual times.
const (
	usualMove  = "3d"               // for each move
	usualRound = 7 * 24 * time.Hour // for each round
)

// ofContests are the options that a ladder does not have.
var ofContests = []string{"system", "rounds", "sets", "needs", "length", "starts"}

// optionForm is an option of a tournament, which is none of its matches.
var optionForm = regexp.MustCompile(`^(\pL+)=(\S+)$`)

// read reads what a tournament is announced with: its own options, and those of its matches.
func (c *Club) read(req *request.Request, of sort, text string) (s tournament.Setup, err error) {
	s = tournament.Setup{System: tournament.Swiss, Length: usualRound}
	if of == ladders {
		s.System = tournament.Ladder
	}
	means := req.Guide.Languages.Book.Means
	var rest []string
	timed := false
	for _, word := range strings.Fields(text) {
		option := optionForm.FindStringSubmatch(strings.ToLower(word))
		if option == nil {
			rest = append(rest, word)
			continue
		}
		ok := true
		switch key, value := option[1], option[2]; {
		case of == ladders && slices.ContainsFunc(ofContests, func(option string) bool { return means(option, key) }):
			ok = false
		case means("system", key):
			ok = false
			for _, system := range tournament.Systems {
				if means(string(system), value) {
					s.System, ok = system, true
				}
			}
		case means("rounds", key):
			s.Rounds, ok = number(value, 1, 30)
		case means("sets", key):
			s.Games, ok = number(value, 1, 2)
		case means("needs", key):
			s.Needs, ok = number(value, 2, tournament.MostEntrants)
		case means("length", key):
			s.Length, ok = lasting(value)
		case means("starts", key):
			var in time.Duration
			if in, ok = lasting(value); ok {
				s.Starts = c.Now().Add(in)
			}
		case means("days", key):
			rest, timed = append(rest, "time="+value+"d"), true
		default:
			timed = timed || means("time", key)
			rest = append(rest, word)
		}
		if !ok {
			return s, req.Note("tournament-option", speech.Text("Word", speech.Clean(word, tell.LongestName)),
				req.Typed("Tournament", string(of)))
		}
	}
	if !timed && !req.Guide.Caps.Together {
		rest = append(rest, "time="+usualMove)
	}
	s.Match, err = c.Players.Proposed(req, strings.Join(rest, " "))
	if game := c.Archive.Game(s.Match.Game); game != nil {
		s.Whole = !game.Draws
	}
	return s, err
}

func number(text string, low, high int) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= low && n <= high
}

// lasting reads a span of an hour to a year.
func lasting(text string) (time.Duration, bool) {
	span, err := match.ParseSpan(text)
	d := time.Duration(span)
	return d, err == nil && d >= time.Hour && d <= 366*24*time.Hour
}
