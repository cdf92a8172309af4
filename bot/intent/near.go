package intent

// Near reports whether a word of four letters or more is another one with a slip of the finger: a letter missing, too
// many, wrong, or in the place of the next one.
func Near(right, typed string) bool {
	a, b := []rune(right), []rune(typed)
	if min(len(a), len(b)) < 4 {
		return false
	}
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(a) <= 1 && len(b) <= 1 || len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
}
