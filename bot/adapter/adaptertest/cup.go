package adaptertest

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// tieForm matches a tie of a round that is still being played.
var tieForm = regexp.MustCompile(`(?m)^ *\d\. (?:([^:\n]+): )?(\S+) – (\S+) #([a-z0-9]+)$`)

// cup checks that eight members of a group can play a cup to its end: they join by a button, play and resign, and one
// never shows up. Each round has one message, whose picture changes with each result, and a last one names the winner.
func cup(w *world) {
	people := []string{"ana", "bia", "caio", "dora", "edu", "fia", "gil", "hel"}
	hall := w.Group(people...)
	call := w.says(hall, "ana", "/tournament damas system=cup needs=8 days=1")
	for _, who := range people {
		if told := w.taps(hall, who, call, "Join"); w.changes {
			w.expect(told, "you are in")
		}
	}
	named := func(name string) string { // as the test names the person
		i := slices.IndexFunc(people, func(who string) bool { return strings.EqualFold(who, name) })
		if i < 0 {
			w.t.Fatalf("%q is nobody", name)
		}
		return people[i]
	}
	var names []string
	winner := ""
	for round := range 3 {
		time.Sleep(time.Minute)
		table := w.last(hall, fmt.Sprintf("Round %d of 3", round+1))
		if !table.Board && w.changes {
			w.t.Fatalf("round %d is told as %q", round+1, table.Text)
		}
		for n, tie := range tieForm.FindAllStringSubmatch(table.Text, -1) {
			names = append(names, tie[1])
			title := regexp.MustCompile(`\S+ (\S+) · \S+ (\S+) #` + tie[4])
			sides := title.FindStringSubmatch(w.last(hall, tie[2]+" · ").Text)
			if sides == nil {
				w.t.Fatalf("there is no board of %q", tie[0])
			}
			first, second := named(sides[1]), named(sides[2])
			if round == 0 && n == 3 {
				time.Sleep(25 * time.Hour) // the player to move does not show up
				continue
			}
			w.board(w.says(hall, first, "/move #"+tie[4]+" 11-15"), "11-15", second)
			w.says(hall, max(first, second), "/resign #"+tie[4]+" yes")
			time.Sleep(20 * time.Second)
			if now := table; w.changes {
				now = table.Now()
				if n == 0 && (!strings.Contains(now.Text, "2-0") && !strings.Contains(now.Text, "0-2") ||
					bytes.Equal(now.Picture, table.Picture)) {
					w.t.Errorf("after a result the round is %q", now.Text)
				}
			}
			if tie[1] == "Final" {
				winner = min(first, second)
			}
		}
	}
	if want := []string{"", "", "", "", "", "", "Final", "Third place"}; !slices.Equal(names, want) {
		w.t.Errorf("the ties are called %q", names)
	}
	var told []string
	for _, m := range hall.Messages() {
		if strings.HasPrefix(m.Text, "🏆") && m.Board {
			told = append(told, m.Text)
		}
	}
	if w.changes && (len(told) != 4 || !strings.Contains(told[1], "There was no first move in time.")) {
		w.t.Errorf("the tables are %q", told)
	}
	w.expect(w.last(hall, "🏆"), "It is over: "+winner+" has won.")
}
