package chat

// Crowded is an adapter where what takes the place of a message whose button was pressed waits for nothing.
type Crowded interface {
	// Crowded reports whether what is said in a room would have to wait now.
	Crowded(room Room) bool
}
