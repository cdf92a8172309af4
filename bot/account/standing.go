// Package account handles what belongs to people: ratings and results, settings, linked accounts, and the copy and
// deletion of all their data.
package account

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/change"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/computer"
	"tabuleiro/bot/find"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/people"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/engine/rating"
	"tabuleiro/storage"
)

// Standings shows the ratings and results of people, from the heads of matches and the ratings alone.
type Standings struct {
	Archive *archive.Archive
	Blocks  *people.Blocklists

	Puzzles func(ctx context.Context, person string) (rating.Record, error)

	Now  func() int // returns the current rating period
	Open bool       // anybody may see the ranking of all people
}

// isPrivate reports whether somebody has made the profile private.
func (s Standings) isPrivate(ctx context.Context, id string) bool {
	return s.Archive.Preferences(ctx, archive.OfPerson(id)).Of("profile") == "private"
}

// visible returns the person a command is about, unless the profile is private.
func (s Standings) visible(req *request.Request, command, text string) (match.Player, error) {
	who, err := s.somebody(req, command, text)
	if err == nil && who.ID != req.Author.ID && s.isPrivate(req.Ctx, who.ID) {
		err = req.Refuse("profile-private")
	}
	return who, err
}

// somebody returns the person a command is about: named after @, the author of the message it answers, or its own
// author. A person without an id must be somebody met by the author or in this room.
func (s Standings) somebody(req *request.Request, command, text string) (match.Player, error) {
	p, ok, err := s.Blocks.Person(req, command, text)
	if err != nil {
		return p, err
	}
	_, named := req.NamesBot(text)
	switch {
	case named, ok && s.Blocks.Services.IsBot(req.Event.Room, p):
		return match.Player{ID: anyLevel, Name: req.Guide.Voice.Text("house-name-any")}, nil
	case ok && p.ID != "":
		return p, nil
	case ok:
		return s.met(req, p)
	case text == "", req.Guide.Languages.Book.Means("me", text):
		return req.Author, nil
	}
	return s.met(req, match.Player{Handle: text, Name: text})
}

// met returns the person with a handle or name whom the author has met, or who has played in this room.
func (s Standings) met(req *request.Request, p match.Player) (match.Player, error) {
	for _, q := range []storage.Query{{Room: string(req.Event.Room), Limit: find.RecentMatches},
		{Player: req.Author.ID, Limit: find.RecentMatches}} {
		found, err := s.Archive.Search(req.Ctx, q)
		if err != nil {
			return p, err
		}
		for _, m := range found {
			for _, one := range []match.Player{m.Challenger, m.Opponent} {
				if one.ID != "" && (one.Is(p) || p.Name != "" && speech.Fold(one.Name) == speech.Fold(p.Name)) {
					return one, nil
				}
			}
		}
	}
	return p, req.Refuse("profile-unknown")
}

// anyLevel is the id of the computer at any level in commands about it. No match has it.
const anyLevel = "house:any"

// ended returns the heads of the matches that somebody, or the computer at any level, has played from the start
// position to the end, oldest first.
func (s Standings) ended(ctx context.Context, id string) (found []storage.Head, err error) {
	ids := []string{id}
	if id == anyLevel {
		ids = computer.IDs()
	}
	for _, id := range ids {
		some, err := s.Archive.Find(ctx, storage.Query{Player: id, Ended: true})
		if err != nil {
			return nil, err
		}
		found = append(found, some...)
	}
	found = slices.DeleteFunc(found, func(h storage.Head) bool {
		return h.Status != match.Over || len(h.Players) != 2 || h.Set
	})
	slices.SortStableFunc(found, func(a, b storage.Head) int { return a.Latest.Compare(b.Latest) })
	return found, nil
}

// splitByOpponent returns the matches between people, and those against the computer.
func splitByOpponent(heads []storage.Head) (people, against []storage.Head) {
	for _, h := range heads {
		if slices.ContainsFunc(h.Players, computer.Is) {
			against = append(against, h)
		} else {
			people = append(people, h)
		}
	}
	return people, against
}

// tallies counts what somebody, or the computer, has won, drawn and lost in matches, by game.
func (s Standings) tallies(heads []storage.Head, id string) (all []guide.AtGame) {
	for _, game := range s.Archive.Games {
		at := guide.AtGame{Game: game}
		for _, h := range heads {
			switch {
			case h.Game != game.Name:
			case h.Winner == id, id == anyLevel && computer.Is(h.Winner):
				at.Tally.Won++
			case h.Winner == "":
				at.Tally.Drawn++
			default:
				at.Tally.Lost++
			}
		}
		if at.Tally.Played() > 0 {
			all = append(all, at)
		}
	}
	return all
}

