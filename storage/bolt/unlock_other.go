//go:build !unix || solaris || aix

package bolt

import "os"

// abandon lets go of a file that bbolt is no longer able to close. Its lock goes with it, or with the process.
func abandon(f *os.File) { _ = f.Close() }
