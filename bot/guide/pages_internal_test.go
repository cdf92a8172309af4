package guide

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/command"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/table"
)

var explained = table.Games

// pagesIn reads pages, which must exist.
func pagesIn(files fs.FS) []page {
	return readPages(files, func(_, text string) string { return text })
}

// quotedForm matches text between backticks.
var quotedForm = regexp.MustCompile("`([^`]*)`")

func quotes(s section) (list []string) {
	for _, q := range quotedForm.FindAllStringSubmatch(s.words, -1) {
		list = append(list, q[1])
	}
	return list
}

// Every example in the rules is legal, in every language: text between backticks is a move of a position of its
// section's diagram, the beginning of one, or an option. The text has the last move of the diagram; that of an example
// game has all moves, in order.
func TestExamples(t *testing.T) {
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range explained {
		pages := pagesIn(g.Help)
		options, all := map[string]bool{}, [][]string{}
		for i, p := range pages {
			var said []string
			told := 0 // moves of the example game, which may take several sections
			for n, s := range p.sections {
				where := g.Name + ", " + speech.Languages[i] + ", " + s.title
				line, err := s.diagram.line(g)
				if err != nil {
					t.Errorf("%s: %v", where, err)
					continue
				}
				for _, q := range quotes(s) {
					if name, value, ok := strings.Cut(q, "="); ok {
						o, ok := view.OptionCalled(book, g, name)
						if !ok {
							t.Errorf("%s: no option is called %s", where, name)
						}
						said = append(said, o.Name+"="+view.ValueCalled(book, o, value))
						if _, err := g.Complete(engine.Options{o.Name: view.ValueCalled(book, o, value)}); err != nil {
							t.Errorf("%s: %v", where, err)
						}
						options[o.Name] = true
					} else if m := meaning(line, q); m != "" {
						said = append(said, m)
					} else {
						t.Errorf("%s: %s cannot be played in any position of the diagram", where, q)
					}
				}
				from := max(0, line.Len()-1)
				if strings.HasPrefix(pages[0].sections[n].title, "Example") {
					from = told
					told = line.Len()
				}
				if m := untold(line, from, quotes(s)); m != "" {
					t.Errorf("%s: the diagram plays %s, the text does not", where, m)
				}
			}
			all = append(all, said)
			if d := cmp.Diff(all[0], said); d != "" {
				t.Errorf("%s: other examples in %s than in %s (-want +got):\n%s", g.Name, speech.Languages[i], speech.Languages[0],
					d)
			}
			if told < 5 {
				t.Errorf("%s, %s: an example of %d moves", g.Name, speech.Languages[i], told)
			}
		}
		for _, o := range g.Options {
			if !options[o.Name] {
				t.Errorf("%s: the rules do not tell of the option %s", g.Name, o.Name)
			}
		}
	}
}

// forcing matches, in the languages of the pages, a sentence as far as the move that it calls forced.
var forcing = regexp.MustCompile("(?:has to (?:take it|be the king)|no choice|[Oo]nly one capture" +
	"|têm de [oa] capturar|tem de ser (?:ela|a dama)|não têm escolha|Só há uma captura" +
	"|tienen que tomarl[oa]|tiene que ser (?:ella|la dama)|no pueden elegir|Solo hay una captura)[^.`]*`([^`]*)`")

