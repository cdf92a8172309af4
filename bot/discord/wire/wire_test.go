package wire

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/chat"
)

// read reads what Discord sends.
func read[T any](t *testing.T, text string) (value T) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return value
}

// What the bot may do where an interaction comes from follows from its permissions there, and whether it is a member.
func TestInteraction_Permissions(t *testing.T) {
	const view, send, threads, admin = discordgo.PermissionViewChannel, discordgo.PermissionSendMessages,
		discordgo.PermissionSendMessagesInThreads, discordgo.PermissionAdministrator
	for text, want := range map[string]string{
		`{}`: "lacks 0, sends by 2048, abroad false, visiting false, alone true",
		fmt.Sprintf(`{"guild_id":"1","app_permissions":"%d"}`, view|send):                           "lacks 0, sends by 2048, abroad false, visiting false, alone false",
		fmt.Sprintf(`{"guild_id":"1","app_permissions":"%d"}`, view):                                "lacks 2048, sends by 2048, abroad false, visiting true, alone false",
		fmt.Sprintf(`{"guild_id":"1","app_permissions":"%d"}`, send):                                "lacks 1024, sends by 2048, abroad false, visiting true, alone false",
		fmt.Sprintf(`{"guild_id":"1","app_permissions":"%d","channel":{"type":11}}`, view|send):     "lacks 0, sends by 274877906944, abroad false, visiting true, alone false",
		fmt.Sprintf(`{"guild_id":"1","app_permissions":"%d","channel":{"type":11}}`, view|threads):  "lacks 2048, sends by 274877906944, abroad false, visiting false, alone false",
		fmt.Sprintf(`{"guild_id":"1","app_permissions":"%d"}`, admin):                               "lacks 0, sends by 2048, abroad false, visiting false, alone false",
		`{"guild_id":"1","app_permissions":"x"}`:                                                    "lacks 0, sends by 2048, abroad false, visiting false, alone false",
		`{"guild_id":"1","app_permissions":"0"}`:                                                    "lacks 3072, sends by 2048, abroad false, visiting true, alone false",
		`{"app_permissions":"0"}`:                                                                   "lacks 0, sends by 2048, abroad false, visiting false, alone true",
		`{"context":2}`:                                                                             "lacks 0, sends by 2048, abroad true, visiting true, alone false",
		`{"context":1}`:                                                                             "lacks 0, sends by 2048, abroad false, visiting false, alone true",
		`{"guild_id":"1","app_permissions":"0","authorizing_integration_owners":{"1":"5"}}`:         "lacks 0, sends by 2048, abroad true, visiting true, alone false",
		`{"guild_id":"1","app_permissions":"0","authorizing_integration_owners":{"0":"1","1":"5"}}`: "lacks 3072, sends by 2048, abroad false, visiting true, alone false",
		`{"authorizing_integration_owners":{"1":"5"}}`:                                              "lacks 0, sends by 2048, abroad false, visiting false, alone true",
	} {
		i := read[Interaction](t, text)
		got := fmt.Sprintf("lacks %d, sends by %d, abroad %v, visiting %v, alone %v", i.Lacks(view|send), i.Sending(), i.IsOutsideServer(), i.Visiting(), i.IsDirect())
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	for permissions, want := range map[int64]bool{0: false, send: false, admin: true, discordgo.PermissionManageGuild: true, admin | send: true} {
		if Manages(permissions) != want {
			t.Errorf("%d manages: %v", permissions, !want)
		}
	}
}

// A message says in words what people mean, with handles for those whom it mentions, and whether it is for the bot.
func TestMessage_Text(t *testing.T) {
	for text, want := range map[string]string{
		`{"content":"11-15"}`:      "11-15 [] false",
		`{"content":"<@9> 11-15"}`: "11-15 [] true",
		`{"content":"play <@!5>","mentions":[{"id":"5","username":"rui s","member":{"nick":"Rui"}}]}`:      "play @rui_s [{discord:5 rui_s Rui false}] false",
		`{"content":"play <@5>","mentions":[{"id":"5","username":"rui","global_name":"R","bot":true}]}`:    "play @rui [{discord:5 rui R true}] false",
		`{"content":"play <@5>","mentions":[{"id":"6","username":"eva"}]}`:                                 "play <@5> [] false",
		`{"content":"play <@5>","mentions":[{"id":"5"}]}`:                                                  "play <@5> [] false",
		`{"content":"</play draughts:77> </help:78>"}`:                                                     "/play draughts /help [] false",
		`{"content":"<@5> and <@6>","mentions":[{"id":"5","username":"rui"},{"id":"6","username":"eva"}]}`: "@rui and @eva [{discord:5 rui rui false} {discord:6 eva eva false}] false",
	} {
		m := read[Message](t, text)
		said, people, toBot := m.Text("9")
		all := []string{}
		for _, p := range people {
			all = append(all, fmt.Sprintf("{%s %s %s %v}", p.ID, p.Handle, p.Name, p.Robot))
		}
		if got := fmt.Sprintf("%s [%s] %v", said, strings.Join(all, " "), toBot); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	if got := Commands("see </play draughts:77>, </help:78>"); got != "see /play draughts, /help" {
		t.Errorf("the commands are %q", got)
	}
	m := read[Message](t, `{"mentions":[{"id":"5","member":{"nick":"Rui"}}]}`)
	if got := m.MemberOf("5"); got == nil || got.Nick != "Rui" || m.MemberOf("6") != nil {
		t.Errorf("the member is %+v", got)
	}
}

// Messages and interactions are whole, or typed by a person, or say again what was said, if they have all that it takes.
func TestWhole(t *testing.T) {
	for text, want := range map[string]string{
		`{"id":"1","channel_id":"2","author":{"id":"3"}}`:                  "true true",
		`{"id":"1","channel_id":"2","author":{"id":"3"},"type":19}`:        "true true",
		`{"id":"1","channel_id":"2","author":{"id":"3"},"type":7}`:         "true false",
		`{"id":"1","channel_id":"2","author":{"id":"9"}}`:                  "true false",
		`{"id":"1","channel_id":"2","author":{"id":"3","bot":true}}`:       "true false",
		`{"id":"1","channel_id":"2","author":{"id":"3"},"webhook_id":"8"}`: "true false",
		`{"channel_id":"2","author":{"id":"3"}}`:                           "false true",
		`{"id":"1","author":{"id":"3"}}`:                                   "false true",
		`{"id":"1","channel_id":"2","author":{}}`:                          "false true",
	} {
		m := read[Message](t, text)
		if got := fmt.Sprint(m.IsWhole(), m.IsTyped("9")); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]bool{
		`{"id":"1","token":"t","channel_id":"2","user":{"id":"3"}}`:             true,
		`{"id":"1","token":"t","channel_id":"2","member":{"user":{"id":"3"}}}`:  true,
		`{"id":"1","token":"t","channel_id":"2","member":{},"user":{"id":"3"}}`: true,
		`{"id":"1","token":"t","channel_id":"2"}`:                               false,
		`{"id":"1","token":"t","channel_id":"2","user":{}}`:                     false,
		`{"id":"1","token":"t","user":{"id":"3"}}`:                              false,
		`{"id":"1","channel_id":"2","user":{"id":"3"}}`:                         false,
		`{"token":"t","channel_id":"2","user":{"id":"3"}}`:                      false,
	} {
		if i := read[Interaction](t, text); i.IsWhole() != want {
			t.Errorf("%s is whole: %v", text, !want)
		}
	}
	first := read[Message](t, `{"id":"1","content":"11-15","author":{"id":"3"}}`)
	for text, want := range map[string]bool{
		`{"id":"2","content":"11-15","author":{"id":"3"}}`:                    true,
		`{"id":"1","content":"11-15","author":{"id":"3"}}`:                    false,
		`{"id":"2","content":"11-15","author":{"id":"4"}}`:                    false,
		`{"id":"2","content":"11-16","author":{"id":"3"}}`:                    false,
		`{"id":"2","content":"11-15"}`:                                        false,
		`{"id":"2","content":"11-15","author":{"id":"3"},"attachments":[{}]}`: false,
	} {
		if m := read[Message](t, text); m.Repeats(&first) != want || m.Repeats(nil) {
			t.Errorf("%s repeats: %v", text, !want)
		}
	}
	file := read[Message](t, `{"id":"1","content":"11-15","author":{"id":"3"},"attachments":[{}]}`)
	if m := read[Message](t, `{"id":"2","content":"11-15","author":{"id":"3"},"attachments":[{}]}`); m.Repeats(&file) {
		t.Error("another file is the same")
	}
	none := read[Message](t, `{"id":"1","author":{"id":"3"}}`)
	if m := read[Message](t, `{"id":"2","author":{"id":"3"}}`); m.Repeats(&none) {
		t.Error("nothing is repeated")
	}
}

// Names, languages and values are read from where Discord has them.
func TestReading(t *testing.T) {
	for text, want := range map[string]string{`{"username":"ana"}`: "ana", `{"username":"ana","global_name":"Ana"}`: "Ana"} {
		u := read[discordgo.User](t, text)
		if got := Person(&u, nil); got.Name != want || got.Handle != "ana" || Person(&u, &discordgo.Member{}).Name != want ||
			Person(&u, &discordgo.Member{Nick: "A."}).Name != "A." {
			t.Errorf("%s is %+v", text, got)
		}
	}
	for text, want := range map[string]string{`{"locale":"pt-BR"}`: "", `{"locale":"pt-BR","features":["NEWS","COMMUNITY"]}`: "pt-BR"} {
		if got := read[Guild](t, text).Chosen(); got != want {
			t.Errorf("%s has chosen %q", text, got)
		}
	}
	for text, want := range map[string]string{`{"value":"damas"}`: "damas", `{"value":3}`: "3", `{"value":true}`: "true"} {
		if got := read[Given](t, text).Text(); got != want {
			t.Errorf("%s is %q", text, got)
		}
	}
	if Room("5") != "discord:5" || Channel("discord:5") != "5" || Channel(chat.Room("5")) != "5" {
		t.Error("a room is not that of its channel")
	}
}

// Texts are cut by the units of Discord's clients, after a word where that is asked for.
func TestCut(t *testing.T) {
	if Length("aé𝄞") != 4 {
		t.Errorf("the length is %d", Length("aé𝄞"))
	}
	for _, c := range []struct {
		text       string
		n          int
		cut, words string
	}{
		{"a move", 6, "a move", "a move"}, {"a move", 5, "a mo…", "a…"}, {"a move, then another", 8, "a move,…", "a move…"},
		{"a move and another", 7, "a move…", "a move…"}, {"unbreakable", 5, "unbr…", "unbr…"}, {"𝄞𝄞𝄞", 5, "𝄞𝄞…", "𝄞𝄞…"},
		{"one two", 6, "one t…", "one…"}, {" unbreakable", 5, " unb…", " unb…"},
	} {
		if got := chat.Shorten(c.text, c.n); got != c.cut {
			t.Errorf("%q cut to %d is %q, want %q", c.text, c.n, got, c.cut)
		}
		if got := CutWords(c.text, c.n); got != c.words {
			t.Errorf("%q cut to %d after a word is %q, want %q", c.text, c.n, got, c.words)
		}
	}
}

// An id tells its time to the millisecond, and there is none before the first.
func TestSnowflake(t *testing.T) {
	at := time.Date(2026, 11, 20, 20, 0, 0, 123e6, time.UTC)
	if got := TimeOf(SnowflakeAt(at)); !got.Equal(at) {
		t.Errorf("the time is %s", got)
	}
	if got := SnowflakeAt(at); got != "1441154474278912000" && len(got) != 19 {
		t.Errorf("the id is %s", got)
	}
	if got := SnowflakeAt(time.Date(2015, 1, 1, 0, 0, 0, 0, time.UTC)); got != "0" {
		t.Errorf("the first id is %s", got)
	}
	if got := SnowflakeAt(time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC)); got != "0" {
		t.Errorf("an id from before is %s", got)
	}
	if got := TimeOf("x"); !got.IsZero() {
		t.Errorf("no id is of %s", got)
	}
}
