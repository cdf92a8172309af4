package wire

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"tabuleiro/bot/chat"
)

// An update that cannot be read tells its id where that can be.
func TestDecode(t *testing.T) {
	for text, want := range map[string]string{
		`{"update_id":5,"message":{"message_id":7,"chat":{"id":-100},"text":"hi"}}`: "5 6 <nil>",
		`{"message":{"message_id":7}}`:                                              "0 1 decode update 0: it has no id",
		`{"update_id":5,"message":"no object"}`:                                     "5 6 decode update 5: json: cannot unmarshal",
		`{"update_id":"x"}`:                                                         "0 1 decode update 0: json: cannot unmarshal",
		`no JSON`:                                                                   "0 1 decode update 0: invalid character",
	} {
		u, err := Decode([]byte(text))
		got := fmt.Sprint(u.ID, " ", u.After(), " ", err)
		if got[:min(len(got), len(want))] != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	if got := (Update{ID: math.MaxInt64}).After(); got != math.MaxInt64 {
		t.Errorf("behind the last update is %d", got)
	}
}

// Rooms are chats, or topics in them, and read back as what they were made of.
func TestSpot(t *testing.T) {
	for text, want := range map[string]Spot{
		`{"chat":{"id":-100200}}`:                                               {Chat: -100200},
		`{"chat":{"id":-100200},"message_thread_id":9}`:                         {Chat: -100200},
		`{"chat":{"id":-100200},"message_thread_id":9,"is_topic_message":true}`: {Chat: -100200, Thread: 9},
		`{"chat":{"id":42},"is_topic_message":true}`:                            {Chat: 42},
	} {
		var m Message
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			t.Fatal(err)
		}
		got := m.Where()
		if back, err := SpotOf(got.Room()); got != want || back != want || err != nil {
			t.Errorf("%s is %+v in %s, read as %+v, %v", text, got, got.Room(), back, err)
		}
	}
	if (Spot{Chat: -100200, Thread: 9}).Room() != "telegram:-100200:9" || (Spot{Chat: 42}).Room() != "telegram:42" {
		t.Error("rooms have other names")
	}
	for _, room := range []chat.Room{"", "42", "discord:42", "telegram:", "telegram:x", "telegram:0", "telegram:42:", "telegram:42:x", "telegram:0:9"} {
		if s, err := SpotOf(room); err == nil || s != (Spot{}) {
			t.Errorf("%q is %+v", room, s)
		}
	}
}

// People are known by their numbers, and called by what they call themselves.
func TestPerson(t *testing.T) {
	for text, want := range map[string]chat.User{
		`{"id":42,"first_name":"Ana"}`:                                      {ID: "telegram:42", Name: "Ana"},
		`{"id":42,"first_name":"Ana","last_name":"Sousa","username":"ana"}`: {ID: "telegram:42", Handle: "ana", Name: "Ana Sousa"},
		`{"id":42,"first_name":"Robot","is_bot":true,"username":"robot"}`:   {ID: "telegram:42", Handle: "robot", Name: "Robot", Robot: true},
	} {
		var u User
		if err := json.Unmarshal([]byte(text), &u); err != nil {
			t.Fatal(err)
		}
		if got := Person(u); got != want || UserID(got) != 42 {
			t.Errorf("%s is %+v, number %d", text, got, UserID(got))
		}
	}
	for _, id := range []string{"", "42", "discord:42", "telegram:", "telegram:x"} {
		if got := UserID(chat.User{ID: id}); got != 0 {
			t.Errorf("%q has the number %d", id, got)
		}
	}
}

// Somebody is in a chat, and may write there, by what Telegram says of them.
func TestMember(t *testing.T) {
	for s, want := range map[Member][2]bool{
		{Status: "creator"}: {true, true}, {Status: "administrator"}: {true, true}, {Status: "member"}: {true, true},
		{Status: "left"}: {}, {Status: "kicked"}: {}, {Status: "restricted"}: {}, {Status: "restricted", IsMember: true}: {true, false},
		{Status: "restricted", IsMember: true, CanSendMessages: true}: {true, true}, {Status: "restricted", CanSendMessages: true}: {},
		{Status: "left", IsMember: true, CanSendMessages: true}: {}, {Status: "kicked", IsMember: true}: {},
	} {
		if IsPresent(s) != want[0] || MayWrite(s) != want[1] {
			t.Errorf("%+v: here %v, may write %v", s, IsPresent(s), MayWrite(s))
		}
	}
}

// A message says its text or its caption, and may be somebody else's.
func TestMessage_Said(t *testing.T) {
	for text, want := range map[string]string{
		`{"text":"11-15"}`: "11-15 false", `{"caption":"11-15","photo":[{"file_id":"a"}]}`: "11-15 false", `{}`: " false",
		`{"text":"11-15","forward_origin":{"type":"user"}}`: "11-15 true", `{"text":"11-15","is_automatic_forward":true}`: "11-15 true",
	} {
		var m Message
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(m.Content(), " ", m.Forwarded()); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	if got := (*Message)(nil).Posted(); got != nil {
		t.Errorf("nothing has the file %+v", got)
	}
	if got := len(Units("aé𝄞")); got != 4 {
		t.Errorf("there are %d units", got)
	}
}
