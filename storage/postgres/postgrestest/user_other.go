//go:build !linux

package postgrestest

import "syscall"

// ordinary keeps the user of this process, who must not be an administrator.
func ordinary(string) (*syscall.SysProcAttr, error) { return nil, nil }
