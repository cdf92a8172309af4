package discordtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
)

// The imitation refuses all that the real server does.
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
		"good":             {with(one), 0},
		"empty":            {`{"allowed_mentions":{}}`, 50006},
		"too long":         {`{"content":"` + strings.Repeat("x", 2001) + `","allowed_mentions":{}}`, 50035},
		"notifies anybody": {`{"content":"x"}`, 50035},
		"six rows":         {with(one, one, one, one, one, one), 50035},
		"six buttons": {with(row(button("1", "1"), button("2", "2"), button("3", "3"), button("4", "4"),
			button("5", "5"), button("6", "6"))), 50035},
		"twice the same id":   {with(row(button("a", "x"), button("b", "x"))), 50035},
		"long id":             {with(row(button("a", strings.Repeat("x", 101)))), 50035},
		"long label":          {with(row(button(strings.Repeat("x", 81), "x"))), 50035},
		"no label":            {with(row(button("", "x"))), 50035},
		"twice the same word": {with(row(`{"type":3,"custom_id":"m","options":[` + options + `]}`)), 50035},
		"menu beside button": {with(row(`{"type":3,"custom_id":"m","options":[{"label":"x","value":"x"}]}`,
			button("a", "a"))), 50035},
		"people":                {with(row(`{"type":5,"custom_id":"m","max_values":1}`)), 0},
		"people beside button":  {with(row(`{"type":5,"custom_id":"m"}`, button("a", "a"))), 50035},
		"people to choose from": {with(row(`{"type":5,"custom_id":"m","options":[{"label":"x","value":"x"}]}`)), 50035},
		"people unknown by id":  {with(row(`{"type":5,"custom_id":""}`)), 50035},
		"nobody's picture": {`{"content":"x","allowed_mentions":{},"attachments":[{"id":"0","filename":"a.png"}]}`,
			50035},
		"long nonce": {`{"content":"x","allowed_mentions":{},"nonce":"` + strings.Repeat("x", 26) + `"}`, 50035},
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

// Commands that the real server refuses are refused here.
func TestRefused_Commands(t *testing.T) {
	s := New(t)
	command := func(name string, options ...string) string {
		return fmt.Sprintf(`{"name":%q,"description":"d","options":[%s]}`, name, strings.Join(options, ","))
	}
	option := func(name, more string) string {
		return fmt.Sprintf(`{"name":%q,"description":"d","type":3%s}`, name, more)
	}
	options := func(n int) []string {
		var all []string
		for i := range n {
			all = append(all, option(fmt.Sprint("o", i), `,"description":"`+strings.Repeat("x", 100)+`"`))
		}
		return all
	}
	large := `{"name":"x","value":"` + strings.Repeat("x", 100) + `"}`
	large = `,"choices":[` + strings.TrimSuffix(strings.Repeat(large+",", 25), ",") + `]`
	for name, x := range map[string]struct {
		body string
		code int
	}{
		"good": {command("c", option("a", `,"required":true`), `{"name":"b","description":"d","type":11}`),
			0},
		"two of a name":         {command("c") + "," + command("c"), 50035},
		"upper case":            {command("C"), 50035},
		"long name":             {command(strings.Repeat("c", 33)), 50035},
		"no description":        {`{"name":"c"}`, 50035},
		"required last":         {command("c", option("a", ""), option("b", `,"required":true`)), 50035},
		"twice the same option": {command("c", option("a", ""), option("a", "")), 50035},
		"twice in a language": {command("c", option("a", `,"name_localizations":{"pt-BR":"x"}`),
			option("b", `,"name_localizations":{"pt-BR":"x"}`)), 50035},
		"the same as elsewhere": {command("c", option("a", `,"name_localizations":{"pt-BR":"b"}`),
			option("b", `,"name_localizations":{"es-ES":"a"}`)), 50035},
		"in its own language": {command("c", option("a", `,"name_localizations":{"pt-BR":"b"}`),
			option("b", `,"name_localizations":{"pt-BR":"a"}`)), 0},
		"capitals in a language": {command("c", option("a", `,"name_localizations":{"pt-BR":"B"}`)), 50035},
		"a blank in a language":  {command("c", option("a", `,"name_localizations":{"pt-BR":"a b"}`)), 50035},
		"an unknown language":    {command("c", option("a", `,"name_localizations":{"pt":"b"}`)), 50035},
		"too many options":       {command("c", options(26)...), 50035},
		"option of no type":      {command("c", `{"name":"b","description":"d","type":99}`), 50035},
		"choices and completion": {command("c", option("a", `,"autocomplete":true,"choices":[{"name":"x","value":"x"}]`)),
			50035},
		"choice without value": {command("c", option("a", `,"choices":[{"name":"x","value":""}]`)), 50035},
		"too large": {command("c", option("a", large), option("b", large), option("d", large), option("e", large)),
			50035},
	} {
		if got := request(t, s, "PUT", Token, "/applications/"+s.App+"/commands", "["+x.body+"]"); got != x.code {
			t.Errorf("%s: code %d, not %d", name, got, x.code)
		}
	}
}

