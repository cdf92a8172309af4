package guide

import (
	"regexp"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
)

// placeholder stands in the manual for a command or a word, {play} or {flip}: each language has its own.
var placeholder = regexp.MustCompile(`\{([a-z]+)\}`)

// sometimes is what the manual tells only some readers, between the name of these and its end, with the space before
// it: "<telegram>...</telegram>".
var sometimes = regexp.MustCompile(`(?s)(\s*)<([a-z]+)>(.*?)</[a-z]+>`)

// readers tells of each kind whether the reader is one: on which service, where there are others to be answered,
// buttons to be tapped, and where what is just typed is heard or not.
func (g Reading) readers() map[string]bool {
	return map[string]bool{g.Service: true, "heard": !g.isUnheard(), "unheard": g.isUnheard(),
		"chats": g.Service != "terminal"}
}

// Manual is the contents of the manual, or a section of it: "", "3", "dice", "all".
func (g Reading) Manual(text string) ([]chat.Message, error) {
	r, err := g.open(nil)
	if err != nil {
		return nil, err
	}
	if text != "" {
		return r.read(text)
	}
	m := chat.Message{
		Text: append([]chat.Span{{Text: r.spoken().title, Bold: true}},
			view.Line(g.Voice.Say("manual-begin", speech.Text("Example", r.asks(2))))...),
		Buttons: append(r.buttons(-1), []chat.Button{{Label: "☰", Says: menuButton}}),
		Told:    true,
		Private: true,
		Instead: true,
	}
	return []chat.Message{m}, nil
}

// Titles are those of the sections of the rules of a game or, without one, of the manual; none if they cannot be read.
func (g Reading) Titles(game *engine.Game) (titles []string) {
	r, err := g.open(game)
	if err != nil {
		return nil
	}
	for _, s := range r.spoken().sections {
		titles = append(titles, s.title)
	}
	return titles
}

// told is a page in a language as this reader is told it.
func (g Reading) told(lang, text string) string {
	spoken, _ := g.Languages.Book.In(lang)
	if lang == g.Voice.Language {
		spoken = g.Voice.Voice
	}
	text = sometimes.ReplaceAllStringFunc(text, func(marked string) string {
		if part := sometimes.FindStringSubmatch(marked); g.readers()[part[2]] {
			return part[1] + part[3]
		}
		return ""
	})
	return spoken.Localize(placeholder.ReplaceAllStringFunc(text, func(name string) string {
		return spoken.Typed(name[1 : len(name)-1])
	}))
}
