//go:build unix && !solaris && !aix

package database

import (
	"os"
	"syscall"
)

// occupy marks a folder as one in which this process has files under way, until free is called or the process dies.
// Just before, it calls sweep if no other process has marked it.
func occupy(folder string, sweep func()) (free func()) {
	f, err := os.Open(folder)
	if err != nil {
		return func() {}
	}
	if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
		sweep()
	}
	_ = syscall.Flock(int(f.Fd()), syscall.LOCK_SH) // waits for no more than the sweep of another process
	return func() { _ = f.Close() }
}
