package guide_test

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/command"
	. "tabuleiro/bot/desktest"
	"tabuleiro/bot/speech"
	"tabuleiro/storage/memorytest"
)

// inEach calls f in every language, with a desk in that language; boards are drawn in those listed.
func inEach(t *testing.T, f func(t *testing.T, h *Host, d *Desk), drawn ...string) {
	for _, lang := range speech.Languages {
		Subtest(t, lang, func(t *testing.T) {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d, func(c *bot.Config) {
				if slices.Contains(drawn, lang) {
					Drawing(c)
				}
			})
			Says(h, Ana, "/language "+lang)
			d.Heard()
			f(t, h, d)
		})
	}
}

// leaf returns the answer to a text: one message that may replace another, and fits.
func leaf(t *testing.T, h chat.Handler, d *Desk, text string) chat.Message {
	t.Helper()
	d.Heard()
	Says(h, Ana, text)
	m := d.Last(t).M
	if parts := chat.Fit(m, d.Can); len(d.Messages) != 1 || len(parts) != 1 || !m.Instead || !m.Private {
		t.Errorf("%s: %d messages, which come to %d:\n%s", text, len(d.Messages), len(parts), chat.PlainText(m.Text))
	}
	return m
}

// From every section of the rules buttons lead through all sections and back, in one message with one picture.
func TestRules(t *testing.T) {
	inEach(t, func(t *testing.T, h *Host, d *Desk) {
		for _, g := range Games {
			asked := "/rules " + g.Name
			seen := map[string]bool{}
			for !seen[asked] {
				m := leaf(t, h, d, asked)
				if asked == "/rules "+g.Name {
					asked = Pressed(t, m, "‹")
					m = leaf(t, h, d, asked)
				}
				seen[asked] = true
				if m.Board == nil || m.Board.Alt == "" || m.Board.Text == "" {
					t.Fatalf("%s: no diagram", asked)
				}
				if _, err := png.Decode(bytes.NewReader(m.Board.PNG)); err != nil && !bytes.Equal(m.Board.PNG, Undrawn) {
					t.Errorf("%s: %v", asked, err)
				}
				if rows := len(m.Buttons); rows > 5 {
					t.Errorf("%s: %d rows of buttons", asked, rows)
				}
				for _, row := range m.Buttons {
					for _, b := range row {
						if len(b.Says) > d.Can.Says || utf8.RuneCountInString(b.Label) > 25 {
							t.Errorf("%s: a button %q says %q", asked, b.Label, b.Says)
						}
					}
				}
				asked = Pressed(t, m, "›")
			}
			if len(seen) < 8 {
				t.Errorf("%s has %d sections", g.Name, len(seen))
			}
		}
	}, "en")
}

// assigned matches an option with its value, as the rules write it.
var assigned = regexp.MustCompile(`[\pL-]+=[\pL\pN+-]+`)

// All options that the rules name for /play are accepted.
func TestRules_Typed(t *testing.T) {
	inEach(t, func(t *testing.T, h *Host, d *Desk) {
		for _, g := range Games {
			text, err := fs.ReadFile(g.Help, path.Base(t.Name())+".md")
			if err != nil {
				t.Fatal(err)
			}
			words, tried := regexp.MustCompile(`(?m)^!.*$`).ReplaceAllString(string(text), ""), map[string]bool{}
			for _, option := range assigned.FindAllString(words, -1) {
				if tried[option] {
					continue
				}
				tried[option] = true
				if spoken := strings.Contains("word palavra palabra", strings.Split(option, "=")[0]); spoken {
					Says(h, Ana, "/play "+g.Name)
					Says(h, Ana, "/dice "+option)
				} else {
					Says(h, Ana, "/play "+g.Name+" "+option)
				}
				if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, " #") {
					t.Errorf("%s %s: %s", g.Name, option, got)
					continue
				}
				Says(h, Ana, "/cancel")
			}
			if len(tried) < 2 {
				t.Errorf("%s: only %v is told", g.Name, tried)
			}
		}
	})
}

