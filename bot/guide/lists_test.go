package guide_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage"
)

// manyGames returns a file of games of one move each.
func manyGames(n int) *chat.File {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "[White \"Player %d\"]\n11-15 *\n", i+1)
	}
	return &chat.File{Name: "club.pdn", Data: []byte(b.String())}
}

// pages returns the texts of the buttons of the last list: those of the games, and those that turn the page.
func pages(t *testing.T, d *Desk) (games, turning []string) {
	t.Helper()
	for _, row := range d.Last(t).M.Buttons {
		for _, b := range row {
			if strings.ContainsAny(b.Label, "‹›") {
				turning = append(turning, b.Says)
			} else {
				games = append(games, b.Says)
			}
		}
	}
	return games, turning
}

// The list of a file's games has a button for each, and pages if there are many. The buttons repeat the words typed
// with the file.
func TestList_Buttons(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Brings(h, Eva, "/import damas @ana", manyGames(120))
		if got := chat.PlainText(d.Last(t).M.Text); !strings.HasPrefix(got,
			"The file has 120 games. Choose one by its number, or add a name or a year to find it.\n1. Player 1 – ?: one move, *") {
			t.Fatalf("said %q", got)
		}
		var seen []string
		for turn := 1; ; turn++ {
			games, turning := pages(t, d)
			seen = append(seen, games...)
			last := turning[len(turning)-1]
			if turn > 1 && len(turning) == 1 {
				break
			}
			Taps(h, "desk:group", Eva, last)
			if !d.Last(t).M.Instead {
				t.Fatal("a page does not take the place of the one before")
			}
		}
		if len(seen) != 120 || len(slices.Compact(slices.Sorted(slices.Values(seen)))) != 120 {
			t.Fatalf("%d games have buttons: %q", len(seen), seen)
		}
		for _, says := range seen {
			if len(says) > 64 {
				t.Errorf("%q is more than a button carries", says)
			}
		}
		Taps(h, "desk:elsewhere", Eva, seen[99])
		if got := chat.PlainText(d.Last(t).M.Text); got != "I could not get the file. Please send it again." {
			t.Errorf("in another room: %q", got)
		}
		Taps(h, "desk:group", Eva, seen[99])
		if m := Only(t, h.Store, storage.Query{Live: true}); m.Setup.Source.Names[0] != "Player 100" ||
			m.Opponent.Handle != "ana" {
			t.Errorf("the game is %+v against %+v", m.Setup.Source, m.Opponent)
		}
		Taps(h, "desk:group", Eva, "/import file=5f3a9c01 1")
		if got := chat.PlainText(d.Last(t).M.Text); got != "I could not get the file. Please send it again." {
			t.Errorf("of a file that is gone: %q", got)
		}
		Says(h, Rui, "/forget yes")
		Taps(h, "desk:group", Eva, seen[3])
		if got := chat.PlainText(d.Last(t).M.Text); got != "I could not get the file. Please send it again." {
			t.Errorf("after somebody was forgotten: %q", got)
		}
	})
}

// A file never changes a finished match, even one that claims to be that match with another course.
func TestFile_ChangesNoFinishedMatch(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas colour=first @rui")
		Says(h, Rui, "/accept")
		Says(h, Ana, "11-15")
		Says(h, Rui, "22-18")
		m := Only(t, h.Store, storage.Query{Live: true})
		Says(h, Rui, "/resign yes")
		file := Exported(t, h, d, m)
		shown := func() (all []string) {
			d.Heard()
			for _, command := range []string{"/board", "/step", "/step #" + m.ID + " 1", "/log", "/text", "/words", "/position",
				"/export"} {
				name, rest, _ := strings.Cut(command, " ")
				if rest == "" {
					rest = "#" + m.ID
				}
				Says(h, Ana, name+" "+rest)
				got := d.Last(t).M
				all = append(all, chat.PlainText(got.Text))
				if got.Board != nil {
					all = append(all, got.Board.Text)
				}
				if got.File != nil {
					all = append(all, string(got.File.Data))
				}
			}
			Says(h, Ana, "/profile")
			all = append(all, chat.PlainText(d.Last(t).M.Text))
			Says(h, Ana, "/ranking damas")
			return append(all, chat.PlainText(d.Last(t).M.Text))
		}
		before := shown()
		events, err := h.Store.Events(t.Context(), m.ID)
		if err != nil {
			t.Fatal(err)
		}
		text := string(file.Data)
		for n, told := range []string{
			text,
			strings.Replace(text, "[Result \"1-0\"]", "[Result \"0-1\"]", 1),
			strings.Replace(text, "22-18", "21-17", 1),
			strings.NewReplacer("[White \"Ana\"]", "[White \"Rui\"]", "[Black \"Rui\"]", "[Black \"Ana\"]").Replace(text),
		} {
			if n > 0 && told == text {
				t.Fatalf("file %d tells nothing else: %s", n, text)
			}
			Brings(h, Ana, "/import", &chat.File{Name: file.Name, Data: []byte(told)})
			if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "Ana loaded a game from a file") ||
				strings.Contains(got, "#"+m.ID) {
				t.Fatalf("said %q of %q", got, told)
			}
		}
		if diff := cmp.Diff(before, shown()); diff != "" {
			t.Errorf("what is shown of #%s (-before +after):\n%s", m.ID, diff)
		}
		after, err := h.Store.Events(t.Context(), m.ID)
		if diff := cmp.Diff(events, after); diff != "" || err != nil {
			t.Errorf("events of #%s (-before +after): %v\n%s", m.ID, err, diff)
		}
	})
}
