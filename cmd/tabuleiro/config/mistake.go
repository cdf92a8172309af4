package config

import "fmt"

// Mistake is an error in the request, as opposed to one in carrying it out.
type Mistake struct{ error }

func (m Mistake) Unwrap() error { return m.error }

// Mistakef makes a mistake as fmt.Errorf makes an error.
func Mistakef(format string, args ...any) error { return Mistake{fmt.Errorf(format, args...)} }
