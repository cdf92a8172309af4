package kv

import (
	"fmt"
	"time"
)

// Text is a note that is kept as it is.
type Text string

// MarshalText implements encoding.TextMarshaler.
func (t Text) MarshalText() ([]byte, error) { return []byte(t), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (t *Text) UnmarshalText(text []byte) error {
	*t = Text(text)
	return nil
}

// Mark is a note that tells nothing but that it is there.
type Mark struct{}

// MarshalText implements encoding.TextMarshaler.
func (Mark) MarshalText() ([]byte, error) { return []byte("yes"), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (Mark) UnmarshalText(text []byte) error {
	if string(text) != "yes" {
		return fmt.Errorf("%q is no mark", text)
	}
	return nil
}

// Moment is a note of a time, to the second.
type Moment time.Time

// MarshalText implements encoding.TextMarshaler.
func (m Moment) MarshalText() ([]byte, error) {
	return []byte(time.Time(m).UTC().Format(time.RFC3339)), nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (m *Moment) UnmarshalText(text []byte) error {
	at, err := time.Parse(time.RFC3339, string(text))
	*m = Moment(at)
	return err
}
