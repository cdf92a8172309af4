package telegramtest

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path"
	"path/filepath"
)

// Document is a file in a chat.
type Document struct {
	Name string
	Data []byte
	Size int // as it is told, in bytes; 0: what Data has, -1: it is not told

	id, kind string
}

// largestDownload is how much a bot may fetch, in bytes.
const largestDownload = 20 << 20

// keep makes a file one that can be fetched, and be shown again as what it is; the caller holds mu.
func (s *Server) keep(kind string, d *Document) *Document {
	kept := *d
	kept.kind, kept.id = kind, fmt.Sprintf("BQACAgQAAxkBAAID%d", len(s.files))
	s.files[kept.id] = &kept
	return &kept
}

// moving reports whether Telegram shows a file as an animation.
func (d *Document) moving() bool { return bytes.HasPrefix(d.Data, []byte("GIF8")) }

func (d *Document) size() int {
	if d.Size != 0 {
		return d.Size
	}
	return len(d.Data)
}

func (d *Document) json() object {
	o := object{"file_id": d.id, "file_unique_id": d.id[len(d.id)-6:]}
	o.put("file_name", d.Name)
	if d.size() > 0 {
		o["file_size"] = d.size()
	}
	return o
}

// path is where a file is, without its name but with the ending that it gave itself.
func (d *Document) path() string { return "documents/" + d.id + path.Ext(d.Name) }

func (s *Server) getFile(p params) (any, error) {
	d := s.files[p.values["file_id"]]
	switch {
	case d == nil:
		return nil, bad("invalid file_id")
	case d.size() > largestDownload:
		return nil, bad("file is too big")
	}
	o := d.json()
	delete(o, "file_name")
	o["file_path"] = d.path()
	if s.local == "" {
		return o, nil
	}
	at := filepath.Join(s.local, filepath.Base(d.path()))
	if err := os.WriteFile(at, d.Data, 0o600); err != nil {
		return nil, refuse(500, "Internal Server Error: "+err.Error())
	}
	o["file_path"] = at
	return o, nil
}

// Local makes the server one that somebody runs in local mode: files are in a folder of this machine and nowhere else.
func (s *Server) Local(folder string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.local = folder
}

// serveFile answers a request for a file, by its path.
func (s *Server) serveFile(w http.ResponseWriter, at string) {
	s.mu.Lock()
	var found *Document
	for _, d := range s.files {
		if d.path() == at && s.local == "" {
			found = d
		}
	}
	s.mu.Unlock()
	if found == nil {
		answer(w, nil, refuse(404, "Not Found"))
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	_, _ = w.Write(found.Data)
}

// Attached puts a file into a message, of which the text is the caption then.
func Attached(d Document) Manner { return func(w *writing) { w.file = &d } }

// Pictured puts a picture into a message, of which the text is the caption then.
func Pictured(w *writing) { w.photo = []byte("a picture") }

// show puts the content of a message into an update, and the words and what they contain under the names for it.
func (c Content) show(o object) (entities string) {
	switch {
	case c.Document != nil:
		o["document"] = c.Document.json()
		if c.Document.moving() {
			moving := c.Document.json()
			moving["width"], moving["height"], moving["duration"] = 1, 1, 1
			o["animation"] = moving
		}
	case c.picture != nil:
		o["photo"] = []object{{"file_id": c.picture.id, "file_unique_id": c.picture.id[len(c.picture.id)-6:], "width": 1,
			"height": 1}}
	case c.Photo != nil:
		o["photo"] = []object{{"file_id": "photo", "file_unique_id": "photo", "width": 1, "height": 1}}
	default:
		o["text"] = c.Text
		return "entities"
	}
	o.put("caption", c.Text)
	return "caption_entities"
}
