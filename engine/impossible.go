package engine

import "fmt"

// ImpossibleError is why the text of a position, written as it should be, is none of a position: no game comes to it.
type ImpossibleError struct{ why string }

func (e *ImpossibleError) Error() string { return e.why }

// Impossible is an ImpossibleError.
func Impossible(format string, facts ...any) error {
	return &ImpossibleError{fmt.Sprintf(format, facts...)}
}
