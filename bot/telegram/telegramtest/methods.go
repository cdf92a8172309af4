package telegramtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image/png"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

// refusal is an answer that says no.
type refusal struct {
	Code        int    `json:"error_code"`
	Description string `json:"description"`
	Parameters  object `json:"parameters,omitempty"`
}

func (r *refusal) Error() string { return r.Description }

func refuse(code int, description string) error {
	return &refusal{Code: code, Description: description}
}

func bad(format string, args ...any) error {
	return refuse(400, "Bad Request: "+fmt.Sprintf(format, args...))
}

func flood(seconds int) error {
	return &refusal{429, fmt.Sprintf("Too Many Requests: retry after %d", seconds), object{"retry_after": seconds}}
}

// answer writes an answer as Telegram does.
func answer(w http.ResponseWriter, result any, err error) {
	w.Header().Set("Content-Type", "application/json")
	if r, ok := err.(*refusal); ok {
		w.WriteHeader(r.Code)
		_ = json.NewEncoder(w).Encode(struct {
			OK bool `json:"ok"`
			*refusal
		}{false, r})
		return
	}
	_ = json.NewEncoder(w).Encode(object{"ok": true, "result": result})
}

// known are the parameters of the methods, so that a mistyped one is noticed; Telegram ignores them.
var known = map[string]string{
	"getMe":       "",
	"getUpdates":  "offset limit timeout allowed_updates",
	"setWebhook":  "url secret_token allowed_updates max_connections drop_pending_updates",
	"sendMessage": "chat_id message_thread_id text entities parse_mode disable_web_page_preview link_preview_options " + sending,
	"sendPhoto":   "chat_id message_thread_id photo caption caption_entities parse_mode " + sending,

	"deleteWebhook":          "drop_pending_updates",
	"editMessageReplyMarkup": "chat_id message_id reply_markup",
	"editMessageText":        "chat_id message_id text entities parse_mode reply_markup link_preview_options",
	"editMessageCaption":     "chat_id message_id caption caption_entities parse_mode reply_markup",
	"editMessageMedia":       "chat_id message_id media reply_markup",
	"answerCallbackQuery":    "callback_query_id text show_alert url cache_time",
	"setMyCommands":          "commands scope language_code",
	"getMyCommands":          "scope language_code",
	"getChatMember":          "chat_id user_id",
}

const sending = "disable_notification protect_content reply_to_message_id allow_sending_without_reply reply_parameters reply_markup"

// params are those of a call.
type params struct {
	values map[string]string
	files  map[string][]byte
}

func parse(r *http.Request) (params, error) {
	p := params{map[string]string{}, map[string][]byte{}}
	if !strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/") {
		if err := r.ParseForm(); err != nil {
			return p, err
		}
		for k, v := range r.Form {
			p.values[k] = v[0]
		}
		return p, nil
	}
	reader, err := r.MultipartReader()
	if err != nil {
		return p, err
	}
	for {
		part, err := reader.NextPart()
		if err == io.EOF {
			return p, nil
		}
		if err != nil {
			return p, err
		}
		body, err := io.ReadAll(part)
		if err != nil {
			return p, err
		}
		if part.FileName() != "" {
			p.files[part.FormName()] = body
		} else {
			p.values[part.FormName()] = string(body)
		}
	}
}

func (p params) number(name string) int64 {
	n, err := strconv.ParseInt(p.values[name], 10, 64)
	if err != nil {
		return 0
	}
	return n
}

