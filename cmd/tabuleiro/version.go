package main

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
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

// commit is what a builder without a checkout sets: -ldflags "-X main.commit=$(git rev-parse HEAD)".
var commit string

// version is that of the program and, where the build knows it, the revision it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return versionOf(info, commit, digest)
}

// versionOf is the version by what a build knows. One that knows neither commit nor version has the digest of its file,
// by which two programs are known to be the same.
func versionOf(info *debug.BuildInfo, commit string, digest func() string) string {
	built := vcs(info.Settings)
	switch plain := info.Main.Version == "" || info.Main.Version == "(devel)"; { // which says less than the commit
	case built == "" && commit != "":
		return commit
	case built == "" && plain:
		return "of an unknown commit, file " + digest()
	case plain:
		return strings.TrimSpace(built)
	}
	return info.Main.Version + built
}

// digest is the beginning of the SHA-256 of the program's own file, as sha256sum prints it.
func digest() string {
	name, err := os.Executable()
	if err != nil {
		return "unknown"
	}
	file, err := os.Open(name)
	if err != nil {
		return "unknown"
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "unknown"
	}
	return fmt.Sprintf("%.6x", sum.Sum(nil))
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
