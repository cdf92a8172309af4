package speech

import (
	"flag"
	"fmt"
	"log/slog"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"text/template"
)

var (
	gap      = regexp.MustCompile(`\{\{[^}]*\}\}`)
	gapNames = regexp.MustCompile(`\.(\w+)`)
)

// named are the facts that the gaps of a text name, sorted: {{.Name}}, also in what is said in some cases only.
func named(text string) (names []string) {
	for _, g := range gap.FindAllString(text, -1) {
		for _, name := range gapNames.FindAllStringSubmatch(g, -1) {
			names = append(names, name[1])
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Functions that a sentence may use: {{lower .Colour}} for a word that elsewhere begins a sentence, {{if eq .At `bar`}}
// and {{if not .Guest}}.
var functions = template.FuncMap{
	"lower": func(fact any) string { return strings.ToLower(fmt.Sprint(fact)) },
	"eq":    func(fact, value any) bool { return fact == value },
}

// absent stands in the gap of a fact that a sentence lacks: nothing depends on it.
type absent bool

func (absent) String() string { return "…" }

// lacking is told of a sentence that was asked for without some of its facts.
var lacking = func(key string, facts []string) {
	if flag.Lookup("test.v") == nil {
		slog.Error("a sentence lacks facts", "sentence", key, "facts", facts, "stack", string(debug.Stack()))
		return
	}
	fmt.Fprintf(os.Stderr, "the sentence %s lacks its facts %q\n%s", key, facts, debug.Stack())
	os.Exit(2) // not a panic, which Hear survives
}
