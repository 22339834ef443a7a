package views

import (
	"fmt"
	"net/url"
	"slices"

	"postrider/store"
)

// numberedStep is a move of the line as it is quoted.
func (p *planPage) numberedStep(i int) string { return p.Entry.Line.Steps[i].quoted() }

// told is the line in words: "the present position", "after 7… d6 8. Nf3".
func (p *planPage) told() string {
	if len(p.Entry.Line.Steps) == 0 {
		return "the present position"
	}
	words := "after"
	for i := range p.Entry.Line.Steps {
		words += " " + p.numberedStep(i)
	}
	return words
}

// heading asks for the next move of the line.
func (p *planPage) heading() string {
	n := len(p.Entry.Line.Steps)
	switch theirs := p.Entry.Line.End().Turn() != p.Me; {
	case n == 0 && theirs:
		return "If " + p.opponent() + " plays …"
	case n == 0:
		return "You are going to play …"
	case !theirs:
		return "If " + p.numberedStep(n-1) + ", you answer …"
	case p.inPlan():
		return "This line is kept"
	case p.whole():
		return "Keep this line, or go on"
	}
	return "After " + p.numberedStep(n-1) + ", if " + p.opponent() + " plays …"
}

// whole says whether the line can be kept: it ends with an answer to a move of the opponent's.
func (p *planPage) whole() bool {
	n, least := len(p.Entry.Line.Steps), 2
	if p.Turn == p.Me {
		least = 3
	}
	return n >= least && p.Entry.Line.Steps[n-1].Side == p.Me
}

// inPlan says whether the line is in the plan already.
func (p *planPage) inPlan() bool {
	parent := int64(0)
	for _, step := range p.Entry.Line.Steps {
		i := slices.IndexFunc(p.Ahead.Conditions, func(c store.Condition) bool { return c.Parent == parent && c.Text == step.Text })
		if i < 0 {
			return false
		}
		parent = p.Ahead.Conditions[i].ID
	}
	return len(p.Entry.Line.Steps) > 0
}

// toKeep says whether the line can be kept and is not yet.
func (p *planPage) toKeep() bool { return p.whole() && !p.inPlan() }

// stepRole says what a move of the line is.
func (p *planPage) stepRole(i int) string {
	switch {
	case p.Entry.Line.Steps[i].Side != p.Me:
		return "If " + p.opponent() + " plays"
	case i == 0:
		return "I am going to play"
	}
	return "I answer"
}

// planRow is a line of the list of a plan: a move of the opponent's and the answer; or the move that the viewer is going to make.
type planRow struct {
	ID   int64 // of the answer
	If   string
	Then string
	Line string // up to the answer
}

// below lists what follows on a ply of the plan (0: on the position as it stands).
func (p *planPage) below(parent int64) []planRow {
	var rows []planRow
	for _, c := range p.Ahead.Conditions {
		switch {
		case c.Parent != parent:
		case c.Side == p.Me:
			rows = append(rows, planRow{ID: c.ID, Then: p.quoted(c), Line: p.lineTo(c)})
		default:
			for _, answer := range p.Ahead.Conditions {
				if answer.Parent == c.ID {
					rows = append(rows, planRow{ID: answer.ID, If: p.quoted(c), Then: p.quoted(answer), Line: p.lineTo(answer)})
				}
			}
		}
	}
	return rows
}

func (p *gamePage) quoted(c store.Condition) string { return p.Number(c.Ply) + " " + c.SAN }

// lineTo is the line that leads to a ply of the plan.
func (p *planPage) lineTo(c store.Condition) string {
	texts := c.Text
	for c.Parent != 0 {
		for _, before := range p.Ahead.Conditions {
			if before.ID == c.Parent {
				c, texts = before, before.Text+"."+texts
				break
			}
		}
	}
	return texts
}

// planWords says in one sentence what the viewer has planned, or is "".
func (p *gamePage) planWords() string {
	n := len(p.Ahead.Conditions)
	if n == 0 {
		return ""
	}
	first := p.Ahead.Conditions[0]
	words := "You have planned ahead: if " + p.quoted(first) + ", you answer"
	if first.Side == p.Me {
		return "You have planned what follows on " + p.quoted(first) + "."
	}
	if n > 1 {
		words += " " + p.quoted(p.Ahead.Conditions[1])
	}
	if n > 2 {
		words += fmt.Sprintf(", and so on (%d moves in all)", n)
	}
	return words + "."
}

// dropsPlan says that the chosen move is another one than those with which the viewer's plan begins, or is "".
func (p *gamePage) dropsPlan() string {
	text := p.Choice.Position.Text(p.Choice.Move)
	for _, c := range p.Ahead.Conditions {
		if c.Parent == 0 && c.Text == text {
			return ""
		}
	}
	if len(p.Ahead.Conditions) == 0 {
		return ""
	}
	return "What you have planned follows on " + p.quoted(p.Ahead.Conditions[0]) + ": it is dropped if you send this move."
}

// unfit says why the viewer's plan was dropped, or is "".
func (p *gamePage) unfit() string {
	i := p.Ahead.UnfitSeq
	if i < 1 || i > len(p.Events) {
		return ""
	}
	const dropped = "The moves that you had planned ahead are dropped: "
	switch e := p.Events[i-1]; {
	case e.Kind == "move" && e.Side == p.Me:
		return dropped + "you played another move than the one they began with."
	case e.Kind == "move" && e.Ply <= len(p.Moves):
		return dropped + p.opponent() + " played " + p.numbered(e.Ply) + ", which they did not foresee."
	case e.Kind == "takeback":
		return dropped + "they followed on a move that was taken back."
	case p.Over():
		return dropped + "the game is over."
	}
	return dropped + "they no longer fit."
}

// present says where the plan begins: "before the first move", "after 7… d6".
func (p *planPage) present() string {
	if p.Ply == 0 {
		return "before the first move"
	}
	return "after " + p.numbered(p.Ply)
}

// sendHref is the preview of the move with which the line begins, on the viewer's own turn.
func (p *planPage) sendHref() string {
	return p.path("?" + url.Values{"move": {p.Entry.Line.Steps[0].Text}}.Encode())
}
