-- Clocks of two kinds, vacations, pauses, outages, takebacks, conditional moves, and the daily round.

-- +goose Up

-- A clock is one text (store.Clock): "3" is three days for each move, "10d+1d<14d" a reserve of ten days, to which each move adds one, up to 14.
ALTER TABLE presets ADD COLUMN clock TEXT NOT NULL DEFAULT '';
ALTER TABLE presets ADD COLUMN no_vacation INTEGER NOT NULL DEFAULT 0;
UPDATE presets SET clock = CAST(days AS TEXT);
ALTER TABLE presets DROP COLUMN days;

ALTER TABLE invitations ADD COLUMN clock TEXT NOT NULL DEFAULT '';
ALTER TABLE invitations ADD COLUMN no_vacation INTEGER NOT NULL DEFAULT 0;
ALTER TABLE invitations ADD COLUMN games INTEGER NOT NULL DEFAULT 1;          -- 2: one of each colour
ALTER TABLE invitations ADD COLUMN second_id TEXT REFERENCES games ON DELETE SET NULL; -- the second of two games
ALTER TABLE invitations ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;         -- anyone may join: it stands in the list of open invitations
ALTER TABLE invitations ADD COLUMN renewals INTEGER NOT NULL DEFAULT 0;       -- how often it is put up once more
ALTER TABLE invitations ADD COLUMN rematch_of TEXT REFERENCES games ON DELETE SET NULL;
UPDATE invitations SET clock = CAST(days AS TEXT);
ALTER TABLE invitations DROP COLUMN days;
CREATE INDEX invitations_listed ON invitations (id) WHERE listed AND status = 'open';
CREATE INDEX invitations_second ON invitations (second_id) WHERE second_id IS NOT NULL;
CREATE INDEX invitations_rematch ON invitations (rematch_of) WHERE rematch_of IS NOT NULL;

ALTER TABLE players ADD COLUMN auto_vacation INTEGER NOT NULL DEFAULT 0;      -- one begins by itself when a clock would run out
ALTER TABLE players ADD COLUMN feed_nonce BLOB;                               -- the feeds' token is derived from it; NULL: there are none
ALTER TABLE players ADD COLUMN feed_hash BLOB;                                -- SHA-256 of that token
CREATE UNIQUE INDEX players_feed ON players (feed_hash) WHERE feed_hash IS NOT NULL;

ALTER TABLE games ADD COLUMN variant TEXT NOT NULL DEFAULT '';                -- key, for searches
ALTER TABLE games ADD COLUMN clock TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN no_vacation INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN turn_at INTEGER NOT NULL DEFAULT 0;              -- since when the side to move has its turn
ALTER TABLE games ADD COLUMN turn_seq INTEGER NOT NULL DEFAULT 1;             -- the event that gave it the turn
ALTER TABLE games ADD COLUMN loud_seq INTEGER NOT NULL DEFAULT 0;             -- the last event that makes a page seen before it stale
ALTER TABLE games ADD COLUMN white_left INTEGER NOT NULL DEFAULT 0;           -- seconds at the beginning of White's present or next turn
ALTER TABLE games ADD COLUMN black_left INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN warn_at INTEGER;                                 -- when the next warning falls due; NULL: none does
ALTER TABLE games ADD COLUMN warned INTEGER NOT NULL DEFAULT 0;               -- of this turn: 1 at 80 % of the time, 2 a day before the deadline
ALTER TABLE games ADD COLUMN white_hides INTEGER NOT NULL DEFAULT 0;          -- hidden from White's own list
ALTER TABLE games ADD COLUMN black_hides INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN white_unfit INTEGER NOT NULL DEFAULT 0;          -- the event at which White's conditional moves were dropped; 0: none were
ALTER TABLE games ADD COLUMN black_unfit INTEGER NOT NULL DEFAULT 0;
UPDATE games SET variant = (SELECT v.key FROM variants v WHERE v.hash = games.definition), clock = CAST(days AS TEXT), turn_at = last_at,
    turn_seq = coalesce((SELECT m.seq FROM moves m WHERE m.game_id = games.id AND m.ply = games.ply), 1), loud_seq = seq,
    white_left = days * 86400, black_left = days * 86400;
UPDATE games SET warned = 1 WHERE EXISTS (SELECT 1 FROM outbox o WHERE o.game_id = games.id AND o.kind = 'reminder' AND o.event_seq = games.turn_seq);
UPDATE games SET warn_at = deadline_at - iif(warned, 86400, iif(days > 2, max(days * 17280, 86400), days * 17280))
    WHERE deadline_at IS NOT NULL AND NOT (warned AND days <= 2);
CREATE INDEX games_warn ON games (warn_at) WHERE warn_at IS NOT NULL;
CREATE INDEX games_variant ON games (variant, last_at);
CREATE INDEX games_result ON games (result, last_at);
CREATE INDEX games_white_last ON games (white_id, last_at);
CREATE INDEX games_black_last ON games (black_id, last_at);

ALTER TABLE moves ADD COLUMN had INTEGER NOT NULL DEFAULT 0;                  -- seconds that the mover had when the turn began
ALTER TABLE moves ADD COLUMN left INTEGER NOT NULL DEFAULT 0;                 -- and when it was played
ALTER TABLE moves ADD COLUMN conditional INTEGER NOT NULL DEFAULT 0;          -- played by the server as it had been told
UPDATE moves SET had = 86400 * (SELECT g.days FROM games g WHERE g.id = moves.game_id);
UPDATE moves SET left = had - (at - coalesce((SELECT b.at FROM moves b WHERE b.game_id = moves.game_id AND b.ply = moves.ply - 1),
    (SELECT g.started_at FROM games g WHERE g.id = moves.game_id)));
