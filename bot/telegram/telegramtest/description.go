package telegramtest

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// The Bot API as documented: methods and objects with their parameters and fields, types and limits. The bot's calls
// and the server's answers are validated against it.

//go:embed testdata/telegram-api.json
var documented []byte

type description struct {
	Methods map[string]struct {
		Returns []string
		Params  map[string]field
	}
	Types map[string]struct {
		Fields map[string]field
		OneOf  []string `json:"one_of"`
	}
}

// field is a parameter of a method or a field of an object.
type field struct {
	Types    []string // any of these
	Required bool
	Limits   []string // "1-4096 characters", "1-64 bytes", "1-100"
}

var api = sync.OnceValue(func() (d description) {
	if err := json.Unmarshal(documented, &d); err != nil {
		panic(err)
	}
	return d
})

// missing is Telegram's error for a call without a required parameter.
var missing = map[string]string{
	"text": "message text is empty", "chat_id": "chat_id is empty", "user_id": "invalid user_id specified",
	"file_id": "file_id not specified",
	"photo":   "there is no photo in the request", "document": "there is no document in the request",
	"animation": "there is no animation in the request", "media": "media not found",
	"callback_query_id": "query is too old and response timeout expired or query ID is invalid",
}

// beyond is Telegram's error for a value that is too long, too short, too large or too small.
var beyond = map[string]string{
	"text": "message is too long", "caption": "message caption is too long",
	"answerCallbackQuery.text": "MESSAGE_TOO_LONG",
	"callback_data":            "BUTTON_DATA_INVALID", "command": "BOT_COMMAND_INVALID",
	"BotCommand.description": "BOT_COMMAND_DESCRIPTION_INVALID",
	"secret_token":           "secret token contains unallowed characters",
}

// unread is Telegram's error for a value that cannot be parsed.
var unread = map[string]string{
	"entities": "can't parse entities", "caption_entities": "can't parse entities",
	"reply_markup": "object expected as reply markup",
	"media":        "can't parse InputMedia", "commands": "can't parse commands", "scope": "can't parse BotCommandScope",
	"results": "can't parse inline query results", "reply_parameters": "object expected as reply parameters",
	"link_preview_options": "can't parse link preview options", "allowed_updates": "can't parse allowed updates",
	"chat_id": "chat not found",
}

// checkCall returns an error for a call that violates the documentation.
func checkCall(method string, p params) error {
	m, ok := api().Methods[method]
	if !ok {
		return refuse(404, "Not Found: method not found")
	}
	for _, name := range slices.Sorted(maps.Keys(m.Params)) {
		if value, given := p.values[name]; m.Params[name].Required && (!given || value == "") && p.files[name] == nil {
			return bad("%s", or(missing[name], "parameter "+name+" is required"))
		}
	}
	for name, value := range p.values {
		f, ok := m.Params[name]
		if !ok {
			return bad("%s has no parameter %s", method, name)
		}
		given, err := f.parse(value)
		if err == nil {
			err = f.check(name, given)
		}
		if said, ok := err.(*refusal); ok {
			return said
		}
		if err != nil {
			return bad("%s: %v", or(unread[name], "can't parse "+name), err)
		}
		if !f.within(given) {
			return bad("%s", or(beyond[method+"."+name], or(beyond[name], name+" is out of its limits")))
		}
	}
	return nil
}

func or(text, otherwise string) string {
	if text != "" {
		return text
	}
	return otherwise
}

// parse converts a parameter, which is always sent as text, to its type.
func (f field) parse(text string) (any, error) {
	for _, t := range f.Types {
		switch t {
		case "Integer":
			if _, err := strconv.ParseInt(text, 10, 64); err == nil {
				return json.Number(text), nil
			}
		case "Boolean":
			if text == "true" || text == "false" {
				return text == "true", nil
			}
		case "String":
			if !slices.Contains(f.Types, "Integer") || strings.HasPrefix(text, "@") {
				return text, nil
			}
		case "Float", "InputFile":
			return text, nil
		default:
			d := json.NewDecoder(strings.NewReader(text))
			d.UseNumber()
			var value any
			err := d.Decode(&value)
			return value, err
		}
	}
	return nil, fmt.Errorf("%q is none of %v", text, f.Types)
}

// check returns an error if a value of a given name has the wrong type. It checks limits only of nested values.
func (f field) check(name string, value any) error {
	var first error
	for _, t := range f.Types {
		err := checkType(t, name, value)
		if err == nil {
			return nil
		}
		if _, limit := err.(*refusal); first == nil || limit { // it has the right type, then
			first = err
		}
	}
	return first
}

func checkType(t, name string, value any) error {
	if of, ok := strings.CutPrefix(t, "Array of "); ok {
		list, ok := value.([]any)
		if !ok {
			return fmt.Errorf("%s is no array", name)
		}
		for _, v := range list {
			if err := checkType(of, name, v); err != nil {
				return err
			}
		}
		return nil
	}
	ok := true
	switch t {
	case "Integer":
		number, is := value.(json.Number)
		_, err := number.Int64()
		ok = is && err == nil
	case "Float":
		_, ok = value.(json.Number)
	case "String":
		_, ok = value.(string)
	case "Boolean":
		_, ok = value.(bool)
	case "InputFile":
	default:
		return checkObject(t, name, value)
	}
	if !ok {
		return fmt.Errorf("%s is no %s", name, t)
	}
	return nil
}

func checkObject(t, name string, value any) error {
	d, ok := api().Types[t]
	if !ok {
		return nil // type that the bot never uses
	}
	var err error
	for _, one := range d.OneOf {
		if err = checkObject(one, name, value); err == nil {
			return nil
		}
	}
	if err != nil {
		return err
	}
	o, ok := value.(map[string]any)
	if !ok {
		return fmt.Errorf("%s is no %s", name, t)
	}
	for name, f := range d.Fields {
		if _, given := o[name]; f.Required && !given {
			return fmt.Errorf("%s without %s", t, name)
		}
	}
	for name, v := range o {
		f, ok := d.Fields[name]
		if !ok {
			return fmt.Errorf("%s has no field %s", t, name)
		}
		if err := f.check(t+"."+name, v); err != nil {
			return err
		}
		if !f.within(v) {
			return bad("%s", or(beyond[t+"."+name], or(beyond[name], t+"."+name+" is out of its limits")))
		}
	}
	return nil
}

// within reports whether a value is within its limits.
func (f field) within(value any) bool {
	for _, limit := range f.Limits {
		span, unit, _ := strings.Cut(limit, " ")
		low, high, _ := strings.Cut(span, "-")
		least, _ := strconv.Atoi(low)
		most, _ := strconv.Atoi(high)
		var n int
		switch v := value.(type) {
		case string:
			n = utf8.RuneCountInString(v)
			if unit == "bytes" {
				n = len(v)
			}
		case json.Number:
			given, _ := v.Int64()
			n = int(given)
		case []any:
			n = len(v)
		default:
			continue
		}
		if n < least || n > most {
			return false
		}
	}
	return true
}

// checked encodes a value sent to the bot, and fails the test if it violates the documentation.
func (s *Server) checked(types []string, value any) json.RawMessage {
	raw, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.UseNumber()
	var again any
	if err = d.Decode(&again); err == nil {
		err = field{Types: types}.check("answer", again)
	}
	if err != nil {
		s.wrong("Telegram does not tell this: %v: %s", err, raw)
	}
	return raw
}
