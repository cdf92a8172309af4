package bot

import "tabuleiro/engine/match"

// command does what a word asks for. The text is what follows the word.
type command func(t *talk, text string) (reply, error)

// nameless are the commands of those whose name is not known, too.
var nameless = map[string]bool{"start": true, "help": true, "rules": true, "manual": true}

// commandsOf are what can be asked for, by the names of speech.Commands.
func commandsOf(p players, m moves, v viewer, g pages, s settings, l *blocks, f files, i insights, z puzzles, x *forgetter, o owner, st standings, c *linker) map[string]command {
	return map[string]command{
		"start":    g.start,
		"help":     g.help,
		"rules":    g.rules,
		"manual":   g.manual,
		"language": func(t *talk, text string) (reply, error) { return s.shortcut(t, "language", text) },
		"theme":    s.theme,
		"settings": s.settings,
		"status":   o.status,
		"block":    l.block,
		"unblock":  l.unblock,
		"forget":   x.forget,

		"play": p.challenge,
		"accept": func(t *talk, text string) (reply, error) {
			return p.respond(t, "accept", text, match.Accepted, match.Agreed)
		},
		"decline": func(t *talk, text string) (reply, error) {
			return p.respond(t, "decline", text, match.Declined, match.Refused)
		},
		"cancel":  func(t *talk, text string) (reply, error) { return p.respond(t, "cancel", text, match.Withdrawn) },
		"draw":    func(t *talk, text string) (reply, error) { return p.propose(t, "draw", text, match.Draw) },
		"undo":    func(t *talk, text string) (reply, error) { return p.propose(t, "undo", text, match.Undo) },
		"stop":    func(t *talk, text string) (reply, error) { return p.propose(t, "stop", text, match.Stop) },
		"resign":  p.resign,
		"rematch": p.rematch,
		"claim":   p.claim,
		"give":    p.give,
		"pause":   p.pause,
		"away":    p.away,
		"remind":  p.remind,

		"move": func(t *talk, text string) (reply, error) {
			if answer, taken, err := z.hears(t, text, true); taken || err != nil {
				return answer, err
			}
			return m.move(t, text, true)
		},
		"moves": m.list,
		"confirm": func(t *talk, text string) (reply, error) {
			if _, ok := t.ValueIn(confirmChoice, text); ok {
				return s.shortcut(t, "confirm", text)
			}
			return m.confirm(t, text)
		},

		"profile": st.profile,
		"versus":  st.versus,
		"ranking": st.ranking,
		"link":    c.link,
		"unlink":  c.unlink,

		"board":    v.board,
		"text":     v.text,
		"words":    v.words,
		"why":      v.why,
		"log":      v.log,
		"position": v.position,
		"dice": func(t *talk, text string) (reply, error) {
			if all, rest := t.without("stats", text); all {
				return st.rolls(t, rest)
			}
			return v.dice(t, text)
		},
		"step":    v.step,
		"replay":  v.film,
		"games":   g.games,
		"history": g.history,
		"analyse": i.analyse,
		"hint":    i.hint,
		"puzzle":  z.puzzle,
		"export":  f.export,
		"import":  f.imported,
	}
}
