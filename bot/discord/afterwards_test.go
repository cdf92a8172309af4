package discord_test

import (
	"regexp"
	"strings"
	"testing"

	"tabuleiro/bot/discord/discordtest"
)

// After a match: look through it on one message that changes, see it move, take it away as a file, bring it back in a
// direct message, and play again. Settings change on one message, too.
func TestAfterwards(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		board := challenge(w, ana, rui, c)
		match := matchID(t, board)
		ana.Presses(ana.Command(c, "resign").Private(), "Resign")
		over := board.Next()

		step := ana.Presses(over, "Step through").Private()
		if step.Picture == nil || !strings.Contains(step.Content, "After move 0 of 0.") {
			t.Errorf("said: %q, with a picture of %d bytes", step.Content, len(step.Picture))
		}
		if film := rui.Presses(over, "Moving picture").Private(); film.File == nil || !strings.HasPrefix(string(film.File.Data), "GIF8") {
			t.Errorf("what moves is %+v", film.File)
		}
		file := ana.Command(c, "export", discordtest.With("match", match)).Private().File
		if file == nil || !strings.HasSuffix(file.Name, ".pdn") || !strings.Contains(string(file.Data), `[White "`) {
			t.Fatalf("the file is %+v", file)
		}
		direct := ana.Direct()
		ana.Command(direct, "import", discordtest.With("file", &discordtest.File{Name: file.Name, Data: file.Data}))
		if m := direct.Next(); m.Picture == nil || !strings.Contains(m.Content, "loaded a game from a file") {
			t.Errorf("said: %q", m.Content)
		}

		ana.Command(direct, "settings")
		settings := direct.Next()
		before := settings.Edits()
		ana.Presses(settings, "Look")
		looks := settings.Edited(before + 1)
		if !strings.Contains(looks.Content, "The colours of the boards") {
			t.Errorf("changed to: %q", looks.Content)
		}
		ana.Presses(looks, "slate")
		if m := settings.Edited(before + 2); !strings.Contains(m.Content, "Look: slate") {
			t.Errorf("changed to: %q", m.Content)
		}

		rui.Presses(over, "Rematch")
		if m := c.Next(); !strings.Contains(m.Content, "challenges") {
			t.Errorf("said: %q", m.Content)
		}
	})
}

// A challenge by a name that is typed in a direct talk is seen by nobody else, and says how the other one accepts it;
// that works.
func TestUnseenChallenge(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, _ := w.people()
		ana.Types(ana.Direct(), "/play damas @"+rui.Handle)
		challenge := ana.Direct().Next()
		how := regexp.MustCompile(`does not see this. In a private chat with me /tabuleiro accept (#\w+) accepts it`).FindStringSubmatch(challenge.Content)
		if how == nil {
			t.Fatalf("the author is told %q", challenge.Content)
		}
		rui.Types(rui.Direct(), "/accept "+how[1])
		if m := rui.Direct().Next(); !strings.Contains(m.Content, "accepts") {
			t.Errorf("the other one is told %q", m.Content)
		}
	})
}
