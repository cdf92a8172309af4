//go:build unix

package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// Window is how large the window of this process is, in pixels and in lines of text: 0 of a terminal that does not tell.
func Window() (width, height, lines int) {
	size, err := unix.IoctlGetWinsize(int(os.Stdout.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0, 0, 0
	}
	return int(size.Xpixel), int(size.Ypixel), int(size.Row)
}
