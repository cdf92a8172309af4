package conversation

import (
	"slices"
	"strings"
	"tabuleiro/bot/command"
	"unicode"

	"tabuleiro/bot/intent"
	"tabuleiro/bot/matches"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/engine/match"
)

// Behind a move people wish luck, or offer a draw: "32-27 and I offer a draw". It is played where each other word is one
// of those for that, and they are said to the bot; anything else may be talk about the move.

// beside finds the move before words that only go along with it, with the number of its match, and whether a draw is
// offered with it; the move is "" if it is no such text.
func (c *Conversation) beside(req *request.Request) (move string, draw bool) {
	words := strings.Fields(req.Event.Text)
	if !req.Event.Addressed || len(words) < 2 || len(words) > mostBeside {
		return "", false
	}
	n := len(words)
	for n > 0 && !strings.ContainsFunc(words[n-1], unicode.IsDigit) {
		n--
	}
	offers, said := saidBeside(req, words[n:])
	if typed := strings.TrimRight(strings.Join(words[:n], " "), ",;.!"); said && n > 0 && n < len(words) {
		if m := playable(c.Moves, req, typed); m != nil && (!offers || m.Game.Draws) {
			return "#" + m.ID + " " + typed, offers
		}
	}
	return "", false
}

// mostBeside is the number of words a move and what is said with it have at the most.
const mostBeside = 16

// saidBeside reports whether words only go along with a move, and whether they offer a draw.
func saidBeside(req *request.Request, words []string) (draw, ok bool) {
	book := req.Guide.Languages.Book
	offers := false
	for _, w := range words {
		w = speech.Fold(strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
		switch {
		case w == "", book.Meaning("beside-kind", w), book.Means("thanks", w), book.Means("small-talk", w):
		case book.Meaning("beside-draw", w):
			draw = true
		case book.Meaning("beside-offer", w):
			offers = true
		default:
			return false, false
		}
	}
	return draw, draw || !offers
}

// playable is the only match here in which a text is a move that the author may make now, nil if there is none. A
// player who wants to see each move first types it alone.
func playable(moves matches.Moves, req *request.Request, text string) *match.Match {
	mine, err := moves.Find.Mine(req)
	if err != nil || moves.Confirms(req) {
		return nil
	}
	id := req.Board
	mine = request.Filter(mine, func(m *match.Match) bool {
		_, err := req.Read(m, text)
		return err == nil && (id == "" || m.ID == id) && request.Can(m, req.Author, match.Moved)
	})
	if len(mine) != 1 {
		return nil
	}
	return mine[0]
}

// playBeside plays a move and, where a draw is offered with it, offers that then.
func playBeside(c *Conversation, req *request.Request, move string, draw bool) (*request.Result, error) {
	answer, err := c.Moves.Move(req, move, true)
	if !draw || answer != nil || err != nil {
		return answer, err
	}
	id, _ := request.Named(move)
	return c.Players.Propose(req, "draw", "#"+id, match.Draw)
}

// mostMisspelt is the number of commands a word with a slip may be.
const mostMisspelt = 3

// misspelt are the commands that a word may be with a slip, as they are typed in the language of the reader if they are
// words of it.
func misspelt(req *request.Request, word, rest string) (all []string) {
	for _, v := range append([]string{req.Guide.Voice.Language}, speech.Languages...) {
		voice, _ := req.Guide.Languages.Book.In(v)
		for _, c := range command.Public() {
			for _, right := range voice.Words(c.Name) {
				says := strings.TrimSpace("/" + right + " " + rest)
				if intent.Near(speech.Fold(right), speech.Fold(word)) && !slices.Contains(all, says) && len(all) < mostMisspelt {
					all = append(all, says)
				}
			}
		}
	}
	return all
}
