package guide

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
)

// page is a text in sections, such as the manual or the rules of a game: Markdown with a title and a heading for each
// section.
type page struct {
	title    string
	sections []section
}

// section is as much of a page as fits on the screen of a phone.
type section struct {
	title   string
	words   string // Markdown: paragraphs, lists, `moves`
	diagram diagram
}

// diagram is a position to be drawn: a start position and moves from there. Instead of moves there may be lines over an
// empty board, "~a 1-32": a name, and the squares where the line begins, turns and ends.
type diagram struct {
	start string // position and unusual options; "start" for the game's own, "" for no diagram
	moves []string
}

// diagramForm matches a diagram, written like a Markdown picture: the moves, and the start position.
var diagramForm = regexp.MustCompile(`^!\[(.*)\]\((.*)\)$`)

// parsePage parses Markdown.
func parsePage(text string) page {
	var p page
	for l := range strings.Lines(text) {
		l = strings.TrimSpace(l)
		last := len(p.sections) - 1
		if title, ok := strings.CutPrefix(l, "# "); ok {
			p.title = title
		} else if title, ok := strings.CutPrefix(l, "## "); ok {
			p.sections = append(p.sections, section{title: title})
		} else if d := diagramForm.FindStringSubmatch(l); d != nil && last >= 0 {
			p.sections[last].diagram.start = d[2]
			if d[1] != "" {
				p.sections[last].diagram.moves = strings.Split(d[1], "; ")
			}
		} else if last >= 0 {
			p.sections[last].words += l + "\n"
		}
	}
	return p
}

// readPages reads a page in each language, in the order of speech.Languages; fill fills its placeholders. The files are
// part of the program: it panics if one is missing.
func readPages(files fs.FS, fill func(lang, text string) string) (pages []page) {
	for _, lang := range speech.Languages {
		text, err := fs.ReadFile(files, lang+".md")
		if err != nil {
			panic(err)
		}
		p := parsePage(string(text))
		p.title = fill(lang, p.title)
		for n, s := range p.sections {
			p.sections[n].title, p.sections[n].words = fill(lang, s.title), fill(lang, s.words)
		}
		pages = append(pages, p)
	}
	return pages
}

// reader shows a page to the person who asked for it.
type reader struct {
	Reading
	game    *engine.Game // nil for the manual
	command string       // command for the page, without a section
	pages   []page       // in the order of speech.Languages: sections can be named in any of them
}

// open reads the rules of a game or, without one, the manual.
func (g Reading) open(game *engine.Game) reader {
	if game == nil {
		return reader{g, nil, g.Voice.Typed("manual"), readPages(g.Handbook, g.fill)}
	}
	return reader{g, game, g.Voice.Typed("rules") + " " + g.TypedGame(game), readPages(game.Help, g.fill)}
}

// spoken returns the page in the language of the reader.
func (r reader) spoken() page { return r.pages[slices.Index(speech.Languages, r.Voice.Language)] }

// read returns the section that a text names, the first one for "", or all of them.
func (r reader) read(text string) (messages []chat.Message) {
	all := r.means("all", text)
	if all && (r.Event.Private || r.Event.Room.Service() == "terminal") { // too much for a group
		for n := range r.spoken().sections {
			messages = append(messages, r.section(n))
		}
		return messages
	}
	n, ok := r.find(text)
	if !ok && !all {
		return []chat.Message{r.say("no-such-section", speech.Text("Word", text), speech.Text("Page", r.spoken().title),
			speech.Text("Sections", r.list()), speech.Text("Example", r.asks(1)))}
	}
	m := r.section(n)
	m.Instead, m.Told = true, true
	if r.game != nil {
		m.Buttons = r.buttons(n)
	}
	m.Buttons = append(m.Buttons, r.turning(n))
	return []chat.Message{m}
}

// section returns a section as a message without buttons.
func (r reader) section(n int) chat.Message {
	p := r.spoken()
	s := p.sections[n]
	m := chat.Message{Private: true, Text: append([]chat.Span{
		{Text: p.title + " · " + s.title, Bold: true},
		{Text: fmt.Sprintf(" (%d/%d)\n", n+1, len(p.sections))},
	}, paragraphs(s.words)...)}
	if s.diagram.start != "" {
		m.Board = r.drawDiagram(r.game, s.diagram)
	}
	return m
}

// find returns the section that a text names by its number, or by the beginning of a word of its title in any language.
// Every title begins with "", so an empty text finds the first section.
func (r reader) find(text string) (int, bool) {
	if n, err := strconv.Atoi(text); err == nil {
		return n - 1, n >= 1 && n <= len(r.spoken().sections)
	}
	word := " " + speech.Fold(text)
	for _, p := range append([]page{r.spoken()}, r.pages...) {
		n := slices.IndexFunc(p.sections, func(s section) bool { return strings.Contains(" "+speech.Fold(s.title), word) })
		if n >= 0 {
			return n, true
		}
	}
	return 0, false
}

