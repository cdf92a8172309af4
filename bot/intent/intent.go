// Package intent finds out what people mean who say it in their own words: "quero jogar damas contra o bot" is /play
// damas house.
//
// It goes by sentences that people have said, and by patterns. The sentences are in the folder said, a file for each
// language: what is most like those for one command means that, like.go and odds.go. To teach the program another way
// to say something is to add a line there.
//
// Patterns there are for what binds people, which is done only where each word was understood. They stand in the
// message files, intents.yaml of each language. Under "intent" a key is what is done, a command as English has it, and
// the text the patterns for it, one in a line. A pattern is words in their order, any of "a/b", "c~" may be missing,
// "desist*" is all that begins so, "<stop>" is any word of that class, "{game}" has to be a slot. Other words may stand
// between if they are among the "intent-filler" ones, and slots if the key names them: "give {span}"; "+" names all
// that a match can be begun with, and "{people}" stands for further names behind the one of a person. Under "slot" a
// key is what is typed for it, with # for a number. The names of games are those of their own table. Words that are
// typed short are those of "intent-short"; what may hang at the end of a word is in "intent-ending".
//
// Where a pattern and the likeness agree, or the likeness is plain, the meaning is sure; else people are asked,
// weigh.go.
package intent

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"tabuleiro/bot/speech"
	"tabuleiro/engine"
)

// Meaning is what a text comes to.
type Meaning struct {
	Command string // as it would be typed, without the slash: "play portuguese house level=3"
	Person  string // the name of somebody, where it was said without an @
	Whole   bool   // each word of the text was understood, and not only by supposing slips
	Likely  bool   // the text is plainly like others that mean this
	of      string // the intent that it comes from
	score   int
	like    float64 // the cosine of the text and the sentence that it is most like
}

// binding are the commands that are done only where each word was understood: they begin something, or do it to a match
// or to another person, and are not easily taken back.
var binding = []string{"play", "move", "accept", "decline", "cancel", "draw", "undo", "stop", "claim", "give", "pause",
	"away", "block",
	"unblock", "link", "unlink"}

// likened are the intents that need no patterns: they show something, or what they do is easily undone or asked about.
var likened = []string{
	"rematch", "moves {move}", "board", "board flip", "board whose", "board time", "board score", "board pips",
	"board pieces", "board winning", "board cube",
	"board sides", "board rolled", "board made", "board played", "board square {square} {move}", "board row {row}", "text", "words", "rules {game} {about}", "learn {game}", "learn none",
	"help",
	"start menu", "start", "games", "history", "why {move} {steps}", "log", "position", "export", "import", "step",
	"replay", "analyse", "analyse m0", "hint", "puzzle {game}", "puzzle next {game}", "puzzle day", "puzzle cube",
	"puzzle solution", "resign", "resign all",
	"remind in {span}", "remind {span}", "remind 0", "remind ?", "profile {opponent} {person}",
	"versus {opponent} {person}",
	"ranking {game}", "confirm on", "confirm off", "dice", "dice stats", "language", "language en", "language es",
	"language pt", "theme", "theme slate", "theme contrast", "theme wood", "theme paper", "theme desktop",
	"theme phone", "settings", "settings board text", "settings board pictures", "settings board words",
	"settings me profile private", "settings zone", "settings puzzle 9:00", "settings puzzle off", "forget",
	"privacy", "mydata", "manual", "replay slow", "thanks", "settings squares letters",
	"settings squares numbers", "theme marble", "theme azulejo", "settings more", "bye", "unplayed",
	"history last", "help play", "try", "resume", "entrants", "whom", "stays", "way {game}", "never", "sorry", "stuck",
	"board doubling",
	"hint double",
	"talk self", "talk me", "talk own", "talk why", "talk level", "talk free", "talk hour", "talk fine", "talk proxy", "differ",
}

