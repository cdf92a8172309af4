package telegram

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"

	"tabuleiro/bot/chat"
)

// The types here are what the adapter looks at of what Telegram sends. The library's are older than topics.

// wanted are the kinds of update that Telegram is asked for. Edited messages are not among them: the author of a mistyped move types
// it again.
const wanted = `["message","callback_query","my_chat_member","inline_query"]`

type update struct {
	ID       int64        `json:"update_id"`
	Message  *message     `json:"message,omitempty"`
	Callback *callback    `json:"callback_query,omitempty"`
	Member   *membership  `json:"my_chat_member,omitempty"`
	Inline   *inlineQuery `json:"inline_query,omitempty"`

	recalled bool // was written down by an earlier run
}

type message struct {
	ID          int             `json:"message_id"`
	Date        int64           `json:"date,omitempty"` // 0: Telegram tells nothing of the message but its chat
	Thread      int             `json:"message_thread_id,omitempty"`
	InTopic     bool            `json:"is_topic_message,omitempty"`
	From        *user           `json:"from,omitempty"`
	As          *place          `json:"sender_chat,omitempty"` // the chat in whose name it was sent
	Chat        place           `json:"chat"`
	Text        string          `json:"text,omitempty"`
	Entities    []entity        `json:"entities,omitempty"`
	Caption     string          `json:"caption,omitempty"` // what is written under a picture or a file
	Marks       []entity        `json:"caption_entities,omitempty"`
	Photo       json.RawMessage `json:"photo,omitempty"`
	Document    *document       `json:"document,omitempty"`
	Animation   json.RawMessage `json:"animation,omitempty"` // a GIF, which is a document, too
	Reply       *message        `json:"reply_to_message,omitempty"`
	Topic       json.RawMessage `json:"forum_topic_created,omitempty"` // the message with which a topic began
	Closed      json.RawMessage `json:"forum_topic_closed,omitempty"`
	Reopened    json.RawMessage `json:"forum_topic_reopened,omitempty"`
	Came        []user          `json:"new_chat_members,omitempty"`
	Left        *user           `json:"left_chat_member,omitempty"`
	Origin      json.RawMessage `json:"forward_origin,omitempty"`
	Automatic   bool            `json:"is_automatic_forward,omitempty"`
	MigrateTo   int64           `json:"migrate_to_chat_id,omitempty"`
	MigrateFrom int64           `json:"migrate_from_chat_id,omitempty"`
}

// document is a file in a message.
type document struct {
	ID   string `json:"file_id"`
	Name string `json:"file_name,omitempty"`
	Size int    `json:"file_size,omitempty"` // in bytes
}

type user struct {
	ID       int64  `json:"id"`
	Bot      bool   `json:"is_bot"`
	First    string `json:"first_name,omitempty"`
	Last     string `json:"last_name,omitempty"`
	Username string `json:"username,omitempty"`
	Language string `json:"language_code,omitempty"`
	HearsAll bool   `json:"can_read_all_group_messages,omitempty"` // of ourselves: privacy mode is off
	Inline   bool   `json:"supports_inline_queries,omitempty"`     // of ourselves: inline mode is on
}

type place struct {
	ID   int64  `json:"id"`
	Type string `json:"type,omitempty"`
}

type entity struct {
	Type   string `json:"type"`
	Offset int    `json:"offset"` // in UTF-16 units, as is the length
	Length int    `json:"length"`
	User   *user  `json:"user,omitempty"`
}

type callback struct {
	ID      string   `json:"id"`
	From    user     `json:"from"`
	Message *message `json:"message,omitempty"`
	Inline  string   `json:"inline_message_id,omitempty"` // of what was posted in inline mode
	Data    string   `json:"data,omitempty"`
}

// after is the place behind an update, as far as numbers go.
func (u update) after() int64 { return min(u.ID, math.MaxInt64-1) + 1 }

// decode reads an update. If it fails the id is still there, unless not even that can be read; then it is 0.
func decode(raw []byte) (update, error) {
	var u update
	err := json.Unmarshal(raw, &u)
	if err == nil && u.ID == 0 {
		err = errors.New("it has no id")
	}
	if err == nil {
		return u, nil
	}
	var least struct {
		ID int64 `json:"update_id"`
	}
	if json.Unmarshal(raw, &least) != nil {
		least.ID = 0
	}
	return update{ID: least.ID}, fmt.Errorf("decode update %d: %w", least.ID, err)
}

const userPrefix = "telegram:"

func (u user) person() chat.User {
	return chat.User{
		ID:     userPrefix + strconv.FormatInt(u.ID, 10),
		Handle: u.Username,
		Name:   strings.TrimSpace(u.First + " " + u.Last),
		Robot:  u.Bot,
	}
}

// userID is the number of a person; 0 if there is none.
func userID(u chat.User) int64 {
	digits, ok := strings.CutPrefix(u.ID, userPrefix)
	if !ok {
		return 0
	}
	id, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return 0
	}
	return id
}

// spot is a chat, or a topic in it.
type spot struct {
	chat   int64
	thread int
}

// where is the spot of a message. Outside of forums a thread is only a chain of replies.
func (m *message) where() spot {
	if m.InTopic {
		return spot{m.Chat.ID, m.Thread}
	}
	return spot{chat: m.Chat.ID}
}

func (s spot) room() chat.Room {
	room := userPrefix + strconv.FormatInt(s.chat, 10)
	if s.thread != 0 {
		room += ":" + strconv.Itoa(s.thread)
	}
	return chat.Room(room)
}

func spotOf(room chat.Room) (spot, error) {
	address, ok := strings.CutPrefix(string(room), userPrefix)
	id, thread, threaded := strings.Cut(address, ":")
	var s spot
	var err, wrong error
	s.chat, err = strconv.ParseInt(id, 10, 64)
	if threaded {
		s.thread, wrong = strconv.Atoi(thread)
	}
	if !ok || err != nil || wrong != nil || s.chat == 0 {
		return spot{}, fmt.Errorf("telegram: %q is not a room", room)
	}
	return s, nil
}

// said is the text of a message, under a picture or not.
func (m *message) said() string {
	if m.Text != "" {
		return m.Text
	}
	return m.Caption
}

// media tells whether there is more in a message than text.
func (m *message) media() bool {
	return m.Photo != nil || m.Document != nil || m.Animation != nil
}

// posted is the file in a message, nil if none. A GIF is looked at, not read.
func (m *message) posted() *document {
	if m == nil || m.Animation != nil {
		return nil
	}
	return m.Document
}

// forwarded tells whether a message is somebody else's.
func (m *message) forwarded() bool {
	return m.Origin != nil || m.Automatic
}

// units is a text as Telegram counts it.
func units(s string) []uint16 { return utf16.Encode([]rune(s)) }
