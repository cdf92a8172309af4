//go:build unix && !solaris && !aix

package bolt

import (
	"os"
	"syscall"
)

// releaseFile unlocks and closes a file that bbolt can no longer close. It unlocks explicitly because pages that stay
// mapped would keep the lock.
func releaseFile(f *os.File) {
	_ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN)
	_ = f.Close()
}
