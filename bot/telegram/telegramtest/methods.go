package telegramtest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// refusal is an error in Telegram's form.
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

// answer writes an answer in Telegram's form.
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

// params are the parameters of a call.
type params struct {
	values map[string]string
	files  map[string]*Document
}

func parse(r *http.Request) (params, error) {
	p := params{map[string]string{}, map[string]*Document{}}
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
			p.files[part.FormName()] = &Document{Name: part.FileName(), Data: body}
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
	if method == "getUpdates" {
		return s.poll(ctx, p)
	}
	if writes(method) {
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
		me["can_join_groups"], me["can_read_all_group_messages"], me["supports_inline_queries"] = true, !s.privacy, s.inline
		me["can_connect_to_business"], me["has_main_web_app"] = false, false
		return me, nil
	case "setWebhook":
		s.setWebhook(p.values["url"], p.values["secret_token"])
		return true, nil
	case "deleteWebhook":
		s.setWebhook("", "")
		return true, nil
	case "answerCallbackQuery":
		return s.answerCallback(p)
	case "setMyCommands", "getMyCommands":
		return s.myCommands(method, p)
	case "getChatMember":
		return s.chatMember(p)
	case "sendChatAction": // does not count against rate limits
		_, err := s.chat(p)
		return true, err
	case "getFile":
		return s.getFile(p)
	case "answerInlineQuery":
		return s.answerInline(p)
	case "setMyDescription", "setMyShortDescription":
		if err := checkLanguage(p.values["language_code"]); err != nil {
			return nil, err
		}
		s.texts[method+"/"+p.values["language_code"]] = p.values["description"] + p.values["short_description"]
		return true, nil
	case "setMyName":
		s.Bot.First = p.values["name"]
		return true, nil
	case "deleteMessage":
		return s.deleteMessage(p)
	case "leaveChat":
		return s.leaveChat(p)
	}
	switch {
	case kinds[method] != "":
		return s.send(method, p)
	case strings.HasPrefix(method, "editMessage"):
		return s.edit(method, p)
	}
	s.wrong("%s is not imitated", method)
	return nil, refuse(404, "Not Found: method not found")
}

// poll decodes the parameters of getUpdates.
func (s *Server) poll(ctx context.Context, p params) (any, error) {
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
			if _, ok := api().Types["Update"].Fields[kind]; !ok {
				return nil, bad("can't parse allowed updates: no kind %q", kind)
			}
			allowed[kind] = true
		}
	}
	return s.getUpdates(ctx, p.number("offset"), limit, time.Duration(p.number("timeout"))*time.Second, allowed)
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

// chat returns the chat of a call, if the bot may write there.
func (s *Server) chat(p params) (*Chat, error) {
	c := s.spaces[p.number("chat_id")]
	switch {
	case c == nil:
		return nil, bad("chat not found")
	case c.destroyed:
		return nil, refuse(403, "Forbidden: the group chat was deleted")
	case c.movedTo != 0:
		return nil, &refusal{400, "Bad Request: group chat was upgraded to a supergroup chat",
			object{"migrate_to_chat_id": c.movedTo}}
	case c.gone && c.kind == "private":
		return nil, refuse(403, "Forbidden: bot was blocked by the user")
	case c.gone:
		return nil, refuse(403, "Forbidden: bot was kicked from the "+c.kind+" chat")
	case c.kind == "private" && s.people[c.ID].deleted:
		return nil, refuse(403, "Forbidden: user is deactivated")
	case c.kind == "private" && !c.open:
		return nil, refuse(403, "Forbidden: bot can't initiate conversation with a user")
	}
	thread := int(p.number("message_thread_id"))
	switch {
	case thread != 0 && !c.topics[thread]:
		return nil, bad("message thread not found")
	case thread != 0 && c.shut[thread] && !c.admin:
		return nil, bad("TOPIC_CLOSED")
	}
	return &Chat{space: c, Thread: thread}, nil
}

// chatMember returns a person's status in a chat.
func (s *Server) chatMember(p params) (any, error) {
	c, err := s.chat(p)
	if err != nil {
		return nil, err
	}
	who := s.people[p.number("user_id")]
	if who == nil {
		return nil, bad("user not found")
	}
	status := "left"
	switch {
	case c.ranks[who.ID] != "":
		status = c.ranks[who.ID]
	case who == s.Bot && c.admin:
		status = "administrator"
	case who == s.Bot, c.members[who.ID]:
		status = "member"
	}
	return standing(who, status), nil
}

// queryLife is how long a press can be answered.
const queryLife = 15 * time.Second

func (s *Server) answerCallback(p params) (any, error) {
	tap := s.taps[p.values["callback_query_id"]]
	if tap == nil || time.Since(tap.at) > queryLife {
		return nil, bad("query is too old and response timeout expired or query ID is invalid")
	}
	delete(s.taps, p.values["callback_query_id"])
	tap.Text, tap.Alert, tap.URL = p.values["text"], p.values["show_alert"] == "true", p.values["url"]
	close(tap.done)
	return true, nil
}

// languageForm matches the language codes accepted for a bot's texts: ISO 639-1, without a country.
var languageForm = regexp.MustCompile(`^([a-z]{2})?$`)

func checkLanguage(code string) error {
	if !languageForm.MatchString(code) {
		return bad("invalid language code specified")
	}
	return nil
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
	if err := checkLanguage(p.values["language_code"]); err != nil {
		return nil, err
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
		if commandForm.FindString("/"+c.Command) != "/"+c.Command || strings.ToLower(c.Command) != c.Command {
			return nil, bad("BOT_COMMAND_INVALID")
		}
	}
	s.commands[key] = p.values["commands"]
	return true, nil
}
