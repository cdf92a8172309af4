package bot_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/command"
	. "tabuleiro/bot/desktest"
	"tabuleiro/bot/intent"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/enginetest"
	"tabuleiro/engine/match"
	"tabuleiro/engine/puzzle"
	"tabuleiro/engine/tournament"
	"tabuleiro/render"
	"tabuleiro/storage/memorytest"
)

// TestSentences compares the keys of the message files with those that the code can ask for: literals in this package
// and in speech, and families whose members are listed elsewhere. None may be missing or unused; speech tests that all
// languages have the same keys.
func TestSentences(t *testing.T) {
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	voice, _ := book.In("en")
	wanted := map[string]bool{}
	for _, c := range command.Table {
		wanted["command."+c.Name] = true
		if c.Group != "" {
			wanted["help."+c.Name] = true
		}
	}
	for _, c := range []string{"games", "puzzle", "rules", "manual", "settings", "help", "house", "friend",
		"other-game"} {
		wanted["menu."+c] = true
	}
	for level := 1; level <= engine.Max; level++ {
		wanted["level-name."+engine.LevelName(level)] = true
	}
	for _, theme := range puzzle.Themes {
		wanted["word.puzzle-"+string(theme)] = true
	}
	for _, word := range []string{"all", "more", "menu", "leave", "skip", "lesson", "harder", "easier"} {
		wanted["word."+word] = true
	}
	for about := range strings.FieldsSeq("self own free fine hour level me why dice proxy") { // as models have them
		wanted["talk-"+about] = true
	}
	for _, group := range command.Groups {
		wanted["help-group."+string(group)] = true
	}
	for _, pace := range view.Replay.Values {
		wanted["value.pace."+pace] = true
	}
	for _, what := range view.Facts {
		wanted["word."+what] = true
	}
	for _, c := range view.Choices {
		wanted["setting."+c.Name], wanted["setting-help."+c.Name] = true, true
		for _, v := range c.Values {
			if c.Name == "language" {
				wanted["own-name"] = true
				continue
			}
			wanted["value."+c.Name+"."+v] = true
		}
	}
	for _, reason := range []engine.Code{engine.SquareTaken, engine.ManIsKing, engine.NoSuchSquare} {
		wanted["no-position-"+string(reason)] = true
	}
	for _, g := range Games {
		for _, c := range g.Colours {
			wanted["colour."+c], wanted["word."+c] = true, true
		}
	}
	for _, c := range render.Colours {
		wanted["colour."+c] = true
	}
	for _, m := range render.Meanings {
		wanted["legend."+string(m)] = true
	}
	wanted["words.men"], wanted["words.kings"] = true, true
	for _, what := range []string{"double", "dice", "roll", "throw"} {
		wanted["words.turn-"+what] = true
	}
	for _, c := range enginetest.Counted {
		wanted["count-"+string(c)] = true
	}
	for _, code := range append(enginetest.Declared(t, "../engine/match", "engine.Code"), string(engine.TimeOver), string(engine.TimeDraw)) {
		key := "reason." + code // why a match ended, or an event is refused
		if refusal := "refusal." + code; voice.Has(refusal) {
			key = refusal
		}
		wanted[key] = true
	}
	for _, k := range match.Kinds {
		switch k {
		case match.Planned, match.Reminds: // are told to nobody but who wants them
		case match.Offered, match.Agreed, match.Refused:
			for _, o := range match.Offers {
				wanted["event."+string(k)+"-"+string(o)] = true
				wanted["pending."+string(o)] = true
			}
		case match.Ruled:
			// the end of a match reports the others
			for _, r := range []match.Ruling{match.Nought, match.Neither, match.Back, match.Halt, match.More, match.Recused} {
				wanted["event."+string(k)+"-"+string(r)] = true
			}
		default:
			wanted["event."+string(k)] = true
		}
	}
	wanted["event.challenged-anyone"] = true
	for _, word := range []string{"time", "none", "rated", "no", "hints", "several", "best", "points", "opening", "drawn",
		"offer"} {
		wanted["word."+word] = true
	}
	for _, call := range []match.Reminder{match.Quarter, match.Soon, match.TimeUp, match.Requested} {
		wanted["event.called-"+string(call)] = true
	}
	delete(wanted, "event.called")
	delete(wanted, "event.resigned") // the end of the game says it
	delete(wanted, "event.drawn")
	wanted["word.in"], wanted["word.returned"], wanted["word.create"] = true, true, true
	wanted["event.gave-grace"], wanted["event.away-back"], wanted["event.away-waiting"], wanted["event.expired-open"],
		wanted["event.expired-void"] = true, true, true, true, true
	wanted["event.expired-unreached"] = true
	for _, unit := range []string{"days", "hours", "minutes", "seconds"} {
		wanted["span."+unit] = true
	}
	for _, word := range []string{"demand", "huff"} {
		wanted["event.moved-"+word], wanted["button."+word] = true, true
	}
	for _, word := range []string{"take", "drop", "too-good", "behind", "early", "cash", "double"} {
		wanted["cube-reason."+word] = true
	}
	wanted["event.moved-pass"], wanted["event.moved-forced"] = true, true
	for _, word := range []string{"double", "take", "drop", "roll"} {
		wanted["event.moved-"+word], wanted["button."+word] = true, true
	}
	wanted["button.roll"], wanted["button.pass"] = true, true
	wanted["status-lacks.inline"] = true
	wanted["import-how-terminal"], wanted["import-how-telegram"], wanted["block-who-telegram"] = true, true, true
	for _, word := range []string{"from", "yes", "no", "me", "default", "flip", "new", "word", "thread",
		"public", "server", "stats", "colour", "first", "second", "lot", "against", "house", "level", "max", "next",
		"solution", "thanks", "small-talk", "friend", "best", "drawn", "opening", "points", "several",
		"arbiter", "absent", "back", "latest", "agreed", "match", "accepts", "refuses", "resignation", "cube", "if",
		"invitation"} {
		wanted["word."+word] = true
	}
	wanted["setting-is.size.phone"], wanted["setting-is.size.desktop"], wanted["event.agreed-undo-bot"] = true, true, true
	wanted["event.accepted-chosen"], wanted["event.withdrawn-begun"], wanted["event.challenged-resumed"] = true, true, true
	for _, code := range enginetest.FileCodes {
		wanted["file."+string(code)] = true
	}
	wanted["reason."+string(engine.Recorded)] = true
	for _, c := range []string{"lot", "first", "second", "theirs"} {
		wanted["button.colour-"+c], wanted["word."+c] = true, true
	}
	for _, c := range []string{"rematch", "step", "replay", "analyse"} {
		wanted["button."+c] = true
	}
	for _, reason := range []analysis.Reason{
		analysis.OnlyMove, analysis.Wins, analysis.Saves, analysis.Better, analysis.Ahead, analysis.Equal,
	} {
		wanted["hint-reason."+string(reason)] = true
	}
	for _, code := range enginetest.Declared(t, "../engine/analysis", "engine.Code") {
		wanted["fact."+code] = true
	}
	wanted["report-dot.inaccuracy"], wanted["report-dot.mistake"], wanted["report-dot.blunder"] = true, true, true
	for _, s := range analysis.Standards {
		wanted["standard."+s.Name] = true
	}
	for _, word := range []string{
		"several", "best", "points", "opening", "drawn", "touch", "join", "quit", "story", "room", "begin", "call-off",
		"award", "take-out", "replace", "extend", "system", "rounds", "sets", "needs", "length", "starts", "days", "table",
		"day", "challenge", "decline-challenge", "square", "row",
	} {
		wanted["word."+word] = true
	}
	for _, system := range tournament.Systems {
		wanted["word."+string(system)], wanted["tournament-system."+string(system)],
			wanted["tournament-rules."+string(system)] = true, true, true
	}
	for _, refusal := range enginetest.Declared(t, "../engine/tournament", "Refusal") {
		wanted["tournament-refusal."+refusal] = true
	}
	for _, reason := range []tournament.Reason{tournament.NoShow, tournament.Late, tournament.Absent, tournament.ByArbiter,
		tournament.BySeed, tournament.NothingWon, tournament.ByPlay} {
		wanted["tournament-decided."+string(reason)] = true
	}
	for _, sort := range []string{"tournament", "ladder"} {
		for _, key := range []string{"title", "announced", "ended", "cancelled", "list", "which", "none", "unknown", "alone",
			"many", "joined", "replaced", "award", "sure-quit", "sure-call-off"} {
			wanted["club-"+key+"."+sort] = true
		}
		wanted["button.club-quit."+sort], wanted["button.club-call-off."+sort] = true, true
	}
	wanted["tournament-decided.absent-both"] = true
	for _, why := range []string{"top", "open", "nobody"} {
		wanted["ladder-whom."+why] = true
	}
	for _, who := range []string{"organiser", "arbiter", "admin"} {
		wanted["tournament-judge."+who] = true
	}
	for _, reason := range []tournament.Reason{tournament.NoShow, tournament.ByArbiter, tournament.OwnWish} {
		wanted["tournament-withdrawn."+string(reason)] = true
	}
	wanted["menu.history"], wanted["no-games"], wanted["no-history"] = true, true, true
	codes := slices.Concat(enginetest.Declared(t, "../engine/*/rules", "engine.Code"),
		enginetest.Declared(t, "../engine/grid", "engine.Code"),
		[]string{string(engine.NotCanonical), string(engine.NoPieces), string(engine.NoMoves), string(engine.Repetition)})
	for _, code := range codes {
		key := "rule." + code
		if reason := "reason." + code; voice.Has(reason) {
			key = reason
		}
		wanted[key] = true
	}
	for _, g := range Games {
		wanted["gist."+g.Name] = true
		wanted["game."+g.Name], wanted["game-typed."+g.Name] = true, true
		for _, typed := range book.All("game-typed." + g.Name) {
			if !g.IsNamed(typed) {
				t.Errorf("%s is not called %s", g.Name, typed)
			}
		}
		for _, o := range g.Options {
			wanted["option."+o.Name], wanted["option-help."+o.Name] = true, true
			if o.Group != "" {
				wanted["option-group."+o.Group], wanted["option-group-help."+o.Group] = true, true
			}
			for _, value := range o.Values {
				for _, key := range []string{"option-value." + o.Name + "-" + value, "option-value." + value} {
					if voice.Has(key) {
						wanted[key] = true
					}
				}
				if _, err := strconv.Atoi(value); err != nil && !voice.Has("option-value."+o.Name+"-"+value) &&
					!voice.Has("option-value."+value) {
					t.Errorf("there is no word for %s=%s", o.Name, value)
				}
			}
		}
		for _, step := range puzzle.Lesson(g) {
			wanted["lesson-task."+step.Name] = true
			for m := range step.Line(g).Position().Moves() {
				if right, reason := step.Try(m); !right {
					wanted["lesson-why."+reason] = true
				}
			}
		}
	}
	literals := stringLiterals(t, "*.go", "*/*.go", "*/*/*.go", "../cmd/tabuleiro/*.go", "../cmd/tabuleiro/*/*.go")
	for _, key := range voice.Keys() {
		// they are heard, and say themselves what for
		if strings.HasPrefix(key, "intent.") || strings.HasPrefix(key, "slot.") || strings.HasPrefix(key, "class.") {
			continue
		}
		for _, g := range Games { // a game may have its own words for what is said in all
			if general, own := strings.CutSuffix(key, "-"+g.Name); own &&
				(wanted[general] || slices.Contains(literals, general) || voice.Has(general)) {
				wanted[key] = true
			}
		}
		if of, ok := strings.CutPrefix(key, "ladder-"); ok && slices.Contains(literals, "tournament-"+of) {
			wanted[key] = true // a ladder's own words for it
		}
		if option, ok := cutSlash(key); ok && slices.Contains(literals, option) {
			continue
		}
		if !wanted[key] && !slices.Contains(literals, key) {
			t.Errorf("nobody says %s", key)
		}
		delete(wanted, key)
	}
	for key := range wanted {
		t.Errorf("there is no sentence %s", key)
	}
	// A literal that looks like a key, passed to say, note, Say or Text, has a sentence.
	for _, key := range saidLiterals(t, "*.go", "*/*.go", "*/*/*.go") {
		if !strings.HasSuffix(key, ".") && !voice.Has(key) {
			t.Errorf("there is no sentence %s, which code says", key)
		}
	}
}

