package telegramtest

import (
	"bytes"
	"encoding/json"
	"image/png"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

// Content is the content of a message.
type Content struct {
	Text     string // or the caption
	Entities []Entity
	Photo    []byte    // nil if there is none
	Document *Document // nil if there is none

	picture *Document // the photo as a file
}

// media reports whether there is a photo or a file.
func (c Content) media() bool { return c.Photo != nil || c.Document != nil }

// kinds are the content types by the method that sends them.
var kinds = map[string]string{"sendMessage": "text", "sendPhoto": "photo", "sendDocument": "document",
	"sendAnimation": "animation"}

// writes reports whether a method adds content to a chat.
func writes(method string) bool {
	return kinds[method] != "" || slices.Contains([]string{"editMessageText", "editMessageCaption", "editMessageMedia"},
		method)
}

// rights are Telegram's names for the permission to send each kind.
var rights = map[string]string{"text": "text messages", "photo": "photos", "document": "documents",
	"animation": "animations"}

// mayWrite refuses what is forbidden in a chat, or exceeds its rate limits.
func (s *Server) mayWrite(c *Chat, method, kind string) error {
	if c.restricted || kinds[c.muted] == kind || c.pictures && kind == "photo" {
		return bad("not enough rights to send %s to the chat", rights[kind])
	}
	if now := time.Now(); kinds[method] != "" && c.slow > 0 && !c.admin && len(c.sent) > 0 {
		if left := c.sent[len(c.sent)-1].sent.Add(c.slow).Sub(now); left > 0 {
			return flood(int(math.Ceil(left.Seconds())))
		}
	}
	return s.crowded(c.space, method)
}

func (s *Server) send(method string, p params) (any, error) {
	c, err := s.chat(p)
	if err != nil {
		return nil, err
	}
	kind := kinds[method]
	allowed := kind
	if f := p.files[kind]; kind == "document" && f != nil && f.moving() &&
		p.values["disable_content_type_detection"] != "true" {
		allowed = "animation" // Telegram turns it into one
	}
	if err := s.mayWrite(c, method, allowed); err != nil {
		return nil, err
	}
	m := &Message{From: s.Bot, Silent: p.values["disable_notification"] == "true"}
	if kind == "text" {
		m.Content, err = s.written(p.values["text"], p.values["entities"])
	} else {
		m.Content, err = s.uploaded(kind, p.files[kind], p.values["caption"], p.values["caption_entities"])
	}
	if err != nil {
		return nil, err
	}
	if m.buttons, m.ForceReply, err = markup(p.values["reply_markup"]); err != nil {
		return nil, err
	}
	for _, row := range m.buttons {
		m.Offered = append(m.Offered, row...)
	}
	if m.ReplyTo, err = c.repliedTo(p.values["reply_parameters"]); err != nil {
		return nil, err
	}
	m.Preview = !strings.Contains(p.values["link_preview_options"], `"is_disabled":true`)
	c.nextID++
	m.ID, m.chat, m.now, m.sent = c.nextID, c, m.Content, time.Now()
	s.ring(m)
	s.shows(m, true)
	c.messages[m.ID] = m
	c.sent, c.texts = append(c.sent, m), append(c.texts, m.Text)
	c.news.send()
	return m.json(), nil
}

// repliedTo returns the id of the message to reply to, 0 for none.
func (c *Chat) repliedTo(given string) (int, error) {
	if given == "" {
		return 0, nil
	}
	var to struct {
		ID      int  `json:"message_id"`
		Without bool `json:"allow_sending_without_reply"`
	}
	if err := json.Unmarshal([]byte(given), &to); err != nil {
		return 0, bad("object expected as reply parameters")
	}
	switch {
	case c.messages[to.ID] != nil:
		return to.ID, nil
	case to.Without:
		return 0, nil
	}
	return 0, bad("message to be replied not found")
}

// written returns the content of a text message.
func (s *Server) written(text, entities string) (Content, error) {
	c := Content{Text: text}
	if strings.TrimSpace(text) == "" {
		return c, bad("message text is empty")
	}
	if utf8.RuneCountInString(text) > 4096 {
		return c, bad("message is too long")
	}
	var err error
	c.Entities, err = checkEntities(text, entities)
	return c, err
}

// uploaded returns the content of a message with a picture or a file of the bot.
func (s *Server) uploaded(kind string, file *Document, caption, entities string) (c Content, err error) {
	c.Text = caption
	switch {
	case file == nil:
		return c, bad("there is no %s in the request", kind)
	case len(file.Data) == 0:
		return c, bad("file must be non-empty")
	case len(file.Data) > 50<<20:
		return c, refuse(413, "Request Entity Too Large")
	case utf8.RuneCountInString(caption) > 1024:
		return c, bad("message caption is too long")
	case kind != "photo":
		if c.Document = file; file.id == "" {
			c.Document = s.keep(kind, file)
		}
	default:
		if _, err := png.DecodeConfig(bytes.NewReader(file.Data)); err != nil {
			return c, bad("IMAGE_PROCESS_FAILED")
		}
		c.Photo = file.Data
		if c.picture = file; file.id == "" {
			c.picture = s.keep(kind, file)
		}
	}
	c.Entities, err = checkEntities(caption, entities)
	return c, err
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
		if e.Offset < 0 || e.Length <= 0 || e.Offset > length || e.Length > length-e.Offset {
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

// markup decodes the buttons of a message.
func markup(given string) (rows [][]Button, forceReply bool, err error) {
	if given == "" {
		return nil, false, nil
	}
	var m struct {
		Keyboard [][]struct {
			Text string
			Data string `json:"callback_data"`
			URL  string
			Ask  *string `json:"switch_inline_query"`
		} `json:"inline_keyboard"`
		ForceReply bool `json:"force_reply"`
	}
	if err := json.Unmarshal([]byte(given), &m); err != nil {
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
			case b.Data == "" && b.URL == "" && b.Ask == nil:
				return nil, false, bad("text buttons are unallowed in the inline keyboard")
			}
			buttons = append(buttons, Button{b.Text, b.Data, b.URL})
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

// toEdit finds the message that a call is to edit.
func (s *Server) toEdit(p params) (*Chat, *Message, error) {
	if id := p.values["inline_message_id"]; id != "" {
		for _, q := range s.queries {
			if m := q.chosen[id]; m != nil {
				return m.chat, m, nil
			}
		}
		return nil, nil, bad("MESSAGE_ID_INVALID")
	}
	c, err := s.chat(p)
	if err != nil {
		return nil, nil, err
	}
	m := c.messages[int(p.number("message_id"))]
	switch {
	case p.values["message_id"] == "":
		return nil, nil, bad("message identifier is not specified")
	case m == nil:
		return nil, nil, bad("message to edit not found")
	case m.From != s.Bot || m.ForceReply:
		return nil, nil, bad("message can't be edited")
	case c.shut[m.chat.Thread] && !c.admin:
		return nil, nil, bad("TOPIC_CLOSED")
	}
	return c, m, nil
}

func (s *Server) edit(method string, p params) (any, error) {
	c, m, err := s.toEdit(p)
	if err != nil {
		return nil, err
	}
	rows, _, err := markup(p.values["reply_markup"])
	if err != nil {
		return nil, err
	}
	now, err := s.edited(c, m.now, method, p)
	if err != nil {
		return nil, err
	}
	if slices.EqualFunc(rows, m.buttons, slices.Equal[[]Button]) && now.same(m.now) {
		return nil, bad("message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message")
	}
	if m.inline == "" && now.Text != m.now.Text {
		c.texts = append(c.texts, news(m.now.Text, now.Text))
	}
	m.buttons, m.now = rows, now
	s.shows(m, method != "editMessageReplyMarkup")
	m.edits++
	if m.inline != "" {
		return true, nil
	}
	return m.json(), nil
}

// news returns the first line of an edited message and the lines that it did not have before.
func news(before, now string) string {
	lines, old := strings.Split(now, "\n"), strings.Split(before, "\n")
	kept := slices.DeleteFunc(lines[1:], func(line string) bool { return slices.Contains(old, line) })
	return strings.Join(lines[:1+len(kept)], "\n")
}

// deletable is the age up to which a message can be deleted.
const deletable = 48 * time.Hour

// deleteMessage deletes a message of the bot, or any as an administrator, within two days. No rate limit for it is
// known.
func (s *Server) deleteMessage(p params) (any, error) {
	c, err := s.chat(p)
	if err != nil {
		return nil, err
	}
	m := c.messages[int(p.number("message_id"))]
	switch {
	case m == nil:
		return nil, bad("message to delete not found")
	case m.From != s.Bot && !c.admin, m.faded, !m.sent.IsZero() && time.Since(m.sent) >= deletable:
		return nil, bad("message can't be deleted for everyone")
	}
	delete(c.messages, m.ID)
	m.deleted, m.buttons = true, nil
	return true, nil
}

// edited returns the content of a message after a call. A text can become a picture or a file, but not the reverse.
func (s *Server) edited(in *Chat, c Content, method string, p params) (Content, error) {
	var err error
	switch method {
	case "editMessageText":
		if c.media() {
			return c, bad("there is no text in the message to edit")
		}
		if err := s.mayWrite(in, method, "text"); err != nil {
			return c, err
		}
		return s.written(p.values["text"], p.values["entities"])
	case "editMessageCaption":
		if !c.media() {
			return c, bad("there is no caption in the message to edit")
		}
		if err := s.mayWrite(in, method, "text"); err != nil {
			return c, err
		}
		c.Text = p.values["caption"]
		c.Entities, err = checkEntities(c.Text, p.values["caption_entities"])
		return c, err
	case "editMessageMedia":
		return s.inputMedia(in, p)
	}
	return c, s.crowded(in.space, method)
}

func (s *Server) inputMedia(in *Chat, p params) (Content, error) {
	var media struct {
		Type     string          `json:"type"`
		Media    string          `json:"media"`
		Caption  string          `json:"caption"`
		Entities json.RawMessage `json:"caption_entities"`
	}
	d := json.NewDecoder(strings.NewReader(p.values["media"]))
	d.DisallowUnknownFields()
	if err := d.Decode(&media); err != nil {
		return Content{}, bad("can't parse InputMedia: %v", err)
	}
	if !slices.Contains([]string{"photo", "document", "animation"}, media.Type) {
		return Content{}, bad("can't parse InputMedia: type must be one of photo, document and animation")
	}
	field, attached := strings.CutPrefix(media.Media, "attach://")
	file := p.files[field]
	if !attached {
		file = s.files[media.Media] // uploaded earlier
	}
	switch {
	case attached && p.values["inline_message_id"] != "": // inline messages take no uploads: tdlib/td issue 3157
		return Content{}, bad("invalid message content specified")
	case attached && file == nil:
		return Content{}, bad("can't parse InputMedia: media not found")
	case file == nil:
		return Content{}, bad("wrong file identifier/HTTP URL specified")
	case !attached && file.kind != media.Type:
		return Content{}, bad("can't use file of type %s as %s", titled(file.kind), titled(media.Type))
	}
	if err := s.mayWrite(in, "editMessageMedia", media.Type); err != nil {
		return Content{}, err
	}
	return s.uploaded(media.Type, file, media.Caption, string(media.Entities))
}

// titled returns a kind as Telegram writes it in an error.
func titled(kind string) string { return strings.ToUpper(kind[:1]) + kind[1:] }

// same reports whether two contents are equal.
func (c Content) same(as Content) bool {
	if (c.Document == nil) != (as.Document == nil) {
		return false
	}
	file := c.Document == nil || c.Document.Name == as.Document.Name && bytes.Equal(c.Document.Data, as.Document.Data)
	return file && c.Text == as.Text && reflect.DeepEqual(c.Entities, as.Entities) && bytes.Equal(c.Photo, as.Photo)
}
