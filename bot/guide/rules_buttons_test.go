package guide_test

import (
	"regexp"
	"slices"
	"strconv"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/bot/speech"
)

// numbered matches the number of sections of a page.
var numbered = regexp.MustCompile(`\(\d+/(\d+)\)`)

// mostButtons is the maximum number of buttons of a page.
const mostButtons = 12

// No page of the rules has more buttons than a menu, and each section is reached by the section buttons alone.
func TestRules_Buttons(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for _, lang := range speech.Languages {
			Privately(h, Ana, "/language "+lang)
			for _, g := range Games {
				open, seen, sections := []string{"/rules " + g.Name}, map[string]bool{}, 0
				for len(open) > 0 {
					says := open[0]
					if open = open[1:]; seen[says] {
						continue
					}
					seen[says] = true
					Privately(h, Ana, says)
					m := d.Last(t).M
					if all := slices.Concat(m.Buttons...); len(all) > mostButtons {
						t.Errorf("%s: %s has %d buttons", lang, says, len(all))
					}
					if found := numbered.FindStringSubmatch(chat.PlainText(m.Text)); found != nil {
						sections, _ = strconv.Atoi(found[1])
					}
					for _, row := range m.Buttons[:len(m.Buttons)-1] { // without those that turn the page
						for _, b := range row {
							open = append(open, b.Says)
						}
					}
				}
				if len(seen)-1 != sections { // the first page has two names
					t.Errorf("%s: of %d sections of %s %d are reached", lang, sections, g.Name, len(seen)-1)
				}
			}
		}
	})
}
