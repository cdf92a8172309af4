package discord

// service is the name of the service.
const service = "discord"

// sentence is one in the language of a locale, its gaps filled.
type sentence = func(locale, key string, gaps map[string]string) string

// Keys of the sentences that the adapter needs.
const (
	GuestKey      = "guest"              // what works where the bot is no member
	MuteKey       = "mute"               // what works where the bot may not write, for want of {{.Permissions}}
	HintKey       = "unread"             // how to be heard where texts are not
	RobotKey      = "robot"              // {{.Name}} is a bot, and does not play
	SkippedKey    = "skipped"            // {{.Count}} texts were not dealt with
	ThreadGoneKey = "thread-gone"        // a thread is closed, and its match goes on here
	TypeKey       = "type-move"          // heads the field for a move, in at most 45 characters
	TroubleKey    = "trouble"            // something went wrong
	PermissionKey = "missing-permission" // the bot lacks {{.Permissions}} here
)
