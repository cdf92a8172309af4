package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
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
	inGoFiles(t, func(path string, src []byte) {
		if n := bytes.Count(src, []byte("\n")); n > mostLines {
			t.Errorf("%s has %d lines, at most %d may be", path, n, mostLines)
		}
		for _, n := range longLines(src) {
			t.Errorf("%s:%d is longer than %d columns", path, n, mostColumns)
		}
	})
}

// inGoFiles has every Go file of the module looked at.
func inGoFiles(t *testing.T, look func(path string, src []byte)) {
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		src, err := os.ReadFile(path)
		if err == nil {
			look(path, src)
		}
		return err
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

// TestSubjects looks at the sentences of all comments: each begins with the person or the thing that it is about.
func TestSubjects(t *testing.T) {
	inGoFiles(t, func(path string, src []byte) {
		for _, told := range subjects(t, src) {
			t.Errorf("%s:%s", path, told)
		}
	})
}

// vague finds where a sentence of a comment begins that names neither a person nor a thing first: at the beginning of a
// paragraph or of a line that is set in, or behind another sentence.
var vague = regexp.MustCompile(`(?:^|\n\s*\n|\n[ \t*•-]|[.!?]["”’)]*\s)[\s*•-]*\(?` +
	`((?:Who|What|Whoever|Whatever|Nobody)\b)`)

// sentenceEnd finds the end of a sentence.
var sentenceEnd = regexp.MustCompile(`[.!?]["”’)]*(?:\s|$)|\n\s*\n|$`)

// subjects are the vague sentences in the comments of a file, each behind the line of its comment. Questions are none,
// nor is the first sentence above a declaration that has such a name.
func subjects(t *testing.T, src []byte) (found []string) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	names := map[*ast.CommentGroup][]*ast.Ident{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			names[n.Doc] = []*ast.Ident{n.Name}
		case *ast.GenDecl:
			for _, spec := range n.Specs {
				if s, ok := spec.(*ast.TypeSpec); ok && !n.Lparen.IsValid() {
					names[n.Doc] = []*ast.Ident{s.Name}
				}
			}
		case *ast.TypeSpec:
			names[n.Doc] = []*ast.Ident{n.Name}
		case *ast.ValueSpec:
			names[n.Doc] = n.Names
		case *ast.Field:
			names[n.Doc] = n.Names
		}
		return true
	})
	for _, group := range file.Comments {
		text := group.Text()
		for _, at := range vague.FindAllStringSubmatchIndex(text, -1) {
			end := sentenceEnd.FindStringIndex(text[at[2]:])
			sentence := strings.TrimSpace(text[at[2] : at[2]+end[1]])
			named := at[2] == 0 && slices.ContainsFunc(names[group], func(name *ast.Ident) bool {
				return strings.HasPrefix(sentence, name.Name+" ")
			})
			if !named && !strings.HasSuffix(sentence, "?") {
				line := files.Position(group.Pos()).Line
				found = append(found, fmt.Sprintf("%d: %s", line, strings.Join(strings.Fields(sentence), " ")))
			}
		}
	}
	return found
}

func TestVague(t *testing.T) {
	const src = `// Package p is one. Whoever
// reads it, knows. Who does? Some ask what, who, "Who?"; none
// Whatever.
package p

// Who is a person. What they do is kept.
type Who struct {
	// What is the field's own name.
	What int // Nobody knows

	// Who is not its name.
	Other int /* Whatever it
	is, it is one sentence. (Nobody knows.) */
}

// Things.
//   - Whatever it is, in a list.
//
// What is in a paragraph of its own ends it
const Nobody = 1
`
	want := []string{"1: Whoever reads it, knows.", "6: What they do is kept.", "9: Nobody knows", "11: Who is not its name.",
		"12: Whatever it is, it is one sentence.", "12: Nobody knows.)",
		"16: Whatever it is, in a list.", "16: What is in a paragraph of its own ends it"}
	if got := subjects(t, []byte(src)); !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}
