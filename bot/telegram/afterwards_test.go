package telegram_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/telegram/telegramtest"
)

// After a match: look through it on one message that changes, see it move, take it away as a file, bring it back in
// another chat, and play again. Settings change on one message, too.
func TestAfterwards(t *testing.T) {
	t.Parallel()
	o := open(t)
	ana, rui := o.Person("Ana", "ana"), o.Person("Rui", "rui")
	group := o.Group(ana, rui)
	d := o.begin(group, ana, rui)
	for range 4 {
		d.move()
	}
	ana.Says(group, "/resign yes")
	over := group.Next()

	ana.Taps(over, "Step through")
	step := group.Next()
	if step.Photo == nil || !strings.Contains(step.Text, "After move 4 of 4.") {
		t.Fatalf("said: %q, with a picture of %d bytes", step.Text, len(step.Photo))
	}
	photo := string(step.Photo)
	ana.Taps(step, "⏮").Wait()
	o.Until("the message has changed", func() bool { return strings.Contains(step.Now().Text, "After move 0 of 4.") })
	if string(step.Now().Photo) == photo {
		t.Error("the words have changed, and the picture has not")
	}

	rui.Taps(over, "Moving picture")
	if film := group.Next(); film.Document == nil || !strings.HasPrefix(string(film.Document.Data), "GIF8") {
		t.Errorf("what moves is %+v", film.Document)
	}
	ana.Says(group, "/export")
	file := group.Next().Document
	if file == nil || !strings.HasSuffix(file.Name, ".pdn") || !strings.Contains(string(file.Data), `[White "`) {
		t.Fatalf("the file is %+v", file)
	}
	private := ana.Private()
	ana.Says(private, "/import", telegramtest.Attached(*file))
	if m := private.Next(); m.Photo == nil || !strings.Contains(m.Text, "loaded a game from a file") {
		t.Errorf("said: %q", m.Text)
	}

	ana.Says(private, "/settings")
	settings := private.Next()
	ana.Taps(settings, "Look").Wait()
	o.Until("the looks are there", func() bool { return strings.Contains(settings.Now().Text, "The colours of the boards") })
	ana.Taps(settings, "slate").Wait()
	o.Until("the look has changed", func() bool { return strings.Contains(settings.Now().Text, "Look: slate.") })

	rui.Taps(over, "Rematch")
	if m := group.Next(); !strings.Contains(m.Text, "Rui challenges Ana") {
		t.Errorf("said: %q", m.Text)
	}
}
