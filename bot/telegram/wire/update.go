// Package wire decodes the parts of Telegram's updates that the adapter uses, and names people, rooms and messages. It
// has no side effects.
package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tabuleiro/bot/chat"
)

// The library's types predate topics; they are used where nothing has changed.

// User is an account, of a person or of a bot.
type User tgbotapi.User

// Entity is a marked part of a text; its offset and length are in UTF-16 units.
type Entity = tgbotapi.MessageEntity

// Document is a file attached to a message.
type Document = tgbotapi.Document

// InlineQuery is a text typed after the bot's name in any chat.
type InlineQuery = tgbotapi.InlineQuery

// AllowedUpdates are the kinds of updates requested from Telegram. Edited messages are among them so that their authors
// can be told that edits are ignored.
const AllowedUpdates = `["message","edited_message","callback_query","my_chat_member","inline_query"]`

// Update is one event, of a kind in AllowedUpdates.
type Update struct {
	ID       int64        `json:"update_id"`
	Message  *Message     `json:"message,omitempty"`
	Edited   *Message     `json:"edited_message,omitempty"`
	Callback *Callback    `json:"callback_query,omitempty"`
	Member   *Membership  `json:"my_chat_member,omitempty"`
	Inline   *InlineQuery `json:"inline_query,omitempty"`

	Recalled bool      `json:"-"` // was stored by an earlier run
	Reread   time.Time `json:"-"` // when it was received, if a crashed process may have handled it; else zero
}

// Message is a message in a chat.
type Message struct {
	ID          int             `json:"message_id"`
	Date        int64           `json:"date,omitempty"` // 0: inaccessible, Telegram sends only its chat and id
	Thread      int             `json:"message_thread_id,omitempty"`
	InTopic     bool            `json:"is_topic_message,omitempty"`
	From        *User           `json:"from,omitempty"`
	As          *Place          `json:"sender_chat,omitempty"` // the chat on whose behalf it was sent
	Chat        Place           `json:"chat"`
	Text        string          `json:"text,omitempty"`
	Entities    []Entity        `json:"entities,omitempty"`
	Caption     string          `json:"caption,omitempty"` // text under a picture or a file
	Marks       []Entity        `json:"caption_entities,omitempty"`
	Photo       json.RawMessage `json:"photo,omitempty"`
	Document    *Document       `json:"document,omitempty"`
	Animation   json.RawMessage `json:"animation,omitempty"` // a GIF, which also has a Document
	Sticker     json.RawMessage `json:"sticker,omitempty"`
	Voice       json.RawMessage `json:"voice,omitempty"`
	Audio       json.RawMessage `json:"audio,omitempty"`
	Video       json.RawMessage `json:"video,omitempty"`
	Round       json.RawMessage `json:"video_note,omitempty"`
	Reply       *Message        `json:"reply_to_message,omitempty"`
	Topic       json.RawMessage `json:"forum_topic_created,omitempty"` // the message that created a topic
	Closed      json.RawMessage `json:"forum_topic_closed,omitempty"`
	Reopened    json.RawMessage `json:"forum_topic_reopened,omitempty"`
	Came        []User          `json:"new_chat_members,omitempty"`
	Left        *User           `json:"left_chat_member,omitempty"`
	Origin      json.RawMessage `json:"forward_origin,omitempty"`
	Automatic   bool            `json:"is_automatic_forward,omitempty"`
	MigrateTo   int64           `json:"migrate_to_chat_id,omitempty"`
	MigrateFrom int64           `json:"migrate_from_chat_id,omitempty"`
}

// Place is a chat; its type is private, group, supergroup or channel.
type Place struct {
	ID   int64  `json:"id"`
	Type string `json:"type,omitempty"`
}

// Callback is the press of a button, under a message of the bot or one posted in inline mode.
type Callback struct {
	ID      string   `json:"id"`
	From    User     `json:"from"`
	Message *Message `json:"message,omitempty"`
	Inline  string   `json:"inline_message_id,omitempty"` // id of a message posted in inline mode
	Data    string   `json:"data,omitempty"`
}