func (s *Server) call(ctx context.Context, method string, p params) (any, error) {
	names, ok := known[method]
	if !ok {
		return nil, refuse(404, "Not Found: method not found")
	}
	for name := range p.values {
		if !slices.Contains(strings.Fields(names), name) {
			return nil, bad("%s has no parameter %s", method, name)
		}
	}
	if method == "getUpdates" {
		limit := int(p.number("limit"))
		if limit == 0 {
			limit = 100
		}
		var allowed map[string]bool
		if text := p.values["allowed_updates"]; text != "" {
			var list []string
			if err := json.Unmarshal([]byte(text), &list); err != nil {
				return nil, bad("can't parse allowed updates")
			}
			allowed = map[string]bool{}
			for _, kind := range list {
				allowed[kind] = true
			}
		}
		return s.getUpdates(ctx, p.number("offset"), limit, time.Duration(p.number("timeout"))*time.Second, allowed)
	}
	if method == "sendMessage" || method == "sendPhoto" {
		if err := s.hold(ctx, p.number("chat_id")); err != nil {
			return nil, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.changed.send()
	switch method {
	case "getMe":
		me := s.Bot.json()
		me["can_join_groups"], me["can_read_all_group_messages"] = true, !s.privacy
		return me, nil
	case "setWebhook":
		s.setWebhook(p.values["url"], p.values["secret_token"])
		return true, nil
	case "deleteWebhook":
		s.setWebhook("", "")
		return true, nil
	case "sendMessage", "sendPhoto":
		return s.send(method, p)
	case "answerCallbackQuery":
		return s.answerCallback(p)
	case "setMyCommands", "getMyCommands":
		return s.myCommands(method, p)
	case "getChatMember":
		c, err := s.chat(p)
		if err != nil {
			return nil, err
		}
		status := "member"
		if c.admin {
			status = "administrator"
		}
		return object{"user": s.Bot.json(), "status": status}, nil
	}
	return s.edit(method, p)
}

func (s *Server) hold(ctx context.Context, chat int64) error {
	s.mu.Lock()
	var until <-chan struct{}
	if c := s.spaces[chat]; c != nil {
		until = c.held
	}
	s.mu.Unlock()
	if until == nil {
		return nil
	}
	select {
	case <-until:
		return nil
	case <-ctx.Done():
	case <-s.stop:
	}
	return refuse(500, "Internal Server Error")
}

// chat finds the chat of a call, if the bot may write there.
func (s *Server) chat(p params) (*Chat, error) {
	c := s.spaces[p.number("chat_id")]
	switch {
	case c == nil:
		return nil, bad("chat not found")
	case c.movedTo != 0:
		return nil, &refusal{400, "Bad Request: group chat was upgraded to a supergroup chat", object{"migrate_to_chat_id": c.movedTo}}
	case c.gone && c.kind == "private":
		return nil, refuse(403, "Forbidden: bot was blocked by the user")
	case c.gone:
		return nil, refuse(403, "Forbidden: bot was kicked from the "+c.kind+" chat")
	case c.kind == "private" && !c.open:
		return nil, refuse(403, "Forbidden: bot can't initiate conversation with a user")
	}
	thread := int(p.number("message_thread_id"))
	if thread != 0 && !c.topics[thread] {
		return nil, bad("message thread not found")
	}
	return &Chat{space: c, Thread: thread}, nil
}

func (s *Server) send(method string, p params) (any, error) {
	c, err := s.chat(p)
	if err != nil {
		return nil, err
	}
	if c.muted == method {
		return nil, bad("not enough rights to send photos to the chat")
	}
	if err := s.crowded(c); err != nil {
		return nil, err
	}
	text, entities, limit := "text", "entities", 4096
	if method == "sendPhoto" {
		text, entities, limit = "caption", "caption_entities", 1024
		if _, err := png.DecodeConfig(bytes.NewReader(p.files["photo"])); err != nil {
			return nil, bad("IMAGE_PROCESS_FAILED")
		}
	}
	m := &Message{From: s.Bot, Text: p.values[text], Photo: p.files["photo"], Silent: p.values["disable_notification"] == "true"}
	if method == "sendMessage" && strings.TrimSpace(m.Text) == "" {
		return nil, bad("message text is empty")
	}
	if utf8.RuneCountInString(m.Text) > limit {
		return nil, bad("message %s is too long", text)
	}
	if m.Entities, err = checkEntities(m.Text, p.values[entities]); err != nil {
		return nil, err
	}
	if m.buttons, m.ForceReply, err = markup(p.values["reply_markup"]); err != nil {
		return nil, err
	}
	for _, row := range m.buttons {
		m.Offered = append(m.Offered, row...)
	}
	m.ReplyTo = int(p.number("reply_to_message_id"))
	if m.ReplyTo != 0 && c.messages[m.ReplyTo] == nil {
		if p.values["allow_sending_without_reply"] != "true" {
			return nil, bad("message to be replied not found")
		}
		m.ReplyTo = 0
	}
	c.nextID++
	m.ID, m.chat = c.nextID, c
	c.messages[m.ID] = m
	c.sent = append(c.sent, m)
	c.news.send()
	return m.json(), nil
}

// crowded refuses what comes too fast.
func (s *Server) crowded(c *Chat) error {
	if s.pace.Messages == 0 {
		return nil
	}
	now := time.Now()
	c.times = slices.DeleteFunc(c.times, func(t time.Time) bool { return now.Sub(t) > s.pace.Window })
	if len(c.times) >= s.pace.Messages {
		return flood(s.pace.RetryAfter)
	}
	c.times = append(c.times, now)
	return nil
}

func checkEntities(text, given string) ([]Entity, error) {
	if given == "" {
		return nil, nil
	}
	var list []Entity
	if err := json.Unmarshal([]byte(given), &list); err != nil {
		return nil, bad("can't parse entities: %v", err)
	}
	length := len(utf16.Encode([]rune(text)))
	for _, e := range list {
		if e.Offset < 0 || e.Length <= 0 || e.Offset+e.Length > length {
			return nil, bad("entity %s at %d+%d lies outside of the text of %d", e.Type, e.Offset, e.Length, length)
		}
		if !slices.Contains([]string{"bold", "code", "pre", "text_mention"}, e.Type) {
			return nil, bad("can't parse entities: unsupported type %q", e.Type)
		}
		if e.Type == "text_mention" && (e.User == nil || e.User.ID == 0) {
			return nil, bad("can't parse entities: no user")
		}
	}
	return list, nil
}

// markup reads the buttons of a message.
func markup(given string) (rows [][]Button, forceReply bool, err error) {
	if given == "" {
		return nil, false, nil
	}
	var m struct {
		Keyboard [][]struct {
			Text string  `json:"text"`
			Data *string `json:"callback_data"`
		} `json:"inline_keyboard"`
		ForceReply bool `json:"force_reply"`
		Selective  bool `json:"selective"`
	}
	d := json.NewDecoder(strings.NewReader(given))
	d.DisallowUnknownFields()
	if err := d.Decode(&m); err != nil {
		return nil, false, bad("object expected as reply markup: %v", err)
	}
	if m.Keyboard != nil && m.ForceReply {
		return nil, false, bad("a message has buttons or asks for a reply, not both")
	}
	n := 0
	for _, row := range m.Keyboard {
		var buttons []Button
		for _, b := range row {
			switch {
			case strings.TrimSpace(b.Text) == "":
				return nil, false, bad("text buttons are unallowed in the inline keyboard")
			case b.Data == nil || len(*b.Data) < 1 || len(*b.Data) > 64:
				return nil, false, bad("BUTTON_DATA_INVALID")
			}
			buttons = append(buttons, Button{b.Text, *b.Data})
			n++
		}
		if len(buttons) > 8 {
			return nil, false, bad("BUTTON_POS_INVALID")
		}
		rows = append(rows, buttons)
	}
	if n > 100 {
		return nil, false, bad("reply markup is too long")
	}
	return rows, m.ForceReply, nil
}

func (s *Server) edit(method string, p params) (any, error) {
	c, err := s.chat(p)
	if err != nil {
		return nil, err
	}
	m := c.messages[int(p.number("message_id"))]
	if m == nil {
		return nil, bad("message to edit not found")
	}
	if m.From != s.Bot || m.ForceReply {
		return nil, bad("message can't be edited")
	}
	rows, _, err := markup(p.values["reply_markup"])
	if err != nil {
		return nil, err
	}
	text := m.Text
	switch method {
	case "editMessageText":
		text = p.values["text"]
	case "editMessageCaption":
		text = p.values["caption"]
	}
	same := slices.EqualFunc(rows, m.buttons, slices.Equal[[]Button])
	if same && text == m.Text && method != "editMessageMedia" {
		return nil, bad("message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message")
	}
	m.buttons, m.Text = rows, text
	return m.json(), nil
}

func (s *Server) answerCallback(p params) (any, error) {
	tap := s.taps[p.values["callback_query_id"]]
	if tap == nil {
		return nil, bad("query is too old and response timeout expired or query ID is invalid")
	}
	if utf8.RuneCountInString(p.values["text"]) > 200 {
		return nil, bad("MESSAGE_TOO_LONG")
	}
	delete(s.taps, p.values["callback_query_id"])
	tap.Text, tap.Alert = p.values["text"], p.values["show_alert"] == "true"
	close(tap.done)
	return true, nil
}

func (s *Server) myCommands(method string, p params) (any, error) {
	var scope struct {
		Type string `json:"type"`
	}
	if text := p.values["scope"]; text != "" {
		if err := json.Unmarshal([]byte(text), &scope); err != nil {
			return nil, bad("can't parse BotCommandScope")
		}
	}
	key := scope.Type + "/" + p.values["language_code"]
	if method == "getMyCommands" {
		return json.RawMessage(s.commands[key]), nil
	}
	var list []struct {
		Command     string `json:"command"`
		Description string `json:"description"`
	}
	if err := json.Unmarshal([]byte(p.values["commands"]), &list); err != nil {
		return nil, bad("can't parse commands")
	}
	for _, c := range list {
		if !commandForm.MatchString("/"+c.Command) || strings.ToLower(c.Command) != c.Command || len(c.Command) > 32 {
			return nil, bad("BOT_COMMAND_INVALID")
		}
		if c.Description == "" {
			return nil, bad("BOT_COMMAND_DESCRIPTION_INVALID")
		}
	}
	s.commands[key] = p.values["commands"]
	return true, nil
}