// asks returns the command for a section.
func (r reader) asks(n int) string { return r.command + " " + strconv.Itoa(n+1) }

// list returns the titles of the sections with their numbers.
func (r reader) list() string {
	var items []string
	for n, s := range r.spoken().sections {
		items = append(items, strconv.Itoa(n+1)+" "+s.title)
	}
	return strings.Join(items, ", ")
}

// turning returns the buttons for the previous section, the contents, a lesson and the next section. The first section
// follows the last, so that the buttons keep their places.
func (r reader) turning(n int) []chat.Button {
	of, contents, learn := len(r.spoken().sections), r.command, []chat.Button(nil)
	if r.game != nil {
		contents, learn = menuButton, r.learn(r.game)
	}
	row := append([]chat.Button{{Label: "‹", Says: r.asks((n + of - 1) % of)}, {Label: "☰", Says: contents}}, learn...)
	return append(row, chat.Button{Label: "›", Says: r.asks((n + 1) % of)})
}

// sectionsAtOnce is the maximum number of buttons for sections at once: with those that turn the page there are twelve.
const sectionsAtOnce = 8

// buttons returns the buttons for all sections, three in a row; if there are many, for those around the current one,
// which has a mark, and one that leads to the next ones, in a circle.
func (r reader) buttons(shown int) [][]chat.Button {
	var all []chat.Button
	for n, s := range r.spoken().sections {
		label := s.title
		if n == shown {
			label = "• " + label
		}
		all = append(all, chat.Button{Label: label, Says: r.asks(n)})
	}
	if len(all) > sectionsAtOnce {
		parts := (len(all) + sectionsAtOnce - 2) / (sectionsAtOnce - 1)
		each := (len(all) + parts - 1) / parts
		from := shown / each * each
		next := (from + each) % (parts * each)
		all = append(slices.Clip(all[from:min(from+each, len(all))]), chat.Button{Label: "⋯", Says: r.asks(next)})
	}
	return slices.Collect(slices.Chunk(all, 3))
}

// item matches the beginning of an item of a list.
var item = regexp.MustCompile(`^(-|\d+\.) `)

// paragraphs converts the little Markdown of pages into spans: `moves` in fixed width, and lines joined to paragraphs
// and items of lists, as chats break lines themselves.
func paragraphs(words string) []chat.Span {
	var spans []chat.Span
	open := false // within a paragraph
	for l := range strings.Lines(strings.TrimSpace(words)) {
		text := strings.TrimSpace(l)
		switch {
		case len(spans) == 0:
		case open && text != "" && !item.MatchString(text):
			spans = append(spans, chat.Span{Text: " "})
		default:
			spans = append(spans, chat.Span{Text: "\n"})
		}
		open = text != ""
		for n, part := range strings.Split(text, "`") {
			if part != "" {
				spans = append(spans, chat.Span{Text: part, Mono: n%2 == 1})
			}
		}
	}
	return spans
}

// placeholder matches the manual's placeholder for a command or a word in the reader's language: {play} or {flip}.
var placeholder = regexp.MustCompile(`\{([a-z]+)\}`)

// sometimes matches what the manual tells only some readers, with the space before it: "<telegram>...</telegram>".
var sometimes = regexp.MustCompile(`(?s)(\s*)<([a-z]+)>(.*?)</[a-z]+>`)

// Manual shows the contents of the manual, or a section of it: "", "3", "dice", "all".
func (g Reading) Manual(text string) []chat.Message {
	r := g.open(nil)
	if text != "" {
		return r.read(text)
	}
	m := chat.Message{Told: true, Private: true, Instead: true, Text: []chat.Span{{Text: r.spoken().title, Bold: true}},
		Buttons: append(r.buttons(-1), []chat.Button{{Label: "☰", Says: menuButton}})}
	m.AddLine(g.Voice.Say("manual-begin", speech.Text("Example", r.asks(2))))
	return []chat.Message{m}
}

// Titles returns the titles of the sections of the rules of a game or, without one, of the manual.
func (g Reading) Titles(game *engine.Game) (titles []string) {
	for _, s := range g.open(game).spoken().sections {
		titles = append(titles, s.title)
	}
	return titles
}

// fill fills the placeholders of a page for this reader, and removes what is for other readers.
func (g Reading) fill(lang, text string) string {
	spoken, _ := g.Languages.Book.In(lang)
	if lang == g.Voice.Language {
		spoken = g.Voice.Voice
	}
	service := g.Event.Room.Service()
	is := map[string]bool{service: true, "heard": !g.isUnheard(), "unheard": g.isUnheard(), "chats": service != "terminal"}
	text = sometimes.ReplaceAllStringFunc(text, func(marked string) string {
		if part := sometimes.FindStringSubmatch(marked); is[part[2]] {
			return part[1] + part[3]
		}
		return ""
	})
	return spoken.Localize(placeholder.ReplaceAllStringFunc(text, func(name string) string {
		return spoken.Typed(name[1 : len(name)-1])
	}))
}
