package config

import "strings"

// nearest is the known name that differs least, if it is near enough to have been meant. The last part of a dotted name
// counts as the name, too: "level" is near to "log.level".
func nearest(name string, known []string) (string, bool) {
	best, least := "", len([]rune(name))/3+1
	for _, k := range known {
		d := distance(name, k)
		if i := strings.LastIndexByte(k, '.'); i >= 0 {
			d = min(d, distance(name, k[i+1:]))
		}
		if d < least {
			best, least = k, d
		}
	}
	return best, best != ""
}

// distance is the number of letters to insert, delete or replace to make b of a; case does not matter, nor which of the
// usual characters joins words.
func distance(a, b string) int {
	plain := strings.NewReplacer("-", "_", ".", "_")
	from := []rune(plain.Replace(strings.ToLower(a)))
	to := []rune(plain.Replace(strings.ToLower(b)))
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range from {
		diagonal := row[0]
		row[0] = i + 1
		for j, t := range to {
			cost := diagonal
			if r != t {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(to)]
}
