package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Text in the form of a Telegram or Discord token is masked anywhere, and nothing else is.
func TestMasked(t *testing.T) {
	telegram := "123456:" + strings.Repeat("Ab-_9", 6)
	discord := strings.Repeat("Mz", 10) + ".Gx-_1." + strings.Repeat("Qw-_7", 5)
	for text, want := range map[string]string{
		telegram: "(secret)", discord: "(secret)", "a " + telegram + ", b": "a (secret), b",
		"x=" + discord + " y=" + telegram:     "x=(secret) y=(secret)",
		"12345:" + strings.Repeat("Ab-_9", 6): "12345:" + strings.Repeat("Ab-_9", 6),
		telegram[:len(telegram)-1]:            telegram[:len(telegram)-1],
		discord[:len(discord)-1]:              discord[:len(discord)-1],
		"telegram:42 at 127.0.0.1:9090":       "telegram:42 at 127.0.0.1:9090", "": "",
	} {
		if got := Masked(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// A mistake is recognised as one, and unwraps to its cause.
func TestMistakef(t *testing.T) {
	err := Mistakef("read %s: %w", "x", fs.ErrNotExist)
	if !errors.As(err, new(Mistake)) || !errors.Is(err, fs.ErrNotExist) || err.Error() != "read x: file does not exist" {
		t.Errorf("%#v", err)
	}
}

// A named file is read, and the environment overrides it; a missing file is a mistake, unless it is the default one.
func TestFile_Read(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); strings.HasPrefix(name, Prefix) {
			t.Setenv(name, "")
		}
	}
	if c, err := File("").Read(); err != nil || c.Database != "tabuleiro.db" {
		t.Errorf("without a file: %+v, %v", c, err)
	}
	if _, err := File("none.yaml").Read(); !errors.As(err, new(Mistake)) || !strings.Contains(err.Error(), "read the file: ") {
		t.Errorf("of none: %v", err)
	}
	for _, name := range []string{DefaultFile, "other.yaml"} {
		if err := os.WriteFile(name, []byte("database: "+name+".db\nlog: {level: warn}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv(Prefix+"LOG_LEVEL", "debug")
	for _, f := range []File{"", "other.yaml"} {
		want := Database(filepath.Base(string(f)) + ".db")
		if f == "" {
			want = DefaultFile + ".db"
		}
		if c, err := f.Read(); err != nil || c.Database != want || c.Log.Level != "debug" {
			t.Errorf("%q: %+v, %v", f, c, err)
		}
	}
}
