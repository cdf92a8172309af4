package telegramtest_test

import (
	"bytes"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"tabuleiro/bot/telegram/telegramtest"
)

// call calls a method and returns what was answered.
func call(t *testing.T, s *telegramtest.Server, method string,
	pairs ...string) (description string, result json.RawMessage) {
	t.Helper()
	form := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	r, err := http.PostForm(s.URL+"/bot"+s.Token+"/"+method, form)
	if err != nil {
		t.Fatal(err)
	}
	return read(t, method, r)
}

// read returns what was answered.
func read(t *testing.T, method string, r *http.Response) (description string, result json.RawMessage) {
	t.Helper()
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

// The imitation refuses all that Telegram does.
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
		{"too long", "sendMessage", []string{"chat_id", chat, "text", strings.Repeat("é", 4097)},
			"Bad Request: message is too long"},
		{"empty", "sendMessage", []string{"chat_id", chat, "text", " \n"}, "message text is empty"},
		{"no chat", "sendMessage", []string{"chat_id", "77", "text", "hello"}, "chat not found"},
		{"stranger", "sendMessage", []string{"chat_id", num(ana.Private().ID), "text", "hello"}, "bot can't initiate"},
		{"no topic", "sendMessage", []string{"chat_id", of, "message_thread_id", "5", "text", "hello"},
			"message thread not found"},
		{"entity", "sendMessage", []string{"chat_id", chat, "text", "🎲", "entities",
			`[{"type":"bold","offset":0,"length":2}]`}, ""},
		{"entity too long", "sendMessage", []string{"chat_id", chat, "text", "🎲", "entities",
			`[{"type":"bold","offset":1,"length":2}]`}, "outside of the text"},
		{"no such parameter", "sendMessage", []string{"chat_id", chat, "text", "hello", "txet", ""}, "no parameter txet"},
		{"no such method", "sendNothing", nil, "method not found"},
		{"long data", "sendMessage", []string{"chat_id", chat, "text", "x", "reply_markup",
			`{"inline_keyboard":[[{"text":"a","callback_data":"` + strings.Repeat("x", 65) + `"}]]}`}, "BUTTON_DATA_INVALID"},
		{"no label", "sendMessage", []string{"chat_id", chat, "text", "x", "reply_markup",
			`{"inline_keyboard":[[{"text":" ","callback_data":"x"}]]}`}, "unallowed"},
		{"no picture", "sendPhoto", []string{"chat_id", chat, "caption", "x"}, "there is no photo in the request"},
		{"no file", "sendDocument", []string{"chat_id", chat, "caption", "x"}, "there is no document in the request"},
		{"no such file", "getFile", []string{"file_id", "x"}, "invalid file_id"},
		{"nobody", "getChatMember", []string{"chat_id", chat, "user_id", "77"}, "user not found"},
		{"reply to nothing", "sendMessage", []string{"chat_id", chat, "text", "x", "reply_parameters", `{"message_id":5}`},
			"message to be replied not found"},
		{"a parameter of yesterday", "sendMessage", []string{"chat_id", chat, "text", "x", "reply_to_message_id", "5"},
			"no parameter reply_to_message_id"},
		{"another one", "sendMessage", []string{"chat_id", chat, "text", "x", "disable_web_page_preview", "true"},
			"no parameter disable_web_page_preview"},
		{"reply without failing", "sendMessage", []string{"chat_id", chat, "text", "x", "reply_parameters",
			`{"message_id":5,"allow_sending_without_reply":true}`}, ""},
		{"no text", "sendMessage", []string{"chat_id", chat}, "message text is empty"},
		{"to nobody", "sendMessage", []string{"text", "x"}, "chat_id is empty"},
		{"not a number", "sendMessage", []string{"chat_id", chat, "text", "x", "message_thread_id", "general"},
			"can't parse message_thread_id"},
		{"not a truth", "sendMessage", []string{"chat_id", chat, "text", "x", "disable_notification", "yes"},
			"can't parse disable_notification"},
		{"markup that is none", "sendMessage", []string{"chat_id", chat, "text", "x", "reply_markup",
			`{"inline_keyboard":[[{"text":"a","calback_data":"x"}]]}`}, "object expected as reply markup"},
		{"an entity of no length", "sendMessage", []string{"chat_id", chat, "text", "x", "entities",
			`[{"type":"bold","offset":0}]`}, "can't parse entities: MessageEntity without length"},
		{"an entity far away", "sendMessage", []string{"chat_id", chat, "text", "x", "entities",
			`[{"type":"bold","offset":9223372036854775807,"length":9223372036854775807}]`}, "outside of the text"},
		{"short description", "setMyShortDescription", []string{"short_description", strings.Repeat("é", 121)},
			"out of its limits"},
		{"update of no kind", "getUpdates", []string{"allowed_updates", `["massage"]`}, "can't parse allowed updates"},
		{"edit nothing", "editMessageReplyMarkup", []string{"chat_id", chat, "message_id", "5"}, "message to edit not found"},
		{"old button", "answerCallbackQuery", []string{"callback_query_id", "5"}, "query is too old"},
		{"command", "setMyCommands", []string{"commands", `[{"command":"Play","description":"x"}]`}, "BOT_COMMAND_INVALID"},
		{"command with an accent", "setMyCommands", []string{"commands", `[{"command":"língua","description":"x"}]`},
			"BOT_COMMAND_INVALID"},
		{"command without a word on it", "setMyCommands", []string{"commands", `[{"command":"play","description":""}]`},
			"BOT_COMMAND_DESCRIPTION_INVALID"},
	} {
		got, _ := call(t, s, c.method, c.pairs...)
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// upload calls a method with a file and returns what was answered.
func upload(t *testing.T, s *telegramtest.Server, method, field, name string, data []byte,
	pairs ...string) (description string, result json.RawMessage) {
	t.Helper()
	var body bytes.Buffer
	m := multipart.NewWriter(&body)
	for i := 0; i < len(pairs); i += 2 {
		if err := m.WriteField(pairs[i], pairs[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	part, err := m.CreateFormFile(field, name)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = part.Write(data)
	_ = m.Close()
	r, err := http.Post(s.URL+"/bot"+s.Token+"/"+method, m.FormDataContentType(), &body)
	if err != nil {
		t.Fatal(err)
	}
	return read(t, method, r)
}

// Files are checked, messages are changed as far as Telegram changes them, and what was uploaded can be fetched.
func TestMediaRefusals(t *testing.T) {
	s := telegramtest.New(t)
	ana := s.Person("Ana", "ana")
	group := s.Group(ana)
	chat := num(group.ID)
	call(t, s, "sendMessage", "chat_id", chat, "text", "a text")
	words := num(int64(group.Next().ID))
	call(t, s, "sendMessage", "chat_id", chat, "text", "box", "reply_markup", `{"force_reply":true}`)
	box := num(int64(group.Next().ID))
	upload(t, s, "sendDocument", "document", "a.txt", []byte("hello"), "chat_id", chat)
	file := num(int64(group.Next().ID))
	his := num(int64(ana.Says(group, "hello").ID))
	input := func(kind, field string) string { return `{"type":"` + kind + `","media":"attach://` + field + `"}` }
	long := strings.Repeat("é", 1025)
	for _, c := range []struct {
		name, method, field string
		data                string
		pairs               []string
		want                string
	}{
		{"file", "sendDocument", "document", "hello", []string{"caption", long[:2*1024]}, ""},
		{"caption", "sendDocument", "document", "hello", []string{"caption", long}, "message caption is too long"},
		{"caption of a GIF", "sendAnimation", "animation", "GIF89a", []string{"caption", long},
			"message caption is too long"},
		{"empty file", "sendDocument", "document", "", nil, "file must be non-empty"},
		{"not a picture", "sendPhoto", "photo", "hello", nil, "IMAGE_PROCESS_FAILED"},
		{"wrong field", "sendAnimation", "document", "GIF89a", nil, "there is no animation in the request"},
		{"a text gets a file", "editMessageMedia", "f", "hello",
			[]string{"message_id", words, "media", input("document", "f")}, ""},
		{"it is no text again", "editMessageText", "f", "", []string{"message_id", words, "text", "x"},
			"there is no text in the message to edit"},
		{"another caption", "editMessageCaption", "f", "", []string{"message_id", words, "caption", "x"}, ""},
		{"the same again", "editMessageCaption", "f", "", []string{"message_id", words, "caption", "x"},
			"message is not modified"},
		{"other than what is attached", "editMessageMedia", "f", "hello",
			[]string{"message_id", file, "media", input("document", "g")}, "media not found"},
		{"of no kind", "editMessageMedia", "f", "hello", []string{"message_id", file, "media", input("thing", "f")},
			"can't parse InputMedia"},
		{"a picture that is none", "editMessageMedia", "f", "hello",
			[]string{"message_id", file, "media", input("photo", "f")}, "IMAGE_PROCESS_FAILED"},
		{"the same file", "editMessageMedia", "f", "hello", []string{"message_id", file, "media", input("document", "f")},
			"message is not modified"},
		{"what opened a box", "editMessageText", "f", "", []string{"message_id", box, "text", "x"},
			"message can't be edited"},
		{"what somebody else wrote", "editMessageText", "f", "", []string{"message_id", his, "text", "x"},
			"message can't be edited"},
	} {
		got, _ := upload(t, s, c.method, c.field, "a.txt", []byte(c.data), append(c.pairs, "chat_id", chat)...)
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A posted file is fetched by the path that getFile tells, and only with the token.
func TestFetching(t *testing.T) {
	s := telegramtest.New(t)
	ana := s.Person("Ana", "ana")
	ana.Says(ana.Private(), "look", telegramtest.Attached(telegramtest.Document{Name: "a b.p%d?n",
		Data: []byte("1. 11-15")}))
	var updates []struct {
		Message struct {
			Caption  string
			Document struct {
				ID   string `json:"file_id"`
				Name string `json:"file_name"`
				Size int    `json:"file_size"`
			}
		}
	}
	_, result := call(t, s, "getUpdates")
	if err := json.Unmarshal(result, &updates); err != nil || len(updates) != 1 {
		t.Fatalf("%d updates, %v", len(updates), err)
	}
	m := updates[0].Message
	if m.Caption != "look" || m.Document.Name != "a b.p%d?n" || m.Document.Size != 8 {
		t.Errorf("posted %+v", m)
	}
	var file struct {
		Path string `json:"file_path"`
	}
	_, result = call(t, s, "getFile", "file_id", m.Document.ID)
	if err := json.Unmarshal(result, &file); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		token, path string
		code        int
	}{{s.Token, file.Path, 200}, {s.Token, "documents/other", 404}, {"5:wrong", file.Path, 401}} {
		r, err := http.Get(s.URL + (&url.URL{Path: "/file/bot" + c.token + "/" + c.path}).EscapedPath())
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r.Body)
		_ = r.Body.Close()
		if err != nil || r.StatusCode != c.code || c.code == 200 != (string(data) == "1. 11-15") {
			t.Errorf("%s of %s: %s, %q, %v", c.path, c.token, r.Status, data, err)
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
	ana.Says(group, "a file", telegramtest.Attached(telegramtest.Document{Name: "a", Data: []byte("a")}))
	ana.Says(group, "/three@tabuleirobot")
	ana.Says(ana.Private(), "four")
	s.Privacy(false)
	ana.Says(group, "five")
	var updates []struct {
		ID      json.Number `json:"update_id"`
		Message struct{ Text string }
	}
	heard := func(offset string) string {
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
		if got, want := heard("0"), "one /two /three@tabuleirobot four five"; got != want {
			t.Errorf("heard %q, want %q", got, want)
		}
	}
	if got, want := heard(updates[3].ID.String()), "four five"; got != want {
		t.Errorf("heard %q, want %q", got, want)
	}
	if got, want := heard("0"), "four five"; got != want {
		t.Errorf("after confirming heard %q, want %q", got, want)
	}
}

func num(n int64) string { return strconv.FormatInt(n, 10) }
