package bot

import (
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// perPage is how many matches are listed at once.
const perPage = 6

// games lists what the author plays here, and everywhere if nobody else listens.
func (t *talk) games(text string) error {
	return t.page("games", "history", text, storage.Query{Player: t.me.ID, Live: true})
}

// history lists what the author has played here, and everywhere if nobody else listens.
func (t *talk) history(text string) error {
	return t.page("history", "games", text, storage.Query{Player: t.me.ID, Ended: true})
}

// page lists one page of the matches that fit, and offers the others and those of another command.
func (t *talk) page(command, other, text string, q storage.Query) error {
	if !t.event.Private {
		q.Room = string(t.event.Room)
	}
	n, err := t.Store.Count(t.ctx, q)
	if err != nil {
		return err
	}
	pages := max(1, (n+perPage-1)/perPage)
	page, err := strconv.Atoi(strings.TrimSpace(text))
	page = min(max(page, 1), pages)
	if text != "" && err != nil {
		t.note("no-such-page", speech.Text("Word", text), speech.Count(pages))
		return nil
	}
	q.Skip, q.Limit = (page-1)*perPage, perPage
	found, err := t.matches(q)
	if err != nil {
		return err
	}
	message := chat.Message{Text: t.voice.Say(command, speech.Count(n)), Told: true, Private: true, Instead: true}
	if n == 0 {
		message.Text = t.voice.Say("no-" + command)
	}
	t.list(&message, found)
	to := func(label, command, text string) chat.Button {
		return chat.Button{Label: label, Says: strings.TrimSpace("/" + t.voice.Words(command)[0] + " " + text)}
	}
	var row []chat.Button
	if page > 1 {
		row = append(row, to("‹", command, strconv.Itoa(page-1)))
	}
	row = append(row, to(t.voice.Text("menu."+other), other, ""))
	if page < pages {
		row = append(row, to("›", command, strconv.Itoa(page+1)))
		message.Text = append(message.Text, line(t.voice.Say("page-more", speech.Text("Next", to("", command, strconv.Itoa(page+1)).Says)))...)
	}
	message.Buttons = append(message.Buttons, row)
	t.send(message)
	return nil
}

// list says in a line each what became of matches, or what is going on in them, with a button for each.
func (t *talk) list(message *chat.Message, found []*match.Match) {
	for _, m := range found {
		message.Text = append(message.Text, line(t.title(m, t.voice, t.caps()))...)
		message.Text = append(message.Text, chat.Span{Text: ": "})
		command := "board"
		switch m.Status {
		case match.Open:
			message.Text = append(message.Text, sentence(m, match.Event{Kind: match.Challenged, By: m.Challenger.ID}, m.Line.Position(), t.voice)...)
		case match.Void:
			message.Text = append(message.Text, t.voice.Say("void", speech.Person("Player", user(m.Challenger)), opponent(m))...)
		case match.Over:
			message.Text = append(message.Text, t.result(m, t.voice)...)
			command = "step"
		default:
			message.Text = append(message.Text, t.voice.Say("turn", speech.Person("Player", user(m.Player(m.Turn()))), speech.Text("Mark", mark(m, m.Turn(), t.caps())))...)
		}
		if m.Status != match.Void {
			says := "/" + t.voice.Words(command)[0] + " #" + m.ID
			message.Buttons = append(message.Buttons, []chat.Button{{Label: says, Says: says}})
		}
	}
}
