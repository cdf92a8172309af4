package engine

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Option is a choice before a game starts.
type Option struct {
	Name    string
	Values  []string // allowed values
	Default string
	Group   string // options of a group are offered together; "" comes before the groups
}

// Options maps option names to chosen values.
type Options map[string]string

// String lists the options by name: "capture=huff king-capture=flying".
func (o Options) String() string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(o)) {
		list = append(list, name+"="+o[name])
	}
	return strings.Join(list, " ")
}

// ParseOptions parses the text of String, in any order. It does not check names and values; Complete does.
func ParseOptions(text string) Options {
	o := make(Options)
	for field := range strings.FieldsSeq(text) {
		name, value, _ := strings.Cut(field, "=")
		o[name] = value
	}
	return o
}

// Complete checks chosen options against the game and adds the defaults of the others.
func (g *Game) Complete(chosen Options) (Options, error) {
	full := make(Options, len(g.Options))
	for _, o := range g.Options {
		full[o.Name] = o.Default
	}
	for _, name := range slices.Sorted(maps.Keys(chosen)) {
		i := slices.IndexFunc(g.Options, func(o Option) bool { return o.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("%s has no option %q: there are %s", g.Name, name,
				cmp.Or(strings.Join(slices.Sorted(maps.Keys(full)), ", "), "none"))
		}
		value := chosen[name]
		if !slices.Contains(g.Options[i].Values, value) {
			return nil, fmt.Errorf("option %s of %s cannot be %q: choose %s", name, g.Name, value,
				strings.Join(g.Options[i].Values, ", "))
		}
		full[name] = value
	}
	return full, nil
}