// Named is the game that a word names in any language, "" if it names none.
func (g *Grammar) Named(word string) string {
	for _, t := range g.tongues {
		if name := g.game(t, []string{speech.Fold(word)}); name != "" {
			return name
		}
	}
	return ""
}

// Sure tells whether a meaning may be done without asking. A match against the bot, and a challenge to anyone, bind
// nobody else.
func (m Meaning) Sure() bool { return m.Whole || m.Likely && !binds(m.Command) }

// OnlyAsked tells whether a question with a command in it does not give it, as "accept?" does not accept.
func OnlyAsked(command string) bool {
	name, _, _ := strings.Cut(command, " ")
	return binds(command) && !slices.Contains([]string{"play", "draw", "undo"}, name)
}

// binds tells whether a command is one of binding.
func binds(command string) bool {
	name, rest, _ := strings.Cut(command, " ")
	words := strings.Fields(rest)
	onlyBot := name == "play" && (slices.ContainsFunc(words, alone))
	return !onlyBot && (slices.Contains(binding, name) || (name == "tournament" || name == "ladder") && len(words) > 0)
}

// Against tells whether a word behind the command for a match says whom it is against: the bot, anyone or somebody.
func Against(word string) bool { return alone(word) || strings.HasPrefix(word, "@") }

// AgainstBot tells whether such a word names the bot, or its level.
func AgainstBot(word string) bool { return word == "house" || strings.HasPrefix(word, "level=") }

// alone tells whether such a word has the match bind nobody else.
func alone(word string) bool { return AgainstBot(word) || word == "friend" }

// Grammar knows how people ask for things.
type Grammar struct {
	book    *speech.Book
	tongues []tongue
	called  map[string]string // games by all their names
	names   []string          // those, sorted
}

// tongue is the grammar of a language.
type tongue struct {
	language  string
	intents   []intent
	slots     []slot
	filler    map[string]bool
	against   map[string]bool // words behind which a name may stand
	among     map[string]bool // words behind which several may
	not       map[string]bool
	to        map[string]bool // words between the squares of a move
	joined    map[string]bool // words between tens and ones
	voice     speech.Voice
	inGrammar map[string]bool // all words in patterns
	sorted    []string        // those that a word with a slip may be
	letters   []uint64        // of those
	stems     []string        // beginnings of words
	classes   map[string][]string
	short     map[string]string // words as they are typed in haste
	endings   []string          // of words, with "=" and what stands in their place
	called    map[string]string // games by all their names
	known     func() *examples  // made when they are needed first
	tongues   map[string]bool   // words that name a language
	little    map[string]bool   // words that say little in any language
}

type intent struct {
	command  string
	kinds    map[string]bool // of slots that may be said, too
	all      bool
	words    map[string]bool // in its patterns: what is said twice is no other thing
	patterns [][]part
}

// slot is a thing that can be named, in any of some ways.
type slot struct {
	kind, value string
	ways        [][]part
}

// part is a word of a pattern.
type part struct {
	words []string
	maybe bool
}

// source is what a grammar is made of.
type source struct {
	book  *speech.Book
	games string
}

var made sync.Map // grammars by their source, as functions that make them once: that takes some time

// New is the grammar of all languages of a book and of the names of games.
func New(book *speech.Book, games []*engine.Game) *Grammar {
	of := source{book: book}
	for _, game := range games {
		of.games += game.Name + " "
	}
	grammar, _ := made.LoadOrStore(of, sync.OnceValue(func() *Grammar { return read(book, games) }))
	return grammar.(func() *Grammar)()
}

