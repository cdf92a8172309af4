package config

import (
	"fmt"
	"strings"
	"testing"
)

// An unsupported kind of database is refused by its name; what could be a path stays a file.
func TestDatabaseKind(t *testing.T) {
	for name, want := range map[string]string{
		"mysql://ana:s3cret@db/games": "is of a kind that is not known", "sqlite:///games.db": "is of a kind that is not known",
		"file:///games.db": "is of a kind that is not known", "postgres://a b": "is no address",
		"games.db": "", `C:\games.db`: "", "postgresql://db/games": "",
	} {
		err := new(Database).Set(name)
		if got := fmt.Sprint(err); (err == nil) != (want == "") || !strings.Contains(got, want) || strings.Contains(got, "s3cret") {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

func TestDatabase_HidesPassword(t *testing.T) {
	for name, want := range map[string]string{
		"tabuleiro.db":                              "tabuleiro.db",
		"postgres://ana:s3cret@db.example/games":    "postgres://db.example/games",
		"postgresql://db/games?password=s3cret":     "postgresql://db/games",
		"postgres://ana:s3cret@a:5432,b:5432/games": "postgres://a:5432,b:5432/games",
	} {
		var d Database
		if err := d.Set(name); err != nil {
			t.Errorf("%s: %v", want, err)
		}
		for _, text := range []string{d.String(), fmt.Sprintf("%v %+v %#v", d, Config{Database: d}.Database, d),
			d.LogValue().String()} {
			if strings.Contains(text, "s3cret") || !strings.Contains(text, want) {
				t.Errorf("%q, want %q", text, want)
			}
		}
	}
}
