package archive

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

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

		Address    string         `json:"address"`
		Source     string         `json:"source,omitempty"` // where it was first, if it came here by a file that says so
		Start      string         `json:"start"`            // FEN
		Clock      string         `json:"clock"`            // as store.Clock writes it; "" without one
		Vacations  bool           `json:"vacations"`        // hold the clocks
		Started    int64          `json:"started"`
		Ended      *int64         `json:"ended"` // null while it is being played
		Definition definitionData `json:"definition"`
		Taken      []takenData    `json:"taken"`
		Events     []eventData    `json:"events"` // those that whoever asks may read
		Remarks    []remarkData   `json:"remarks"`
	}
	nameData struct {
		Name string `json:"name"`
	}
	moveData struct {
		Ply         int    `json:"ply"`
		Text        string `json:"text"`
		SAN         string `json:"san"`
		FEN         string `json:"fen"`
		At          int64  `json:"at"`
		Comment     string `json:"comment"`               // "" for whom it is not meant
		Had         int64  `json:"had"`                   // seconds that its player had when the turn began
		Left        int64  `json:"left"`                  // and when it was played
		Conditional bool   `json:"conditional,omitempty"` // the server played it, as it had been told
	}
	takenData struct { // a move that was taken back
		Seq int `json:"seq"` // of the event that took it back
		moveData
	}
	eventData struct {
		Seq   int    `json:"seq"`
		Ply   int    `json:"ply"`
		Side  string `json:"side"`
		Kind  string `json:"kind"` // as in store.Event
		At    int64  `json:"at"`
		From  int64  `json:"from,omitempty"`
		Until int64  `json:"until,omitempty"`
		N     int64  `json:"n,omitempty"`
		What  string `json:"what,omitempty"`
	}
	remarkData struct {
		Side string `json:"side"`
		Text string `json:"text"`
		At   int64  `json:"at"`
	}
	definitionData struct {
		Hash string `json:"hash"`
		Text string `json:"text"` // flattened; "" while the game is being played, where it can be asked for often
	}
)

