package computer

import "golang.org/x/sys/unix"

// giveWay makes the calling thread, and no other, the least important of its user. A system that refuses lets it
// compete.
func giveWay() { _ = unix.Setpriority(unix.PRIO_PROCESS, unix.Gettid(), 19) }
