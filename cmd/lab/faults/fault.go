package faults

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// fault is one line of code that becomes another one.
type fault struct {
	file    string // as the go command names it from the root of the module
	number  int    // of the line, from 1; 0: the only one that reads so
	line    string // without the blanks around it
	changed string
	only    string // which tests have to notice, as in go test -run; empty: any
	pkg     string // its path, where the fault was drawn
}

func (f fault) String() string {
	return fmt.Sprintf("%s:%d\t%s\t%s", f.file, f.number, f.line, f.changed)
}

// result is what became of a fault.
type result string

const (
	noticed   result = "noticed"
	unnoticed result = "UNNOTICED"
	unbuilt   result = "does not build" // the compiler notices
)

// turned are the operators that become others.
var turned = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR, token.EQL: token.NEQ,
	token.NEQ:  token.EQL,
	token.LAND: token.LOR, token.LOR: token.LAND, token.ADD: token.SUB, token.SUB: token.ADD,
}

// findFaults lists the faults that may be put into a file.
func findFaults(name string) (all []fault, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, name, text, 0)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(string(text), "\n")
	change := func(from, to token.Pos, by string) {
		a, b := files.Position(from), files.Position(to)
		if line := lines[a.Line-1]; a.Line == b.Line {
			all = append(all, fault{
				file: name, number: a.Line, line: strings.TrimSpace(line),
				changed: strings.TrimSpace(line[:a.Column-1] + by + line[b.Column-1:]),
			})
		}
	}
	ast.Inspect(parsed, func(n ast.Node) bool { faultsAt(n, change); return true })
	return all, nil
}

// faultsAt hands over what the code between two places may become at a node.
func faultsAt(n ast.Node, change func(from, to token.Pos, by string)) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if by, ok := turned[n.Op]; ok {
			change(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), by.String())
		}
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			change(n.OpPos, n.OpPos+1, "")
		}
	case *ast.ExprStmt: // a call that is left out
		change(n.Pos(), n.End(), "")
	case *ast.IncDecStmt:
		change(n.Pos(), n.End(), "")
	case *ast.BasicLit:
		if v, err := strconv.Atoi(n.Value); err == nil && n.Kind == token.INT {
			change(n.Pos(), n.End(), strconv.Itoa(v+1))
		}
	case *ast.Ident:
		if by := map[string]string{"true": "false", "false": "true"}[n.Name]; by != "" {
			change(n.Pos(), n.End(), by)
		}
	}
}

// try runs the tests of the package of a fault and, if none notices, those of others. It returns the package and the
// test that noticed.
func (f fault) try(ctx context.Context, dependents []string) (r result, by string, err error) {
	for _, tests := range append([]string{f.pkg}, dependents...) {
		if r, by, err = f.tryIn(ctx, tests); err != nil || r != unnoticed {
			return r, tests + "\t" + by, err
		}
	}
	return unnoticed, "\t", nil
}

// firstFailed finds the test that failed in what go test prints.
var firstFailed = regexp.MustCompile(`(?m)^--- FAIL: (\w+)`)

// tryIn runs the tests of one package with the fault in the code, and returns the name of the one that noticed.
func (f fault) tryIn(ctx context.Context, tests string) (r result, by string, err error) {
	text, err := f.applied()
	if err != nil {
		return "", "", err
	}
	dir, err := os.MkdirTemp("", "fault")
	if err != nil {
		return "", "", err
	}
	defer os.RemoveAll(dir)
	whole, err := filepath.Abs(f.file)
	if err != nil {
		return "", "", err
	}
	faulty, overlay := filepath.Join(dir, "faulty.go"), filepath.Join(dir, "overlay.json")
	list, err := json.Marshal(map[string]map[string]string{"Replace": {whole: faulty}})
	if err != nil {
		return "", "", err
	}
	if err := os.WriteFile(faulty, text, 0o600); err != nil {
		return "", "", err
	}
	if err := os.WriteFile(overlay, list, 0o600); err != nil {
		return "", "", err
	}
	if ok, _, err := goes(ctx, "build", "-overlay="+overlay, "./"+filepath.ToSlash(filepath.Dir(f.file))); err != nil ||
		!ok {
		return unbuilt, "", err
	}
	ok, output, err := goes(ctx, "test", "-overlay="+overlay, "-vet=off", "-failfast", "-timeout=5m", "-run="+f.only,
		tests)
	if ok {
		return unnoticed, "", err
	}
	if failed := firstFailed.FindSubmatch(output); failed != nil {
		by = string(failed[1])
	}
	return noticed, by, err
}

// applied is the text of the file with the fault in it.
func (f fault) applied() ([]byte, error) {
	text, err := os.ReadFile(f.file)
	if err != nil {
		return nil, err
	}
	lines, at := bytes.Split(text, []byte("\n")), -1
	for i, line := range lines {
		if string(bytes.TrimSpace(line)) != f.line || f.number != 0 && f.number != i+1 {
			continue
		}
		if at >= 0 {
			return nil, fmt.Errorf("%s: %q is there twice: name another line", f.file, f.line)
		}
		at = i
	}
	if at < 0 {
		return nil, fmt.Errorf("%s: there is no line %q: name one that is there", f.file, f.line)
	}
	lines[at] = []byte(f.changed)
	return bytes.Join(lines, []byte("\n")), nil
}

// goes reports whether the go command ends well, and what it prints. It is an error when it was interrupted or is not
// there.
func goes(ctx context.Context, args ...string) (ok bool, output []byte, err error) {
	output, err = exec.CommandContext(ctx, "go", args...).Output()
	if ctx.Err() != nil {
		return false, nil, ctx.Err()
	}
	if _, failed := err.(*exec.ExitError); failed {
		return false, output, nil
	}
	return err == nil, output, err
}
