package styled

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/chat"
)

// Limits of buttons: five rows of five, or as many menus of 25 choices.
const (
	mostRows    = 5
	mostColumns = 5
	MostChoices = 25
)

// Components lays out buttons: in their rows if these fit, else in joined rows, as narrow as possible, else in rows of
// five, else in menus of 25. Ids must be unique, so a text that occurs twice is offered once; the last row may be a
// user menu.
func Components(rows [][]chat.Button) []discordgo.MessageComponent {
	all := []discordgo.MessageComponent{}
	seen := map[string]bool{}
	var kept [][]chat.Button
	var last []discordgo.MessageComponent
	for _, row := range rows {
		row = slices.DeleteFunc(slices.Clone(row), func(b chat.Button) bool {
			if b.Asks == chat.APerson {
				last = []discordgo.MessageComponent{peopleOf(b)}
				return true
			}
			key := cmp.Or(b.URL, b.Says)
			gone := key == "" || seen[key]
			seen[key] = true
			return gone
		})
		if len(row) > 0 {
			kept = append(kept, row)
		}
	}
	most := mostRows - len(last)
	for wide := 2; wide <= mostColumns; wide++ {
		kept = joined(kept, wide, most)
	}
	flat := slices.Concat(kept...)
	if len(kept) > most {
		kept = slices.Collect(slices.Chunk(flat, mostColumns))
	}
	if len(kept) > most {
		flat = slices.DeleteFunc(flat, func(b chat.Button) bool { return b.URL != "" }) // a link cannot be a choice
		for menu := range slices.Chunk(flat, MostChoices) {
			if len(all) < most {
				all = append(all, row(menuOf(menu, len(all))))
			}
		}
		return append(all, last...)
	}
	for _, buttons := range kept {
		line := make([]discordgo.MessageComponent, len(buttons))
		for i, b := range buttons {
			line[i] = buttonOf(b)
		}
		all = append(all, row(line...))
	}
	return append(all, last...)
}

// buttonOf converts a button, which may be a link.
func buttonOf(b chat.Button) discordgo.Button {
	if b.URL != "" {
		return discordgo.Button{Label: label(b), Style: discordgo.LinkButton, URL: b.URL}
	}
	return discordgo.Button{Label: label(b), Style: styles[b.Tone], CustomID: idOf(b)}
}

// styles are the styles of buttons.
var styles = map[chat.Tone]discordgo.ButtonStyle{
	chat.Even: discordgo.SecondaryButton, chat.Usual: discordgo.PrimaryButton, chat.Agrees: discordgo.SuccessButton,
	chat.Grave: discordgo.DangerButton, chat.Leaves: discordgo.SecondaryButton,
}

// joined joins adjacent rows up to a width, from the last ones, until at most so many rows are left.
func joined(rows [][]chat.Button, wide, most int) [][]chat.Button {
	for i := len(rows) - 1; i > 0 && len(rows) > most; i-- {
		if len(rows[i-1])+len(rows[i]) <= wide {
			rows[i-1] = slices.Concat(rows[i-1], rows[i])
			rows = slices.Delete(rows, i, i+1)
		}
	}
	return rows
}

// Prefixes of the ids of a user menu and of a button that asks for a text. The name or text is appended to the rest.
const (
	ForPerson = "@ "
	ForText   = "_ "
)

// idOf returns the id of a button.
func idOf(b chat.Button) string {
	if b.Asks == chat.AText {
		return ForText + b.Says
	}
	return b.Says
}

// peopleOf returns a row with a user menu.
func peopleOf(b chat.Button) discordgo.MessageComponent {
	return row(discordgo.SelectMenu{
		MenuType:    discordgo.UserSelectMenu,
		CustomID:    ForPerson + b.Says,
		Placeholder: label(b),
		MaxValues:   1,
	})
}

// longestID is the longest id of a button.
const longestID = 100

func row(c ...discordgo.MessageComponent) discordgo.MessageComponent {
	return discordgo.ActionsRow{Components: c}
}

// menuOf returns a menu of choices; its placeholder shows the first and the last one.
func menuOf(buttons []chat.Button, n int) discordgo.SelectMenu {
	m := discordgo.SelectMenu{
		MenuType:    discordgo.StringSelectMenu,
		CustomID:    "menu " + strconv.Itoa(n),
		Placeholder: chat.Shorten(label(buttons[0]), 60) + " … " + chat.Shorten(label(buttons[len(buttons)-1]), 60),
		MaxValues:   1,
	}
	for _, b := range buttons {
		m.Options = append(m.Options, discordgo.SelectMenuOption{Label: label(b), Value: idOf(b)})
	}
	return m
}

func label(b chat.Button) string { return chat.Shorten(cmp.Or(b.Label, b.Says), 80) }
