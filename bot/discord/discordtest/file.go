package discordtest

import (
	"cmp"
	"crypto/rand"
	"mime"
	"net/http"
	"path"
	"strconv"
)

// File is an attachment of a message, or a file given with a command.
type File struct {
	Name     string
	Data     []byte
	Declared int    // size reported to the bot, 0 for the real one
	URL      string // URL reported to the bot, "" for the server's own

	path, key string
}

// wire returns a file as Discord describes it, with a URL that contains a key. The caller holds mu.
func (f *File) wire(c *Channel, id string) map[string]any {
	if f.key == "" {
		f.path, f.key = path.Join("/attachments", c.ID, id, f.Name), rand.Text()
		c.s.files[f.path] = f
	}
	size, url := f.Declared, f.URL
	if size == 0 {
		size = len(f.Data)
	}
	if url == "" {
		url = c.s.base + f.path + "?hm=" + f.key
	}
	return map[string]any{
		"id": id, "filename": f.Name, "size": size, "url": url, "proxy_url": url,
		"content_type": mime.TypeByExtension(path.Ext(f.Name)), "ephemeral": true,
	}
}

// filesWire returns the attachment of a message as Discord describes it. The caller holds mu.
func (m *Message) filesWire() []any {
	f := m.File
	if m.Picture != nil {
		f = &File{Name: "picture.png", Data: m.Picture}
	}
	if f == nil {
		return []any{}
	}
	return []any{f.wire(m.channel, cmp.Or(m.attached, m.s.snowflake()))}
}

// deliver serves a file to requests with its key. It fails the test if the request has a token, which would leak to a
// stranger.
func (s *Server) deliver(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.calls["GET attachments"]++
	f := s.files[r.URL.Path]
	s.mu.Unlock()
	if r.Header.Get("Authorization") != "" {
		s.t.Errorf("a token is sent to %s", r.URL.Path)
	}
	s.orFail(w, r, func(w http.ResponseWriter) {
		if f == nil || r.URL.Query().Get("hm") != f.key {
			http.Error(w, "This content is no longer available.", http.StatusNotFound)
			return
		}
		w.Header().Set("Content-Length", strconv.Itoa(len(f.Data)))
		_, _ = w.Write(f.Data)
	})
}
