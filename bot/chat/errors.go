package chat

import (
	"errors"
	"fmt"
)

// ErrClosed is the answer of a room that does not take messages any more.
var ErrClosed = errors.New("the room is closed")

// ErrBlocked is ErrClosed of a private talk by the person who is there.
var ErrBlocked = fmt.Errorf("%w by the person who is there", ErrClosed)

// ErrGuest is ErrClosed of a room where the bot may answer, and nothing has been said to it for a while.
var ErrGuest = fmt.Errorf("%w: the bot is a guest here and can only answer", ErrClosed)

// ErrAway is the answer of a service that cannot be reached now, or takes nothing for a while: the same may be tried
// again later for as long as that lasts.
var ErrAway = errors.New("the service takes nothing now")

// ErrOvertaken is why a message has not left: see Message.Overtaken.
var ErrOvertaken = errors.New("something newer is to be said in its place")
