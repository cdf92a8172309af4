package discordtest

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"
)

// call is a request with its body read.
type call struct {
	*http.Request
	payload []byte            // the JSON
	files   map[string][]byte // by name of the form part
	names   map[string]string // file names, likewise
}

// routes are the calls that the server knows. Each returns the JSON to send, nil for none.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	for _, path := range []string{"/gateway/", "/resume/"} {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			s.orFault(w, r, func(w http.ResponseWriter) { s.gateway(w, r) })
		})
	}
	mux.HandleFunc("GET /attachments/", s.deliver)
	for pattern, route := range map[string]struct {
		kind string
		do   func(*call) (any, *problem)
	}{
		"POST /channels/{channel}/messages":                 {"messages", s.createMessage},
		"PATCH /channels/{channel}/messages/{message}":      {"messages", s.editMessage},
		"DELETE /channels/{channel}/messages/{message}":     {"messages", s.deleteMessage},
		"POST /users/@me/channels":                          {"talks", s.openDirect},
		"POST /channels/{channel}/threads":                  {"threads", s.createThread},
		"PUT /channels/{channel}/thread-members/{user}":     {"thread members", s.addMember},
		"GET /channels/{channel}":                           {"channels", s.getChannel},
		"GET /guilds/{guild}":                               {"guilds", s.getGuild},
		"GET /guilds/{guild}/members/{user}":                {"members", s.getMember},
		"PATCH /channels/{channel}":                         {"channels", s.archive},
		"DELETE /channels/{channel}":                        {"channels", s.deleteChannel},
		"POST /interactions/{id}/{token}/callback":          {"callbacks", s.callback},
		"POST /webhooks/{app}/{token}":                      {"webhooks", s.followUp},
		"PATCH /webhooks/{app}/{token}/messages/@original":  {"webhooks", s.editOriginal},
		"DELETE /webhooks/{app}/{token}/messages/@original": {"webhooks", s.deleteOriginal},
		"PATCH /webhooks/{app}/{token}/messages/{message}":  {"webhooks", s.editFollowUp},
		"GET /applications/{app}/commands":                  {"commands", s.listCommands},
		"GET /applications/{app}/guilds/{guild}/commands":   {"commands", s.listCommands},
		"PUT /applications/{app}/commands":                  {"commands", s.overwriteCommands},
		"PUT /applications/{app}/guilds/{guild}/commands":   {"commands", s.overwriteCommands},
		"GET /gateway/bot":                                  {"gateway", s.gatewayAddress},
		"GET /channels/{channel}/messages":                  {"messages", s.getMessages},
		"POST /channels/{channel}/typing":                   {"typing", func(*call) (any, *problem) { return nil, nil }},
		"GET /users/@me":                                    {"users", s.getMe},
		"GET /applications/@me":                             {"applications", s.getApplication},
	} {
		method, path, _ := strings.Cut(pattern, " ")
		form := formOf(pattern)
		if !form.known {
			s.t.Fatalf("%s is no call of Discord's", pattern)
		}
		mux.HandleFunc(method+" /api/v10"+path, func(w http.ResponseWriter, r *http.Request) {
			s.mu.Lock()
			s.calls[method+" "+route.kind]++
			s.mu.Unlock()
			s.serve(w, r, form, route.do)
		})
	}
	return mux
}

// serve answers a call, unless a fault applies.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, f form, do func(*call) (any, *problem)) {
	c := &call{Request: r}
	if err := c.read(); err != nil {
		refuse(w, invalid("%v", err))
		return
	}
	wrong := f.check(c) // without the lock, because it takes longer than all else
	s.orFail(w, r, func(w http.ResponseWriter) {
		s.answer(w, c, func(c *call) (any, *problem) {
			if wrong != nil {
				return nil, wrong
			}
			return do(c)
		})
	})
}

// Around passes every REST call through a function, which answers it with real or otherwise; nil ends that.
func (s *Server) Around(pass func(w http.ResponseWriter, r *http.Request, real func(http.ResponseWriter))) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.around = pass
}

