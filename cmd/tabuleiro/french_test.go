package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tabuleiro/engine/longtest"
)

// A further language needs only folders and pages, and no line of Go: the program built with French beside the others
// plays a game in it. The build takes a while.
func TestFrenchByFolders(t *testing.T) {
	longtest.Skip(t)
	t.Parallel()
	module, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	overlay := filepath.Join(dir, "overlay.json")
	laid, err := json.Marshal(map[string]any{"Replace": inFrench(t, module, dir)})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(overlay, laid, 0o600); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "tabuleiro")
	build := exec.Command("go", "build", "-overlay", overlay, "-o", program, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}

	run := exec.Command(program)
	run.Dir = dir
	run.Stdin = strings.NewReader("ana: /langue français\nana: /jouer damas @bob\nbob: /accept\n/rules cage\n/manual 1\n")
	out, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Français", "ana propose une partie à bob.", "Le plateau a 10x10 cases",
		"Je tiens le plateau"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("%q is not said:\n%s", want, out)
		}
	}
}

// french translates a few sentences of the English folders.
var french = strings.NewReplacer(
	"English|inglés|inglês", "Français|French|francês|francés",
	`play: "play challenge"`, `play: "jouer"`, `language: "language"`, `language: "langue"`,
	"{{.Player}} challenges {{.Opponent}}.", "{{.Player}} propose une partie à {{.Opponent}}.",
	"The board has 10x10 squares", "Le plateau a 10x10 cases",
	"I keep the board while two people play", "Je tiens le plateau pendant que deux personnes jouent",
)

// inFrench copies all English files to the places of French ones, and returns the copies by the paths they stand for.
func inFrench(t *testing.T, module, dir string) map[string]string {
	laid := map[string]string{}
	err := filepath.WalkDir(module, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		inside, err := filepath.Rel(module, path)
		if err != nil {
			return err
		}
		folder, name := filepath.Split(filepath.ToSlash(inside))
		switch {
		case strings.HasSuffix(folder, "/speech/en/"):
			folder = strings.TrimSuffix(folder, "en/") + "fr/"
		case name == "en.md":
			name = "fr.md"
		default:
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		copied := filepath.Join(dir, strings.ReplaceAll(folder, "/", "_")+name)
		laid[filepath.Join(module, filepath.FromSlash(folder), name)] = copied
		return os.WriteFile(copied, []byte(french.Replace(string(text))), 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
	return laid
}
