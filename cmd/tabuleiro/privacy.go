package main

import (
	"bufio"
	"fmt"
	"os"

	"tabuleiro/bot/account"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/cmd/tabuleiro/config"
)

// privacyCommand prints what people are told by /privacy, for the portals of services that ask for the address of such
// a text. It is in the language that is configured.
type privacyCommand struct{}

func (privacyCommand) Run(settings config.Config, out *bufio.Writer) error {
	book, err := speech.Load()
	if err != nil {
		return err
	}
	voice, _ := book.In(settings.Language.Spoken(os.Getenv))
	_, err = fmt.Fprintln(out, chat.PlainText(account.PrivacyIn(voice, operatorOf(settings))))
	return err
}

// operatorOf is who runs the bot, as configured.
func operatorOf(c config.Config) account.Operator {
	return account.Operator{Name: c.Operator.Name, Contact: c.Operator.Contact}
}
