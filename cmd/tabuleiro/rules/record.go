package rules

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/engine"
	"tabuleiro/engine/record"
	"tabuleiro/engine/table"
)

// Replay is the command that plays moves or a record.
type Replay struct {
	start
	File string `type:"path" placeholder:"PATH" help:"Replay a record (PDN, .mat or plain text) instead of the input."`
	Pick int    `placeholder:"N" help:"Which game of a record that has several; without it they are listed."`
}

// Run plays a record, or moves line by line as they come, and prints how the game ended.
func (c *Replay) Run(file config.File, in io.Reader, out *bufio.Writer) error {
	if c.File != "" {
		return c.record(file, out)
	}
	line, err := c.line()
	if err != nil {
		return err
	}
	err = eachLine(in, out, func(text string) (err error) {
		if line, err = play(line, text); err != nil {
			return config.Mistakef("%w", err)
		}
		fmt.Fprintf(out, "%d\t%s\t%s\n", line.Len(), line.Move(line.Len()-1), line.Position())
		return nil
	})
	if err != nil {
		return err
	}
	printResult(engine.Record{Line: line}, out)
	return nil
}

// record replays a file, which has its own start and options. Its faults are described as in a chat.
func (c *Replay) record(settings config.File, out *bufio.Writer) error {
	g, _, err := c.game()
	if err != nil {
		return err
	}
	if c.Position != nil || len(c.Option) > 0 {
		return config.Mistakef("--position and --option: a file has its own start and options")
	}
	words, err := words(settings)
	if err != nil {
		return err
	}
	r, err := c.picked(words, g)
	if err != nil {
		return err
	}
	if r.Game != g {
		return config.Mistakef("the record is of %s, not of %s", r.Game.Name, g.Name)
	}
	for n := range r.Line.Len() {
		fmt.Fprintf(out, "%d\t%s\t%s\n", n+1, r.Line.Move(n), r.Line.At(n+1))
	}
	printResult(r, out)
	if len(r.Odd) == 0 {
		return nil
	}
	told := chat.PlainText(words.Voice.Oddities(r))
	if slices.ContainsFunc(r.Odd, func(odd *engine.FileError) bool { return odd.Code == engine.CutShort }) {
		return config.Mistakef("%s", told)
	}
	_, err = fmt.Fprintf(out, "odd\t%s\n", told)
	return err
}

// words returns the sentences of a bot with these settings.
func words(settings config.File) (guide.Guide, error) {
	set, err := settings.Read()
	if err != nil {
		return guide.Guide{}, err
	}
	book, err := speech.Load()
	if err != nil {
		return guide.Guide{}, err
	}
	languages := view.Languages{Book: book, Usual: set.Language.Spoken(os.Getenv)}
	return guide.Guide{Audience: view.Audience{Voice: languages.Voice(nil, "")}, Languages: languages, Games: table.Games},
		nil
}

// mostListed is the number of games of a file that are listed.
const mostListed = 100

// picked reads the game of a record that is asked for.
func (c *Replay) picked(words guide.Guide, named *engine.Game) (engine.Record, error) {
	from, err := os.Open(c.File)
	if err != nil {
		return engine.Record{}, config.Mistakef("--file: %w", err)
	}
	defer from.Close()
	data, err := io.ReadAll(io.LimitReader(from, engine.MaxFileBytes+1))
	if err != nil {
		return engine.Record{}, fmt.Errorf("read the record: %w", err)
	}
	f, err := record.ReadAll(c.File, data, table.Games, named)
	if err == nil {
		switch several := len(f.Entries); {
		case several > 1 && c.Pick == 0:
			list := f.Found(nil, speech.Fold)
			shown := list[:min(len(list), mostListed)]
			return engine.Record{}, config.Mistakef("%s", chat.PlainText(words.Lists().GamesIn(f, len(list), shown, "--pick 2")))
		case c.Pick < 0 || c.Pick > several:
			return engine.Record{}, config.Mistakef("%s", words.Voice.Text("file-no-such-game", speech.Count(several)))
		}
		r, wrong := f.Entries[cmp.Or(c.Pick, 1)-1].Read()
		if err = wrong; err == nil {
			return r, nil
		}
	}
	if wrong, ok := errors.AsType[*engine.FileError](err); ok {
		return engine.Record{}, config.Mistakef("%s", chat.PlainText(words.Voice.Fault(wrong)))
	}
	return engine.Record{}, config.Mistakef("%w", err) // it may be read in several ways
}