// Files have to be described, and to be what they are called.
func TestRefused_Files(t *testing.T) {
	s := New(t)
	c := s.Guild(s.User("ana")).Channel("general")
	for name, x := range map[string]struct {
		described, name, data string
		code                  int
	}{
		"picture":       {`{"id":"0","filename":"a.png"}`, "a.png", "\x89PNG", 0},
		"text":          {`{"id":"0","filename":"a.pdn"}`, "a.pdn", "", 0},
		"not described": {"", "a.pdn", "x", 50035},
		"wrong number":  {`{"id":"1","filename":"a.pdn"}`, "a.pdn", "x", 50035},
		"wrong name":    {`{"id":"0","filename":"b.pdn"}`, "a.pdn", "x", 50035},
		"no picture":    {`{"id":"0","filename":"a.gif"}`, "a.gif", "x", 50035},
		"long words": {`{"id":"0","filename":"a.pdn","description":"` + strings.Repeat("x", 1025) + `"}`, "a.pdn", "x",
			50035},
		"too large": {`{"id":"0","filename":"a.pdn"}`, "a.pdn", strings.Repeat("x", 10<<20+1), 40005},
	} {
		var body bytes.Buffer
		parts := multipart.NewWriter(&body)
		_ = parts.WriteField("payload_json", `{"content":"x","allowed_mentions":{},"attachments":[`+x.described+`]}`)
		file, err := parts.CreateFormFile("files[0]", x.name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = file.Write([]byte(x.data))
		parts.Close()
		r, err := http.NewRequest("POST", s.API+"/v10/channels/"+c.ID+"/messages", &body)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", parts.FormDataContentType())
		if got := do(t, r, Token); got != x.code {
			t.Errorf("%s: code %d, not %d", name, got, x.code)
		}
	}
}

// Interactions want an answer in time, once, and an end in time; and only what can be changed is changed.
func TestRefused_Answers(t *testing.T) {
	s := New(t)
	ana := s.User("ana")
	c := s.Guild(ana).Channel("general")
	good := `{"content":"x","allowed_mentions":{},"components":[{"type":1,"components":[{"type":2,"style":2,"label":"a","custom_id":"a"}]}]}`
	if got := post(t, s, Token, "/channels/"+c.ID+"/messages", good); got != 0 {
		t.Fatalf("code %d", got)
	}
	m := c.Next()
	i := ana.Presses(m, "a")
	callback := "/interactions/" + i.ID + "/" + i.token + "/callback"
	original := "/webhooks/" + s.App + "/" + i.token + "/messages/@original"
	for n, x := range []struct {
		before             func()
		method, path, body string
		code               int
	}{
		{nil, "PATCH", original, good, 10015},
		{func() { s.Haste(0) }, "POST", callback, `{"type":6}`, 10062},
		{func() { s.Haste(Patience) }, "POST", callback, `{"type":5}`, 50035},
		{nil, "POST", callback, `{"type":6}`, 0},
		{nil, "POST", callback, `{"type":6}`, 40060},
		{nil, "PATCH", original, good, 0},
		{nil, "PATCH", original, `{"content":" ","components":[],"allowed_mentions":{}}`, 50006},
		{nil, "PATCH", original, `{"content":"y"}`, 50035},
		{i.Expire, "PATCH", original, good, 50027},
		{m.Delete, "PATCH", "/channels/" + c.ID + "/messages/" + m.ID, good, 10008},
		{nil, "PATCH", "/channels/" + c.ID + "/messages/" + ana.Types(c, "mine").ID, good, 50005},
	} {
		if x.before != nil {
			x.before()
		}
		if got := request(t, s, x.method, Token, x.path, x.body); got != x.code {
			t.Errorf("%d: %s %s: code %d, not %d", n, x.method, x.path, got, x.code)
		}
	}
	if n := m.Edits(); n != 1 {
		t.Errorf("changed %d times", n)
	}
}

// A form behind a button has one field, with a heading, and is the first answer; once filled in it cannot ask again.
func TestRefused_Fields(t *testing.T) {
	s := New(t)
	ana := s.User("ana")
	c := s.Guild(ana).Channel("general")
	if got := post(t, s, Token, "/channels/"+c.ID+"/messages",
		`{"content":"x","allowed_mentions":{},"components":[{"type":1,"components":[{"type":2,"style":2,"label":"a","custom_id":"a"}]}]}`); got != 0 {
		t.Fatalf("code %d", got)
	}
	m := c.Next()
	answer := func(i *Interaction, body string) int {
		t.Helper()
		return post(t, s, Token, "/interactions/"+i.ID+"/"+i.token+"/callback", body)
	}
	asking := func(title, field string) string {
		return `{"type":9,"data":{"custom_id":"m","title":"` + title + `","components":[{"type":1,"components":[` + field +
			`]}]}}`
	}
	field := `{"type":4,"custom_id":"f","style":1,"label":"a move"}`
	i := ana.Presses(m, "a")
	for name, body := range map[string]string{
		"no title":     asking("", field),
		"long title":   asking(strings.Repeat("x", 46), field),
		"no field":     asking("a", ""),
		"two in a row": asking("a", field+","+field),
		"a button":     asking("a", `{"type":2,"style":2,"label":"a","custom_id":"a"}`),
		"no style":     asking("a", `{"type":4,"custom_id":"f","label":"a move"}`),
		"no label":     asking("a", `{"type":4,"custom_id":"f","style":1}`),
	} {
		if got := answer(i, body); got != 50035 {
			t.Errorf("%s: code %d", name, got)
		}
	}
	if got := answer(i, asking("a", field)); got != 0 {
		t.Errorf("code %d", got)
	}
	filled := i.Fills("text")
	if got := answer(filled, asking("a", field)); got != 50035 {
		t.Errorf("asked once more: code %d", got)
	}
	if got := answer(filled, `{"type":6}`); got != 0 {
		t.Errorf("code %d", got)
	}
}

// post makes a call and returns Discord's code of the answer, or its status if there is none.
func post(t *testing.T, s *Server, token, path, body string) int {
	t.Helper()
	return request(t, s, "POST", token, path, body)
}

func request(t *testing.T, s *Server, method, token, path, body string) int {
	t.Helper()
	r, err := http.NewRequest(method, s.API+"/v10"+path, bytes.NewBufferString(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	return do(t, r, token)
}

func do(t *testing.T, r *http.Request, token string) int {
	t.Helper()
	r.Header.Set("Authorization", "Bot "+token)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode < 300 {
		return 0
	}
	var p problem
	if err := json.NewDecoder(answer.Body).Decode(&p); err != nil {
		t.Fatal(err)
	}
	if p.Code == 0 {
		return answer.StatusCode
	}
	return p.Code
}
