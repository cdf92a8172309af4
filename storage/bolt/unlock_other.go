//go:build !unix || solaris || aix

package bolt

import "os"

// releaseFile closes a file that bbolt can no longer close. The lock is released with it, or when the process exits.
func releaseFile(f *os.File) { _ = f.Close() }
