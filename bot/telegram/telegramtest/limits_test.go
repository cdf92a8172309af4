package telegramtest_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/telegram/telegramtest"
)

// Messages and changes count together, for each chat by itself; answers to buttons are free.
func TestLimits(t *testing.T) {
	s := telegramtest.New(t)
	ana := s.Person("Ana", "ana")
	group, other, private := s.Group(ana), s.Group(ana), ana.Private()
	ana.Says(private, "/start")
	s.Limit(telegramtest.Real)
	say := func(c *telegramtest.Chat) string {
		got, _ := call(t, s, "sendMessage", "chat_id", num(c.ID), "text", "x", "reply_markup",
			`{"inline_keyboard":[[{"text":"a","callback_data":"a"}]]}`)
		return got
	}
	full := func(where, got string) {
		t.Helper()
		if !strings.HasPrefix(got, "Too Many Requests: retry after ") {
			t.Errorf("%s: %q", where, got)
		}
	}
	for range 10 {
		if got := say(group); got != "" {
			t.Fatal(got)
		}
	}
	m := group.Next()
	for i := range 10 {
		markup := `{"inline_keyboard":[]}`
		if i%2 == 1 {
			markup = `{"inline_keyboard":[[{"text":"a","callback_data":"a"}]]}`
		}
		if got, _ := call(t, s, "editMessageReplyMarkup", "chat_id", num(group.ID), "message_id", num(int64(m.ID)),
			"reply_markup", markup); got != "" {
			t.Fatal(got)
		}
	}
	tap := ana.TapsData(m, "a")
	full("21 in a group", say(group))
	got, _ := call(t, s, "editMessageText", "chat_id", num(group.ID), "message_id", num(int64(m.ID)), "text", "y")
	full("changed", got)
	if got, _ := call(t, s, "deleteMessage", "chat_id", num(group.ID), "message_id", num(int64(m.ID))); got != "" {
		t.Errorf("deleted: %q", got)
	}
	if got, _ := call(t, s, "answerCallbackQuery", "callback_query_id", "90000001"); got != "" || tap.Wait() != "" {
		t.Errorf("a button: %q", got)
	}
	if got := say(other); got != "" {
		t.Errorf("another group: %q", got)
	}
	for range telegramtest.Real.Private {
		if got := say(private); got != "" {
			t.Fatal(got)
		}
	}
	full("in private", say(private))
	if n := group.Counted(); n["sendMessage"] != 10 || n["editMessageReplyMarkup"] != 10 || len(n) != 2 {
		t.Errorf("counted in the group: %v", n)
	}
	if s.Floods() != 3 || s.Impatient() != 1 {
		t.Errorf("%d floods, %d of them in one that was told", s.Floods(), s.Impatient())
	}
}

// A message rings for all who are there and have not muted the chat, and for those whom it names or answers; a silent one
// and a change for nobody.
func TestRings(t *testing.T) {
	s := telegramtest.New(t)
	ana, rui, eva, kim := s.Person("Ana", "ana"), s.Person("Rui", "rui"), s.Person("Eva", ""), s.Person("Kim", "")
	group := s.Group(ana, rui, eva, kim)
	ana.Says(ana.Private(), "/start")
	for _, p := range []*telegramtest.Person{rui, eva, kim} {
		p.Mutes(group)
	}
	hello := kim.Says(group, "hello")
	say := func(in *telegramtest.Chat, pairs ...string) {
		t.Helper()
		if got, _ := call(t, s, "sendMessage", append([]string{"chat_id", num(in.ID)}, pairs...)...); got != "" {
			t.Fatal(got)
		}
	}
	say(group, "text", "@rui and Eva", "entities", `[{"type":"text_mention","offset":9,"length":3,"user":{"id":`+
		num(eva.ID)+`,"is_bot":false,"first_name":"Eva"}}]`,
		"reply_parameters", `{"message_id":`+num(int64(hello.ID))+`}`)
	say(group, "text", "@rui", "disable_notification", "true")
	call(t, s, "editMessageText", "chat_id", num(group.ID), "message_id", num(int64(group.Next().ID)), "text", "@ana")
	say(ana.Private(), "text", "hello")
	by := map[string]string{}
	for _, r := range s.Rings() {
		by[r.For.First] += r.By + " "
	}
	if len(by) != 4 || by["Ana"] != "message private " || by["Rui"] != "mention " || by["Eva"] != "mention " ||
		by["Kim"] != "reply " {
		t.Errorf("rung: %v", by)
	}
}