// A move that the rules call forced is the only legal one, and they call it so in every language. A man that an example
// says was offered is the one that is taken.
func TestExamples_Forced(t *testing.T) {
	all := 0
	for _, g := range explained {
		var first []string
		for i, p := range pagesIn(g.Help) {
			var forced []string
			for _, s := range p.sections {
				line, err := s.diagram.line(g)
				if err != nil {
					t.Fatal(err)
				}
				for _, said := range forcing.FindAllStringSubmatch(strings.ReplaceAll(s.words, "\n", " "), -1) {
					move := meaning(line, said[1])
					n := 0
					for n < line.Len() && string(line.Move(n)) != move {
						n++
					}
					if n == line.Len() {
						t.Fatalf("%s, %s, %s: %s is not played", g.Name, speech.Languages[i], s.title, said[1])
					}
					if legal := slices.Collect(line.At(n).Moves()); len(legal) != 1 {
						t.Errorf("%s, %s, %s: %s is not forced: %s", g.Name, speech.Languages[i], s.title, move, legal)
					}
					if last := line.Trace(max(n-1, 0)).Path; n > 0 && !slices.Contains(line.Trace(n).Taken, last[len(last)-1]) {
						t.Errorf("%s, %s, %s: %s does not take what was offered", g.Name, speech.Languages[i], s.title, move)
					}
					forced = append(forced, move)
				}
			}
			if i == 0 {
				first = forced
			}
			if d := cmp.Diff(first, forced); d != "" {
				t.Errorf("%s: %s calls other moves forced than %s:\n%s", g.Name, speech.Languages[i], speech.Languages[0], d)
			}
			all += len(forced)
		}
	}
	if want := 14 * len(speech.Languages); all != want {
		t.Errorf("%d moves are called forced, want %d", all, want)
	}
}

// untold returns the first move of a line, beginning after from moves, that is not in the texts in this order; "" if
// all are. Dice need not be.
func untold(line engine.Line, from int, texts []string) engine.Move {
	for ; from < line.Len(); from++ {
		p := line.At(from)
		if p.Turn() == engine.Chance {
			continue
		}
		at := slices.IndexFunc(texts, func(text string) bool {
			m, err := p.Read(text)
			return err == nil && m == line.Move(from)
		})
		if at < 0 {
			return line.Move(from)
		}
		texts = texts[at+1:]
	}
	return ""
}

// meaning returns the legal move that a text is in the first position of a line where it is one, or the moves that it
// begins; "" if neither. Texts of several languages have one meaning if they say the same.
func meaning(line engine.Line, text string) string {
	for n := range line.Len() + 1 {
		p := line.At(n)
		if p.Turn() == engine.Chance {
			continue
		}
		move, err := p.Read(text)
		var wrong *engine.MoveError
		if err == nil {
			return string(move)
		}
		if errors.As(err, &wrong) && wrong.Kind != engine.NotMove && wrong.Kind != engine.Illegal && len(wrong.Choices) > 0 {
			return fmt.Sprint(wrong.Choices)
		}
	}
	return ""
}

