package telegramtest

import (
	"encoding/json"
	"fmt"
	"time"
)

// Inline turns inline mode on or off, as @BotFather does. As with Telegram, the bot may notice only when it asks for
// its account again.
func (s *Server) Inline(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.inline = on
}

// Query is a text typed after the bot's name in any chat.
type Query struct {
	server  *Server
	by      *Person
	id      string
	text    string
	done    chan struct{}
	results []Result
	chosen  map[string]*Message // by inline_message_id
}

// Result is a result that can be chosen.
type Result struct {
	ID, Title, Description string
	raw                    json.RawMessage
}

// Queries types a text after the bot's name. Nothing happens if inline mode is off.
func (p *Person) Queries(text string) *Query {
	s := p.server
	s.mu.Lock()
	defer s.mu.Unlock()
	q := &Query{server: s, by: p, text: text, id: fmt.Sprint(80000000 + len(s.queries)), done: make(chan struct{}),
		chosen: map[string]*Message{}}
	s.queries[q.id] = q
	if s.inline {
		s.push("inline_query", object{"id": q.id, "from": p.json(), "query": text, "offset": "", "chat_type": "private"})
	}
	return q
}

// Wait waits for the results.
func (q *Query) Wait() []Result {
	late := time.NewTimer(Patience)
	defer late.Stop()
	select {
	case <-q.done:
	case <-late.C:
		q.server.fail("nothing can be chosen for %q", q.text)
	}
	return q.results
}

// Choose posts a result into a chat, where the bot's edits become visible; the bot need not be a member. The bot is
// told only with feedback.
func (q *Query) Choose(id string, in *Chat, feedback bool) *Message {
	s := q.server
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range q.results {
		if r.ID != id {
			continue
		}
		var of struct {
			Content struct {
				Text     string          `json:"message_text"`
				Entities json.RawMessage `json:"entities"`
			} `json:"input_message_content"`
			Markup json.RawMessage `json:"reply_markup"`
		}
		err := json.Unmarshal(r.raw, &of)
		if err != nil {
			s.wrong("result %s: %v", id, err)
		}
		c := Content{Text: of.Content.Text}
		if c.Entities, err = checkEntities(c.Text, string(of.Content.Entities)); err != nil {
			s.wrong("result %s: %v", id, err)
		}
		m := in.add(q.by, c)
		if m.buttons, _, err = markup(string(of.Markup)); err != nil {
			s.wrong("result %s: %v", id, err)
		}
		o := object{"result_id": id, "from": q.by.json(), "query": q.text}
		if len(m.buttons) > 0 { // else the bot cannot edit it
			m.inline = fmt.Sprintf("AgAAAA%s_%s", q.id, id)
			q.chosen[m.inline] = m
			o["inline_message_id"] = m.inline
		}
		if feedback {
			s.push("chosen_inline_result", o)
		}
		return m
	}
	s.wrong("no result %s among %v", id, q.results)
	return nil
}

func (s *Server) answerInline(p params) (any, error) {
	q := s.queries[p.values["inline_query_id"]]
	if q == nil {
		return nil, bad("query is too old and response timeout expired or query ID is invalid")
	}
	select {
	case <-q.done:
		return nil, bad("query is too old and response timeout expired or query ID is invalid")
	default:
	}
	var raw []json.RawMessage
	if err := json.Unmarshal([]byte(p.values["results"]), &raw); err != nil {
		return nil, bad("can't parse inline query results")
	}
	if len(raw) > 50 {
		return nil, bad("RESULTS_TOO_MUCH")
	}
	seen := map[string]bool{}
	for _, one := range raw {
		r := Result{raw: one}
		if err := json.Unmarshal(one, &r); err != nil || seen[r.ID] {
			return nil, bad("RESULT_ID_DUPLICATE")
		}
		seen[r.ID] = true
		q.results = append(q.results, r)
	}
	close(q.done)
	return true, nil
}
