package views

import (
	"encoding/json"
	"net/http"

	"postrider/rules"
	"postrider/store"
)

// The JSON of a game, whose fields stay as they are: other people's programs read them. Times are unix seconds.
type (
	gameData struct {
		ID       string     `json:"id"`
		Variant  string     `json:"variant"`
		Title    string     `json:"title"`
		FEN      string     `json:"fen"`
		Ply      int        `json:"ply"`
		Turn     string     `json:"turn"` // "" when finished
		Status   string     `json:"status"`
		Result   string     `json:"result"`
		Reason   string     `json:"reason"`
		White    nameData   `json:"white"`
		Black    nameData   `json:"black"`
		Deadline *int64     `json:"deadline"` // null when finished
		Seq      int        `json:"seq"`
		Moves    []moveData `json:"moves"`
		Legal    []string   `json:"legal"` // only while it is being played
	}
	nameData struct {
		Name string `json:"name"`
	}
	moveData struct {
		Ply     int    `json:"ply"`
		Text    string `json:"text"`
		SAN     string `json:"san"`
		FEN     string `json:"fen"`
		At      int64  `json:"at"`
		Comment string `json:"comment"` // "" for whom it is not meant
	}
)

func (s *Site) gameJSON(w http.ResponseWriter, r *http.Request, log store.Log) error {
	data := gameData{
		ID: log.ID, Variant: log.Variant, Title: log.Title, FEN: log.FEN, Ply: log.Ply, Status: log.Status, Result: log.Result, Reason: log.Reason,
		White: nameData{log.Seats[rules.White].Name}, Black: nameData{log.Seats[rules.Black].Name}, Seq: log.Seq,
		Moves: []moveData{}, Legal: []string{},
	}
	for _, m := range log.Moves {
		data.Moves = append(data.Moves, moveData{m.Ply, m.Text, m.SAN, m.FEN, m.At, m.Comment})
	}
	if log.Status == "playing" {
		data.Turn = log.Turn.String()
		if log.DeadlineAt != 0 {
			data.Deadline = &log.DeadlineAt
		}
		v, err := s.store.Variant(r.Context(), log.Definition)
		if err != nil {
			return err
		}
		p, err := v.ParseFEN(log.FEN)
		if err != nil {
			return err
		}
		for _, m := range p.Moves() {
			data.Legal = append(data.Legal, p.Text(m))
		}
	}
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "private, no-cache")
	w.Write(append(text, '\n')) // who has gone away needs no answer
	return nil
}
