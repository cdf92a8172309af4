package bot_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"tabuleiro/bot/speech"
)

// TestFacts checks that each place where code says a sentence passes every fact that a gap of the sentence names in any
// language, even in some cases only. speech itself fails a test in which a sentence lacks a fact; this one finds places
// that no other test reaches.
func TestFacts(t *testing.T) {
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	facts := map[string][]string{}
	for _, lang := range speech.Languages {
		voice, _ := book.In(lang)
		for _, key := range voice.Keys() {
			for _, name := range voice.Facts(key) {
				if !slices.Contains(facts[key], name) {
					facts[key] = append(facts[key], name)
				}
			}
			facts[key] = slices.Clip(facts[key])
		}
	}
	code := readCode(t, ".", "../cmd", "../engine/match")
	checked := 0
	code.sayings(func(at token.Position, keys, given []string) {
		for _, pattern := range keys {
			if slices.Contains([]string{"no-*", "button.*", "span.*"}, pattern) {
				continue // what of these families is said there is known in use only
			}
			for key, needs := range facts {
				if ok, err := path.Match(pattern, key); err != nil || !ok {
					continue
				}
				checked++
				for _, name := range needs {
					if !slices.Contains(given, name) {
						t.Errorf("%s: %s is said without %s", at, key, name)
					}
				}
			}
		}
	})
	if checked < 1000 {
		t.Errorf("only %d sentences are said: the test looks in the wrong place", checked)
	}
}

// function is a declared function.
type function struct {
	*ast.FuncDecl
	dir string
}

// code has the parsed program.
type code struct {
	set       *token.FileSet
	functions map[string][]function // by folder and name
	calls     map[string][]site     // of functions, by folder and name
	constants map[string]string     // by name; of two that are called the same the last
	asked     map[string]bool       // variables that are being looked into
	sayers    map[string]int        // functions that say a sentence, by name: the place of its key, which facts follow
}

// site is a call in a function.
type site struct {
	in function
	*ast.CallExpr
}

func readCode(t *testing.T, roots ...string) code {
	c := code{token.NewFileSet(), map[string][]function{}, map[string][]site{}, map[string]string{}, map[string]bool{},
		map[string]int{"say": 0}}
	visit := func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && strings.HasSuffix(name, "test") { // which says nothing to anybody
			return fs.SkipDir
		}
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(c.set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Body != nil {
					c.add(function{d, filepath.Dir(name)})
				}
			case *ast.GenDecl:
				c.addConstants(d)
			}
		}
		return nil
	}
	for _, root := range roots {
		if err := filepath.WalkDir(root, visit); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// add adds a function and its calls.
func (c code) add(f function) {
	name := f.dir + " " + f.Name.Name
	c.functions[name] = append(c.functions[name], f)
	if params := f.Type.Params.List; len(params) > 0 && handsFacts(params[len(params)-1]) {
		at := 0
		for _, field := range params {
			for _, param := range field.Names {
				if param.Name == "key" {
					c.sayers[f.Name.Name] = at
				}
				at++
			}
		}
	}
	ast.Inspect(f.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			name := f.dir + " " + called(call)
			c.calls[name] = append(c.calls[name], site{f, call})
		}
		return true
	})
}

// handsFacts reports whether a parameter is a variadic list of facts.
func handsFacts(param *ast.Field) bool {
	any, ok := param.Type.(*ast.Ellipsis)
	if !ok {
		return false
	}
	if fact, ok := any.Elt.(*ast.SelectorExpr); ok {
		return fact.Sel.Name == "Fact"
	}
	fact, ok := any.Elt.(*ast.Ident)
	return ok && fact.Name == "Fact"
}

func (c code) addConstants(d *ast.GenDecl) {
	for _, s := range d.Specs {
		if v, ok := s.(*ast.ValueSpec); ok && d.Tok == token.CONST {
			for i, value := range v.Values {
				if text, ok := literal(value); ok {
					c.constants[v.Names[i].Name] = text
				}
			}
		}
	}
}

// sayings visits every call that says a sentence, with its possible keys, as patterns of path.Match, and the names of
// the facts passed. Calls whose key is known only at run time are left out, as are those that pass on their arguments.
func (c code) sayings(visit func(at token.Position, keys, given []string)) {
	for _, calls := range c.calls {
		for _, call := range calls {
			if keys, rest := c.said(call); len(keys) > 0 {
				visit(c.set.Position(call.Pos()), keys, c.factsOf(call, rest))
			}
		}
	}
}

// said returns the keys of the sentence that a call says, and its other arguments.
func (c code) said(call site) (keys []string, rest []ast.Expr) {
	name := called(call.CallExpr)
	at, ok := c.sayers[name]
	if s, through := call.Fun.(*ast.SelectorExpr); ok && through && (name == "Say" || name == "Text") && !isVoice(s.X) {
		if x, ok := s.X.(*ast.Ident); !ok || x.Name != "d" && x.Name != "t" {
			return nil, nil
		}
		at = 1 // an adapter's own, after the language
	}
	if !ok || len(call.Args) <= at || call.Ellipsis.IsValid() && c.handsOn(call) {
		return nil, nil
	}
	if keys = c.texts(call.in, call.Args[at]); slices.Contains(keys, "*") {
		return nil, nil
	}
	return keys, append(slices.Clone(call.Args[at+1:]), call.Fun)
}