// orFail answers a call through the function set by Around, if any.
func (s *Server) orFail(w http.ResponseWriter, r *http.Request, answer func(http.ResponseWriter)) {
	s.mu.Lock()
	around := s.around
	s.mu.Unlock()
	if around != nil {
		around(w, r, func(w http.ResponseWriter) { s.orFault(w, r, answer) })
		return
	}
	s.orFault(w, r, answer)
}

func (s *Server) orFault(w http.ResponseWriter, r *http.Request, answer func(http.ResponseWriter)) {
	fault := s.fault(r)
	switch {
	case fault == nil:
		answer(w)
	case fault.Hang:
		select {
		case <-r.Context().Done():
		case <-fault.over:
		}
		panic(http.ErrAbortHandler)
	case fault.Lose:
		answer(httptest.NewRecorder())
		panic(http.ErrAbortHandler)
	case fault.Delay+fault.Late > 0:
		held := httptest.NewRecorder()
		time.Sleep(fault.Late)
		answer(held)
		late := time.NewTimer(fault.Delay)
		defer late.Stop()
		select {
		case <-late.C:
		case <-r.Context().Done():
			panic(http.ErrAbortHandler)
		}
		for k, v := range held.Header() {
			w.Header()[k] = v
		}
		w.WriteHeader(held.Code)
		_, _ = w.Write(held.Body.Bytes())
	default:
		for k, v := range fault.Header {
			w.Header().Set(k, v)
		}
		if fault.Body != "" {
			w.WriteHeader(fault.Status)
			_, _ = io.WriteString(w, fault.Body)
			return
		}
		refuse(w, &problem{fault.Status, fault.Code, http.StatusText(fault.Status)})
	}
}

func (s *Server) answer(w http.ResponseWriter, c *call, do func(*call) (any, *problem)) {
	s.mu.Lock()
	token := s.token
	w.Header().Set("Date", s.now().UTC().Format(http.TimeFormat))
	s.mu.Unlock()
	if c.Header.Get("Authorization") != "Bot "+token {
		refuse(w, unauthorized)
		return
	}
	s.mu.Lock()
	if s.paced.refuses(s, w, c) {
		s.mu.Unlock()
		return
	}
	result, wrong := do(c)
	var text []byte
	if wrong == nil && result != nil {
		text, _ = json.Marshal(result)
	}
	s.mu.Unlock()
	s.watched.Tell()
	switch {
	case wrong != nil:
		if wrong.status == http.StatusBadRequest {
			s.t.Logf("refused: %s %s: %s", c.Method, c.URL.Path, wrong.Message)
		}
		refuse(w, wrong)
	case result == nil:
		w.WriteHeader(http.StatusNoContent)
	default:
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(text)
	}
}

func refuse(w http.ResponseWriter, p *problem) { reply(w, p.status, p) }

func reply(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

// read reads the JSON and the files of a request.
func (c *call) read() error {
	body, err := io.ReadAll(c.Body)
	if err != nil || len(body) == 0 {
		return err
	}
	kind, params, err := mime.ParseMediaType(c.Header.Get("Content-Type"))
	if err != nil {
		return err
	}
	if kind != "multipart/form-data" {
		c.payload = body
		return nil
	}
	c.files, c.names = map[string][]byte{}, map[string]string{}
	parts := multipart.NewReader(bytes.NewReader(body), params["boundary"])
	for {
		p, err := parts.NextPart()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		text, err := io.ReadAll(p)
		if err != nil {
			return err
		}
		if p.FormName() == "payload_json" {
			c.payload = text
			continue
		}
		c.files[p.FormName()], c.names[p.FormName()] = text, p.FileName()
	}
}

// with returns the call with another JSON.
func (c *call) with(payload []byte) *call {
	x := *c
	x.payload = payload
	return &x
}

// keepNothing adds an empty attachment list to an edit that has none. Unlike other edits, an edit by an interaction
// response removes all attachments that it does not list.
func keepNothing(payload json.RawMessage) json.RawMessage {
	var fields map[string]json.RawMessage
	if json.Unmarshal(payload, &fields) != nil || fields["attachments"] != nil {
		return payload
	}
	fields["attachments"] = json.RawMessage("[]")
	text, _ := json.Marshal(fields)
	return text
}
