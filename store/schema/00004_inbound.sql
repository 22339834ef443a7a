-- What comes in by mail: moves by reply, and reports that a mail could not be delivered.

-- +goose Up

-- A mail to a reply address, and what came of it: the facts of the mail that answers it. Kept for 30 days.
CREATE TABLE received (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id    TEXT    NOT NULL REFERENCES games ON DELETE CASCADE,
    side       INTEGER NOT NULL,
    hash       BLOB    NOT NULL,                    -- of its Message-ID, or its address where it has none, and of what it says
    message_id TEXT    NOT NULL,                    -- without angle brackets, or ''
    at         INTEGER NOT NULL,
    ply        INTEGER NOT NULL,                    -- plies played in the position that it answers
    first      TEXT    NOT NULL,                    -- its first line, cut
    deed       TEXT    NOT NULL,                    -- what it asks for (store.Received)
    fate       TEXT    NOT NULL CHECK (fate IN ('done', 'refused', 'late', 'over', 'empty')),
    done       TEXT    NOT NULL,                    -- what was done
    refusal    TEXT    NOT NULL,                    -- the sentence
    note       TEXT    NOT NULL                     -- what became of the words below the first line, where they were not passed on as they are
) STRICT;
CREATE UNIQUE INDEX received_once ON received (game_id, side, hash);
CREATE INDEX received_at ON received (at);

ALTER TABLE players ADD COLUMN mail_failed_at INTEGER;                        -- a mail to the address came back for good; NULL: none did
ALTER TABLE players ADD COLUMN mail_failed_answer TEXT NOT NULL DEFAULT '';   -- what the server there said
ALTER TABLE players ADD COLUMN mail_works_at INTEGER NOT NULL DEFAULT 0;      -- since when it is known to work again: older mails that come back mean nothing
