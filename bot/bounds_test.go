package bot_test

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
)

// Each package that keeps a list in memory is in the table of their maximum sizes.
func TestBounds_Told(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	told := map[string]bool{}
	for _, line := range regexp.MustCompile(`(?m)^//\t([\w, /]+): .* MB  `).FindAllSubmatch(doc, -1) {
		for _, room := range strings.Split(string(line[1]), ", ") {
			told[room] = true
		}
	}
	lists := 0
	here := os.DirFS(".")
	err = fs.WalkDir(here, ".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(here, path)
		room, _, _ := strings.Cut(path, "/")
		if n := strings.Count(string(text), " cache.New"); n > 0 && room != "cache" {
			if lists += n; !told[room] {
				t.Errorf("%s keeps a list, of which the comment of package bot says nothing", path)
			}
		}
		return err
	})
	if err != nil || lists < 15 {
		t.Errorf("%d lists are found, %v", lists, err)
	}
}
