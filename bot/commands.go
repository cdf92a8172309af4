package bot

import "tabuleiro/engine/match"

// commands are what can be asked for, by the names of speech.Commands. The text is what follows the word.
var commands = map[string]func(t *talk, text string) error{
	"start":    (*talk).start,
	"help":     (*talk).help,
	"rules":    (*talk).rules,
	"manual":   (*talk).manual,
	"language": func(t *talk, text string) error { return t.shortcut("language", text) },
	"theme":    (*talk).theme,
	"settings": (*talk).settings,
	"status":   (*talk).status,
	"block":    (*talk).block,
	"unblock":  (*talk).unblock,
	"forget":   (*talk).forgetMe,

	"play":    (*talk).challenge,
	"accept":  func(t *talk, text string) error { return t.respond("accept", text, match.Accepted, match.Agreed) },
	"decline": func(t *talk, text string) error { return t.respond("decline", text, match.Declined, match.Refused) },
	"cancel":  func(t *talk, text string) error { return t.respond("cancel", text, match.Withdrawn) },
	"move":    func(t *talk, text string) error { return t.move(text, true) },
	"confirm": (*talk).confirm,
	"draw":    func(t *talk, text string) error { return t.propose("draw", text, match.Draw) },
	"undo":    func(t *talk, text string) error { return t.propose("undo", text, match.Undo) },
	"stop":    func(t *talk, text string) error { return t.propose("stop", text, match.Stop) },
	"resign":  (*talk).resign,
	"rematch": (*talk).rematch,

	"moves":   (*talk).moves,
	"board":   (*talk).board,
	"text":    (*talk).text,
	"why":     (*talk).why,
	"games":   (*talk).games,
	"dice":    (*talk).dice,
	"export":  (*talk).export,
	"import":  (*talk).imported,
	"step":    (*talk).step,
	"replay":  (*talk).film,
	"history": (*talk).history,
}

// nameless are the commands of those whose name is not known, too.
var nameless = map[string]bool{"start": true, "help": true, "rules": true, "manual": true}

// obey does what a command asks for.
func (t *talk) obey(name, text string) error {
	if t.me.ID == "" && !nameless[name] {
		t.note("nameless")
		return nil
	}
	if err := t.keepHandle(); err != nil {
		return err
	}
	return commands[name](t, text)
}
