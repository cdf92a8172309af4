package mat

import (
	"os"
	"testing"

	"tabuleiro/engine/enginetest"
)

// Damaged files are read or refused as in testdata/damages.txt.
func TestFiles_Damaged(t *testing.T) {
	var files []enginetest.Damaged
	for _, name := range []string{"match-2.mat", "match-3.mat", "match-2.sgf", "match-3.sgf"} {
		text, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		f := enginetest.Damaged{Name: name, Text: string(text), Read: Format.Read, Games: games}
		if name[len(name)-3:] == "sgf" {
			f.Read = SGF.Read
		}
		files = append(files, f)
	}
	enginetest.Damages(t, 60, files...)
}
