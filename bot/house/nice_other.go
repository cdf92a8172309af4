//go:build !linux

package house

// giveWay does nothing where importance belongs to the whole process.
func giveWay() {}