// read makes a grammar.
func read(book *speech.Book, games []*engine.Game) *Grammar {
	g, tongues := &Grammar{book: book, called: map[string]string{}}, map[string]bool{}
	little := map[string]bool{}
	for _, words := range book.All("intent-filler") {
		maps.Copy(little, set(words))
	}
	for _, words := range book.All("intent-tongues") {
		maps.Copy(tongues, set(words))
	}
	for _, game := range games {
		for _, name := range slices.Concat([]string{game.Name}, game.Aliases, book.All("game."+game.Name)) {
			g.called[speech.Fold(name)] = game.Name
		}
	}
	g.names = slices.Sorted(maps.Keys(g.called))
	for _, lang := range speech.Languages {
		v, _ := book.In(lang)
		t := tongue{language: lang, tongues: tongues, little: little, called: g.called, inGrammar: map[string]bool{},
			voice: v}
		t.to, t.among, t.joined = set(v.Text("intent-to")), set(v.Text("intent-among")), set(v.Text("intent-joined"))
		t.filler, t.against, t.not = set(v.Text("intent-filler")), set(v.Text("intent-against")), set(v.Text("intent-not"))
		t.classes, t.short, t.endings = map[string][]string{}, map[string]string{},
			strings.Fields(speech.Fold(v.Text("intent-ending")))
		for _, pair := range strings.Fields(speech.Fold(v.Text("intent-short"))) {
			haste, word, _ := strings.Cut(pair, "=")
			t.short[haste] = word
		}
		for _, key := range v.Keys() {
			if name, ok := strings.CutPrefix(key, "class."); ok {
				t.classes["<"+name+">"] = strings.Fields(speech.Fold(v.Text(key)))
			}
		}
		for _, name := range likened {
			t.add(name, "")
		}
		for _, key := range v.Keys() {
			if name, ok := strings.CutPrefix(key, "intent."); ok {
				t.add(name, v.Text(key))
			}
			if name, ok := strings.CutPrefix(key, "slot."); ok {
				kind, _, _ := strings.Cut(name, "=")
				t.slots = append(t.slots, slot{kind, name, t.read(v.Text(key))})
			}
		}
		t.sorted = slices.Sorted(maps.Keys(t.inGrammar))
		t.sorted = slices.DeleteFunc(t.sorted, func(w string) bool { return len(w) < 4 || strings.HasPrefix(w, "{") })
		for _, word := range t.sorted {
			t.letters = append(t.letters, lettersOf(word))
		}
		t.known = sync.OnceValue(func() *examples { return t.learn(said(lang)) })
		g.tongues = append(g.tongues, t)
	}
	return g
}

// add has the tongue know an intent by its name, and the patterns for it.
func (t *tongue) add(name, patterns string) {
	i := intent{kinds: map[string]bool{}, words: map[string]bool{}, patterns: t.read(patterns)}
	for _, part := range slices.Concat(i.patterns...) {
		for _, word := range part.words {
			i.words[word] = true
		}
	}
	for _, word := range strings.Fields(name) {
		kind, slotted := strings.CutPrefix(word, "{")
		switch {
		case word == "+":
			i.all = true
		case slotted:
			i.kinds[strings.TrimSuffix(kind, "}")] = true
		default:
			i.command += " " + word
		}
	}
	i.command = strings.TrimSpace(i.command)
	t.intents = append(t.intents, i)
}

func set(text string) map[string]bool {
	all := map[string]bool{}
	for _, word := range strings.Fields(speech.Fold(text)) {
		all[word] = true
	}
	return all
}

// read takes patterns apart.
func (t *tongue) read(text string) (patterns [][]part) {
	for line := range strings.Lines(speech.Fold(text)) {
		var pattern []part
		for _, word := range strings.Fields(line) {
			word, maybe := strings.CutSuffix(word, "~")
			var words []string
			for w := range strings.SplitSeq(word, "/") {
				if class := t.classes[w]; class != nil {
					words = append(words, class...)
				} else {
					words = append(words, w)
				}
			}
			for _, w := range words {
				stem, all := strings.CutSuffix(w, "*")
				if t.inGrammar[stem] = true; all {
					t.stems = append(t.stems, stem)
				}
			}
			pattern = append(pattern, part{words, maybe})
		}
		if pattern != nil {
			patterns = append(patterns, pattern)
		}
	}
	return patterns
}
