package intent_test

import (
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/speech"
)

// labelled are what buttons do, by the keys of their labels: typed, these do the same, or offer it first.
var labelled = map[string]string{
	"button.accept": "accept", "button.analyse": "analyse", "button.call-off": "cancel", "button.cancel": "cancel",
	"button.cancel-it":     "cancel",
	"button.choose-person": "play friend", "button.claim": "claim", "button.confirm": "confirm",
	"button.decided": "analyse m0", "button.decline": "decline",
	"button.double": "move double", "button.drop": "move drop|decline", "button.export": "export",
	"button.forget": "forget", "button.help": "help",
	"button.hint-more": "hint", "button.house": "play house", "button.ladder-challenge": "play",
	"button.ladder-decline": "decline",
	"button.learn":          "learn", "button.lesson-play": "play", "button.log": "log|moves",
	"button.look-back": "analyse", "button.moves": "moves",
	"button.offer": "accept", "button.pass": "move pass", "button.position": "position",
	"button.puzzle-see": "puzzle solution", "button.puzzle-solution": "puzzle solution|puzzle",
	"button.ranking":      "ranking",
	"button.ranking-here": "ranking", "button.rematch": "rematch", "button.replay": "replay", "button.roll": "move roll",
	"button.share": "export",
	"button.step":  "step", "button.take": "move take", "button.text": "text", "button.to-board": "board",
	"button.tournament-call-off": "tournament call-off",
	"button.tournament-join":     "tournament join", "button.tournament-leave": "tournament leave",
	"button.tournament-quit":  "tournament leave|cancel",
	"button.tournament-table": "tournament|ranking", "button.trial": "try",
	"button.undo": "undo", "button.unlink": "unlink", "button.words": "words",
	"menu.friend": "play friend", "menu.games": "games", "menu.history": "history", "menu.house": "play house|play",
	"menu.manual":     "manual",
	"menu.any-puzzle": "puzzle", "menu.puzzle": "puzzle day", "menu.rules": "rules", "menu.settings": "settings",
	"more.dice": "dice", "more.draw": "draw", "more.flip": "board flip", "more.hint": "hint", "more.pause": "pause",
	"more.resign": "resign",
	"more.stop":   "stop", "more.undo": "undo",
}

// inPlace are labels that mean something only beside what they stand under: choices, and ways back from a question.
var inPlace = strings.Fields(`button.another button.anyone button.arbiter-no button.colour-first button.colour-second button.colour-lot
	button.colour-theirs button.demand button.forget-no button.further button.gist-play button.go-on button.here
	button.keep-on button.ladder-call-off button.log-all button.more button.options button.puzzle-answer button.puzzle-next button.ranking-all button.sight-play button.sight-text
	button.tournament-begin button.trial-if button.type menu.help`)

// The label of a button, typed as it stands, does what the button does: as a command, or by what it means.
func TestLabelsTyped(t *testing.T) {
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	g := grammar(t)
	for _, lang := range speech.Languages {
		v, _ := book.In(lang)
		for _, key := range v.Keys() {
			group, _, _ := strings.Cut(key, ".")
			if !slices.Contains([]string{"button", "menu", "more"}, group) || len(v.Facts(key)) > 0 ||
				slices.Contains(inPlace, key) {
				continue
			}
			label, want := v.Text(key), labelled[key]
			if want == "" {
				t.Errorf("what %s does when it is typed is not told here", key)
				continue
			}
			got := book.Command(label)
			if read := g.Read(label, lang); got == "" && len(read) > 0 {
				got = read[0].Command
			} else if got == "" && book.Means("solution", label) {
				got = "puzzle solution" // where one is set
			}
			right := func(one string) bool { return got == one || strings.HasPrefix(got, one+" ") }
			if !slices.ContainsFunc(strings.Split(want, "|"), right) {
				t.Errorf("%s: %s, %q, is %q, want %q", lang, key, label, got, want)
			}
		}
	}
}
