package main

import (
	"bufio"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"tabuleiro/storage/bolt"
)

type versionCommand struct{}

func (versionCommand) Run(out *bufio.Writer) error {
	_, err := fmt.Fprintf(out, "tabuleiro %s\n%s %s/%s\ndatabase schema %d\n", version(), runtime.Version(), runtime.GOOS,
		runtime.GOARCH, bolt.Schema())
	return err
}

// version is that of the program and, where the build knows it, the revision it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	built := vcs(info.Settings)
	if built != "" && info.Main.Version == "(devel)" { // which says less than the commit
		return strings.TrimSpace(built)
	}
	return info.Main.Version + built
}

// vcs is the revision the program was built from, " " in front of it; "" where the build does not know it.
func vcs(settings []debug.BuildSetting) string {
	var revision, modified string
	for _, s := range settings {
		switch s.Key {
		case "vcs.revision":
			revision = " " + s.Value
		case "vcs.modified":
			if s.Value == "true" {
				modified = " (with local changes)"
			}
		}
	}
	return revision + modified
}
