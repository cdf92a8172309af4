package conversation

import "tabuleiro/bot/request"

// resume goes on with what stands still for the author: a match in a pause, whose end it proposes, or all, if the author
// is away; where nothing does it shows the board, of several
// matches the list.
func (c *Conversation) resume(req *request.Request) (*request.Result, error) {
	mine, err := c.Moves.Find.Mine(req)
	if err != nil {
		return nil, err
	}
	for _, m := range mine {
		if m.Clock.Until.After(c.Now()) {
			return c.Commands["pause"](req, "#"+m.ID+" 0")
		}
	}
	gone, err := c.Archive.Absences(req.Ctx, req.Author.ID)
	switch {
	case err != nil:
		return nil, err
	case gone.Now(c.Now()):
		return c.Commands["away"](req, "0")
	}
	if len(mine) > 1 {
		return c.Commands["games"](req, "")
	}
	return c.Commands["board"](req, "")
}
