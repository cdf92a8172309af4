package matches

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// lineEnds part the lines of a plan.
var lineEnds = regexp.MustCompile(`\s*[,;\n]\s*`)

// If keeps what the author plays if the other player plays this or that: "/if 21-17 11-15, 18-14 10x17", beside what
// was kept before and is not against it. Without moves it shows what is kept. It is not for a room where the other one reads it.
func (s Moves) If(req *request.Request, text string) (*request.Result, error) {
	m, rest, err := s.Find.Find(req, text, "if", match.Planned)
	if err != nil {
		return nil, err
	}
	switch {
	case !req.Event.Private && !req.Guide.Caps.Together:
		return nil, req.Note("plan-private", speech.Text("Command", req.Guide.Voice.Typed("if")+" #"+m.ID))
	case !request.Can(m, req.Author, match.Planned), req.Guide.Languages.Book.Means("none", rest):
		return s.keepPlan(req, m, nil) // the match says why not
	case rest == "":
		return s.plan(req, m, m.Plan(m.Side(req.Author.ID))), nil
	}
	plan, err := planned(req, m, rest)
	if err != nil {
		return nil, err
	}
	return s.addPlan(req, m, plan)
}

// addPlan keeps lines beside what the author has planned before, in the place of those that they are against, and shows
// it all.
func (s Moves) addPlan(req *request.Request, m *match.Match, plan match.Plan) (*request.Result, error) {
	var replaced match.Plan
	for _, line := range m.Plan(m.Side(req.Author.ID)) {
		same := func(other []engine.Move) bool { return slices.Equal(other, line) }
		switch against := func(other []engine.Move) bool { return match.Contradict(other, line) }; {
		case slices.ContainsFunc(plan, same):
		case slices.ContainsFunc(plan, against):
			replaced = append(replaced, line)
		default:
			plan = append(plan, line)
		}
	}
	if len(plan) > match.MostLines {
		return nil, req.Note("plan-lines", speech.Text("Most", strconv.Itoa(match.MostLines)))
	}
	answer, err := s.keepPlan(req, m, plan)
	if err == nil && len(replaced) > 0 {
		text := &answer.Messages[0].Text
		*text = append(append(*text, tell.Line(req.Guide.Voice.Say("plan-replaced"))...), lines(req, m, replaced)...)
	}
	return answer, err
}

// keepPlan has a plan be the author's in the game that goes on, and shows it.
func (s Moves) keepPlan(req *request.Request, m *match.Match, plan match.Plan) (*request.Result, error) {
	err := s.Change.Act(req, m.ID, func(now *match.Match) (match.Event, error) {
		if now.Number() != m.Number() {
			return match.Event{}, req.TooLate(now)
		}
		return match.Event{Kind: match.Planned, Lines: plan}, nil
	})
	if err != nil {
		return nil, err
	}
	return s.plan(req, m, plan), nil
}

// plan shows what is planned.
func (s Moves) plan(req *request.Request, m *match.Match, plan match.Plan) *request.Result {
	answer := req.Privately("plan-none", speech.Text("Example", req.Guide.Voice.Typed("if")+" #"+m.ID))
	if len(plan) > 0 {
		answer = req.Privately("plan-kept", speech.Person("Player", tell.User(m.Player(m.Turn()))), speech.Text("ID", m.ID),
			speech.Text("None", req.Guide.Voice.Typed("if")+" #"+m.ID+" "+req.Guide.Voice.Typed("none")))
		answer.Text = append(answer.Text, lines(req, m, plan)...)
	}
	return request.Say(answer)
}

// lines are those of a plan, as they are read.
func lines(req *request.Request, m *match.Match, plan match.Plan) (spans []chat.Span) {
	for _, line := range plan {
		var words []string
		at := m.Line
		for _, move := range line {
			words = append(words, req.Guide.Voice.Move(at.Position(), string(move)))
			at, _ = at.Play(move) // it has been looked at
		}
		spans = append(spans, chat.Span{Text: "\n• " + strings.Join(words, " ")})
	}
	return spans
}

// planned reads the lines of a plan. A line that another one begins with says nothing and is left out.
func planned(req *request.Request, m *match.Match, text string) (plan match.Plan, err error) {
	for _, said := range lineEnds.Split(strings.TrimSpace(text), -1) {
		if said == "" {
			continue
		}
		var line []engine.Move
		at, words := m.Line, strings.Fields(said)
		for len(words) > 0 {
			move, n, wrong := firstMove(at.Position(), words)
			if next, err := at.Play(move); wrong == nil && err == nil {
				line, at, words = append(line, move), next, words[n:]
				continue
			}
			no := req.Privately("plan-move", speech.Text("Move", speech.Clean(words[0], tell.LongestName)),
				speech.Text("Line", speech.Clean(said, 100)))
			var why *engine.MoveError
			if errors.As(wrong, &why) && why.Kind != engine.NotMove {
				no.Text = append(no.Text, tell.Line(req.Guide.Voice.Obstacle(at.Position(), why))...)
			}
			return nil, request.Instead(no)
		}
		switch {
		case len(line)%2 == 1 || len(line) > match.MostAhead:
			return nil, req.Note("plan-odd", speech.Text("Line", speech.Clean(said, 100)),
				speech.Text("Most", strconv.Itoa(match.MostAhead)))
		case slices.ContainsFunc(plan, func(other []engine.Move) bool {
			return match.Contradict(other, line) &&
				!slices.Equal(other, line)
		}):
			return nil, req.Note("plan-twice", speech.Text("Line", speech.Clean(said, 100)))
		case !slices.ContainsFunc(plan, func(other []engine.Move) bool { return slices.Equal(other, line) }):
			plan = append(plan, line)
		}
	}
	return plan, nil
}

// longestMove is the number of words a move may have.
const longestMove = 4

// firstMove is the move that some words begin with, and how many of them it is.
func firstMove(p engine.Position, words []string) (move engine.Move, n int, err error) {
	for n = 1; n <= min(longestMove, len(words)); n++ {
		var wrong error
		if move, wrong = p.Read(strings.Join(words[:n], " ")); wrong == nil {
			return move, n, nil
		}
		err = cmp.Or(err, wrong)
	}
	return "", 0, err
}
