package engine

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Option is something to choose before a game starts.
type Option struct {
	Name    string
	Values  []string // allowed values
	Default string
	Group   string // options of one group are offered together; "" is before the groups
}

// Options are chosen values by option name.
type Options map[string]string

// String lists them by name: "capture=huff king-capture=flying".
func (o Options) String() string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(o)) {
		list = append(list, name+"="+o[name])
	}
	return strings.Join(list, " ")
}

// ParseOptions reads what String writes, in any order. Whether there are such options and values, Complete knows.
func ParseOptions(text string) Options {
	o := make(Options)
	for field := range strings.FieldsSeq(text) {
		name, value, _ := strings.Cut(field, "=")
		o[name] = value
	}
	return o
}

// Complete checks chosen options against the game and fills in the defaults of those left out.
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
