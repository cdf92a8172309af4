package wire

import (
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"
)

// epoch is where Discord's ids begin, in milliseconds since 1970: the first second of 2015.
const epoch = 1420070400000

// SnowflakeAt is an id as Discord gave them at a time.
func SnowflakeAt(t time.Time) string {
	return strconv.FormatInt(max(t.UnixMilli()-epoch, 0)<<22, 10)
}

// TimeOf is when Discord gave an id, zero if it is none.
func TimeOf(id string) time.Time {
	made, _ := discordgo.SnowflakeTimestamp(id)
	return made
}