ALTER TABLE games DROP COLUMN days;

ALTER TABLE events ADD COLUMN from_at INTEGER NOT NULL DEFAULT 0;             -- of a standstill
ALTER TABLE events ADD COLUMN until_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE events ADD COLUMN n INTEGER NOT NULL DEFAULT 0;                   -- plies taken back, days asked for, seconds given
ALTER TABLE events ADD COLUMN what TEXT NOT NULL DEFAULT '';                  -- which request was made, refused or withdrawn

-- Moves that were taken back.
CREATE TABLE taken_back (
    game_id     TEXT    NOT NULL REFERENCES games ON DELETE CASCADE,
    taken_seq   INTEGER NOT NULL,                   -- the event that took it back
    ply         INTEGER NOT NULL,
    side        INTEGER NOT NULL,
    text        TEXT    NOT NULL,
    san         TEXT    NOT NULL,
    fen         TEXT    NOT NULL,
    at          INTEGER NOT NULL,
    comment     TEXT    NOT NULL,
    conditional INTEGER NOT NULL,
    PRIMARY KEY (game_id, taken_seq, ply)
) STRICT, WITHOUT ROWID;

-- What one player has asked the other for, until it is answered.
CREATE TABLE requests (
    game_id TEXT    NOT NULL REFERENCES games ON DELETE CASCADE,
    kind    TEXT    NOT NULL CHECK (kind IN ('takeback', 'pause', 'resume')),
    side    INTEGER NOT NULL,                       -- who asks
    n       INTEGER NOT NULL,                       -- plies, days
    ply     INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (game_id, kind)
) STRICT, WITHOUT ROWID;

-- When clocks stand still. A span holds its first second and not its last. Deadlines are computed from these, never from ticks.
CREATE TABLE vacations (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    player_id INTEGER NOT NULL REFERENCES players ON DELETE CASCADE,
    zone      TEXT    NOT NULL,                     -- the player's, when it was set
    first_day TEXT    NOT NULL,                     -- 2026-12-24
    last_day  TEXT    NOT NULL,
    from_at   INTEGER NOT NULL,
    until_at  INTEGER NOT NULL,
    auto      INTEGER NOT NULL                      -- it began by itself
) STRICT;
CREATE INDEX vacations_player ON vacations (player_id, until_at);

-- The days of vacations, for the thirty a year.
CREATE TABLE vacation_days (
    player_id   INTEGER NOT NULL REFERENCES players ON DELETE CASCADE,
    day         TEXT    NOT NULL,
    vacation_id INTEGER NOT NULL REFERENCES vacations ON DELETE CASCADE,
    PRIMARY KEY (player_id, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX vacation_days_vacation ON vacation_days (vacation_id);

CREATE TABLE pauses (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id  TEXT    NOT NULL REFERENCES games ON DELETE CASCADE,
    from_at  INTEGER NOT NULL,
    until_at INTEGER NOT NULL
) STRICT;
CREATE INDEX pauses_game ON pauses (game_id, until_at);

CREATE TABLE outages (
    from_at  INTEGER PRIMARY KEY,
    until_at INTEGER NOT NULL
) STRICT;
CREATE INDEX outages_until ON outages (until_at);

CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL                             -- the server was alive
) STRICT;

-- Conditional moves: trees of plies, of one side each, and private to it.
CREATE TABLE conditionals (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id   TEXT    NOT NULL REFERENCES games ON DELETE CASCADE,
    side      INTEGER NOT NULL,                     -- whose plan it is
    parent_id INTEGER REFERENCES conditionals ON DELETE CASCADE, -- NULL: from the position as it stands
    ply       INTEGER NOT NULL,
    text      TEXT    NOT NULL,                     -- canonical
    san       TEXT    NOT NULL
) STRICT;
CREATE UNIQUE INDEX conditionals_game ON conditionals (game_id, side, coalesce(parent_id, 0), ply, text);
CREATE INDEX conditionals_parent ON conditionals (parent_id) WHERE parent_id IS NOT NULL;

CREATE TABLE blocks (
    player_id  INTEGER NOT NULL REFERENCES players ON DELETE CASCADE, -- who blocks
    blocked_id INTEGER NOT NULL REFERENCES players ON DELETE CASCADE,
    at         INTEGER NOT NULL,
    PRIMARY KEY (player_id, blocked_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_blocked ON blocks (blocked_id);

-- Private notes on a game.
CREATE TABLE notes (
    game_id TEXT    NOT NULL REFERENCES games ON DELETE CASCADE,
    side    INTEGER NOT NULL,
    text    TEXT    NOT NULL,
    at      INTEGER NOT NULL,                       -- of the last change
    PRIMARY KEY (game_id, side)
) STRICT, WITHOUT ROWID;

-- What the two players write to each other, beside the moves.
CREATE TABLE messages (
    game_id TEXT    NOT NULL REFERENCES games ON DELETE CASCADE,
    number  INTEGER NOT NULL,                       -- from 1
    side    INTEGER NOT NULL,
    text    TEXT    NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (game_id, number)
) STRICT, WITHOUT ROWID;

-- A player's word on a finished game, for all to read.
CREATE TABLE remarks (
    game_id TEXT    NOT NULL REFERENCES games ON DELETE CASCADE,
    side    INTEGER NOT NULL,
    text    TEXT    NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (game_id, side)
) STRICT, WITHOUT ROWID;
