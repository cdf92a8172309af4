// Package faults asks the tests whether they would notice: it puts one small fault at a time into the code, a "<" that
// becomes "<=", a condition that is turned round, a call that is left out, and runs tests. A fault that no test notices
// is a line that nothing guards, or one that makes no difference.
//
//	lab faults -seed 1 -count 30
//	lab faults -seed 1 -count 50 -dependents 3 ./bot/speech ./engine/...
//	lab faults -list .ci/faults
//
// The first two draw faults from all packages, or those named, and report, with the first test that failed: of the
// package itself, or where that notices nothing, of those that depend on it, the nearest first. The third tries a list,
// and fails when one of its faults goes unnoticed. No file of the source is changed: the compiler is handed each changed
// one in place of it (go help build, -overlay).
package faults

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
)

// Run does what the arguments ask for in the module of the working directory, and writes each fault and what became of
// it in a line.
func Run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("faults", flag.ContinueOnError)
	seed := flags.Uint64("seed", 1, "draws the faults")
	count := flags.Int("count", 30, "how many are tried")
	most := flags.Int("dependents", -1, "how many packages that depend on the changed one are asked at most; -1: all")
	list := flags.String("list", "", "try the faults of this file, each of which has to be noticed")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *list != "" {
		return tryList(ctx, *list, out)
	}
	patterns := flags.Args()
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	return draw(ctx, patterns, *seed, *count, *most, out)
}

// draw tries so many faults of packages, which a seed draws.
func draw(ctx context.Context, patterns []string, seed uint64, count, most int, out io.Writer) error {
	m, err := load(ctx)
	if err != nil {
		return err
	}
	packages, err := m.matching(ctx, patterns)
	if err != nil {
		return err
	}
	var all []fault
	for _, p := range packages {
		found, err := p.faults()
		if err != nil {
			return err
		}
		all = append(all, found...)
	}
	if len(all) == 0 {
		return errors.New("there is nothing to put a fault into: name packages, as ./bot/speech")
	}
	random := rand.New(rand.NewPCG(seed, 0))
	random.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	tried, survived := 0, 0
	for _, f := range all {
		if tried == count {
			break
		}
		dependents := m.dependents(f.pkg)
		if most >= 0 {
			dependents = dependents[:min(most, len(dependents))]
		}
		result, by, err := f.try(ctx, dependents)
		if err != nil {
			return err
		}
		if result == unbuilt {
			continue
		}
		if tried++; result == unnoticed {
			survived++
		}
		fmt.Fprintf(out, "%s\t%s\t%s\n", result, f, by)
	}
	fmt.Fprintf(out, "%d of %d went unnoticed\n", survived, tried)
	return nil
}

// tryList tries the faults of a file: in each line, behind tabs, the file, the line of code, the line that it becomes,
// the package whose tests have to notice and which of them (as in go test -run). Empty lines and those that begin with
// # are passed over.
func tryList(ctx context.Context, name string, out io.Writer) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	var wrong []error
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if line := lines.Text(); line != "" && !strings.HasPrefix(line, "#") {
			if err := tryListed(ctx, line, out); err != nil {
				wrong = append(wrong, err)
			}
		}
	}
	return errors.Join(wrong...)
}

// tryListed tries one line of a list.
func tryListed(ctx context.Context, line string, out io.Writer) error {
	fields := strings.Split(line, "\t")
	if len(fields) != 5 {
		return fmt.Errorf("%q: there have to be five fields with tabs between them", line)
	}
	f := fault{file: fields[0], line: fields[1], changed: fields[2], only: fields[4]}
	result, _, err := f.tryIn(ctx, fields[3])
	switch {
	case err != nil:
		return err
	case result != noticed:
		return fmt.Errorf("%s: %s", f, result)
	}
	fmt.Fprintf(out, "%s\t%s\n", result, f)
	return nil
}
