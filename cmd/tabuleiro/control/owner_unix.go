//go:build unix

package control

import (
	"io/fs"
	"syscall"
)

// ownerOf is the user to whom a file belongs.
func ownerOf(info fs.FileInfo) (user int, known bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return int(stat.Uid), true
}
