package views

import (
	"bytes"
	"mime"
	"net/http"
	"time"

	"postrider/store"
	"postrider/views/archive"
)

// record is a log as it is written into files for whoever asks.
func (s *Site) record(r *http.Request, log store.Log) (*archive.Record, error) {
	v, err := s.store.Variant(r.Context(), log.Definition)
	if err != nil {
		return nil, err
	}
	text, err := s.store.DefinitionText(r.Context(), log.Definition)
	if err != nil {
		return nil, err
	}
	return archive.Of(log, v, text, s.URL), nil
}

// gameJSON is a log as JSON; while it is being played the text of its definition is left out, since programs ask for it often.
func (s *Site) gameJSON(w http.ResponseWriter, r *http.Request, log store.Log) error {
	record, err := s.record(r, log)
	if err != nil {
		return err
	}
	var legal []string
	if !log.Over() {
		record.Text = ""
		v, err := s.store.Variant(r.Context(), log.Definition)
		if err != nil {
			return err
		}
		p, err := v.ParseFEN(log.FEN)
		if err != nil {
			return err
		}
		for _, m := range p.Moves() {
			legal = append(legal, p.Text(m))
		}
	}
	var text bytes.Buffer
	if err := record.WriteJSON(&text, legal); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "private, no-cache")
	return s.whole(w, r, send(w, text))
}

// gamePGN is a log as PGN, to be kept.
func (s *Site) gamePGN(w http.ResponseWriter, r *http.Request, log store.Log) error {
	record, err := s.record(r, log)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := record.WritePGN(&text); err != nil {
		return err
	}
	download(w, "application/x-chess-pgn; charset=utf-8", record.FileName(".pgn"))
	return s.whole(w, r, send(w, text))
}

// download says that an answer is a file of that name.
func download(w http.ResponseWriter, kind, name string) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	w.Header().Set("Cache-Control", "private, no-cache")
}

// send sends a file that stands ready.
func send(w http.ResponseWriter, file bytes.Buffer) error {
	_, err := file.WriteTo(w)
	return err
}

// whole notes where a file could not be sent whole, and breaks the connection off: what has come must not be taken for all of it, and no page is sent after half of it.
func (s *Site) whole(w http.ResponseWriter, r *http.Request, err error) error {
	if err != nil {
		s.Log.Warn("send a file", "path", r.URL.Path, "error", err)
		http.NewResponseController(w).SetWriteDeadline(time.Unix(1, 0)) // nothing more is sent, its end neither
	}
	return nil
}

// gameTime is how long one game of an export may take to be sent.
const gameTime = time.Minute

// exportGames sends all games of who asks as a zip, game by game. One that cannot be read is noted and left out.
func (s *Site) exportGames(w http.ResponseWriter, r *http.Request) error {
	me, err := need(r, "/export.zip")
	if err != nil {
		return err
	}
	if err := s.limit(r, "export"); err != nil {
		return err
	}
	ids, err := s.store.GamesToKeep(r.Context(), me.ID)
	if err != nil {
		return err
	}
	download(w, "application/zip", "postrider-games-"+s.store.Now().Format(time.DateOnly)+".zip")
	sending := http.NewResponseController(w)
	return s.whole(w, r, archive.WriteZip(w, s.URL, s.store.Now(), ids, func(id string) (*archive.Record, error) {
		sending.SetWriteDeadline(time.Now().Add(gameTime)) // the server asks the real clock; where there are no deadlines none is set
		record, err := s.recordOf(r, id, me.ID)
		if gone := r.Context().Err(); gone != nil {
			return nil, gone
		}
		if err != nil {
			s.Log.Error("export a game", "game", id, "error", err)
			return nil, nil
		}
		return record, nil
	}))
}

// recordOf reads one of a player's games, and makes sure that it can be written.
func (s *Site) recordOf(r *http.Request, id string, me int64) (*archive.Record, error) {
	log, err := s.store.Log(r.Context(), id, me)
	if err != nil {
		return nil, err
	}
	if _, err := log.Steps(); err != nil {
		return nil, err
	}
	return s.record(r, log)
}