// longestSection is the maximum length of a section of the manual, in characters: a screen of a phone.
const longestSection = 1000

// The manual opens with its contents; every section is one screen long and one press away from the contents.
func TestManual_Sections(t *testing.T) {
	inEach(t, func(t *testing.T, h *Host, d *Desk) {
		contents := leaf(t, h, d, "/manual")
		if len(contents.Buttons) > 6 {
			t.Errorf("%d rows of buttons", len(contents.Buttons))
		}
		sections := 0
		for _, row := range contents.Buttons[:len(contents.Buttons)-1] {
			for _, b := range row {
				m := leaf(t, h, d, b.Says)
				sections++
				text := chat.PlainText(m.Text)
				if n := utf8.RuneCountInString(text); n > longestSection {
					t.Errorf("%s has %d characters, more than %d:\n%s", b.Says, n, longestSection, text)
				}
				if !strings.Contains(text, b.Label) || strings.ContainsAny(text, "{}`") {
					t.Errorf("%s: %s", b.Label, text)
				}
				if got := chat.PlainText(leaf(t, h, d, Pressed(t, m, "☰")).Text); got != chat.PlainText(contents.Text) {
					t.Errorf("%s is no way back to the contents", b.Says)
				}
			}
		}
		if sections != 8 {
			t.Errorf("%d sections", sections)
		}
	})
}

// A section is found by number, by name or part of it, in any language; any other name is answered with the list of
// sections.
func TestManual_FindSection(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for text, want := range map[string]string{
			"/rules damas":                      "Portuguese draughts · Setup",
			"/rules damas 4":                    "Portuguese draughts · Captures",
			"/rules damas Captures":             "Portuguese draughts · Captures",
			"/rules damas cap":                  "Portuguese draughts · Captures",
			"/rules damas capturas":             "Portuguese draughts · Captures",
			"/rules damas which":                "Portuguese draughts · Which capture",
			"/rules damas choices":              "Portuguese draughts · Our own choices",
			"/regras damas notacao":             "Portuguese draughts · Notation",
			"/rules damas chilenas":             "Chilean draughts · Setup",
			"/rules damas chilenas huff":        "Chilean draughts · Huffing",
			"/rules damas 0":                    "Portuguese draughts: there is no section “0”. Sections: 1 Setup, ",
			"/rules damas 99":                   "Portuguese draughts: there is no section “99”.",
			"/rules damas 99999999999999999999": "Portuguese draughts: there is no section “9999",
			"/rules damas castling":             "Portuguese draughts: there is no section “castling”.",
			"/rules xadrez":                     "I do not know a game called “xadrez”.",
			"/rules captures":                   "Portuguese draughts · Captures",
			"/manual dice":                      "Manual · Moves, board and dice",
			"/manual 3":                         "Manual · Moves, board and dice",
			"/manual dados":                     "Manual · Moves, board and dice",
			"/manual group":                     "Manual · In a group",
			"/manual cheating":                  "Manual: there is no section “cheating”.",
			"/help why":                         "/why  ",
			"/help /porquê":                     "/why  ",
		} {
			Says(h, Ana, text)
			if got := chat.PlainText(d.Last(t).M.Text); !strings.HasPrefix(got, want) {
				t.Errorf("%s: %q, want %q", text, got, want)
			}
		}
		Says(h, Ana, "/play eximo @rui")
		Says(h, Rui, "/accept")
		for text, want := range map[string]string{
			"/rules":          "Eximo · Setup",
			"/rules captures": "Eximo · Captures",
			"/rules 4":        "Eximo · Last row",
			"/rules cage 4":   "Cage · Jumps",
			"/rules castling": "I do not know a game called “castling”.",
		} {
			Says(h, Ana, text)
			if got := chat.PlainText(d.Last(t).M.Text); !strings.HasPrefix(got, want) {
				t.Errorf("%s: %q, want %q", text, got, want)
			}
		}
	})
}

