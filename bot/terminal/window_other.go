//go:build !unix

package terminal

// Window is how large the window of this process is: here nothing is known of it.
func Window() (width, height, lines int) { return 0, 0, 0 }
