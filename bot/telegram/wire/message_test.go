package wire

import (
	"encoding/json"
	"testing"
)

func TestMessage_Kinds(t *testing.T) {
	for text, want := range map[string]struct{ media, wordless, file bool }{
		`{"text": "11-15"}`:                                             {},
		`{"photo": [{"file_id": "a"}]}`:                                 {media: true, wordless: true},
		`{"document": {"file_id": "a"}}`:                                {media: true, file: true},
		`{"animation": {"file_id": "a"}, "document": {"file_id": "a"}}`: {media: true, wordless: true},
		`{"sticker": {}}`:                                               {wordless: true},
		`{"voice": {}}`:                                                 {wordless: true},
		`{"audio": {}}`:                                                 {wordless: true},
		`{"video": {}}`:                                                 {wordless: true},
		`{"video_note": {}}`:                                            {wordless: true},
	} {
		var m Message
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			t.Fatal(err)
		}
		if m.Media() != want.media || m.Wordless() != want.wordless || (m.Posted() != nil) != want.file {
			t.Errorf("%s: media %v, wordless %v, file %v", text, m.Media(), m.Wordless(), m.Posted() != nil)
		}
	}
}
