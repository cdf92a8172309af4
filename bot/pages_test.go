package bot_test

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
	"tabuleiro/bot/speech"
	"tabuleiro/storage/memorytest"
)

// inEach calls f in every language, with a desk where that is spoken, and boards are drawn if it is one of those.
func inEach(t *testing.T, f func(t *testing.T, h *host, d *desk), drawn ...string) {
	for _, lang := range speech.Languages {
		subtest(t, lang, func(t *testing.T) {
			d := newDesk()
			h, _ := start(t, memorytest.New(), d, func(c *bot.Config) {
				if slices.Contains(drawn, lang) {
					drawing(c)
				}
			})
			says(h, ana, "/language "+lang)
			d.heard()
			f(t, h, d)
		})
	}
}

// leaf is the answer to a text: one message that could take the place of another, and fits.
func leaf(t *testing.T, h chat.Handler, d *desk, text string) chat.Message {
	t.Helper()
	d.heard()
	says(h, ana, text)
	m := d.last(t).m
	if parts := chat.Fit(m, d.caps); len(d.said) != 1 || len(parts) != 1 || !m.Instead || !m.Private {
		t.Errorf("%s: %d messages, which come to %d:\n%s", text, len(d.said), len(parts), chat.Plain(m.Text))
	}
	return m
}

// From every section of the rules the buttons lead round through all sections and back, on one message with one
// picture.
func TestRules(t *testing.T) {
	inEach(t, func(t *testing.T, h *host, d *desk) {
		for _, g := range games {
			asked := "/rules " + g.Name
			seen := map[string]bool{}
			for !seen[asked] {
				m := leaf(t, h, d, asked)
				if asked == "/rules "+g.Name {
					asked = pressed(t, m, "‹")
					m = leaf(t, h, d, asked)
				}
				seen[asked] = true
				if m.Board == nil || m.Board.Alt == "" || m.Board.Text == "" {
					t.Fatalf("%s: no diagram", asked)
				}
				if _, err := png.Decode(bytes.NewReader(m.Board.PNG)); err != nil && !bytes.Equal(m.Board.PNG, undrawn) {
					t.Errorf("%s: %v", asked, err)
				}
				if rows := len(m.Buttons); rows > 5 {
					t.Errorf("%s: %d rows of buttons", asked, rows)
				}
				for _, row := range m.Buttons {
					for _, b := range row {
						if len(b.Says) > d.caps.Says || utf8.RuneCountInString(b.Label) > 25 {
							t.Errorf("%s: a button %q says %q", asked, b.Label, b.Says)
						}
					}
				}
				asked = pressed(t, m, "›")
			}
			if len(seen) < 8 {
				t.Errorf("%s has %d sections", g.Name, len(seen))
			}
		}
	}, "en")
}

// assigned is an option with its value, as the rules tell to type it.
var assigned = regexp.MustCompile(`[\pL-]+=[\pL\pN+-]+`)

// All options that the rules tell to type after /play make a challenge.
func TestRulesTyped(t *testing.T) {
	inEach(t, func(t *testing.T, h *host, d *desk) {
		for _, g := range games {
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
					says(h, ana, "/play "+g.Name)
					says(h, ana, "/dice "+option)
				} else {
					says(h, ana, "/play "+g.Name+" "+option)
				}
				if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, " #") {
					t.Errorf("%s %s: %s", g.Name, option, got)
					continue
				}
				says(h, ana, "/cancel")
			}
			if len(tried) < 2 {
				t.Errorf("%s: only %v is told", g.Name, tried)
			}
		}
	})
}

// pressed is what the button says whose label is known.
func pressed(t *testing.T, m chat.Message, label string) string {
	t.Helper()
	for _, row := range m.Buttons {
		for _, b := range row {
			if b.Label == label {
				return b.Says
			}
		}
	}
	t.Fatalf("no button %q: %+v", label, m.Buttons)
	return ""
}

// longestSection is how long a section of the manual may be, in characters: a screen of a phone.
const longestSection = 1000

// The manual opens with its contents; every section is one screen long and has the contents one press away.
func TestManualSections(t *testing.T) {
	inEach(t, func(t *testing.T, h *host, d *desk) {
		contents := leaf(t, h, d, "/manual")
		if len(contents.Buttons) > 6 {
			t.Errorf("%d rows of buttons", len(contents.Buttons))
		}
		sections := 0
		for _, row := range contents.Buttons[:len(contents.Buttons)-1] {
			for _, b := range row {
				m := leaf(t, h, d, b.Says)
				sections++
				text := chat.Plain(m.Text)
				if n := utf8.RuneCountInString(text); n > longestSection {
					t.Errorf("%s has %d characters, more than %d:\n%s", b.Says, n, longestSection, text)
				}
				if !strings.Contains(text, b.Label) || strings.ContainsAny(text, "{}`") {
					t.Errorf("%s: %s", b.Label, text)
				}
				if got := chat.Plain(leaf(t, h, d, pressed(t, m, "☰")).Text); got != chat.Plain(contents.Text) {
					t.Errorf("%s is no way back to the contents", b.Says)
				}
			}
		}
		if sections != 8 {
			t.Errorf("%d sections", sections)
		}
	})
}

