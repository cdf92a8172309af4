package control

import (
	"net"

	"golang.org/x/sys/unix"
)

// peerOf is the user who runs the process at the other end of a socket.
func peerOf(connection *net.UnixConn) (user int, known bool, err error) {
	var credentials *unix.Ucred
	err = withSocket(connection, func(fd int) (err error) {
		credentials, err = unix.GetsockoptUcred(fd, unix.SOL_SOCKET, unix.SO_PEERCRED)
		return err
	})
	if err != nil {
		return 0, false, err
	}
	return int(credentials.Uid), true, nil
}
