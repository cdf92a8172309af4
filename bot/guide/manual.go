package guide

import (
	"fmt"
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
	r, err := g.manual()
	if err != nil {
		return nil, fmt.Errorf("manual: %w", err)
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
func (g Reading) Titles(game *engine.Game) []string {
	r, err := g.manual()
	if game != nil {
		r, err = g.rulesOf(game)
	}
	if err != nil {
		return nil
	}
	return r.titles()
}

// manual is the reader of the manual.
func (g Reading) manual() (reader, error) {
	pages, err := readPages(g.Handbook)
	for i, p := range pages {
		spoken, _ := g.Languages.Book.In(speech.Languages[i])
		for n := range p.sections {
			words := sometimes.ReplaceAllStringFunc(p.sections[n].words, func(marked string) string {
				if part := sometimes.FindStringSubmatch(marked); g.readers()[part[2]] {
					return part[1] + part[3]
				}
				return ""
			})
			p.sections[n].words = placeholder.ReplaceAllStringFunc(words, func(name string) string {
				return spoken.Typed(name[1 : len(name)-1])
			})
		}
	}
	return reader{Guide: g.Guide, command: g.Voice.Typed("manual"), contents: g.Voice.Typed("manual"), pages: pages}, err
}
