package main

import (
	"bytes"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// The bounds of a file.
const (
	mostColumns = 120
	mostLines   = 400
)

// TestColumns looks at the length of every file and of each of its lines. A line may only be longer where a string goes
// across the bound, or in the table of a comment.
func TestColumns(t *testing.T) {
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if n := bytes.Count(src, []byte("\n")); n > mostLines {
			t.Errorf("%s has %d lines, at most %d may be", path, n, mostLines)
		}
		for _, n := range longLines(src) {
			t.Errorf("%s:%d is longer than %d columns", path, n, mostColumns)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// longLines are the numbers of the lines of a file that are longer than they may be.
func longLines(src []byte) (long []int) {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(src))
	s.Init(file, src, nil, scanner.ScanComments)
	excused := map[int]bool{}
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			break
		}
		table := tok == token.COMMENT && (strings.HasPrefix(text, "//\t") || strings.HasPrefix(text, "//   "))
		across := tok == token.STRING && file.Position(pos).Column+len(text) > mostColumns
		if table || across || tok == token.STRING && strings.Contains(text, "\n") {
			for n := range 1 + strings.Count(text, "\n") {
				excused[file.Line(pos)+n] = true
			}
		}
	}
	for n, line := range strings.Split(string(src), "\n") {
		if utf8.RuneCountInString(line) > mostColumns && !excused[n+1] {
			long = append(long, n+1)
		}
	}
	return long
}

func TestLongLines(t *testing.T) {
	long := strings.Repeat("x", mostColumns)
	src := "package p\n\nvar a = " + long + "\n\nvar b = \"" + long + "\"\n\n// " + long + "\n//\t" + long + "\nvar c = `\n" +
		long + "`\n"
	if got := longLines([]byte(src)); len(got) != 2 || got[0] != 3 || got[1] != 7 {
		t.Errorf("lines %v are told to be too long, want 3 and 7", got)
	}
}
