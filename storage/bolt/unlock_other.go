//go:build !unix || solaris || aix

package bolt

import "os"

// abandon closes a file that bbolt can no longer close. The lock is released with it, or when the process exits.
func abandon(f *os.File) { _ = f.Close() }
