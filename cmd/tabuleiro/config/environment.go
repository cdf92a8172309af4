package config

import (
	"maps"
	"slices"
	"strings"
)

// variables are those of an environment ("NAME=value"), by name.
func variables(environment []string) map[string]string {
	set := map[string]string{}
	for _, v := range environment {
		name, value, _ := strings.Cut(v, "=")
		set[name] = value
	}
	return set
}

// readEnvironment takes the settings from variables ("NAME=value") and returns what is wrong with them. An empty
// variable is one that is not set.
func (c *Config) readEnvironment(environment []string) []string {
	set := variables(environment)
	var known, wrong []string
	for _, s := range c.settings() {
		name := s.variable()
		known = append(known, name)
		if value := set[name]; value != "" {
			if err := s.to.UnmarshalText([]byte(value)); err != nil {
				wrong = append(wrong, name+" "+err.Error())
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(set)) {
		if strings.HasPrefix(name, Prefix) && set[name] != "" && !slices.Contains(known, name) && !isUnused(name) {
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
