package matches

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/recent"
)

// Folder has the files with several games whose lists were shown last, for the buttons under these. A file is cheap to
// lose: it is sent again.
type Folder struct {
	kept *recent.List[string, *chat.File]
}

// mostFiles is the number of files it has, of at most chat.LargestFile bytes each.
const mostFiles = 16

// fromFolder begins the word for a file in the folder: "file=5f3a9c01", with "/2" behind it for the second page of its
// list.
const fromFolder = "file="

// NewFolder is empty.
func NewFolder() *Folder { return &Folder{recent.New[string, *chat.File](mostFiles, 0)} }

// put keeps a file for a room, and is its code there. The same file has the same code.
func (s *Folder) put(room chat.Room, f *chat.File) (code string) {
	sum := sha256.Sum256(append([]byte(room+"\n"), f.Data...))
	code = hex.EncodeToString(sum[:4])
	s.kept.Put(folderKey(room, code), f)
	return code
}

func folderKey(room chat.Room, code string) string { return string(room) + " " + code }

// find takes the word for a file off the beginning of a text. The file is empty if it is no longer there, and nil
// without such a word.
func (s *Folder) find(room chat.Room, text string) (f *chat.File, page int, rest string) {
	word, after, _ := strings.Cut(text, " ")
	code, ok := strings.CutPrefix(word, fromFolder)
	if !ok {
		return nil, 1, text
	}
	code, turned, _ := strings.Cut(code, "/")
	if n, err := strconv.Atoi(turned); err == nil {
		page = n
	}
	if f, ok := s.kept.Get(folderKey(room, code)); ok {
		return f, page, after
	}
	return &chat.File{}, page, after
}

// Forget drops all files: that of the person may be among them.
func (s *Folder) Forget(context.Context, string) error {
	s.kept.Clear()
	return nil
}
