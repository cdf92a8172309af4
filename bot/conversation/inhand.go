package conversation

import (
	"slices"
	"strings"
	"tabuleiro/bot/find"
	"tabuleiro/bot/house"
	"tabuleiro/bot/request"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

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

// ended is the last match of the author here, if it has ended and was against the bot.
func ended(in find.Finder, req *request.Request) hand {
	found := lately(in, req)
	if len(found) == 0 || !found[0].Status.Ended() {
		return hand{}
	}
	if side, level := house.Side(found[0]); side != engine.Nobody {
		return hand{found[0], level}
	}
	return hand{}
}
