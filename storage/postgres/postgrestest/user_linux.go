package postgrestest

import (
	"errors"
	"os"
	"os/user"
	"strconv"
	"syscall"
)

// ordinary returns attributes to run the server as an ordinary user if this process is root, which PostgreSQL
// refuses, and gives that user the folder.
func ordinary(folder string) (*syscall.SysProcAttr, error) {
	as := &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if os.Getuid() != 0 {
		return as, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		as.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		return as, os.Chown(folder, uid, gid)
	}
	return nil, errors.New("PostgreSQL does not run as root, and there is no user postgres or nobody")
}
