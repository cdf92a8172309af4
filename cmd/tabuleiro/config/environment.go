package config

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/caarlos0/env/v11"
)

// readEnvironment takes the settings from variables ("NAME=value") and returns what is wrong with them. An empty variable
// is one that is not set.
func readEnvironment(c *Config, environment []string) []string {
	set := env.ToMap(environment)
	fields, err := env.GetFieldParamsWithOptions(c, env.Options{Prefix: Prefix})
	if err != nil {
		panic("tabuleiro: the struct of settings is wrong: " + err.Error())
	}
	var known, wrong []string
	for _, f := range fields {
		if f.OwnKey == "" { // a section
			continue
		}
		known = append(known, f.Key)
		value, ok := set[f.Key]
		if !ok {
			continue
		}
		// One variable at a time: an error of the library knows the field, but not the variable.
		err := env.ParseWithOptions(c, env.Options{Prefix: Prefix, Environment: map[string]string{f.Key: value}})
		if err != nil {
			wrong = append(wrong, f.Key+" "+valueError(err))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(set)) {
		if strings.HasPrefix(name, Prefix) && set[name] != "" && !slices.Contains(known, name) {
			shown := name
			if !harmless(strings.TrimPrefix(name, Prefix)) {
				shown = Prefix + "(the rest is not repeated here, as it may be a secret)"
			}
			wrong = append(wrong, shown+" is not known"+meantVariable(name, known))
		}
	}
	return wrong
}

// meantVariable says what an unknown variable was meant to be or, if it is like none, which ones there are. The prefix,
// which all variables share, does not count as likeness.
func meantVariable(name string, known []string) string {
	var short []string
	for _, k := range known {
		short = append(short, strings.TrimPrefix(k, Prefix))
	}
	if meant, ok := nearest(strings.TrimPrefix(name, Prefix), short); ok {
		return "; did you mean " + Prefix + meant + "?"
	}
	return ": variables are " + strings.Join(known, ", ")
}

// valueError is the setting's own sentence, without the words of the library around it.
func valueError(err error) string {
	var e env.ParseError
	if errors.As(err, &e) {
		return e.Err.Error()
	}
	return err.Error()
}
