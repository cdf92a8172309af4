package faults

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// pkg is a package as the go command lists it.
type pkg struct {
	Dir, ImportPath string
	GoFiles         []string
	Imports         []string
	TestImports     []string
	XTestImports    []string
	Module          *struct{ Path, Dir string }
}

// isLibrary reports whether a package only serves tests.
func (p *pkg) isLibrary() bool { return strings.HasSuffix(p.ImportPath, "test") }

// faults lists the faults that may be put into a package, in the order of its files.
func (p *pkg) faults() (all []fault, err error) {
	for _, name := range p.GoFiles {
		file, err := filepath.Rel(p.Module.Dir, filepath.Join(p.Dir, name))
		if err != nil {
			return nil, err
		}
		found, err := findFaults(file)
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			f.pkg = p.ImportPath
			all = append(all, f)
		}
	}
	return all, nil
}

// module is the packages of the module in the working directory, by their paths.
type module map[string]*pkg

// load lists the packages of the module.
func load(ctx context.Context) (module, error) {
	list, err := listPackages(ctx, "./...")
	if err != nil {
		return nil, err
	}
	m := make(module)
	for _, p := range list {
		m[p.ImportPath] = p
	}
	return m, nil
}

// listPackages asks the go command for packages.
func listPackages(ctx context.Context, patterns ...string) (list []*pkg, err error) {
	list = nil
	command := exec.CommandContext(ctx, "go", append([]string{"list", "-json", "--"}, patterns...)...)
	command.Stderr = os.Stderr
	output, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	for decoder := json.NewDecoder(bytes.NewReader(output)); ; {
		p := new(pkg)
		if err := decoder.Decode(p); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		list = append(list, p)
	}
}

// matching returns the packages that patterns name, but for those that only serve tests.
func (m module) matching(ctx context.Context, patterns []string) (list []*pkg, err error) {
	found, err := listPackages(ctx, patterns...)
	if err != nil {
		return nil, err
	}
	for _, p := range found {
		if m[p.ImportPath] != nil && !p.isLibrary() {
			list = append(list, p)
		}
	}
	return list, nil
}

// dependents returns the packages with tests that a package is part of, itself left out, those first that are the
// fewest imports away.
func (m module) dependents(path string) (list []string) {
	paths := make([]string, 0, len(m))
	for p := range m {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	reached, tested := map[string]bool{path: true}, map[string]bool{path: true}
	for next := []string{path}; len(next) > 0; {
		at := next
		next = nil
		imports := func(list []string) bool {
			return slices.ContainsFunc(list, func(i string) bool { return slices.Contains(at, i) })
		}
		for _, p := range paths {
			of := m[p]
			if !reached[p] && imports(of.Imports) {
				reached[p] = true
				next = append(next, p)
			}
			if !tested[p] && (reached[p] || imports(of.TestImports) || imports(of.XTestImports)) {
				tested[p] = true
				if len(of.TestImports)+len(of.XTestImports) > 0 {
					list = append(list, p)
				}
			}
		}
	}
	return list
}
