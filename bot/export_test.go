package bot

// Commands are the names of the commands that can be obeyed.
func Commands() (names []string) {
	for name := range commands {
		names = append(names, name)
	}
	return names
}