// handsOn reports whether the last argument of a call is a parameter of its function.
func (c code) handsOn(call site) bool {
	last, ok := call.Args[len(call.Args)-1].(*ast.Ident)
	if !ok {
		return false
	}
	for _, field := range call.in.Type.Params.List {
		for _, param := range field.Names {
			if param.Name == last.Name {
				return true
			}
		}
	}
	return false
}

// isVoice reports whether an expression is a voice, by its name.
func isVoice(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return e.Sel.Name == "Voice" || e.Sel.Name == "room"
	case *ast.Ident:
		return e.Name == "v" || e.Name == "voice"
	}
	return false
}

func called(call *ast.CallExpr) string {
	switch fun := call.Fun.(type) {
	case *ast.SelectorExpr:
		return fun.Sel.Name
	case *ast.Ident:
		return fun.Name
	}
	return ""
}

// texts returns the texts that an expression may have, as patterns.
func (c code) texts(f function, e ast.Expr) []string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if s, ok := literal(e); ok {
			return []string{s}
		}
	case *ast.BinaryExpr:
		var all []string
		for _, a := range c.texts(f, e.X) {
			for _, b := range c.texts(f, e.Y) {
				all = append(all, a+b)
			}
		}
		return all
	case *ast.SelectorExpr:
		if s, ok := c.constants[e.Sel.Name]; ok {
			return []string{s}
		}
		return []string{"*"}
	case *ast.Ident:
		if s, ok := c.constants[e.Name]; ok {
			return []string{s}
		}
		if all := c.assigned(f, e.Name); len(all) > 0 {
			return all
		}
	case *ast.CallExpr:
		if name := called(e); name == "Of" && len(e.Args) == 2 {
			return c.texts(f, e.Args[1])
		} else if name == "string" {
			return c.texts(f, e.Args[0])
		} else if name == "choose" { // the first that holds
			var all []string
			for _, word := range e.Args {
				if of, ok := word.(*ast.CompositeLit); ok {
					all = append(all, c.texts(f, of.Elts[0])...)
				}
			}
			return all
		} else if name == "PerService" {
			usual := c.texts(f, e.Args[0])
			return append(usual, usual[0]+"-*")
		}
		return []string{"*"}
	}
	return []string{"*"}
}

// assigned returns the texts that a function assigns to a variable, or that its callers pass.
func (c code) assigned(f function, name string) (all []string) {
	at := 0
	asked := fmt.Sprint(f.Pos(), name)
	if c.asked[asked] {
		return nil // a function that calls itself hands in what it was given
	}
	c.asked[asked] = true
	defer delete(c.asked, asked)
	for _, field := range f.Type.Params.List {
		for _, param := range field.Names {
			if param.Name == name {
				for _, call := range c.calls[f.dir+" "+f.Name.Name] {
					if at < len(call.Args) && !call.Ellipsis.IsValid() {
						all = append(all, c.texts(call.in, call.Args[at])...)
					}
				}
			}
			at++
		}
	}
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, to := range n.Lhs {
				if id, ok := to.(*ast.Ident); ok && id.Name == name && len(n.Rhs) == len(n.Lhs) {
					all = append(all, c.texts(f, n.Rhs[i])...)
				}
			}
		case *ast.RangeStmt:
			if id, ok := n.Value.(*ast.Ident); ok && id.Name == name {
				if list, ok := n.X.(*ast.CompositeLit); ok {
					for _, e := range list.Elts {
						all = append(all, c.texts(f, e)...)
					}
				}
			}
		}
		return true
	})
	return all
}

// factsOf returns the names of the facts passed to a call, and of those that the called function adds.
func (c code) factsOf(call site, given []ast.Expr) []string {
	names := map[string]bool{}
	for _, e := range given {
		c.gather(call.in, e, names, 0)
	}
	for _, f := range c.functions[call.in.dir+" "+called(call.CallExpr)] {
		c.gather(f, f.Body, names, 0)
	}
	return slices.Sorted(maps.Keys(names))
}

// gather notes the names of facts in a piece of code: the capitalised texts in it, in the functions that it calls and
// in the assignments to variables that it uses.
func (c code) gather(f function, n ast.Node, names map[string]bool, depth int) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			if s, ok := literal(n); ok && s != "" && unicode.IsUpper(rune(s[0])) {
				names[s] = true
			}
		case *ast.CallExpr:
			if called(n) == "Count" {
				names["Count"] = true
			}
			for _, other := range c.functions[f.dir+" "+called(n)] {
				if _, says := c.sayers[called(n)]; depth < 3 && (says || givesFacts(other)) {
					c.gather(other, other.Body, names, depth+1)
				}
			}
		case *ast.Ident:
			if depth < 2 {
				ast.Inspect(f.Body, func(inner ast.Node) bool {
					if a, ok := inner.(*ast.AssignStmt); ok {
						for i, to := range a.Lhs {
							if id, ok := to.(*ast.Ident); ok && id.Name == n.Name && n.Name != "_" {
								c.gather(f, a.Rhs[min(i, len(a.Rhs)-1)], names, depth+1)
							}
						}
					}
					return true
				})
			}
		}
		return true
	})
}

// givesFacts reports whether a function returns a fact.
func givesFacts(f function) (gives bool) {
	if f.Type.Results != nil {
		ast.Inspect(f.Type.Results, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			gives = gives || ok && id.Name == "Fact"
			return true
		})
	}
	return gives
}
