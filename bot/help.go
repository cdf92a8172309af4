package bot

import (
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
)

// start greets with the menu and shows what is going on in the room, or the match whose link was opened.
func (t *talk) start(text string) error {
	if t.book.Means("menu", text) {
		t.menu()
		return nil
	}
	if text != "" {
		return t.board("#" + strings.TrimPrefix(text, "#"))
	}
	found, err := t.live()
	if err != nil {
		return err
	}
	switch len(found) {
	case 0:
		t.menu()
	case 1:
		t.send(t.present(found[0], t.caps()))
	default:
		m := chat.Message{Text: t.voice.Say("games", speech.Count(len(found))), Told: true}
		t.list(&m, found)
		t.send(m)
	}
	return nil
}

// menuButton is what a button for the menu says.
const menuButton = "/start menu"

// menuRows are the commands of the menu.
var menuRows = [][]string{{"play", "games"}, {"rules", "manual"}, {"language", "settings"}, {"help"}}

// menu greets, and offers what one may want who has just come.
func (t *talk) menu() {
	m := chat.Message{
		Text:    t.voice.Say("greeting", speech.Text("Play", t.voice.Typed("play")), speech.Text("Help", t.voice.Typed("help"))),
		Told:    true,
		Instead: true,
	}
	for _, row := range menuRows {
		var buttons []chat.Button
		for _, c := range row {
			buttons = append(buttons, chat.Button{Label: t.voice.Text("menu." + c), Says: t.voice.Typed(c)})
			if t.caps().Rows == 0 {
				m.Text = append(m.Text, chat.Span{Text: "\n" + t.voice.Typed(c), Bold: true}, chat.Span{Text: "  " + t.voice.Text("menu."+c)})
			}
		}
		m.Buttons = append(m.Buttons, buttons)
	}
	t.send(m)
	if t.me.ID == "" {
		t.note("greeting-nameless")
	}
}

// helpGroups are all of speech.Commands, by when they are wanted. The first group is what everybody needs, and fits on a phone.
var helpGroups = []struct {
	name     string // of the sentence that is its heading, under "help-group"; the first group needs none
	commands []string
}{
	{"", []string{"play", "accept", "moves", "board", "games", "undo", "draw", "resign", "rules", "manual", "settings"}},
	{"challenges", []string{"decline", "cancel", "rematch", "block", "unblock"}},
	{"playing", []string{"move", "why", "confirm", "dice", "stop", "text"}},
	{"afterwards", []string{"history", "step", "replay", "export", "import"}},
	{"bot", []string{"start", "help", "language", "theme", "forget"}},
}

// help tells the everyday commands, with "more" all others, or what a single one does.
func (t *talk) help(text string) error {
	if c := t.book.Command(strings.TrimPrefix(text, "/")); c != "" {
		t.send(chat.Message{Text: t.helpLine(c), Private: true})
		return nil
	}
	m := chat.Message{Told: true, Private: true, Instead: true}
	buttons := []chat.Button{{Label: t.voice.Text("menu.manual"), Says: t.voice.Typed("manual")}, {Label: "☰", Says: menuButton}}
	more := t.voice.Typed("help") + " " + t.voice.Typed("more")
	if t.book.Means("more", text) {
		for n, group := range helpGroups[1:] {
			if n > 0 {
				m.Text = append(m.Text, chat.Span{Text: "\n\n"})
			}
			m.Text = append(m.Text, chat.Span{Text: t.voice.Text("help-group." + group.name), Bold: true})
			m.Text = append(m.Text, t.helpLines(group.commands)...)
		}
		m.Text = append(append(m.Text, chat.Span{Text: "\n"}), line(t.voice.Say("help-end", speech.Text("Games", t.gameNames())))...)
		buttons = append([]chat.Button{{Label: "‹", Says: t.voice.Typed("help")}}, buttons...)
	} else {
		m.Text = append(t.voice.Say("help-begin"), t.helpLines(helpGroups[0].commands)...)
		m.Text = append(m.Text, line(t.voice.Say("help-more", speech.Text("More", more)))...)
		buttons = append([]chat.Button{{Label: t.voice.Text("button.more"), Says: more}}, buttons...)
	}
	m.Buttons = [][]chat.Button{buttons}
	t.send(m)
	return nil
}

// helpLines tell what commands do, each in a line of its own.
func (t *talk) helpLines(commands []string) []chat.Span {
	var spans []chat.Span
	for _, c := range commands {
		spans = append(append(spans, chat.Span{Text: "\n"}), t.helpLine(c)...)
	}
	return spans
}

// helpLine tells what a command does.
func (t *talk) helpLine(command string) []chat.Span {
	return append([]chat.Span{{Text: t.voice.Typed(command), Bold: true}, {Text: "  "}}, t.voice.Say("help."+command)...)
}
