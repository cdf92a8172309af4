package main

import "os"

// lateFile is a file that is made when the first line of a log is written to it, and is its owner's alone; lines are
// added to it.
type lateFile struct {
	name string
	file *os.File
}

func (f *lateFile) Write(b []byte) (int, error) {
	if f.file == nil {
		file, err := os.OpenFile(f.name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return 0, err
		}
		f.file = file // until the program ends
	}
	return f.file.Write(b)
}
