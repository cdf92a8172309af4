package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// How knotted a package may be inside. The bounds are those of codebases that people like to read (etcd/raft, bbolt),
// with some room; they are never loosened.
const (
	mostInCircle = 12 // files that know each other in a circle
	mostMethods  = 45 // of a type, promoted ones among them
)

func TestRooms(t *testing.T) {
	loaded, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes |
			packages.NeedTypesInfo | packages.NeedImports,
		Dir: filepath.Join("..", ".."),
	}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, p := range loaded {
		name := strings.TrimPrefix(p.PkgPath, module+"/")
		if strings.HasSuffix(name, "test") { // servers and laws for tests
			continue
		}
		if len(p.Errors) > 0 {
			t.Fatalf("%s: %v", name, p.Errors)
		}
		seen++
		if circle := largestCircle(arrowsBetween(p)); len(circle) > mostInCircle {
			t.Errorf("%s: %d files know each other in a circle, at most %d may: %s", name, len(circle), mostInCircle,
				strings.Join(circle, " "))
		}
		for of, n := range mostOf(p.Types) {
			if n > mostMethods {
				t.Errorf("%s: %s has %d methods, at most %d may be", name, of, n, mostMethods)
			}
		}
	}
	if seen < 40 {
		t.Fatalf("only %d packages were looked at", seen)
	}
}

// mostOf counts the methods of all types of a package.
func mostOf(p *types.Package) map[string]int {
	count := map[string]int{}
	for _, name := range p.Scope().Names() {
		if of, ok := p.Scope().Lookup(name).(*types.TypeName); ok && !of.IsAlias() && !types.IsInterface(of.Type()) {
			count[name] = types.NewMethodSet(types.NewPointer(of.Type())).Len()
		}
	}
	return count
}

// arrowsBetween are the files of a package with those whose declarations they use.
func arrowsBetween(p *packages.Package) map[string]map[string]bool {
	arrows := map[string]map[string]bool{}
	fileOf := func(n interface{ Pos() token.Pos }) string { return filepath.Base(p.Fset.Position(n.Pos()).Filename) }
	for _, file := range p.Syntax {
		from := fileOf(file)
		arrows[from] = map[string]bool{}
		ast.Inspect(file, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			if used := p.TypesInfo.Uses[id]; used != nil && used.Pkg() == p.Types && isDeclared(used, p.Types) {
				if to := fileOf(used); to != from {
					arrows[from][to] = true
				}
			}
			return true
		})
	}
	return arrows
}

// isDeclared tells whether something is declared by a package itself, and not inside of a function: a name or a method.
func isDeclared(o types.Object, p *types.Package) bool {
	if f, ok := o.(*types.Func); ok && f.Signature().Recv() != nil {
		return true
	}
	return o.Parent() == p.Scope()
}

// largestCircle are the files of the largest circle: each can be reached from each.
func largestCircle(arrows map[string]map[string]bool) (largest []string) {
	reach := map[string]map[string]bool{}
	for from := range arrows {
		reach[from] = map[string]bool{}
		for todo := []string{from}; len(todo) > 0; {
			next := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for to := range arrows[next] {
				if !reach[from][to] {
					reach[from][to] = true
					todo = append(todo, to)
				}
			}
		}
	}
	for from := range arrows {
		var circle []string
		for to := range reach[from] {
			if reach[to][from] {
				circle = append(circle, to)
			}
		}
		if len(circle) > len(largest) {
			largest = circle
		}
	}
	slices.Sort(largest)
	return largest
}

// A test that finds nothing may be one that sees nothing.
func TestRoomsKnotted(t *testing.T) {
	arrows := map[string]map[string]bool{
		"a": {"b": true}, "b": {"c": true}, "c": {"a": true, "d": true}, "d": {"e": true}, "e": {"d": true}, "f": {"a": true},
	}
	if got := largestCircle(arrows); !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("the largest circle is %v", got)
	}
	delete(arrows["c"], "a")
	if got := largestCircle(arrows); !slices.Equal(got, []string{"d", "e"}) {
		t.Errorf("the largest circle is %v", got)
	}
}
