//go:build unix

package share

import (
	"errors"
	"syscall"
)

// noProcess tells whether there is no process of a number, not even one that another user owns.
func noProcess(number int) bool { return errors.Is(syscall.Kill(number, 0), syscall.ESRCH) }
