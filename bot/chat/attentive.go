package chat

import (
	"context"
	"time"
)

// Attentive is an adapter that can show that the bot has heard what was said, and is busy with it. It needs no store.
type Attentive interface {
	// Attend shows that in a room, for some seconds. That it could not be shown is no matter.
	Attend(ctx context.Context, room Room)
}

// Sign is how long somebody who has said something waits for the store without a sign, and how long one is seen.
const Sign = 5 * time.Second

// Crowded is an adapter where what takes the place of a message whose button was pressed waits for nothing.
type Crowded interface {
	// Crowded tells whether what is said in a room would have to wait now.
	Crowded(room Room) bool
}
