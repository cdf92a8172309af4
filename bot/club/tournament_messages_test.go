package club_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// sheets returns the messages of a tournament as they stand in the room, with all edits.
func sheets(d *Desk) (texts []string) {
	var refs []chat.Ref
	for i, s := range d.All() {
		text := chat.PlainText(s.M.Text)
		if at := slices.Index(refs, s.On); at >= 0 {
			texts[at] = text
		} else if strings.HasPrefix(text, "🏆") {
			refs, texts = append(refs, chat.Ref(fmt.Sprint("m", i+1))), append(texts, text)
		}
	}
	return texts
}

// The messages of a finished cup say how many people joined, and the result of every tie of each round.
func TestTournament_MessagesEndTrue(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		d.Can.Pictures = false
		h, stop := Start(t, memorytest.New(), d)
		people := map[string]chat.User{}
		Says(h, Ana, "/tournament draughts system=cup needs=4")
		for _, name := range []string{"Ana", "Bia", "Caio", "Dora"} {
			handle := strings.ToLower(name)
			people[name] = chat.User{ID: "desk:" + handle, Handle: handle, Name: name}
			Says(h, people[name], "/tournament join")
		}
		for range 2 {
			Later(time.Second)
			texts := sheets(d)
			for _, tie := range tieForm.FindAllStringSubmatch(texts[len(texts)-1], -1) {
				Says(h, people[tie[2]], "/move #"+tie[4]+" 11-15")
				Says(h, people[max(tie[2], tie[3])], "/resign #"+tie[4]+" yes")
				Later(time.Second) // no two matches end in the same nanosecond
			}
		}
		Later(time.Second)
		Says(h, Ana, "/tournament history")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.HasPrefix(got, "Decided in #") {
			t.Errorf("when it is over its history is %q", got)
		}
		stop()
		texts := sheets(d)
		if len(texts) != 4 {
			t.Fatalf("a cup of two rounds is %d messages: %q", len(texts), texts)
		}
		if !strings.Contains(texts[0], "4 have joined: Ana, Bia, Caio, Dora.") {
			t.Errorf("the call to join says in the end %q", texts[0])
		}
		done := regexp.MustCompile(`(?m)^\d\. .* (?:2-0|0-2) \S+$`)
		for _, round := range texts[1:3] {
			if len(done.FindAllString(round, -1)) != 2 || tieForm.MatchString(round) {
				t.Errorf("a round says in the end %q", round)
			}
		}
	})
}

// A player without a first move in time loses the match in the tournament, and the match says so, in each language.
func TestTournament_NoShow(t *testing.T) {
	for language, wants := range map[string][2]string{
		"en": {"but the match counts for #", "does not count"},
		"pt": {"mas a partida conta para #", "não conta"},
		"es": {"pero la partida cuenta para #", "no cuenta"},
	} {
		Subtest(t, language, func(t *testing.T) {
			d := NewDesk()
			d.Can.Pictures = false
			h, stop := Start(t, memorytest.New(), d)
			Says(h, Ana, "/tournament draughts system=cup needs=2 days=1")
			Says(h, Ana, "/language "+language)
			Says(h, Ana, "/tournament join")
			Says(h, Rui, "/tournament join")
			Later(time.Second)
			id := tieForm.FindStringSubmatch(strings.Join(sheets(d), "\n"))[4]
			Later(2 * 24 * time.Hour)
			Says(h, Ana, "/board #"+id)
			Says(h, Ana, "/history")
			stop()
			all := strings.Join(d.Heard(), "\n")
			if !strings.Contains(all, wants[0]) || strings.Contains(all, wants[1]) {
				t.Errorf("it is said:\n%s", all)
			}
		})
	}
}

// Two people with one name are distinguished by handle, in the announcement, in the pairings and in the table.
func TestTournament_Namesakes(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		d.Can.Pictures = false
		h, stop := Start(t, memorytest.New(), d)
		Says(h, Ana, "/tournament draughts system=round needs=3")
		for _, handle := range []string{"ana_s", "ana_b", "caio"} {
			name := map[bool]string{true: "Caio", false: "Ana"}[handle == "caio"]
			Says(h, chat.User{ID: "desk:" + handle, Handle: handle, Name: name}, "/tournament join")
			Later(time.Second)
		}
		stop()
		texts, tables := sheets(d), ""
		for _, s := range d.All() {
			if s.M.Board != nil {
				tables += s.M.Board.Text
			}
		}
		for _, want := range []string{"Ana @ana_s", "Ana @ana_b", "Caio"} {
			for _, text := range []string{texts[0], texts[len(texts)-1], tables} {
				if !strings.Contains(text, want) {
					t.Errorf("%q is not in %q", want, text)
				}
			}
		}
	})
}

// A first move taken back does not count, so its player is absent; a player who has moved and is late then is reported
// as late.
func TestTournament_Late(t *testing.T) {
	for name, c := range map[string]struct {
		said []string // of the one who begins, and of the other one by turns
		want string
	}{
		"taken back":  {[]string{"11-15", "", "/undo", "/accept"}, "There was no first move in time."},
		"both moved":  {[]string{"11-15", "22-18"}, "Time was up after too few moves."},
		"no answer":   {[]string{"11-15"}, "There was no first move in time."},
		"third moved": {[]string{"11-15", "22-18", "15-22"}, "Time was up after too few moves."},
	} {
		Subtest(t, name, func(t *testing.T) {
			d := NewDesk()
			d.Can.Pictures = false
			h, stop := Start(t, memorytest.New(), d)
			Says(h, Ana, "/tournament draughts system=round rounds=2 needs=2 days=1")
			Says(h, Ana, "/tournament join")
			Says(h, Rui, "/tournament join")
			Later(time.Second)
			id := tieForm.FindStringSubmatch(strings.Join(sheets(d), "\n"))[4]
			two := []chat.User{Ana, Rui}
			for i, said := range c.said {
				if said == "" {
					continue
				}
				if _, slash := strings.CutPrefix(said, "/"); !slash {
					said = "/move " + said
				}
				word, rest, _ := strings.Cut(said, " ")
				if i == 0 {
					if Says(h, Ana, word+" #"+id+" "+rest); !strings.Contains(strings.Join(d.Heard(), "\n"), "Ana: 11-15") {
						two = []chat.User{Rui, Ana}
						Says(h, Rui, word+" #"+id+" "+rest)
					}
					continue
				}
				Says(h, two[i%2], word+" #"+id+" "+rest)
			}
			Later(25 * time.Hour)
			stop()
			if all := strings.Join(sheets(d), "\n"); !strings.Contains(all, c.want) || strings.Count(all, " in time.") > 1 {
				t.Errorf("it is said:\n%s", all)
			}
		})
	}
}
