package discordtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// What the real server refuses is refused here.
func TestRefused(t *testing.T) {
	s := New(t)
	ana := s.User("ana")
	c := s.Guild(ana).Channel("general")
	button := func(label, custom string) string {
		return fmt.Sprintf(`{"type":2,"style":2,"label":%q,"custom_id":%q}`, label, custom)
	}
	row := func(parts ...string) string {
		return `{"type":1,"components":[` + strings.Join(parts, ",") + `]}`
	}
	with := func(rows ...string) string {
		return `{"content":"x","allowed_mentions":{"parse":[]},"components":[` + strings.Join(rows, ",") + `]}`
	}
	one := row(button("a", "a"))
	options := strings.TrimSuffix(strings.Repeat(`{"label":"x","value":"x"},`, 2), ",")
	for name, x := range map[string]struct {
		body string
		code int
	}{
		"good":                {with(one), 0},
		"empty":               {`{"allowed_mentions":{}}`, 50006},
		"too long":            {`{"content":"` + strings.Repeat("x", 2001) + `","allowed_mentions":{}}`, 50035},
		"notifies anybody":    {`{"content":"x"}`, 50035},
		"six rows":            {with(one, one, one, one, one, one), 50035},
		"six buttons":         {with(row(button("1", "1"), button("2", "2"), button("3", "3"), button("4", "4"), button("5", "5"), button("6", "6"))), 50035},
		"twice the same id":   {with(row(button("a", "x"), button("b", "x"))), 50035},
		"long id":             {with(row(button("a", strings.Repeat("x", 101)))), 50035},
		"long label":          {with(row(button(strings.Repeat("x", 81), "x"))), 50035},
		"no label":            {with(row(button("", "x"))), 50035},
		"twice the same word": {with(row(`{"type":3,"custom_id":"m","options":[` + options + `]}`)), 50035},
		"menu beside button":  {with(row(`{"type":3,"custom_id":"m","options":[{"label":"x","value":"x"}]}`, button("a", "a"))), 50035},
		"nobody's picture":    {`{"content":"x","allowed_mentions":{},"attachments":[{"id":0,"filename":"a.png"}]}`, 50035},
		"long nonce":          {`{"content":"x","allowed_mentions":{},"nonce":"` + strings.Repeat("x", 26) + `"}`, 50035},
	} {
		if got := post(t, s, Token, "/channels/"+c.ID+"/messages", x.body); got != x.code {
			t.Errorf("%s: code %d, not %d", name, got, x.code)
		}
	}
	good := with(one)
	if got := post(t, s, Token, "/channels/1/messages", good); got != 10003 {
		t.Errorf("unknown channel: code %d", got)
	}
	if got := post(t, s, "wrong", "/channels/"+c.ID+"/messages", good); got != 401 {
		t.Errorf("wrong token: code %d", got)
	}
	for denied, want := range map[uint64]int{ViewChannel: 50001, SendMessages: 50013, AttachFiles: 0} {
		c.Deny(denied)
		if got := post(t, s, Token, "/channels/"+c.ID+"/messages", good); got != want {
			t.Errorf("without %d: code %d, not %d", denied, got, want)
		}
	}
}

// post makes a call and returns Discord's code of the answer, or its status if there is none.
func post(t *testing.T, s *Server, token, path, body string) int {
	t.Helper()
	r, err := http.NewRequest("POST", s.API+"/v9"+path, bytes.NewBufferString(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot "+token)
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var p problem
	if err := json.NewDecoder(answer.Body).Decode(&p); err != nil {
		t.Fatal(err)
	}
	if p.Code == 0 && answer.StatusCode >= 300 {
		return answer.StatusCode
	}
	return p.Code
}
