package commands_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/command"
	"tabuleiro/bot/discord/commands"
	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/bot/speech"
)

// set are all commands, and the book of the sentences that name them.
func set(t *testing.T) (*speech.Book, *commands.Set) {
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	return book, commands.New(discordtest.Commands())
}

// The words that a text puts behind a command go with the options that Discord's client has for them, in the language
// of the text.
func TestWritten_Options(t *testing.T) {
	_, s := set(t)
	for _, x := range []struct{ lang, text, want string }{
		{"en", "/play draughts @friend challenges", "/play game: draughts opponent: @friend challenges"},
		{"pt", "/jogar damas @amigo desafia", "/jogar jogo: damas adversário: @amigo desafia"},
		{"pt-BR", "/jogar @amigo tempo=3d cor=brancas, ou", "/jogar adversário: @amigo cor: brancas tempo: 3d, ou"},
		{"es", "/jugar damas @alguien.", "/jugar juego: damas rival: @alguien."},
		{"pt", "/aprender damas; /aprender seguinte salta", "/aprender jogo: damas; /aprender lance: seguinte salta"},
		{"es", "/aprender damas; /aprender siguiente salta", "/aprender juego: damas; /aprender jugada: siguiente salta"},
		{"", "/jogar @amigo", "/jogar adversário: @amigo"},
		{"en", "/play … time=3d is for one match", "/play time: 3d is for one match"},
		{"en", "/play begins one, /board shows it", "/play begins one, /board shows it"},
		{"en", "/board #k7q2.", "/board match: k7q2."},
		{"pt", "/tabuleiro virar: do outro lado", "/ver virar: True: do outro lado"},
		{"en", "/rules draughts 3", "/rules game: draughts section: 3"},
		{"en", "/remind in 2h once", "/tabuleiro time remind time: in 2h once"},
		{"pt", "/lembrar daqui a 2h uma vez", "/tabuleiro espera lembrar tempo: daqui a 2h uma vez"},
		{"en", "/tournament draughts days=3", "/tabuleiro tournament text: draughts days=3"},
		{"en", "/accept #k7q2-abcd2345", "/accept #k7q2-abcd2345"},
	} {
		if got := s.Written(x.text, x.lang); got != x.want {
			t.Errorf("%q is written %q, not %q", x.text, got, x.want)
		}
	}
	if got := s.ForOthers("/accept #k7q2-abcd2345", "en"); got != "/tabuleiro accept match: k7q2-abcd2345" {
		t.Errorf("for others it is %q", got)
	}
}

// A command is heard by the names that texts have for it here, with those that it stands under or without.
func TestHeard_AsWritten(t *testing.T) {
	_, s := set(t)
	for text, want := range map[string]string{
		"/tabuleiro record dice #k7q2": "/dice #k7q2", "/record dice": "/dice", "/Tabuleiro Record Dice": "/dice",
		"/tabuleiro decline #k7q2": "/decline #k7q2",
		"/tabuleiro":               "/tabuleiro", "/tabuleiro #k7q2": "/tabuleiro #k7q2", "/record": "/record",
		"record dice": "record dice", "/play damas": "/play damas",
		"/play game: damas opponent: @rui":              "/play damas @rui",
		"/play opponent:@rui game:damas colour: white":  "/play damas @rui colour=white",
		"/jogar jogo: damas adversário: @rui tempo: 3d": "/jogar damas @rui time=3d",
		"/play damas opponent: @rui":                    "/play damas @rui",
		"/board match: k7q2 flip: True":                 "/board #k7q2 flip", "/board flip: False": "/board",
		"/tabuleiro record dice match: k7q2": "/dice #k7q2",
		"/rules game: damas section: 3":      "/rules damas 3", "/remind time: in 2h": "/remind in 2h",
		"/move 8: 3":  "/move 8: 3",
		"/help board": "/help board", "/play rules game: damas": "/play rules damas",
		"/dice stats": "/dice stats", "/board flip": "/board flip", "/tabuleiro espera lembrar 2h": "/lembrar 2h",
	} {
		if got := s.Rewrite(text); got != want {
			t.Errorf("%q is heard as %q, not %q", text, got, want)
		}
	}
}

var (
	bareGiven = regexp.MustCompile(`^ (@\S|#\w|\d|[^\s=:]+=)`)
	named     = regexp.MustCompile(`^/[\p{L}\p{N} _-]+`)
	asOption  = regexp.MustCompile(`^ (\p{L}+): `)
)

