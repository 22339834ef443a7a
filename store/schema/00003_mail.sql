-- Which mail a player wants: of each move, a digest a day, or none; for all games, and for one.

-- +goose Up
ALTER TABLE players ADD COLUMN mail_off INTEGER NOT NULL DEFAULT 0;          -- ended by the link in a mail: no mail about any game
ALTER TABLE players ADD COLUMN mail_way TEXT NOT NULL DEFAULT 'every' CHECK (mail_way IN ('every', 'digest', 'none'));
ALTER TABLE players ADD COLUMN digest_hour INTEGER NOT NULL DEFAULT 8 CHECK (digest_hour BETWEEN 0 AND 23); -- in the player's zone
ALTER TABLE players ADD COLUMN digest_day TEXT NOT NULL DEFAULT '';          -- the last day, in the zone of then, whose digest is settled
ALTER TABLE players ADD COLUMN digest_at INTEGER;                            -- when the next digest falls due; NULL: none does
ALTER TABLE players ADD COLUMN told_at INTEGER NOT NULL DEFAULT 0;           -- up to when digests have told what happened
UPDATE players SET mail_off = NOT mail_moves;
ALTER TABLE players DROP COLUMN mail_moves;
CREATE INDEX players_digest ON players (digest_at) WHERE digest_at IS NOT NULL;

ALTER TABLE games ADD COLUMN white_mail TEXT CHECK (white_mail IN ('every', 'digest', 'none')); -- what White wants for this game; NULL: as in the settings
ALTER TABLE games ADD COLUMN black_mail TEXT CHECK (black_mail IN ('every', 'digest', 'none'));

ALTER TABLE outbox ADD COLUMN day TEXT;                                      -- of a digest: its day, in the reader's zone of then
CREATE UNIQUE INDEX outbox_day ON outbox (player_id, day) WHERE day IS NOT NULL;
