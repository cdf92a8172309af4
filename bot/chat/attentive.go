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
