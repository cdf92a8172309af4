//go:build unix && !solaris && !aix

package bolt

import (
	"os"
	"syscall"
)

// releaseFile lets go of a file that bbolt is no longer able to close. Pages of it that are mapped stay so, and would keep
// the lock.
func releaseFile(f *os.File) {
	_ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN)
	_ = f.Close()
}