// Profile shows the results and ratings of a person: "/profile", "/profile @rui".
func (s Standings) Profile(req *request.Request, text string) (*request.Result, error) {
	who, err := s.visible(req, req.Guide.Voice.Typed("profile"), text)
	if err != nil {
		return nil, err
	}
	heads, err := s.ended(req.Ctx, who.ID)
	if err != nil {
		return nil, err
	}
	if who.ID == anyLevel {
		return request.Say(req.Guide.Lists().Profile(guide.Profile{Player: view.User(who), Games: s.tallies(heads, who.ID)})),
			nil
	}
	heads, against := splitByOpponent(heads)
	p := guide.Profile{Player: view.User(who), Games: s.tallies(heads, who.ID), Bot: s.tallies(against, who.ID),
		Run: longestRun(heads, who.ID)}
	rated, err := s.Archive.Ratings(req.Ctx, storage.RatingQuery{Person: who.ID})
	if err != nil {
		return nil, err
	}
	for i := range p.Games {
		for _, r := range rated {
			if r.Game == p.Games[i].Game.Name {
				now := r.Now(s.Now())
				p.Games[i].Rating = &now
			}
		}
	}
	if p.Puzzles, err = s.Puzzles(req.Ctx, who.ID); err != nil {
		return nil, err
	}
	p.Favourite, p.Met, err = s.favourite(req.Ctx, heads, who.ID)
	return request.Say(req.Guide.Lists().Profile(p)), err
}