// After returns the offset after an update, saturating at the largest id.
func (u Update) After() int64 { return min(u.ID, math.MaxInt64-1) + 1 }

// Decode decodes an update. On an error the id is still set, or 0 if not even that can be decoded.
func Decode(raw []byte) (Update, error) {
	var u Update
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
	return Update{ID: least.ID}, fmt.Errorf("decode update %d: %w", least.ID, err)
}

const userPrefix = "telegram:"

// Person converts a user to the bot's form.
func (u User) Person() chat.User {
	return chat.User{
		ID:     userPrefix + strconv.FormatInt(u.ID, 10),
		Handle: u.UserName,
		Name:   strings.TrimSpace(u.FirstName + " " + u.LastName),
		Robot:  u.IsBot,
	}
}

// UserID returns the Telegram id of a person, 0 if there is none.
func UserID(u chat.User) int64 {
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

// Spot is a chat, or a topic in a chat.
type Spot struct {
	Chat   int64
	Thread int
}

// Where returns the spot of a message. Outside of forums a thread is only a chain of replies and is ignored.
func (m *Message) Where() Spot {
	if m.InTopic {
		return Spot{m.Chat.ID, m.Thread}
	}
	return Spot{Chat: m.Chat.ID}
}

// Room returns the room of a spot.
func (s Spot) Room() chat.Room {
	room := userPrefix + strconv.FormatInt(s.Chat, 10)
	if s.Thread != 0 {
		room += ":" + strconv.Itoa(s.Thread)
	}
	return chat.Room(room)
}

// SpotOf parses a room made by Spot.Room.
func SpotOf(room chat.Room) (Spot, error) {
	address, ok := strings.CutPrefix(string(room), userPrefix)
	id, thread, threaded := strings.Cut(address, ":")
	var s Spot
	var err, wrong error
	s.Chat, err = strconv.ParseInt(id, 10, 64)
	if threaded {
		s.Thread, wrong = strconv.Atoi(thread)
	}
	if !ok || err != nil || wrong != nil || s.Chat == 0 {
		return Spot{}, fmt.Errorf("telegram: %q is not a room", room)
	}
	return s, nil
}

// Content returns the text of a message, or the caption of its picture or file.
func (m *Message) Content() string {
	if m.Text != "" {
		return m.Text
	}
	return m.Caption
}

// Media reports whether a message has a picture or a file.
func (m *Message) Media() bool {
	return m.Photo != nil || m.Document != nil || m.Animation != nil
}

// Wordless reports whether a message is a picture, sticker, audio or video.
func (m *Message) Wordless() bool {
	return m.Photo != nil || m.Animation != nil || m.Sticker != nil || m.Voice != nil || m.Audio != nil ||
		m.Video != nil || m.Round != nil
}

// Posted returns the file in a message, nil if there is none. A GIF is not a file to be read.
func (m *Message) Posted() *Document {
	if m == nil || m.Animation != nil {
		return nil
	}
	return m.Document
}

// Forwarded reports whether a message was written by somebody else.
func (m *Message) Forwarded() bool {
	return m.Origin != nil || m.Automatic
}

// Units returns a text in UTF-16 units, in which Telegram counts.
func Units(s string) []uint16 { return utf16.Encode([]rune(s)) }

// Membership is a change of the bot's status in a chat.
type Membership struct {
	Chat Place    `json:"chat"`
	By   User     `json:"from"`
	Old  Standing `json:"old_chat_member"`
	New  Standing `json:"new_chat_member"`
}

// Standing is a member's status in a group.
type Standing struct {
	Status string `json:"status"`
	In     bool   `json:"is_member,omitempty"`         // only if Status is "restricted"
	Writes bool   `json:"can_send_messages,omitempty"` // likewise
}

// IsPresent reports whether a person is in the chat.
func (s Standing) IsPresent() bool {
	return s.Status == "restricted" && s.In || s.Status != "restricted" && s.Status != "left" && s.Status != "kicked"
}

// MayWrite reports whether a person may write in the chat.
func (s Standing) MayWrite() bool { return s.IsPresent() && (s.Status != "restricted" || s.Writes) }