// With boards as text the diagrams are text.
func TestRules_AsText(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/settings show text")
		Says(h, Ana, "/rules damas")
		if b := d.Last(t).M.Board; b == nil || b.PNG != nil || !strings.Contains(b.Text, "32") {
			t.Errorf("the diagram is %+v", b)
		}
	})
}

// The menu leads to everything that it names, and can always be reached.
func TestMenu(t *testing.T) {
	inEach(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/start")
		menu := d.Last(t).M
		buttons := 0
		for _, row := range menu.Buttons {
			for _, b := range row {
				buttons++
				d.Heard()
				Says(h, Ana, b.Says)
				if got := d.Heard(); len(got) != 1 {
					t.Errorf("%s: %q", b.Says, got)
				}
			}
		}
		if buttons != 5 {
			t.Errorf("%d buttons", buttons)
		}
		for _, from := range []string{"/manual", "/rules damas 3", "/help", "/help more"} {
			Says(h, Ana, Pressed(t, leaf(t, h, d, from), "☰"))
			if got := d.Last(t).M; chat.PlainText(got.Text) != chat.PlainText(menu.Text) || !got.Instead {
				t.Errorf("%s: no way to the menu: %s", from, chat.PlainText(got.Text))
			}
		}
	})
}

// The everyday commands fit on the screen of a phone, and the others are in groups behind them.
func TestHelp(t *testing.T) {
	inEach(t, func(t *testing.T, h *Host, d *Desk) {
		first := leaf(t, h, d, "/help")
		text := chat.PlainText(first.Text)
		if n := utf8.RuneCountInString(text); n > longestSection {
			t.Errorf("%d characters:\n%s", n, text)
		}
		more := leaf(t, h, d, first.Buttons[0][0].Says)
		for _, group := range slices.Concat(more.Buttons...)[:len(command.Groups)] {
			in := leaf(t, h, d, group.Says)
			if Pressed(t, in, "‹") != first.Buttons[0][0].Says {
				t.Errorf("%s leads not back", group.Label)
			}
			text += chat.PlainText(in.Text)
		}
		book, err := speech.Load()
		if err != nil {
			t.Fatal(err)
		}
		voice, _ := book.In(t.Name()[strings.LastIndex(t.Name(), "/")+1:])
		for _, c := range command.Public() {
			if !strings.Contains(text, "\n"+voice.Typed(c.Name)+"  ") {
				t.Errorf("%s is not in the help", voice.Typed(c.Name))
			}
		}
		if back := chat.PlainText(leaf(t, h, d, Pressed(t, more, "‹")).Text); back != chat.PlainText(first.Text) {
			t.Error("no way back")
		}
	})
}

// All of the rules can be shown at once, in messages without buttons, where that does not flood others.
func TestRules_AllSections(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/rules cage 1")
		last := Pressed(t, d.Last(t).M, "‹")
		d.Heard()
		Says(h, Ana, "/rules cage all")
		if first := d.Heard(); len(first) != 1 {
			t.Errorf("%d messages in a group", len(first))
		}
		h.Hear(context.Background(), chat.Event{Room: "desk:ana", From: Ana, Text: "/rules cage all", Addressed: true,
			Private: true})
		for n, s := range d.Messages {
			if want := fmt.Sprintf("(%d/%d)", n+1, len(d.Messages)); !strings.Contains(chat.PlainText(s.M.Text), want) ||
				s.M.Buttons != nil {
				t.Errorf("message %d: %s", n, chat.PlainText(s.M.Text))
			}
		}
		if want := fmt.Sprintf("/rules cage %d", len(d.Messages)); last != want {
			t.Errorf("%d messages, but the last section is %s", len(d.Messages), last)
		}
	})
}
