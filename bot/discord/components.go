package discord

import (
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/chat"
)

// components lays out buttons: in their rows if these fit, else row by row of five, else as menus of 25 choices. What a
// button says is its id, and ids must be different, so what is said twice is offered once.
func components(rows [][]chat.Button) []discordgo.MessageComponent {
	all := []discordgo.MessageComponent{}
	seen := map[string]bool{}
	var flat []chat.Button
	var kept [][]chat.Button
	fits := true
	for _, row := range rows {
		row = slices.DeleteFunc(slices.Clone(row), func(b chat.Button) bool {
			gone := b.Says == "" || seen[b.Says]
			seen[b.Says] = true
			return gone
		})
		if len(row) > 0 {
			kept, flat = append(kept, row), append(flat, row...)
		}
		fits = fits && len(row) <= mostColumns
	}
	if !fits || len(kept) > mostRows {
		kept = slices.Collect(slices.Chunk(flat, mostColumns))
	}
	if len(kept) > mostRows {
		for menu := range slices.Chunk(flat, mostChoices) {
			if len(all) < mostRows {
				all = append(all, row(menuOf(menu, len(all))))
			}
		}
		return all
	}
	for _, buttons := range kept {
		line := make([]discordgo.MessageComponent, len(buttons))
		for i, b := range buttons {
			line[i] = discordgo.Button{Label: label(b), Style: discordgo.SecondaryButton, CustomID: b.Says}
		}
		all = append(all, row(line...))
	}
	return all
}

func row(c ...discordgo.MessageComponent) discordgo.MessageComponent {
	return discordgo.ActionsRow{Components: c}
}

// menuOf is a menu that shows which choices it has: from the first to the last.
func menuOf(buttons []chat.Button, n int) discordgo.SelectMenu {
	m := discordgo.SelectMenu{
		MenuType:    discordgo.StringSelectMenu,
		CustomID:    "menu " + strconv.Itoa(n),
		Placeholder: cut(label(buttons[0]), 60) + " … " + cut(label(buttons[len(buttons)-1]), 60),
		MaxValues:   1,
	}
	for _, b := range buttons {
		m.Options = append(m.Options, discordgo.SelectMenuOption{Label: label(b), Value: b.Says})
	}
	return m
}

func label(b chat.Button) string {
	if b.Label == "" {
		return b.Says
	}
	return cut(b.Label, 80)
}