// A section is found by number, by name, by part of its name, in any language; the answer to any other name lists the
// sections.
func TestFindSection(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
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
			"/rules captures":                   "I do not know a game called “captures”.",
			"/manual dice":                      "Manual · Moves, board and dice",
			"/manual 3":                         "Manual · Moves, board and dice",
			"/manual dados":                     "Manual · Moves, board and dice",
			"/manual group":                     "Manual · In a group",
			"/manual cheating":                  "Manual: there is no section “cheating”.",
			"/help why":                         "/why  ",
			"/help /porquê":                     "/why  ",
		} {
			says(h, ana, text)
			if got := chat.Plain(d.last(t).m.Text); !strings.HasPrefix(got, want) {
				t.Errorf("%s: %q, want %q", text, got, want)
			}
		}
		says(h, ana, "/play eximo @rui")
		says(h, rui, "/accept")
		for text, want := range map[string]string{
			"/rules":          "Eximo · Setup",
			"/rules captures": "Eximo · Captures",
			"/rules 4":        "Eximo · Last row",
			"/rules cage 4":   "Cage · Jumps",
			"/rules castling": "I do not know a game called “castling”.",
		} {
			says(h, ana, text)
			if got := chat.Plain(d.last(t).m.Text); !strings.HasPrefix(got, want) {
				t.Errorf("%s: %q, want %q", text, got, want)
			}
		}
	})
}

// Where text is wanted, the diagrams are text.
func TestRulesAsText(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/settings show text")
		says(h, ana, "/rules damas")
		if b := d.last(t).m.Board; b == nil || b.PNG != nil || !strings.Contains(b.Text, "32") {
			t.Errorf("the diagram is %+v", b)
		}
	})
}

// The menu leads to everything that it names, and there is always a way to it.
func TestMenu(t *testing.T) {
	inEach(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/start")
		menu := d.last(t).m
		buttons := 0
		for _, row := range menu.Buttons {
			for _, b := range row {
				buttons++
				d.heard()
				says(h, ana, b.Says)
				if got := d.heard(); len(got) != 1 {
					t.Errorf("%s: %q", b.Says, got)
				}
			}
		}
		if buttons != 5 {
			t.Errorf("%d buttons", buttons)
		}
		for _, from := range []string{"/manual", "/rules damas 3", "/help", "/help more"} {
			says(h, ana, pressed(t, leaf(t, h, d, from), "☰"))
			if got := d.last(t).m; chat.Plain(got.Text) != chat.Plain(menu.Text) || !got.Instead {
				t.Errorf("%s: no way to the menu: %s", from, chat.Plain(got.Text))
			}
		}
	})
}

// The everyday commands fit on the screen of a phone, and all others lie in groups behind them.
func TestHelp(t *testing.T) {
	inEach(t, func(t *testing.T, h *host, d *desk) {
		first := leaf(t, h, d, "/help")
		text := chat.Plain(first.Text)
		if n := utf8.RuneCountInString(text); n > longestSection {
			t.Errorf("%d characters:\n%s", n, text)
		}
		more := leaf(t, h, d, first.Buttons[0][0].Says)
		for _, group := range slices.Concat(more.Buttons...)[:len(command.Groups)] {
			in := leaf(t, h, d, group.Says)
			if pressed(t, in, "‹") != first.Buttons[0][0].Says {
				t.Errorf("%s leads not back", group.Label)
			}
			text += chat.Plain(in.Text)
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
		if back := chat.Plain(leaf(t, h, d, pressed(t, more, "‹")).Text); back != chat.Plain(first.Text) {
			t.Error("no way back")
		}
	})
}

// All of the rules can be had at once, in messages without buttons, where nobody else is flooded by them.
func TestAllSections(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/rules cage 1")
		last := pressed(t, d.last(t).m, "‹")
		d.heard()
		says(h, ana, "/rules cage all")
		if first := d.heard(); len(first) != 1 {
			t.Errorf("%d messages in a group", len(first))
		}
		h.Hear(context.Background(), chat.Event{Room: "desk:ana", From: ana, Text: "/rules cage all", Addressed: true,
			Private: true})
		for n, s := range d.said {
			if want := fmt.Sprintf("(%d/%d)", n+1, len(d.said)); !strings.Contains(chat.Plain(s.m.Text), want) ||
				s.m.Buttons != nil {
				t.Errorf("message %d: %s", n, chat.Plain(s.m.Text))
			}
		}
		if want := fmt.Sprintf("/rules cage %d", len(d.said)); last != want {
			t.Errorf("%d messages, but the last section is %s", len(d.said), last)
		}
	})
}
