package intent

// Near reports whether a word is another one with a slip of the finger, or with two if it is long: a letter missing, too
// many, wrong, or in the place of the next one.
func Near(right, typed string) bool {
	a, b := []rune(right), []rune(typed)
	slips := 1
	if min(len(a), len(b)) >= 8 {
		slips = 2
	}
	switch n := len(a) - len(b); {
	case n > slips, n < -slips, len(a) < 4, len(b) < 4, len(a) < 5 && n != 0:
		return false
	}
	return distance(a, b) <= slips
}

// distance returns that of Damerau and Levenshtein, of neighbours that change places once only.
func distance(a, b []rune) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			wrong := 1
			if a[i-1] == b[j-1] {
				wrong = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+wrong)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
