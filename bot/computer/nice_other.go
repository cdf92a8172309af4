//go:build !linux

package computer

// giveWay does nothing where importance belongs to the whole process.
func giveWay() {}