// cutSlash returns the name of an option of a command in Discord.
func cutSlash(key string) (string, bool) {
	family, option, _ := strings.Cut(key, ".")
	return option, family == "slash" || family == "slash-help"
}

func eachFile(t *testing.T, visit func(ast.Node) bool, patterns ...string) {
	t.Helper()
	for _, pattern := range patterns {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatal(pattern, err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") || filepath.Dir(name) == "desktest" {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, visit)
		}
	}
}

func literal(n ast.Node) (string, bool) {
	l, ok := n.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(l.Value)
	return s, err == nil
}

func stringLiterals(t *testing.T, patterns ...string) (found []string) {
	eachFile(t, func(n ast.Node) bool {
		if s, ok := literal(n); ok {
			found = append(found, s)
		}
		return true
	}, patterns...)
	return found
}

// saidLiterals returns the first arguments of calls that say a sentence.
func saidLiterals(t *testing.T, patterns ...string) (found []string) {
	eachFile(t, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 {
			return true
		}
		f, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || !slices.Contains([]string{"say", "Note", "Privately", "Say"}, f.Sel.Name) {
			return true
		}
		if s, ok := literal(call.Args[0]); ok {
			found = append(found, s)
		}
		return true
	}, patterns...)
	if len(found) < 10 {
		t.Fatalf("only %d sentences are said: the test looks in the wrong place", len(found))
	}
	return found
}

// Every command word has a handler, and the other way round.
func TestCommands(t *testing.T) {
	done, typed := NewBot(t, memorytest.New()).Commands(), []string(nil)
	done = slices.DeleteFunc(done, intent.IsAnswer)
	for _, c := range command.Table {
		typed = append(typed, c.Name)
	}
	slices.Sort(done)
	slices.Sort(typed)
	if diff := cmp.Diff(typed, done); diff != "" {
		t.Error(diff)
	}
}
