package terminal

import (
	"bufio"
	"context"
	"io"
	"iter"
)

// longest is how much of a line is read, in bytes; the rest of it is passed over.
const longest = 16 << 10

// lines yields the lines of a script, without their ends, until the input or the context ends. A line is read when it
// is asked for and not before, so whoever writes the script can wait for each answer.
func lines(ctx context.Context, r io.Reader) iter.Seq[string] {
	in := bufio.NewReaderSize(r, longest)
	wanted := make(chan struct{})
	read := make(chan string)
	go func() { // a read cannot be interrupted, so it is left behind when the context ends
		defer close(read)
		for range wanted {
			line, more, err := in.ReadLine()
			if err != nil {
				return
			}
			text := string(line)
			for more && err == nil {
				_, more, err = in.ReadLine()
			}
			select {
			case read <- text:
			case <-ctx.Done():
				return
			}
		}
	}()
	return func(yield func(string) bool) {
		defer close(wanted)
		for {
			select {
			case wanted <- struct{}{}:
			case <-ctx.Done():
				return
			}
			select {
			case text, ok := <-read:
				if !ok || !yield(text) {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}
}
