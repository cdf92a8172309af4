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
	Size int // reported size in bytes; 0 for the length of Data, -1 for none

	id, kind string
}

// largestDownload is the largest file that a bot may download, in bytes.
const largestDownload = 20 << 20

// keep stores a file so that it can be downloaded and sent again by id; the caller holds mu.
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

// path returns the file path: the id with the extension of the name.
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

// Local makes the server one in local mode: files are only in a folder of this machine.
func (s *Server) Local(folder string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.local = folder
}

// serveFile answers a download.
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

// Attached attaches a file to a message, whose text becomes the caption.
func Attached(d Document) Manner { return func(w *writing) { w.file = &d } }

// Pictured attaches a picture to a message, whose text becomes the caption.
func Pictured(w *writing) { w.photo = []byte("a picture") }

// show puts the content of a message into an update. It returns the name of the field for the entities.
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
