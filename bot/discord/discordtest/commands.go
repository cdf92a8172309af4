package discordtest

import (
	"sync"

	table "tabuleiro/bot/command"
	"tabuleiro/bot/discord/commands"
	"tabuleiro/bot/speech"
	games "tabuleiro/engine/table"
)

// Commands returns the bot's commands, with texts from the message files.
var Commands = sync.OnceValue(func() []commands.Command {
	book, err := speech.Load()
	if err != nil {
		panic(err)
	}
	words := func(key string) commands.Words {
		w := commands.Words{}
		for _, lang := range speech.Languages {
			if voice, _ := book.In(lang); voice.Has(key) {
				w[lang] = voice.Text(key)
			}
		}
		return w
	}
	choices := map[string][]string{}
	for _, g := range games.Games {
		choices["game"] = append(choices["game"], "game."+g.Name)
	}
	return commands.All(table.Public(), words, choices)
})
