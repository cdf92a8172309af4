package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// inGoFiles has every Go file of the module looked at.
func inGoFiles(t *testing.T, look func(path string, src []byte)) {
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && isNested(path) {
			return fs.SkipDir
		}
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

// mostTangled is how many functions of the product have more branches than maxBranches. It is only ever lowered.
const (
	mostTangled = 168
	maxBranches = 15
)

// TestBranches counts the functions that branch too much: there may be no more of them.
func TestBranches(t *testing.T) {
	var tangled []string
	inGoFiles(t, func(path string, src []byte) {
		if strings.HasSuffix(path, "test.go") || strings.HasSuffix(filepath.Dir(path), "test") {
			return
		}
		for name, n := range branches(t, src) {
			if n > maxBranches {
				tangled = append(tangled, fmt.Sprintf("%s: %s has %d branches", path, name, n))
			}
		}
	})
	if len(tangled) > mostTangled {
		slices.Sort(tangled)
		t.Errorf("%d functions have more than %d branches, at most %d may:\n%s", len(tangled), maxBranches, mostTangled,
			strings.Join(tangled, "\n"))
	}
	t.Logf("%d functions have more than %d branches", len(tangled), maxBranches)
}

// branches returns the cyclomatic complexity of each function of a file, by its place and name.
func branches(t *testing.T, src []byte) map[string]int {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]int{}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		n := 1
		ast.Inspect(f, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
				n++
			case *ast.CaseClause:
				n += min(len(node.List), 1) // default is no branch
			case *ast.CommClause:
				if node.Comm != nil {
					n++
				}
			case *ast.BinaryExpr:
				if node.Op == token.LAND || node.Op == token.LOR {
					n++
				}
			}
			return true
		})
		all[fmt.Sprintf("%d %s", files.Position(f.Pos()).Line, f.Name.Name)] = n
	}
	return all
}

func TestBranchesCounted(t *testing.T) {
	const src = `package p

func a(x, y bool, c chan int) {
	for range 3 {
		if x && y || !x {
			continue
		}
	}
	switch {
	case x, y:
	default:
	}
	select {
	case <-c:
	default:
	}
	func() {
		for {
		}
	}()
}
func (p) b() {}
`
	if got := branches(t, []byte(src)); len(got) != 2 || got["3 a"] != 8 || got["22 b"] != 1 {
		t.Errorf("counted %v, want 8 and 1", got)
	}
}

// isNested reports whether a folder below the module's own is another module.
func isNested(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, "go.mod"))
	return err == nil && filepath.Clean(folder) != filepath.Join("..", "..")
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
