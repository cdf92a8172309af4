package telegram_test

import (
	"testing"
)

// A question that stands by itself loses its buttons when it was answered in words.
func TestAnsweredQuestionLosesButtons(t *testing.T) {
	t.Parallel()
	o := open(t)
	ana := o.Person("Ana", "ana")
	room := ana.Private()
	ana.Says(room, "/forget")
	asked := room.Next()
	if len(asked.Buttons()) != 1 {
		t.Errorf("asked with %q", asked.Buttons())
	}
	ana.Says(room, "no")
	room.Next()
	o.Until("the question has no buttons", func() bool { return len(asked.Buttons()) == 0 })
}
