package bot

import (
	"embed"
	"fmt"
	"io/fs"
	"regexp"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
)

// manualFiles are the manual for players in each language. A command stands in it as {play}, and so does a word that goes
// with one, {flip}: each language has its own.
//
//go:embed manual/*.md
var manualFiles embed.FS

// placeholder stands in the manual for a command or a word.
var placeholder = regexp.MustCompile(`\{([a-z]+)\}`)

// manual shows the contents of the manual, or a section of it: "/manual", "/manual 3", "/manual dice", "/manual all".
func (t *talk) manual(text string) error {
	r, err := t.manualReader()
	if err != nil {
		return fmt.Errorf("manual: %w", err)
	}
	if text != "" {
		return r.read(text)
	}
	m := chat.Message{
		Text:    append([]chat.Span{{Text: r.spoken().title, Bold: true}}, line(t.voice.Say("manual-begin", speech.Text("Example", r.asks(2))))...),
		Buttons: append(r.buttons(-1), []chat.Button{{Label: "☰", Says: menuButton}}),
		Told:    true,
		Private: true,
		Instead: true,
	}
	if t.caps().Rows == 0 {
		for n, s := range r.spoken().sections {
			m.Text = append(m.Text, chat.Span{Text: fmt.Sprintf("\n%d  %s", n+1, s.title)})
		}
	}
	t.send(m)
	return nil
}

// manualReader is the reader of the manual.
func (t *talk) manualReader() (reader, error) {
	files, err := fs.Sub(manualFiles, "manual")
	if err != nil {
		return reader{}, err
	}
	pages, err := readPages(files)
	for i, p := range pages {
		spoken, _ := t.book.In(speech.Languages[i])
		for n := range p.sections {
			p.sections[n].words = placeholder.ReplaceAllStringFunc(p.sections[n].words, func(name string) string {
				return spoken.Typed(name[1 : len(name)-1])
			})
		}
	}
	return reader{talk: t, command: t.voice.Typed("manual"), contents: t.voice.Typed("manual"), pages: pages}, err
}