// An illegal game is no example.
func TestPlayable(t *testing.T) {
	line, err := diagram{start: "start", moves: []string{"11-15"}}.line(draughts.Portuguese)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{"11 15": "11-15", "22-18": "22-18", "12": "[12-15 12-16]", "11-20": "",
		"1": "", "hello": ""} {
		if got := meaning(line, text); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
	for _, d := range []diagram{
		{start: "start", moves: []string{"11-20"}}, {start: "nowhere"}, {start: "start size=8"},
		{start: "start", moves: []string{"11-15", "11-15"}},
	} {
		if _, err := d.line(draughts.Portuguese); err == nil {
			t.Errorf("%+v is a diagram", d)
		}
	}
}

// The rules call a game by the same name as the messages.
func TestRules_Titles(t *testing.T) {
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range explained {
		for i, p := range pagesIn(g.Help) {
			voice, _ := book.In(speech.Languages[i])
			if want := voice.Text("game." + g.Name); p.title != want {
				t.Errorf("%s: the rules are of %q, the game is called %q", speech.Languages[i], p.title, want)
			}
		}
	}
}

// The rules have the same sections with the same diagrams in all languages, one each, so that sections can replace each
// other. Only backgammon and huffing have words for moves that differ.
func TestRules_Same(t *testing.T) {
	for _, g := range explained {
		pages := pagesIn(g.Help)
		for i, p := range pages {
			if n := len(p.sections); n < 8 || n > 13 {
				t.Errorf("%s, %s: %d sections", g.Name, speech.Languages[i], n)
			}
			if p.title == "" || len(p.sections) != len(pages[0].sections) {
				t.Fatalf("%s, %s: %q has %d sections, want %d", g.Name, speech.Languages[i], p.title, len(p.sections),
					len(pages[0].sections))
			}
			for n, s := range p.sections {
				if s.diagram.start == "" {
					t.Errorf("%s, %s, %s: no diagram", g.Name, speech.Languages[i], s.title)
				}
				if d := cmp.Diff(pages[0].sections[n].diagram, s.diagram, cmp.AllowUnexported(diagram{})); d != "" {
					t.Errorf("%s, %s, %s:\n%s", g.Name, speech.Languages[i], s.title, d)
				}
				if want, got := len(quotes(pages[0].sections[n])), len(quotes(s)); got != want {
					t.Errorf("%s, %s, %s: %d examples, want %d", g.Name, speech.Languages[i], s.title, got, want)
				}
			}
		}
	}
}

// The points of a diagram are numbered for the side of its last play, no matter which side is on turn then.
func TestDiagramNumbers(t *testing.T) {
	for moves, want := range map[string]engine.Side{
		"":                                       engine.Nobody,
		"31":                                     engine.Nobody,
		"31; 8/5 6/5":                            engine.First,
		"31; 8/5 6/5; double; take":              engine.First,
		"31; 8/5 6/5; roll; 64; 24/14":           engine.Second,
		"31; 8/5 6/5; roll; 64; 24/14; roll; 52": engine.Second,
	} {
		d := diagram{start: "start"}
		if moves != "" {
			d.moves = strings.Split(moves, "; ")
		}
		line, err := d.line(backgammon.Backgammon)
		if err != nil {
			t.Fatal(err)
		}
		if got := sideShown(line); got != want {
			t.Errorf("%s: numbered for %s", moves, got)
		}
	}
}

// The maximum number of words of the manual, with what it says on any service, and the number of its sections.
const (
	longestManual = 900
	mostSections  = 8
)

// tags matches the marks around text for some services only.
var tags = regexp.MustCompile(`</?[a-z]+>`)

// The manual has the same sections in all languages, short enough for a phone, with the same commands in each. No
// command is missing.
func TestManual(t *testing.T) {
	files := os.DirFS("../manual")
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	pages := pagesIn(files)
	missing := map[string]bool{}
	for _, c := range command.Public() {
		missing["{"+c.Name+"}"] = true
	}
	for i, p := range pages {
		voice, _ := book.In(speech.Languages[i])
		all := 0
		for _, s := range p.sections {
			for _, word := range strings.Fields(s.title + " " + tags.ReplaceAllString(s.words, "")) {
				if strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
					all++
				}
			}
		}
		if all > longestManual || len(p.sections) > mostSections {
			t.Errorf("%s: %d words in %d sections, want %d in %d at the most", voice.Language, all, len(p.sections),
				longestManual, mostSections)
		}
		if len(p.sections) != len(pages[0].sections) {
			t.Fatalf("%s: %d sections, want %d", voice.Language, len(p.sections), len(pages[0].sections))
		}
		for n, s := range p.sections {
			want, got := placeholder.FindAllString(pages[0].sections[n].words, -1), placeholder.FindAllString(s.words, -1)
			slices.Sort(want)
			slices.Sort(got)
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("%s, %s: other commands than in %s (-want +got):\n%s", voice.Language, s.title, speech.Languages[0], d)
			}
			for _, name := range got {
				delete(missing, name)
				if key := name[1 : len(name)-1]; !voice.Has("command."+key) && !voice.Has("word."+key) {
					t.Errorf("%s, %s: nobody knows %s", voice.Language, s.title, name)
				}
			}
		}
	}
	for name := range missing {
		t.Errorf("bot/manual does not tell of %s", name)
	}
}

// A group of the help fits on a phone.
func TestHelp_Groups(t *testing.T) {
	for _, g := range append(command.Groups, command.Everyday) {
		if n := len(command.Of(g)); n == 0 || n > 12 {
			t.Errorf("%d commands are listed at once: %s", n, g)
		}
	}
}
