package share

import (
	"crypto/sha256"
	"fmt"
	"os"
	"strconv"
	"strings"

	"tabuleiro/storage"
)

// kernel names what numbers the processes of this machine: its boot and the namespace of their numbers. It is "" where
// the system does not tell, as behind ProcSubset=pid.
func kernel() string {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	numbers, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%.4x", sha256.Sum256(append(boot, numbers...)))
}

// gone tells whether a process has ended for sure, as far as another one knows; both are given by their names. One
// system numbers both and has no process of that number. A process whose number another one has by now is not known to
// have ended.
func gone(process, by string) bool {
	theirs, own := strings.Split(process, "/"), strings.Split(by, "/")
	if len(theirs) != 4 || len(own) != 4 || theirs[2] == "" || theirs[2] != own[2] {
		return false
	}
	number, err := strconv.Atoi(theirs[1])
	return err == nil && number > 0 && noProcess(number)
}

// bury returns the leases of processes that have ended for sure, and has all be nobody's in the list.
func (s *Share) bury(all []storage.Lease) (left []storage.Lease) {
	ended := map[string]bool{s.Name: false}
	for i, l := range all {
		if l.Holder == "" || l.Left == 0 {
			continue
		}
		is, asked := ended[l.Holder]
		if !asked {
			is = gone(l.Holder, s.Name)
			ended[l.Holder] = is
		}
		if is {
			left = append(left, l)
			all[i].Holder, all[i].Left = "", 0
		}
	}
	return left
}
