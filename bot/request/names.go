package request

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/computer"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// idForm matches the id of a match: #k7q2; #k7q2-… with the secret of a link or a code; #k7q2:5 with a number of moves
// or an offer; #k7q2/1 for a game of a series.
var idForm = regexp.MustCompile(`(?i)(?:^|\s)#([a-z0-9]{4,8})(?:-([a-z0-9]{8,40})|:([0-9]+)|/([0-9]{1,2}))?\b`)

// BoardOf returns the number behind the id in the text of a button, "#k7q2:5": the number of moves on its board, or the
// offer that it answers; -1 if there is none.
func BoardOf(text string) int { return numberIn(text, 3, -1) }

// GameOf returns the number of the game of a series in a text, "#k7q2/1"; 0 if there is none.
func GameOf(text string) int { return numberIn(text, 4, 0) }

// numberIn returns the number in a group of idForm, or the value of none if there is no number.
func numberIn(text string, group, none int) int {
	if at := idForm.FindStringSubmatch(text); at != nil {
		if n, err := strconv.Atoi(at[group]); err == nil {
			return n
		}
	}
	return none
}

// Named cuts the id of a match, with its "#", out of a text.
func Named(text string) (id, rest string) {
	id, _, rest = NamedByLink(text)
	return id, rest
}

// NamedByLink is like Named, and also returns the secret of a link, "" if there is none.
func NamedByLink(text string) (id, secret, rest string) {
	at, parts := idForm.FindStringIndex(text), idForm.FindStringSubmatch(text)
	if at == nil {
		return "", "", strings.TrimSpace(text)
	}
	return strings.ToLower(parts[1]), strings.ToLower(parts[2]), strings.TrimSpace(text[:at[0]] + " " + text[at[1]:])
}

// Quoted returns the id of the match that a message of the bot is about, "" if there is none: the last id of the first
// line, as a player's name before it may look like an id.
func Quoted(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	all := idForm.FindAllStringSubmatch(first, -1)
	if all == nil {
		return ""
	}
	return all[len(all)-1][1]
}

// Filter returns the matches that fit.
func Filter(some []*match.Match, is func(*match.Match) bool) []*match.Match {
	return slices.DeleteFunc(slices.Clone(some), func(m *match.Match) bool { return !is(m) })
}

// MeAt returns the author as a match may identify them: by id on all services, by handle only on the service where the
// match began.
func (req *Request) MeAt(h storage.Head) match.Player {
	me := req.Author
	if archive.BegunAt(h) != req.Event.Room.Service() {
		me.Handle = ""
	}
	return me
}

// RemoveWord removes the words with a meaning, in any language, from a text, and reports whether there were any.
func (req *Request) RemoveWord(what, text string) (bool, string) {
	n := len(strings.Fields(text))
	rest := slices.DeleteFunc(strings.Fields(text), func(w string) bool { return req.Guide.Languages.Book.Means(what, w) })
	return len(rest) < n, strings.Join(rest, " ")
}

// Naming returns how well a word names a match, by its game or by the author's opponents: 2 by a name, 1 by a part of
// the game's name, 0 not at all.
func (req *Request) Naming(m *match.Match, word string) int {
	book := req.Guide.Languages.Book
	word = speech.Fold(strings.TrimFunc(word, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) &&
			r != '@' && r != '_'
	}))
	handle, at := strings.CutPrefix(word, "@")
	if req.namesPlayer(m, handle, at) {
		return 2
	}
	if m.Game == nil || at || word == "" {
		return 0
	}
	switch names := strings.Fields(speech.Fold(strings.Join(book.All("game."+m.Game.Name), " "))); {
	case req.Guide.Game(word) == m.Game:
		return 2
	case slices.Contains(names, word), slices.Contains(names, "draughts") && book.Meaning("intent-draughts", word):
		return 1
	}
	return 0
}

// namesPlayer reports whether a word names the author's opponent in a match, as the bot or by name or handle. With at,
// the word followed an "@" and may also be the handle or id of any player.
func (req *Request) namesPlayer(m *match.Match, word string, at bool) bool {
	side, _ := computer.Side(m)
	return side != engine.Nobody && req.Guide.Languages.Book.Means("house", word) ||
		slices.ContainsFunc([]match.Player{m.Challenger, m.Opponent}, func(p match.Player) bool {
			names := strings.Fields(speech.Fold(p.Name + " " + p.Handle))
			return !p.Is(req.Author) && slices.Contains(names, word) ||
				at && slices.Contains([]string{speech.Fold(p.ID), speech.Fold(p.Handle)}, word)
		})
}

// WithoutNames removes from a text the words that name a match, its game and its players; it returns "" if only words
// such as "the game" are left. A final "no" is kept, although "no" elsewhere may be Portuguese for "in the".
func (req *Request) WithoutNames(m *match.Match, text string) string {
	words, book := strings.Fields(text), req.Guide.Languages.Book
	words = slices.DeleteFunc(words, func(w string) bool { return req.Naming(m, w) > 0 })
	refuses := len(words) > 0 && book.Means("no", words[len(words)-1])
	// not "the", "that", "game"
	says := func(w string) bool { return !book.Meaning("intent-this", w) }
	if !refuses && !slices.ContainsFunc(words, says) {
		return ""
	}
	return strings.Join(words, " ")
}

// NamedIn returns the matches that a text names best by game and players, and the text without those names. If it names
// none, or there are fewer than two matches, it returns its arguments.
func (req *Request) NamedIn(fit []*match.Match, text string) ([]*match.Match, string) {
	best := 0
	points := func(m *match.Match) (n int) {
		for _, w := range strings.Fields(text) {
			n += req.Naming(m, w)
		}
		return n
	}
	for _, m := range fit {
		best = max(best, points(m))
	}
	if best == 0 || len(fit) < 2 {
		return fit, text
	}
	fit = Filter(fit, func(m *match.Match) bool { return points(m) == best })
	return fit, req.WithoutNames(fit[0], text)
}

// NamesBot reports whether a word names the computer, and returns the level asked for or "": "house", "@house",
// "house:5". A person with the handle "house" comes first if the service has identified one, but not in a terminal,
// where every handle is a person.
func (req *Request) NamesBot(word string) (level string, ok bool) {
	handle, isHandle := strings.CutPrefix(word, "@")
	if _, somebody := req.Event.Named(handle); isHandle && somebody && !req.Guide.Caps.Together {
		return "", false
	}
	name, level, _ := strings.Cut(handle, ":")
	return level, req.Guide.Languages.Book.Means("house", name)
}
