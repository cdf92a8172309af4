package main

import (
	"bufio"
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"

	"tabuleiro/storage/bolt"
)

type versionCommand struct{}

func (versionCommand) Run(out *bufio.Writer) error {
	_, err := fmt.Fprintf(out, "tabuleiro %s\n%s %s/%s\ndatabase schema %d\n", version(), runtime.Version(), runtime.GOOS,
		runtime.GOARCH, bolt.Schema())
	return err
}

// commit is what a builder without a checkout sets: -ldflags "-X main.commit=$(git rev-parse HEAD)".
var commit string

// version is that of the program, with the commit where it was built in a checkout.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return cmp.Or(commit, "of an unknown commit")
}
