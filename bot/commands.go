package bot

import "tabuleiro/engine/match"

// commands are what can be asked for, by the names of speech.Commands. The text is what follows the word.
var commands = map[string]func(t *talk, text string) error{
	"start":    (*talk).start,
	"help":     (*talk).help,
	"rules":    (*talk).rules,
	"language": (*talk).language,
	"theme":    (*talk).theme,

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

	"moves":  (*talk).moves,
	"board":  (*talk).board,
	"text":   (*talk).text,
	"games":  (*talk).games,
	"dice":   (*talk).dice,
	"export": (*talk).export,
}

// nameless are the commands of those whose name is not known, too.
var nameless = map[string]bool{"start": true, "help": true, "rules": true}

// obey does what a command asks for.
func (t *talk) obey(name, text string) error {
	if t.me.ID == "" && !nameless[name] {
		t.note("nameless")
		return nil
	}
	return commands[name](t, text)
}
