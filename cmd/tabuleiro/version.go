package main

import (
	"bufio"
	"fmt"
	"runtime"
	"runtime/debug"
)

type versionCommand struct{}

func (versionCommand) Run(out *bufio.Writer) error {
	version, revision := "(unknown)", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		version, revision = info.Main.Version, vcs(info.Settings)
	}
	_, err := fmt.Fprintf(out, "tabuleiro %s%s\n%s %s/%s\n", version, revision, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
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
