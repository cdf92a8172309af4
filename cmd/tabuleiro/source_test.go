package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// inGoFiles calls a function with every Go file of the module.
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

// maxBranches is the maximum cyclomatic complexity of a function.
const maxBranches = 15

// mayBranch are the functions that may exceed it, with the reason.
var mayBranch = map[string]string{
	"alphaBeta": "parting it would put calls into the innermost loop of the search",
}

// No function exceeds the maximum complexity.
func TestBranches(t *testing.T) {
	var tangled []string
	inGoFiles(t, func(path string, src []byte) {
		if strings.HasSuffix(path, "test.go") || strings.HasSuffix(filepath.Dir(path), "test") {
			return
		}
		for name, n := range branches(t, src) {
			if _, function, _ := strings.Cut(name, " "); n > maxBranches && mayBranch[function] == "" {
				tangled = append(tangled, fmt.Sprintf("%s: %s has %d branches", path, name, n))
			}
		}
	})
	if len(tangled) > 0 {
		slices.Sort(tangled)
		t.Errorf("functions have more than %d branches:\n%s", maxBranches, strings.Join(tangled, "\n"))
	}
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

func TestBranches_Counted(t *testing.T) {
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
