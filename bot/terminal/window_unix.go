//go:build unix

package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// Window is how large the window of this process is.
func Window() Size {
	size, err := unix.IoctlGetWinsize(int(os.Stdout.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return Size{}
	}
	return Size{int(size.Xpixel), int(size.Ypixel), int(size.Row), int(size.Col)}
}