// Every command that a sentence names is one that Discord knows, in each language, and is given as its client takes it:
// with the names of options that the command has in that language.
func TestWritten_Examples(t *testing.T) {
	book, s := set(t)
	options := map[string][]string{} // of commands as they are given, with the language
	folders := map[string]bool{}
	var learn func(lang, path string, c commands.Command)
	learn = func(lang, path string, c commands.Command) {
		for _, u := range c.Under {
			learn(lang, path+" "+strings.ToLower(u.Name[lang]), u)
		}
		options[lang+path], folders[lang+path] = []string{}, len(c.Under) > 0
		for _, o := range c.Options {
			options[lang+path] = append(options[lang+path], strings.ToLower(o.Name[lang]))
		}
	}
	for _, c := range discordtest.Commands() {
		for _, lang := range speech.Languages {
			if name := c.Name[lang]; !c.OnPerson && name != "" {
				learn(lang, "/"+strings.ToLower(name), c)
			} else if len(c.Under) > 0 {
				learn(lang, "/"+c.Name["en"], c)
			}
		}
	}
	for _, lang := range speech.Languages {
		voice, _ := book.In(lang)
		found := 0
		for _, key := range voice.Keys() {
			if regexp.MustCompile(`^(intent|word|slot|command|telegram)|-(telegram|terminal)$`).MatchString(key) {
				continue
			}
			text := s.Written(voice.Text(key, factsFor(voice, key)...), lang)
			for _, at := range regexp.MustCompile(`(?:^|[^\p{L}\p{N}/<])(/\p{L}[\p{L}-]*)`).FindAllStringSubmatchIndex(text,
				-1) {
				path, rest := text[at[2]:at[3]], text[at[3]:]
				for word := range strings.FieldsSeq(rest) { // as far as it leads to a command
					if options[lang+path+" "+word] == nil || !strings.HasPrefix(rest, " "+word) {
						break
					}
					path, rest = path+" "+word, rest[len(word)+1:]
				}
				known := path == "/setinline" // of Telegram's BotFather
				words := strings.Fields(named.FindString(text[at[2]:]))
				for n := range words {
					given := lang + strings.Join(words[:n+1], " ")
					known = known || options[given] != nil && !folders[given]
				}
				if !known {
					t.Errorf("%s %s: %q names %q, which is no command", lang, key, text, words)
				}
				if bareGiven.MatchString(rest) {
					t.Errorf("%s %s: %q gives %s what belongs to an option", lang, key, text, path)
				}
				if m := asOption.FindStringSubmatch(rest); m != nil {
					if found++; !slices.Contains(options[lang+path], m[1]) {
						t.Errorf("%s %s: %q: %s has the options %q, not %q", lang, key, text, path, options[lang+path], m[1])
					}
				}
			}
		}
		if found < 40 {
			t.Errorf("%s: only %d examples", lang, found)
		}
	}
}

// factsFor fill the gaps of a sentence: with commands where it names them.
func factsFor(voice speech.Voice, key string) []speech.Fact {
	facts := []speech.Fact{speech.Count(3)}
	for _, name := range voice.Facts(key) {
		text := "x"
		switch word := strings.ToLower(name); {
		case word == "count":
			continue
		case word != "text" && !strings.HasPrefix(key, "event.") && command.Named(word).Group != "":
			text = voice.Typed(word)
		case word == "command":
			text = voice.Typed("accept") + " #k7q2"
		case word == "next":
			text = voice.Typed("games") + " 2"
		case word == "more":
			text = voice.Typed("help") + " " + voice.Typed("more")
		case word == "game":
			text = voice.Text("game-typed.portuguese")
		}
		facts = append(facts, speech.Text(name, text))
	}
	return facts
}

// All that the bot knows, and all that can be given with it, has words in every language.
func TestCommands_Words(t *testing.T) {
	for _, c := range discordtest.Commands() {
		if c.OnPerson {
			c.Description = c.Name
		}
		texts := []commands.Words{c.Description}
		if len(c.Under) == 0 { // the name of the bot is the same everywhere
			texts = append(texts, c.Name)
		}
		for _, u := range c.Under {
			for _, u := range append(u.Under, u) {
				texts = append(texts, u.Name, u.Description)
				for _, o := range u.Options {
					texts = append(texts, o.Name, o.Description)
				}
			}
		}
		for _, o := range c.Options {
			texts = append(texts, o.Name, o.Description)
		}
		for _, words := range texts {
			for _, lang := range speech.Languages {
				if words[lang] == "" {
					t.Errorf("/%s: %v has nothing in %s", c.Name["en"], words, lang)
				}
			}
		}
	}
}

// A word for a command in a text leads to one place, whichever the language of the text.
func TestCommands_LeadToOnePlace(t *testing.T) {
	path := map[string]string{}
	leads := func(word, to string) {
		if path[word] != "" && path[word] != to {
			t.Errorf("/%s stands for /%s and for /%s", word, path[word], to)
		}
		path[word] = to
	}
	for _, c := range discordtest.Commands() {
		for _, u := range c.Under {
			for lang, word := range u.Name {
				leads(word, word)
				for _, v := range u.Under {
					leads(v.Name[lang], word+" "+v.Name[lang])
				}
			}
		}
	}
}

// A command whose name is the same in many languages is called as it is in English, whatever stands before it in others.
func TestCommands_SameName(t *testing.T) {
	above := commands.Words{"en": "time"}
	for l := range discordgo.Locales {
		if base, _, _ := strings.Cut(string(l), "-"); base != "en" {
			above[base] = "time-" + base
		}
	}
	s := commands.New([]commands.Command{{Name: commands.Words{"en": "tabuleiro"}, Under: []commands.Command{
		{Name: above, Under: []commands.Command{{Name: commands.Words{"en": "dice"}}}}}}})
	for range 10 {
		if got := s.Written("/dice", "en"); got != "/tabuleiro time dice" {
			t.Errorf("it is written %q", got)
		}
	}
}
