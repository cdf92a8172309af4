// Package commands knows the commands that Telegram suggests, and how they are written in a text.
package commands

// Command is one that the bot understands.
type Command struct {
	Name string  // a-z, 0-9 and _, at most 32
	Help string  // at most 256 characters
	In   []Scope // where Telegram suggests it to people who type a slash; none: it is understood all the same

	Spelt map[string]string // words for it with accents, with how they are written without
}

// Scope is where Telegram suggests a command, and to whom.
type Scope string

// The scopes in which commands are suggested. An administrator of a group is suggested those for administrators alone.
const (
	Private        Scope = "all_private_chats"
	Groups         Scope = "all_group_chats"
	Administrators Scope = "all_chat_administrators"
)

// Scopes are all of them.
var Scopes = []Scope{Private, Groups, Administrators}

// Description is what Telegram shows of a bot to somebody who has not spoken with it.
type Description struct {
	Long  string // in the empty chat, at most 512 characters
	Short string // on its profile, and where it is shared; at most 120 characters
}
