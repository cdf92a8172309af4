package club_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// tieForm matches a board of a round that is still played.
var tieForm = regexp.MustCompile(`(?m)^\d\. (?:([^:\n]+): )?(\S+) – (\S+) #([a-z0-9]+)$`)

// Eight people play a cup to its end, in each language: four, two and two matches, the last two by their names, a
// message for each round, and one with the winner.
func TestTournament_Eight(t *testing.T) {
	for language, says := range map[string]struct{ announce, final, third, won string }{
		"en": {"/tournament draughts system=cup needs=8", "Final", "Third place", "It is over: Ana has won."},
		"pt": {"/torneio damas sistema=taça precisa=8", "Final", "Terceiro lugar", "Acabou: ganhou Ana."},
		"es": {"/torneo damas sistema=copa necesita=8", "Final", "Tercer puesto", "Se acabó: gana Ana."},
	} {
		Subtest(t, language, func(t *testing.T) {
			d := NewDesk()
			d.Can.Pictures = false
			h, stop := Start(t, memorytest.New(), d)
			people := map[string]chat.User{}
			say := func(name, text string) { SaysIn(h, "desk:group", people[name], text) }
			people["Ana"] = Ana
			say("Ana", "/language "+language)
			say("Ana", says.announce)
			for _, name := range []string{"Ana", "Bia", "Caio", "Dora", "Edu", "Fia", "Gil", "Hel"} {
				handle := strings.ToLower(name)
				people[name] = chat.User{ID: "desk:" + handle, Handle: handle, Name: name}
				say(name, "/tournament join")
			}
			var played, names []string
			for rounds := 1; rounds <= 3; rounds++ {
				Later(time.Second)
				told := slices.DeleteFunc(d.Heard(), func(text string) bool { return !strings.HasPrefix(text, "🏆") })
				var ties [][]string
				for _, tie := range tieForm.FindAllStringSubmatch(strings.Join(told, "\n"), -1) {
					if !slices.Contains(played, tie[4]) {
						played, names, ties = append(played, tie[4]), append(names, tie[1]), append(ties, tie)
					}
				}
				for _, tie := range ties {
					Later(time.Second)
					say(tie[2], "/move #"+tie[4]+" 11-15")
					say(max(tie[2], tie[3]), "/resign #"+tie[4]+" yes") // the one whose name comes first wins
				}
			}
			Later(time.Second)
			if all := d.Heard(); strings.Count(strings.Join(all, "\n"), says.won) != 1 {
				t.Errorf("the end is %q", all)
			}
			if want := []string{"", "", "", "", "", "", says.final, says.third}; !slices.Equal(names, want) {
				t.Errorf("the ties are called %q", names)
			}
			stop()
		})
	}
}
