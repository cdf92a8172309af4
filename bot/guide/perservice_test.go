package guide_test

import (
	"fmt"
	"regexp"
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

// office is a desk under the name of another service.
type office struct {
	*Desk
	name string
}

func (o office) Name() string { return o.name }

// servicesCalled are the names of the services in all languages.
var servicesCalled = map[string]*regexp.Regexp{
	"telegram": regexp.MustCompile(`(?i)telegram|botfather`),
	"discord":  regexp.MustCompile(`(?i)discord|message content intent|slash command|\bapps\b`),
	"terminal": regexp.MustCompile(`(?i)\bterminal\b|keyboard|teclado|< `),
}

// Manual and help on one service mention no other and fit on a phone, and what they tell to tap can be tapped.
func TestServices_NothingOfOthers(t *testing.T) {
	for service := range servicesCalled {
		Subtest(t, service, func(t *testing.T) {
			o := office{NewDesk(), service}
			if service == "terminal" {
				o.Can.Rows = 0
			}
			h, _ := Start(t, memorytest.New(), o, Limit(bot.Limits{Commands: 1e6}))
			ask := func(lang, text string) string {
				o.Heard()
				Hear(h, chat.Event{Room: chat.Room(service + ":1"), From: chat.User{ID: service + ":7", Name: "Ana"}, Text: text,
					Addressed: true, Locale: lang, Private: service == "telegram"})
				return strings.Join(o.Heard(), "\n")
			}
			for _, lang := range speech.Languages {
				asked := []string{"/help", "/help more", "/start", "/import", "/block somebody"}
				for n := range 8 {
					asked = append(asked, fmt.Sprintf("/manual %d", n+1))
				}
				for _, text := range asked {
					got := ask(lang, text)
					if n := utf8.RuneCountInString(got); got == "" || strings.HasPrefix(text, "/manual") && n > longestSection+200 {
						t.Errorf("%s %s: %d characters", lang, text, n)
					}
					if strings.Contains(got, "</") {
						t.Errorf("%s %s: %s", lang, text, got)
					}
					for other, called := range servicesCalled {
						if found := called.FindString(got); found != "" && other != service {
							t.Errorf("%s %s: %q in: %s", lang, text, found, got)
						}
					}
				}
			}
		})
	}
}

// A sentence that names a service is used on that one alone, and its key says so; those for the owner are excepted.
func TestServices_Sentences(t *testing.T) {
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range speech.Languages {
		voice, _ := book.In(lang)
		for _, key := range voice.Keys() {
			if strings.HasPrefix(key, "intent.") { // heard, not said
				continue
			}
			var facts []speech.Fact
			for _, name := range voice.Facts(key) {
				facts = append(facts, speech.Text(name, name))
			}
			text := voice.Text(key, facts...)
			for service, called := range servicesCalled {
				if called.MatchString(text) && !strings.Contains(key, service) &&
					key != "status-lacks.inline" {
					t.Errorf("%s: %s names %s: %s", lang, key, service, text)
				}
			}
		}
	}
}

// No command that acts at once can be tapped in a help text by accident.
func TestHelp_TouchesNothing(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		seen, binding := 0, 0
		for _, c := range command.Table {
			if c.Binding {
				binding++
			}
		}
		for _, text := range []string{"/help", "/help challenges", "/help while you play", "/help time", "/help claim"} {
			Says(h, Ana, text)
			for _, s := range d.Last(t).M.Text {
				if command.Named(strings.TrimPrefix(s.Text, "/")).Binding {
					if seen++; !s.Mono {
						t.Errorf("%s: %s can be touched", text, s.Text)
					}
				}
			}
		}
		if seen != binding+1 {
			t.Errorf("%d commands are named", seen)
		}
	})
}
