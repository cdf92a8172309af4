package conversation

import (
	"maps"
	"slices"
	"strings"
	"tabuleiro/bot/find"
	"tabuleiro/bot/house"
	"tabuleiro/bot/request"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// instead is what is typed for the match in hand against the bot, or one that has just ended, with another level or to
// other points, where words say no more than that; "" if they say more, or there is none. Words that compare go by the
// level that it has: "easier" is two below it, "a bit easier" one, after a lost match no more than one above what was
// beaten before; beyond the last level there is only a word about it.
func instead(in find.Finder, req *request.Request, on hand, name string, words []string) (as, rest string) {
	m, is, beaten := on.match, on.level, 0
	if m == nil {
		m, is, beaten = ended(in, req)
	}
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "house" })
	if name != "play" || len(words) != 1 || m == nil {
		return "", ""
	}
	what, value, _ := strings.Cut(words[0], "=")
	says := func(key string) bool { return saysOne(req, key) }
	level := engine.LevelName(is)
	options := maps.Clone(m.Setup.Options)
	switch {
	case what == "level" && (value == "1" || value == "6") && says("intent-compare"):
		step := 2
		if says("intent-bit") {
			step = 1
		}
		if value == "1" {
			step = -step
		}
		next := min(max(is+step, 1), engine.Max)
		if beaten > 0 && beaten < is && step < -1 {
			next = min(next, beaten+1)
		}
		if level = engine.LevelName(next); next == is {
			if value == "1" {
				return "no-level-lower", ""
			}
			return "no-level-higher", ""
		}
	case what == "level" && value != "?":
		level = value
	case what == "points" && options[what] != "" && m.Choices() < 2:
		options[what] = value
	default:
		return "", ""
	}
	all := m.Game.Name
	for _, o := range m.Game.Options {
		if options[o.Name] != o.Default {
			all += " " + o.Name + "=" + options[o.Name]
		}
	}
	return name, all + " level=" + level
}

// number takes the number of a match out of a text: "I resign #k7q2". A text that is nothing else stays as it is. Where
// several matches are played, a game or an opponent that is named stands for the number.
func number(in find.Finder, req *request.Request, text string) (number, said string) {
	id, rest := request.Named(text)
	if m, err := in.ByID(req, id, ""); id != "" && rest != "" && err == nil {
		return "#" + m.ID, rest
	}
	mine, err := in.Mine(req)
	words := strings.Fields(text)
	for _, m := range mine {
		if i := slices.Index(words, m.ID); i >= 0 && len(words) > 1 { // without its sign
			return "#" + m.ID, strings.Join(slices.Delete(words, i, i+1), " ")
		}
	}
	if fit, _ := req.NamedIn(mine, text); err == nil && len(mine) > 1 && len(fit) == 1 {
		return "#" + fit[0].ID, text
	}
	return "", text
}

// lately are the last matches here of the author, the latest first; none if that is not known.
func lately(in find.Finder, req *request.Request) []*match.Match {
	found, err := in.Archive.Search(req.Ctx, storage.Query{Room: string(req.Event.Room), Player: req.Author.ID,
		Limit: find.Lately})
	if err != nil {
		return nil
	}
	return found
}

// playing is the latest match of the author here, if it goes on.
func playing(in find.Finder, req *request.Request) *match.Match {
	found := lately(in, req)
	if len(found) == 0 || found[0].Status != match.Playing {
		return nil
	}
	return found[0]
}

// unmoved tells whether the author has made no move in a match yet.
func unmoved(req *request.Request, m *match.Match) bool {
	side, turns := m.Side(req.Author.ID), 0
	for i := m.Given(); i < m.Line.Len(); i++ {
		if m.Line.At(i).Turn() == side {
			turns++
		}
	}
	return len(m.Games) == 0 && turns == m.Rolls(side)
}

// hand is the newest match here of somebody against the bot, and its level; the match is nil if there is none.
type hand struct {
	match *match.Match
	level int
}

// inHand is that of the author.
func inHand(in find.Finder, req *request.Request) hand {
	mine, err := in.Mine(req)
	for _, m := range mine {
		if side, level := house.Side(m); err == nil && side != engine.Nobody && m.Status == match.Playing {
			return hand{m, level}
		}
	}
	return hand{}
}

// ended is the last match of the author here, if it has ended, was against the bot and the author plays no other, and
// its level; nil if there is none. Beaten is the highest level that the author has beaten in its game; 0: none.
func ended(in find.Finder, req *request.Request) (last *match.Match, level, beaten int) {
	found := lately(in, req)
	if len(found) == 0 || !found[0].Status.Ended() {
		return nil, 0, 0
	}
	for _, m := range found {
		side, of := house.Side(m)
		switch {
		case side == engine.Nobody && last == nil:
			return nil, 0, 0
		case side == engine.Nobody || last != nil && m.Game != last.Game:
			continue
		case last == nil:
			last, level = m, of
		}
		if m.Status == match.Over && m.Outcome.Winner == side.Other() {
			beaten = max(beaten, of)
		}
	}
	return last, level, beaten
}
