package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"tabuleiro/bot"
	"tabuleiro/bot/bottest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/command"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/table"
	"tabuleiro/storage/memorytest"
)

// linking is a private chat with the bot on Telegram, in which the adapter sends any sentence, to see which links
// Telegram makes of it.
type linking struct {
	t        *testing.T
	telegram *telegram.Telegram
	ana      *telegramtest.Person
	private  *telegramtest.Chat
	voice    speech.Voice
	known    map[string]bool // names of commands
	links    int
}

func link(t *testing.T, book *speech.Book, lang string) *linking {
	s := telegramtest.New(t)
	store, log := memorytest.New(), slog.New(slog.DiscardHandler)
	wide := telegram.Quota{Most: 1000, Per: time.Nanosecond}
	a, err := telegram.New(telegram.Config{Token: s.Token, API: s.URL, Commands: telegramCommands(book),
		Descriptions: telegramDescriptions(book), Say: sayer(book, "en"), Places: store, Log: log,
		Rates: telegram.Rates{All: wide, Person: wide, Group: wide}})
	if err != nil {
		t.Fatal(err)
	}
	b, err := bot.New(bot.Config{Store: store, Games: table.Games, Language: "en", Log: log, Now: time.Now,
		Random: rand.Reader, Limits: bot.Limits{Commands: 1e6}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx, a) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		bottest.Verify(t, store, table.Games)
	})
	ana := s.Person("Ana", "")
	ana.Language = lang
	voice, _ := book.In(lang)
	s.Until("all is described", func() bool {
		return s.Described("setMyDescription", "pt") != "" && s.Described("setMyDescription", "es") != ""
	})
	known := map[string]bool{}
	for _, c := range telegramCommands(book)[lang] {
		known["/"+c.Name] = true
	}
	l := &linking{t, a, ana, ana.Private(), voice, known, 0}
	l.asks("/start")
	return l
}

// asks sends a text, and returns the answers.
func (l *linking) asks(text string) (said []*telegramtest.Message) {
	l.ana.Says(l.private, text)
	l.ana.Says(l.private, "/fence")
	for {
		m := l.private.Next()
		if strings.Contains(m.Text, "fence") {
			return said
		}
		said = append(said, m)
	}
}

// accentedForm matches a command with an accent.
var accentedForm = regexp.MustCompile(`(^|\s)/[a-z]*[áéíóúâêôãõçñ]`)

// goingOn are conjunctions that may follow a command.
var goingOn = []string{"and", "or", "e", "ou", "y", "o"}

// says sends a sentence through the adapter.
func (l *linking) says(text []chat.Span) []*telegramtest.Message {
	if strings.TrimSpace(chat.PlainText(text)) == "" {
		return nil
	}
	before := len(l.private.Sent())
	if _, err := l.telegram.Send(context.Background(), chat.Room(fmt.Sprintf("telegram:%d", l.ana.ID)),
		chat.Message{Text: text}); err != nil {
		l.t.Error(chat.PlainText(text), err)
	}
	return l.private.Sent()[before:]
}

// check checks the links that Telegram makes: each must be a registered command, and must not be followed by an
// argument, which a tap would lose.
func (l *linking) check(what string, all []*telegramtest.Message) {
	l.t.Helper()
	for _, m := range all {
		if accented := accentedForm.FindString(m.Text); accented != "" {
			l.t.Errorf("%s %s: %s is no command to Telegram, in: %s", l.voice.Language, what, accented, m.Text)
		}
		for _, link := range m.Links() {
			l.links++
			if !l.known[link.Command] {
				l.t.Errorf("%s %s: %s is no name of a command, in: %s", l.voice.Language, what, link.Command, m.Text)
			}
			behind, ok := strings.CutPrefix(link.Behind, " ")
			next, _ := utf8.DecodeRuneInString(behind)
			word := strings.Fields(behind + " x")[0]
			if ok && (unicode.IsLetter(next) || unicode.IsDigit(next) || strings.ContainsRune("@#<{…[", next)) &&
				!slices.Contains(goingOn, word) {
				l.t.Errorf("%s %s: a touch of %s loses %q", l.voice.Language, what, link.Command, link.Behind)
			}
		}
	}
}

// Each command in a sentence of the bot, or on a page of help, manual and rules, is a link that does what the text
// says, or no link, in every language.
func TestAllLinks(t *testing.T) {
	longtest.Skip(t)
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range speech.Languages {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			l := link(t, book, lang)
			for _, typed := range []bool{true, false} {
				facts := gaps(t, l.voice, typed)
				for _, key := range l.voice.Keys() {
					if strings.HasPrefix(key, "intent.") || strings.HasPrefix(key, "slot.") { // heard, not said
						continue
					}
					if !strings.HasPrefix(key, "command.") && !strings.HasPrefix(key, "word.") {
						l.check(key, l.says(l.voice.Say(key, facts...)))
					}
				}
			}
			all := l.voice.Typed("all")
			pages := []string{"/help", "/help " + l.voice.Typed("more"), "/manual", "/manual " + all, "/import", "/settings",
				"/settings me", "/play", "/link"}
			for _, g := range table.Games {
				pages = append(pages, "/rules "+l.voice.Text("game-typed."+g.Name)+" "+all)
			}
			for _, c := range command.Public() {
				pages = append(pages, "/help "+c.Name)
			}
			for _, page := range pages {
				said := l.asks(page)
				if len(said) == 0 || strings.HasSuffix(page, all) && len(said) < 5 {
					t.Errorf("%s %s: %d messages", lang, page, len(said))
				}
				l.check(page, said)
			}
			if l.links < 50 {
				t.Errorf("%d links", l.links)
			}
		})
	}
}

var gapForm = regexp.MustCompile(`\.([A-Z][A-Za-z]*)`)

// gaps returns facts for every gap of any sentence. With typed, a gap named like a command gets that command.
func gaps(t *testing.T, v speech.Voice, typed bool) []speech.Fact {
	files, err := filepath.Glob("../../bot/speech/*/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	facts := []speech.Fact{speech.Count(2)}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range gapForm.FindAllStringSubmatch(string(text), -1) {
			switch name := strings.ToLower(m[1]); {
			case m[1] == "Count":
			case m[1] == "Player" || m[1] == "Opponent":
				facts = append(facts, speech.Person(m[1], chat.User{ID: "telegram:5", Name: "Rui"}))
			case typed && command.Named(name).Group != "":
				facts = append(facts, speech.Text(m[1], v.Typed(name)))
			default:
				facts = append(facts, speech.Text(m[1], "11-15"))
			}
		}
	}
	return facts
}
