package bot

// Commands are the names of the commands that can be obeyed.
func Commands() (names []string) {
	for name := range commands {
		names = append(names, name)
	}
	return names
}

// Settings are the values that can be chosen, by choice.
func Settings() map[string][]string {
	all := map[string][]string{}
	for _, c := range choices {
		all[c.name] = c.values
	}
	return all
}

// HelpGroups are the names of the groups of commands that have a heading.
func HelpGroups() (names []string) {
	for _, g := range helpGroups[1:] {
		names = append(names, g.name)
	}
	return names
}
