package main

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
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
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return versionOf(info.Main.Version, commit, digest)
}

// versionOf is the version by what a build knows. One that knows neither commit nor version has the digest of its file,
// by which two programs are known to be the same.
func versionOf(stamped, commit string, digest func() string) string {
	switch {
	case stamped != "" && stamped != "(devel)":
		return stamped
	case commit != "":
		return commit
	}
	return "of an unknown commit, file " + digest()
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