// WriteJSON writes the record as one line. legal are the legal moves in canonical text, of a game that is being played.
func (r *Record) WriteJSON(w io.Writer, legal []string) error {
	d := gameData{
		ID: r.ID, Variant: r.Variant, Title: r.Title, FEN: r.FEN, Ply: r.Ply, Status: r.Status, Result: r.Result, Reason: r.Reason,
		White: nameData{r.Seats[rules.White].Name}, Black: nameData{r.Seats[rules.Black].Name}, Seq: r.Seq, Moves: []moveData{}, Legal: append([]string{}, legal...),
		Address: r.Address, Source: r.Source, Start: r.StartFEN, Vacations: !r.NoVacation, Started: r.StartedAt, Definition: definitionData{r.Definition, r.Text},
		Taken: []takenData{}, Events: []eventData{}, Remarks: []remarkData{},
	}
	if r.Clock != (store.Clock{}) {
		d.Clock = r.Clock.String()
	}
	if r.Status == "playing" {
		d.Turn = r.Turn.String()
	}
	if r.DeadlineAt != 0 {
		d.Deadline = &r.DeadlineAt
	}
	if r.EndedAt != 0 {
		d.Ended = &r.EndedAt
	}
	for _, m := range r.Moves {
		d.Moves = append(d.Moves, moveData{m.Ply, m.Text, m.SAN, m.FEN, m.At, m.Comment, m.Had, m.Left, m.Conditional})
	}
	for _, m := range r.Taken {
		d.Taken = append(d.Taken, takenData{m.Seq, moveData{m.Ply, m.Text, m.SAN, m.FEN, m.At, m.Comment, m.Had, m.Left, m.Conditional}})
	}
	for _, e := range r.Events {
		d.Events = append(d.Events, eventData{e.Seq, e.Ply, e.Side.String(), e.Kind, e.At, e.From, e.Until, e.N, e.What})
	}
	for _, m := range r.Remarks {
		d.Remarks = append(d.Remarks, remarkData{m.Side.String(), m.Text, m.At})
	}
	text, err := json.Marshal(d)
	if err != nil {
		return fmt.Errorf("write game %s as JSON: %w", r.ID, err)
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// maxJSON is how many bytes of JSON are read of one game.
const maxJSON = 32 << 20

// jsonReader reads games of our JSON, one after another.
type jsonReader struct {
	decoder *json.Decoder
	rest    *io.LimitedReader
}

// newJSONReader begins to read a file.
func newJSONReader(in io.Reader) *jsonReader {
	rest := &io.LimitedReader{R: in}
	return &jsonReader{json.NewDecoder(rest), rest}
}

// Next reads a game, as the file tells it: its moves are not checked (Record.Replay). io.EOF after the last one; after another error the file can be read no further.
func (j *jsonReader) Next() (*Record, error) {
	var d gameData
	var kind *json.UnmarshalTypeError // the rest of the game is read
	j.rest.N = maxJSON
	err := j.decoder.Decode(&d)
	switch {
	case errors.As(err, &kind) && d.Variant != "" && d.Moves != nil:
		r := d.record()
		r.wrong = fmt.Errorf("its field %s cannot hold this: %s", kind.Field, kind.Value)
		return &r, nil
	case errors.Is(err, io.EOF):
		return nil, io.EOF
	case err != nil && j.rest.N <= 0:
		return nil, fmt.Errorf("it is too long: the JSON of a game has at most %d MB", maxJSON>>20)
	case err != nil:
		return nil, fmt.Errorf("it is no JSON of a game: %w", err)
	case d.Variant == "" || d.Moves == nil:
		return nil, errors.New("it is no JSON of a game: that has at least the fields variant, white, black and moves")
	}
	r := d.record()
	return &r, nil
}

// record is what the data tell.
func (d *gameData) record() (r Record) {
	r.Variant, r.Title, r.FEN, r.Status, r.Result, r.Reason = d.Variant, cleanTitle(d.Title), d.FEN, d.Status, d.Result, cleanTitle(d.Reason)
	r.Seats[rules.White].Name, r.Seats[rules.Black].Name = cleanLine(d.White.Name, store.NameLetters), cleanLine(d.Black.Name, store.NameLetters)
	r.Source = cleanSource(d.Source)
	r.Address, r.StartFEN, r.NoVacation, r.StartedAt = d.Address, d.Start, !d.Vacations, d.Started
	r.Definition, r.Text = d.Definition.Hash, d.Definition.Text
	if gameID.MatchString(d.ID) {
		r.ID = d.ID
	}
	if d.Ended != nil {
		r.EndedAt = *d.Ended
	}
	fail := func(err error) {
		if r.wrong == nil {
			r.wrong = err
		}
	}
	if d.Clock != "" {
		var err error
		if r.Clock, err = store.ParseClock(d.Clock); err != nil {
			fail(fmt.Errorf("its clock: %w", err))
		}
	}
	side := func(text string) rules.Side {
		s, err := readSide(text)
		if err != nil {
			fail(err)
		}
		return s
	}
	for i, m := range d.Moves {
		if m.Ply != 0 && m.Ply != i+1 {
			fail(fmt.Errorf("the move %s is number %d in the file, and says that it is ply %d", cut(m.Text), i+1, m.Ply))
		}
		r.Moves = append(r.Moves, m.move())
	}
	for _, m := range d.Taken {
		r.Taken = append(r.Taken, store.TakenMove{Move: m.move(), Seq: m.Seq})
	}
	for _, e := range d.Events {
		if !eventKind.MatchString(e.Kind) || e.What != "" && !eventKind.MatchString(e.What) {
			fail(fmt.Errorf("event %d is of no kind: “%s”", e.Seq, cut(e.Kind+" "+e.What)))
		}
		r.Events = append(r.Events, store.Event{Seq: e.Seq, Side: side(e.Side), Kind: e.Kind, At: e.At, From: e.From, Until: e.Until, N: e.N, What: e.What})
	}
	for _, m := range d.Remarks {
		r.Remarks = append(r.Remarks, store.Remark{Side: side(m.Side), Text: m.Text, At: m.At})
	}
	return r
}

func (m moveData) move() store.Move {
	return store.Move{Ply: m.Ply, Text: m.Text, FEN: m.FEN, At: m.At, Comment: m.Comment, Had: m.Had, Left: m.Left, Conditional: m.Conditional}
}
