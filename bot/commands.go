package bot

import (
	"maps"

	"tabuleiro/engine/match"
)

// command does what a word asks for. The text is what follows the word.
type command func(t *talk, text string) (reply, error)

// nameless are the commands of those whose name is not known, too.
var nameless = map[string]bool{"start": true, "help": true, "rules": true, "manual": true}

// handlers are those who carry the commands out.
type handlers struct {
	players   players
	moves     moves
	puzzles   puzzles
	viewer    viewer
	films     *films
	pages     pages
	settings  settings
	blocks    *blocks
	files     files
	insights  insights
	standings standings
	forgetter *forgetter
	linker    *linker
	owner     owner
}

// commands are what can be asked for, by the names of speech.Commands.
func (h handlers) commands() map[string]command {
	all := h.ofBot()
	for _, some := range []map[string]command{h.ofPeople(), h.ofMatches(), h.ofMoves(), h.ofBoards()} {
		maps.Copy(all, some)
	}
	return all
}

// ofBot are about the bot itself and how it behaves.
func (h handlers) ofBot() map[string]command {
	return map[string]command{
		"start":    h.pages.start,
		"help":     h.pages.help,
		"rules":    h.pages.rules,
		"manual":   h.pages.manual,
		"language": func(t *talk, text string) (reply, error) { return h.settings.shortcut(t, "language", text) },
		"theme":    h.settings.theme,
		"settings": h.settings.settings,
		"status":   h.owner.status,
	}
}

// ofPeople are about those who play.
func (h handlers) ofPeople() map[string]command {
	return map[string]command{
		"block":   h.blocks.block,
		"unblock": h.blocks.unblock,
		"forget":  h.forgetter.forget,
		"profile": h.standings.profile,
		"versus":  h.standings.versus,
		"ranking": h.standings.ranking,
		"link":    h.linker.link,
		"unlink":  h.linker.unlink,
	}
}

// ofMatches begin matches, end them, and do everything in them but play.
func (h handlers) ofMatches() map[string]command {
	propose := func(word string, offer match.Offer) command {
		return func(t *talk, text string) (reply, error) { return h.players.propose(t, word, text, offer) }
	}
	respond := func(word string, kinds ...match.Kind) command {
		return func(t *talk, text string) (reply, error) { return h.players.respond(t, word, text, kinds...) }
	}
	return map[string]command{
		"play":    h.players.challenge,
		"accept":  respond("accept", match.Accepted, match.Agreed),
		"decline": respond("decline", match.Declined, match.Refused),
		"cancel":  respond("cancel", match.Withdrawn),
		"draw":    propose("draw", match.Draw),
		"undo":    propose("undo", match.Undo),
		"stop":    propose("stop", match.Stop),
		"resign":  h.players.resign,
		"rematch": h.players.rematch,
		"claim":   h.players.claim,
		"give":    h.players.give,
		"pause":   h.players.pause,
		"away":    h.players.away,
		"remind":  h.players.remind,
		"export":  h.files.export,
		"import":  h.files.imported,
	}
}

// ofMoves are about what can be played.
func (h handlers) ofMoves() map[string]command {
	return map[string]command{
		"move": func(t *talk, text string) (reply, error) {
			if answer, taken, err := h.puzzles.hears(t, text, true); taken || err != nil {
				return answer, err
			}
			return h.moves.move(t, text, true)
		},
		"moves": h.moves.list,
		"confirm": func(t *talk, text string) (reply, error) {
			if _, ok := t.Settings().ValueIn(confirmChoice, text); ok {
				return h.settings.shortcut(t, "confirm", text)
			}
			return h.moves.confirm(t, text)
		},
		"hint": func(t *talk, text string) (reply, error) {
			if answer, taken, err := h.puzzles.hint(t, text); taken || err != nil {
				return answer, err
			}
			return h.insights.hint(t, text)
		},
		"puzzle": h.puzzles.puzzle,
	}
}

// ofBoards show matches, as they are and as they were.
func (h handlers) ofBoards() map[string]command {
	return map[string]command{
		"board":    h.viewer.board,
		"text":     h.viewer.text,
		"words":    h.viewer.words,
		"why":      h.viewer.why,
		"log":      h.viewer.log,
		"position": h.viewer.position,
		"dice": func(t *talk, text string) (reply, error) {
			if all, rest := t.without("stats", text); all {
				return h.standings.rolls(t, rest)
			}
			return h.viewer.dice(t, text)
		},
		"step":    h.viewer.step,
		"replay":  h.films.film,
		"games":   h.pages.games,
		"history": h.pages.history,
		"analyse": h.insights.analyse,
	}
}
