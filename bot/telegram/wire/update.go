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

// Types of the library. They predate topics, so Message and Callback add what is missing there.
type (
	// User is an account, of a person or of a bot.
	User = tgbotapi.User
	// Entity is a marked part of a text; its offset and length are in UTF-16 units.
	Entity = tgbotapi.MessageEntity
	// Document is a file attached to a message.
	Document = tgbotapi.Document
	// InlineQuery is a text typed after the bot's name in any chat.
	InlineQuery = tgbotapi.InlineQuery
	// Membership is a change of the bot's status in a chat.
	Membership = tgbotapi.ChatMemberUpdated
	// Member is a person's status in a group.
	Member = tgbotapi.ChatMember
	// Chat has the type private, group, supergroup or channel.
	Chat = tgbotapi.Chat
)

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

// Message is a message in a chat. Its Date is 0 if it is inaccessible: then Telegram sends only its chat and id.
type Message struct {
	tgbotapi.Message
	Chat     Chat            `json:"chat"`
	Thread   int             `json:"message_thread_id,omitempty"`
	InTopic  bool            `json:"is_topic_message,omitempty"`
	Reply    *Message        `json:"reply_to_message,omitempty"`
	Topic    json.RawMessage `json:"forum_topic_created,omitempty"` // the message that created a topic
	Closed   json.RawMessage `json:"forum_topic_closed,omitempty"`
	Reopened json.RawMessage `json:"forum_topic_reopened,omitempty"`
	Origin   json.RawMessage `json:"forward_origin,omitempty"`
}

// Callback is the press of a button, under a message of the bot or one posted in inline mode.
type Callback struct {
	tgbotapi.CallbackQuery
	From    User     `json:"from"`
	Message *Message `json:"message,omitempty"`
}

// After returns the offset after an update, saturating at the largest id.
func (u Update) After() int64 { return min(u.ID, math.MaxInt64-1) + 1 }

// Decode decodes an update. On an error only the id is set, or 0 if not even that can be decoded.
func Decode(raw []byte) (Update, error) {
	var u Update
	err := json.Unmarshal(raw, &u) // goes on after a value of a wrong type
	if err == nil && u.ID == 0 {
		err = errors.New("it has no id")
	}
	if err != nil {
		return Update{ID: u.ID}, fmt.Errorf("decode update %d: %w", u.ID, err)
	}
	return u, nil
}

const userPrefix = "telegram:"

// Person converts a user to the bot's form.
func Person(u User) chat.User {
	return chat.User{
		ID:     userPrefix + strconv.FormatInt(u.ID, 10),
		Handle: u.UserName,
		Name:   strings.TrimSpace(u.FirstName + " " + u.LastName),
		Robot:  u.IsBot,
	}
}

// PersonOf returns the person with a Telegram id.
func PersonOf(id int64) chat.User { return Person(User{ID: id}) }

// UserID returns the Telegram id of a person, 0 if there is none.
func UserID(u chat.User) int64 {
	digits, ok := strings.CutPrefix(u.ID, userPrefix)
	id, err := strconv.ParseInt(digits, 10, 64)
	if !ok || err != nil {
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
func SpotOf(room chat.Room) (s Spot, err error) {
	id, thread, _ := strings.Cut(strings.TrimPrefix(string(room), userPrefix), ":")
	s.Chat, _ = strconv.ParseInt(id, 10, 64) // what is wrong makes another room
	s.Thread, _ = strconv.Atoi(thread)
	if s.Chat == 0 || s.Room() != room {
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
		m.Video != nil || m.VideoNote != nil
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
	return m.Origin != nil || m.IsAutomaticForward
}

// Units returns a text in UTF-16 units, in which Telegram counts.
func Units(s string) []uint16 { return utf16.Encode([]rune(s)) }

// IsPresent reports whether a person is in the chat.
func IsPresent(m Member) bool {
	return m.Status == "restricted" && m.IsMember || m.Status != "restricted" && !m.HasLeft() && !m.WasKicked()
}

// MayWrite reports whether a person may write in the chat.
func MayWrite(m Member) bool { return IsPresent(m) && (m.Status != "restricted" || m.CanSendMessages) }

// Ref is the content of a chat.Ref: "-100200/31" is message 31 of that chat. It stays the same when the message is
// edited.
type Ref struct {
	Chat    int64
	Message int
}

// String returns the text that ParseRef parses.
func (r Ref) String() string { return strconv.FormatInt(r.Chat, 10) + "/" + strconv.Itoa(r.Message) }

// ParseRef parses the text of a Ref.
func ParseRef(text chat.Ref) (r Ref, err error) {
	in, of, _ := strings.Cut(string(text), "/")
	r.Chat, _ = strconv.ParseInt(in, 10, 64) // what is wrong makes another Ref
	r.Message, _ = strconv.Atoi(of)
	if r.String() != string(text) {
		return Ref{}, fmt.Errorf("%q is not the name of a message", text)
	}
	return r, nil
}
