package control

import (
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// trusted are the users who may be at the other end of the socket of a database: the one who runs this process, the one
// to whom the database belongs, and root, who could do anything anyway.
func trusted(database string) ([]int, error) {
	users := []int{os.Geteuid(), 0}
	info, err := os.Stat(database)
	if err != nil {
		return nil, err
	}
	if owner, known := ownerOf(info); known {
		users = append(users, owner)
	}
	return users, nil
}

// trustPeer fails if the process at the other end of a socket is run by somebody else.
func trustPeer(connection *net.UnixConn, users []int) error {
	user, known, err := peerOf(connection)
	if err != nil {
		return fmt.Errorf("find out who is at the other end of the socket: %w", err)
	}
	if known && !slices.Contains(users, user) {
		return fmt.Errorf("the process at the other end of the socket is run by user %d, to whom the database does not belong", user)
	}
	return nil
}

// withSocket does something with the descriptor of a connection.
func withSocket(connection *net.UnixConn, do func(fd int) error) error {
	raw, err := connection.SyscallConn()
	if err != nil {
		return err
	}
	var done error
	if err := raw.Control(func(fd uintptr) { done = do(int(fd)) }); err != nil {
		return err
	}
	return done
}

// socketFolder is where the socket of a database is if its name beside the database would be too long: in a folder that
// belongs to the owner of the database, below that for files of the moment.
func socketFolder(database string) (string, error) {
	info, err := os.Stat(database)
	if err != nil {
		return "", err
	}
	name := "tabuleiro"
	if owner, known := ownerOf(info); known {
		name += "-" + strconv.Itoa(owner)
	}
	return filepath.Join(os.TempDir(), name), nil
}

// private fails unless a folder is one, no link to one, that belongs to one of users and that no other may look into.
func private(folder string, users []int) error {
	info, err := os.Lstat(folder)
	if err != nil {
		return err
	}
	owner, known := ownerOf(info)
	switch {
	case info.Mode().Type() != fs.ModeDir:
		return fmt.Errorf("%s is in the way and not a folder: remove it", folder)
	case known && !slices.Contains(users, owner):
		return fmt.Errorf("the folder %s belongs to user %d: it cannot be trusted", folder, owner)
	case shared(info):
		return fmt.Errorf("others may use the folder %s: give it the mode 0700, or remove it", folder)
	}
	return nil
}

// shared tells whether other users may use a file or a folder.
func shared(info fs.FileInfo) bool {
	_, known := ownerOf(info)
	return known && info.Mode().Perm()&0o077 != 0
}

// warnShared says so if other users may read the database.
func warnShared(database string, log *slog.Logger) {
	if info, err := os.Stat(database); err == nil && shared(info) {
		log.Warn("other users may read the database, which holds names: give the file the mode 0600", "database", database)
	}
}