// longestRun returns the longest run of matches won by somebody.
func longestRun(heads []storage.Head, id string) (longest int) {
	run := 0
	for _, h := range heads {
		if run++; h.Winner != id {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}

// favourite returns the most frequent opponent of somebody, the latest of several, and the number of their matches.
func (s Standings) favourite(ctx context.Context, heads []storage.Head, id string) (chat.User, int, error) {
	met, last := map[string]int{}, map[string]string{}
	best := ""
	for _, h := range heads {
		other := h.Players[0]
		if other == id {
			other = h.Players[1]
		}
		if people.Gone(match.Player{ID: other}) {
			continue
		}
		met[other]++
		last[other] = h.ID
		if met[other] >= met[best] {
			best = other
		}
	}
	if best == "" {
		return chat.User{}, 0, nil
	}
	u, err := s.named(ctx, last[best], best)
	return u, met[best], err
}

// named returns a player of a match that has begun, under the name there.
func (s Standings) named(ctx context.Context, matchID, id string) (chat.User, error) {
	m, _, err := s.Archive.Load(ctx, matchID)
	if err != nil {
		return chat.User{}, err
	}
	return view.User(m.Player(m.Side(id))), nil
}

// Versus shows the score between the author and somebody else.
func (s Standings) Versus(req *request.Request, text string) (*request.Result, error) {
	other, err := s.somebody(req, req.Guide.Voice.Typed("versus"), text)
	if err != nil {
		return nil, err
	}
	if other.ID == req.Author.ID {
		return nil, req.Refuse("versus-who", req.Typed("Versus", "versus"))
	}
	heads, err := s.ended(req.Ctx, req.Author.ID)
	heads, against := splitByOpponent(heads)
	apart := func(h storage.Head) bool { return !change.HavePlayers(h, req.Author.ID, other.ID) }
	if heads = slices.DeleteFunc(heads, apart); other.ID == anyLevel {
		heads = against
	}
	return request.Say(req.Guide.Lists().Versus(view.User(req.Author), view.User(other), s.tallies(heads, req.Author.ID))),
		err
}

// Ranking shows the ratings of those who have played a game in this room: "/ranking", "/ranking damas 2"; or of all
// people, if the operator allows it: "/ranking all damas". The default game is the one played most here.
func (s Standings) Ranking(req *request.Request, text string) (*request.Result, error) {
	all, text := req.RemoveWord("all", text)
	if all && !s.Open {
		return nil, req.Refuse("ranking-closed", req.Typed("Ranking", "ranking"))
	}
	var game *engine.Game
	page := 1
	for _, word := range strings.Fields(text) {
		if n, err := strconv.Atoi(word); err == nil {
			page = n
		} else if named := req.Guide.Game(word); named == nil {
			return nil, req.UnknownGame(word, req.Guide.Games)
		} else if game != nil && game != named {
			return nil, req.Extra(word, req.Guide.Voice.Typed("ranking")+" "+req.Guide.TypedGame(game))
		} else {
			game = named
		}
	}
	where, usual, err := s.playedHere(req)
	if err != nil {
		return nil, err
	}
	if game == nil {
		game = usual
	}
	queries := []storage.RatingQuery{{Game: game.Name}}
	if !all {
		queries = nil
		for id := range where {
			queries = append(queries, storage.RatingQuery{Person: id, Game: game.Name})
		}
	}
	list, err := s.ranked(req.Ctx, queries)
	if err != nil {
		return nil, err
	}
	page = min(max(page, 1), guide.Pages(len(list), guide.PerRanking))
	err = s.name(req.Ctx, list[(page-1)*guide.PerRanking:min(page*guide.PerRanking, len(list))], where)
	return request.Say(req.Guide.Lists().Ranking(game, list, page, all, s.Open)), err
}

// playedHere returns those who have played rated matches in this room or, in a private chat, with the author, each with
// a match, and the game played most.
func (s Standings) playedHere(req *request.Request) (where map[string]string, usual *engine.Game, err error) {
	q := storage.Query{Room: string(req.Event.Room), Ended: true}
	if req.Event.Private {
		q = storage.Query{Player: req.Author.ID, Ended: true}
	}
	heads, err := s.Archive.Find(req.Ctx, q)
	played := map[string]int{}
	where = map[string]string{}
	for _, h := range heads {
		if !h.Rated {
			continue
		}
		played[h.Game]++
		for _, id := range h.Players {
			if where[id] == "" {
				where[id] = h.ID
			}
		}
	}
	return where, slices.MaxFunc(s.Archive.Games,
		func(a, b *engine.Game) int { return cmp.Compare(played[a.Name], played[b.Name]) }), err
}

// ranked returns a ranking by the lower bound of ratings, provisional ones last and without private profiles. People
// have only their ids in it.
func (s Standings) ranked(ctx context.Context, queries []storage.RatingQuery) (list []guide.Ranked, err error) {
	for _, q := range queries {
		ratings, err := s.Archive.Ratings(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, r := range ratings {
			if !s.isPrivate(ctx, r.Person) {
				list = append(list, guide.Ranked{Player: chat.User{ID: r.Person}, Rating: r.Now(s.Now())})
			}
		}
	}
	provisional := func(r guide.Ranked) int {
		if r.Rating.Provisional() {
			return 1
		}
		return 0
	}
	slices.SortFunc(list, func(a, b guide.Ranked) int {
		sure := cmp.Compare(b.Rating.Sure(), a.Rating.Sure())
		return cmp.Or(provisional(a)-provisional(b), sure, cmp.Compare(a.Player.ID, b.Player.ID))
	})
	return list, nil
}

// name fills in the names of people in a ranking, from the match in where or else from the latest rated one.
func (s Standings) name(ctx context.Context, list []guide.Ranked, where map[string]string) error {
	for i := range list {
		id := list[i].Player.ID
		matchID := where[id]
		if matchID == "" {
			heads, err := s.Archive.Find(ctx, storage.Query{Player: id, Ended: true})
			if err != nil {
				return err
			}
			rated := slices.IndexFunc(heads, func(h storage.Head) bool { return h.Rated }) // else imported, perhaps
			if rated < 0 {
				list[i].Player = view.Clean(list[i].Player)
				continue
			}
			matchID = heads[rated].ID
		}
		u, err := s.named(ctx, matchID, id)
		if err != nil {
			return err
		}
		list[i].Player = u
	}
	return nil
}

// rollsOf bounds the latest matches of a person that count for Rolls.
const rollsOf = 300

// Rolls shows the statistics of a person's dice, against people and against the computer: "/dice stats", "/dice stats
// @rui".
func (s Standings) Rolls(req *request.Request, text string) (*request.Result, error) {
	who, err := s.visible(req, req.Guide.Voice.Typed("dice")+" "+req.Guide.Voice.Typed("stats"), text)
	if err != nil {
		return nil, err
	}
	if who.ID == anyLevel {
		who = req.Author // whose page includes the computer's throws
	}
	heads, err := s.Archive.Find(req.Ctx, storage.Query{Player: who.ID, Limit: rollsOf})
	if err != nil {
		return nil, err
	}
	r := view.Rolls{Player: view.User(who)}
	for _, h := range heads {
		if len(h.Players) != 2 || !hasDice(s.Archive.Game(h.Game)) {
			continue
		}
		m, err := s.Archive.Replay(req.Ctx, h)
		if err != nil {
			return nil, err
		}
		countRolls(&r, m, m.Side(who.ID))
	}
	return request.Say(r.Message(req.Guide.Audience)), nil
}

// hasDice reports whether a game is played with dice.
func hasDice(g *engine.Game) bool {
	if g == nil {
		return false
	}
	r, err := g.NewRecord(nil, "")
	_, dice := r.Line.Position().(engine.DicePosition)
	return err == nil && dice
}

// countRolls adds the rolls of a match. It omits those imported from a file, and rolls in which each side has one die.
func countRolls(r *view.Rolls, m *match.Match, own engine.Side) {
	if own == engine.Nobody {
		return
	}
	left := m.Dice.Throws
	for n := m.Line.Len() - 1; n >= 0 && left > 0; n-- {
		before, dice := m.Line.At(n).(engine.DicePosition)
		after, still := m.Line.At(n + 1).(engine.DicePosition)
		if !dice || !still || m.Line.At(n).Turn() != engine.Chance {
			continue
		}
		left--
		to := &r.People
		switch by := before.Throw().By; {
		case by != own && (by != own.Other() || !computer.Is(m.Player(by).ID)):
			continue
		case by != own:
			to = &r.Mine
		case computer.Is(m.Player(own.Other()).ID):
			to = &r.Bot
		}
		thrown := after.Throw().Dice
		to.Add(thrown[0], thrown[1])
	}
}
