package telegramtest_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"tabuleiro/bot/telegram/telegramtest"
)

// call calls a method and returns what was answered.
func call(t *testing.T, s *telegramtest.Server, method string, pairs ...string) (description string, result json.RawMessage) {
	t.Helper()
	form := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	r, err := http.PostForm(s.URL+"/bot"+s.Token+"/"+method, form)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	var answer struct {
		OK          bool
		Description string
		Result      json.RawMessage
	}
	if err := json.NewDecoder(r.Body).Decode(&answer); err != nil {
		t.Fatal(err)
	}
	if answer.OK != (answer.Description == "") {
		t.Errorf("%s: ok is %v and the description %q", method, answer.OK, answer.Description)
	}
	return answer.Description, answer.Result
}

// What Telegram refuses is refused.
func TestRefusals(t *testing.T) {
	s := telegramtest.New(t)
	ana := s.Person("Ana", "ana")
	group, forum := s.Group(ana), s.Forum(ana)
	chat, of := num(group.ID), num(forum.ID)
	for _, c := range []struct {
		name, method string
		pairs        []string
		want         string
	}{
		{"good", "sendMessage", []string{"chat_id", chat, "text", "hello"}, ""},
		{"longest", "sendMessage", []string{"chat_id", chat, "text", strings.Repeat("é", 4096)}, ""},
		{"too long", "sendMessage", []string{"chat_id", chat, "text", strings.Repeat("é", 4097)}, "message text is too long"},
		{"empty", "sendMessage", []string{"chat_id", chat, "text", " \n"}, "message text is empty"},
		{"no chat", "sendMessage", []string{"chat_id", "77", "text", "hello"}, "chat not found"},
		{"stranger", "sendMessage", []string{"chat_id", num(ana.Private().ID), "text", "hello"}, "bot can't initiate"},
		{"no topic", "sendMessage", []string{"chat_id", of, "message_thread_id", "5", "text", "hello"}, "message thread not found"},
		{"entity", "sendMessage", []string{"chat_id", chat, "text", "🎲", "entities", `[{"type":"bold","offset":0,"length":2}]`}, ""},
		{"entity too long", "sendMessage", []string{"chat_id", chat, "text", "🎲", "entities", `[{"type":"bold","offset":1,"length":2}]`}, "outside of the text"},
		{"no such parameter", "sendMessage", []string{"chat_id", chat, "text", "hello", "txet", ""}, "no parameter txet"},
		{"no such method", "sendNothing", nil, "method not found"},
		{"long data", "sendMessage", []string{"chat_id", chat, "text", "x", "reply_markup", `{"inline_keyboard":[[{"text":"a","callback_data":"` + strings.Repeat("x", 65) + `"}]]}`}, "BUTTON_DATA_INVALID"},
		{"no label", "sendMessage", []string{"chat_id", chat, "text", "x", "reply_markup", `{"inline_keyboard":[[{"text":" ","callback_data":"x"}]]}`}, "unallowed"},
		{"no picture", "sendPhoto", []string{"chat_id", chat, "caption", "x"}, "IMAGE_PROCESS_FAILED"},
		{"reply to nothing", "sendMessage", []string{"chat_id", chat, "text", "x", "reply_to_message_id", "5"}, "message to be replied not found"},
		{"edit nothing", "editMessageReplyMarkup", []string{"chat_id", chat, "message_id", "5"}, "message to edit not found"},
		{"old button", "answerCallbackQuery", []string{"callback_query_id", "5"}, "query is too old"},
		{"command", "setMyCommands", []string{"commands", `[{"command":"Play","description":"x"}]`}, "BOT_COMMAND_INVALID"},
	} {
		got, _ := call(t, s, c.method, c.pairs...)
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// In privacy mode the bot is not shown what is not meant for it, and updates stay until they are confirmed.
func TestUpdates(t *testing.T) {
	s := telegramtest.New(t)
	ana := s.Person("Ana", "ana")
	group := s.Group(ana)
	call(t, s, "sendMessage", "chat_id", num(group.ID), "text", "board")
	board := group.Next()
	ana.Says(group, "talk")
	ana.Says(group, "@TabuleiroBot talk")
	ana.Says(group, "/help@other_bot")
	ana.Says(group, "one", telegramtest.Reply(board))
	ana.Says(group, "/two")
	ana.Says(group, "/three@tabuleirobot")
	ana.Says(ana.Private(), "four")
	s.Privacy(false)
	ana.Says(group, "five")
	var updates []struct {
		ID      json.Number `json:"update_id"`
		Message struct{ Text string }
	}
	read := func(offset string) string {
		t.Helper()
		_, result := call(t, s, "getUpdates", "offset", offset)
		if err := json.Unmarshal(result, &updates); err != nil {
			t.Fatal(err)
		}
		var heard []string
		for _, u := range updates {
			heard = append(heard, u.Message.Text)
		}
		return strings.Join(heard, " ")
	}
	for range 2 {
		if got, want := read("0"), "one /two /three@tabuleirobot four five"; got != want {
			t.Errorf("heard %q, want %q", got, want)
		}
	}
	if got, want := read(updates[3].ID.String()), "four five"; got != want {
		t.Errorf("heard %q, want %q", got, want)
	}
	if got, want := read("0"), "four five"; got != want {
		t.Errorf("after confirming heard %q, want %q", got, want)
	}
}

func num(n int64) string { return strconv.FormatInt(n, 10) }
