package bot

import (
	"context"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// suggestions bounds what is suggested; the least of the services takes 25.
const suggestions = 25

// Suggest completes commands, games, languages and the moves of who is typing.
func (b *Bot) Suggest(ctx context.Context, e chat.Event) []string {
	alone := ""
	if e.Private {
		alone = e.From.ID
	}
	voice := b.voice(b.taste(ctx, holderOf(e.Room, alone)), e.Locale)
	head, tail := "", strings.TrimLeft(e.Text, " ")
	if word, rest, found := strings.Cut(tail, " "); found {
		if _, ok := strings.CutPrefix(word, "/"); ok {
			head, tail = word+" ", rest
		}
	}
	var options []string
	switch command := b.book.Command(strings.TrimPrefix(strings.TrimSpace(head), "/")); {
	case head == "" && strings.HasPrefix(tail, "/"):
		for _, c := range speech.Commands {
			options = append(options, "/"+voice.Words(c)[0])
		}
	case head == "", command == "move", command == "moves":
		options = b.movesOf(ctx, e, tail)
	case command == "play", command == "rules":
		for _, g := range b.Games {
			options = append(append(options, g.Name), g.Aliases...)
		}
	case command == "language":
		options = speech.Languages
	}
	var found []string
	for _, o := range options {
		fits := strings.HasPrefix(speech.Fold(o), speech.Fold(tail)) || strings.HasPrefix(o, "#") // a numbered move is chosen already
		if fits && len(found) < suggestions {
			found = append(found, head+o)
		}
	}
	return found
}

// movesOf are the legal moves that begin with a text, in the matches where the person is on turn; with the number of the
// match before them if there are several.
func (b *Bot) movesOf(ctx context.Context, e chat.Event, begin string) []string {
	heads, err := b.Store.Find(ctx, storage.Query{Room: string(e.Room), Player: e.From.ID, Live: true, Limit: most})
	if err != nil {
		b.Log.Warn("suggest", "error", err)
		return nil
	}
	var turn []*match.Match
	for _, h := range heads {
		if m, err := b.replay(ctx, h); err == nil && m.Turn() != engine.Nobody && m.Side(e.From.ID) == m.Turn() {
			turn = append(turn, m)
		}
	}
	var moves []string
	for _, m := range turn {
		number := ""
		if len(turn) > 1 {
			number = "#" + m.ID + " "
		}
		for _, move := range beginning(m, strings.TrimPrefix(begin, number)) {
			moves = append(moves, number+move)
		}
	}
	return moves
}

// beginning are the moves of a match that begin with a text.
func beginning(m *match.Match, begin string) []string {
	if begin != "" && strings.HasPrefix("#"+m.ID, begin) { // the number of the match is still being typed
		begin = ""
	}
	var moves []string
	seen := 0
	for move := range m.Line.Position().Moves() {
		if seen++; len(moves) == suggestions || seen > enough {
			break
		}
		if strings.HasPrefix(string(move), begin) {
			moves = append(moves, string(move))
		}
	}
	return moves
}
