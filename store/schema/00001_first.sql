-- The first schema. Times are unix seconds UTC in columns named _at; sides are 0 (white) and 1 (black); booleans are 0 and 1.

-- +goose Up
PRAGMA application_id = 0x506f7374; -- "Post": says to `file` and to Open whose file this is

-- Secrets of this installation: 'token' is the HMAC key from which links in mails are derived.
CREATE TABLE keys (
    name  TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT;

-- People with a confirmed address. A deleted one keeps its row (games refer to it) and nothing else.
CREATE TABLE players (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    name             TEXT    NOT NULL,              -- as typed
    name_key         TEXT    UNIQUE,                -- for comparing; NULL when deleted
    email            TEXT    NOT NULL,              -- '' when deleted
    email_key        TEXT    UNIQUE,                -- lower case; NULL when deleted
    password         TEXT    NOT NULL DEFAULT '',   -- argon2id, or ''
    zone             TEXT    NOT NULL DEFAULT 'UTC',
    mail_moves       INTEGER NOT NULL DEFAULT 1,
    mail_reminders   INTEGER NOT NULL DEFAULT 1,
    mail_invitations INTEGER NOT NULL DEFAULT 1,
    unsubscribe_hash BLOB    UNIQUE,                -- of the token in the mails' List-Unsubscribe
    created_at       INTEGER NOT NULL,
    deleted_at       INTEGER
) STRICT;

-- Definitions of variants as games were started with them, flattened.
CREATE TABLE variants (
    hash       TEXT    PRIMARY KEY,                 -- SHA-256 of text, hexadecimal
    key        TEXT    NOT NULL,
    title      TEXT    NOT NULL,
    owner_id   INTEGER REFERENCES players ON DELETE SET NULL, -- NULL: shipped with the program
    text       TEXT    NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX variants_owner ON variants (owner_id) WHERE owner_id IS NOT NULL;

CREATE TABLE presets (
    slug       TEXT    PRIMARY KEY,
    owner_id   INTEGER REFERENCES players ON DELETE SET NULL,
    variant    TEXT    NOT NULL,
    fen        TEXT    NOT NULL,
    days       INTEGER NOT NULL CHECK (days BETWEEN 1 AND 30),
    side       TEXT    NOT NULL CHECK (side IN ('random', 'white', 'black')),
    title      TEXT    NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX presets_owner ON presets (owner_id, created_at);

CREATE TABLE games (
    id          TEXT    PRIMARY KEY,                -- ten base58 letters
    definition  TEXT    NOT NULL REFERENCES variants ON DELETE RESTRICT,
    title       TEXT    NOT NULL,                   -- of its own, or ''
    white_id    INTEGER NOT NULL REFERENCES players ON DELETE RESTRICT,
    black_id    INTEGER NOT NULL REFERENCES players ON DELETE RESTRICT,
    days        INTEGER NOT NULL,                   -- for each move
    start_fen   TEXT    NOT NULL,
    fen         TEXT    NOT NULL,                   -- now
    ply         INTEGER NOT NULL DEFAULT 0,         -- plies played
    seq         INTEGER NOT NULL DEFAULT 0,         -- events so far
    turn        INTEGER NOT NULL,                   -- side to move in fen
    status      TEXT    NOT NULL DEFAULT 'playing' CHECK (status IN ('playing', 'finished')),
    result      TEXT    NOT NULL DEFAULT '*' CHECK (result IN ('*', '1-0', '0-1', '1/2-1/2')),
    reason      TEXT    NOT NULL DEFAULT '',
    draw_offer  INTEGER,                            -- side whose offer is live
    claim       TEXT    NOT NULL DEFAULT '',        -- draw that the side to move may claim
    last_san    TEXT    NOT NULL DEFAULT '',
    started_at  INTEGER NOT NULL,
    last_at     INTEGER NOT NULL,                   -- of the last move, or the start
    deadline_at INTEGER,                            -- NULL when finished
    ended_at    INTEGER,
    white_shows INTEGER NOT NULL DEFAULT 0,         -- allows comments to be shown after the end
    black_shows INTEGER NOT NULL DEFAULT 0,
    CHECK (white_id <> black_id),
    CHECK ((status = 'playing') = (deadline_at IS NOT NULL)),
    CHECK ((status = 'finished') = (ended_at IS NOT NULL))
) STRICT;
CREATE INDEX games_white ON games (white_id, status);
CREATE INDEX games_black ON games (black_id, status);
CREATE INDEX games_definition ON games (definition);
CREATE INDEX games_deadline ON games (deadline_at) WHERE deadline_at IS NOT NULL;
CREATE INDEX games_last ON games (last_at, id);

-- Everything that was done in a game, numbered from 1.
CREATE TABLE events (
    game_id TEXT    NOT NULL REFERENCES games ON DELETE CASCADE,
    seq     INTEGER NOT NULL,
    ply     INTEGER NOT NULL,                       -- plies played when it was done (a move counts itself)
    side    INTEGER NOT NULL,
    kind    TEXT    NOT NULL,                       -- store.Event says which; more may come
    at      INTEGER NOT NULL,
    PRIMARY KEY (game_id, seq)
) STRICT, WITHOUT ROWID;

-- A log is shown from these rows and never replayed.
CREATE TABLE moves (
    game_id TEXT    NOT NULL REFERENCES games ON DELETE CASCADE,
    ply     INTEGER NOT NULL,                       -- from 1
    seq     INTEGER NOT NULL,                       -- of its event
    side    INTEGER NOT NULL,
    text    TEXT    NOT NULL,                       -- canonical
    san     TEXT    NOT NULL,
    fen     TEXT    NOT NULL,                       -- after it
    at      INTEGER NOT NULL,
    comment TEXT    NOT NULL DEFAULT '',
    PRIMARY KEY (game_id, ply)
) STRICT;

CREATE TABLE invitations (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    nonce       BLOB    NOT NULL,                   -- the link's token is derived from it
    hash        BLOB    NOT NULL UNIQUE,            -- SHA-256 of the token
    never_hash  BLOB    NOT NULL UNIQUE,            -- SHA-256 of the token by which an address that was invited wants no more of it
    inviter_id  INTEGER NOT NULL REFERENCES players ON DELETE CASCADE,
    opponent_id INTEGER REFERENCES players ON DELETE CASCADE, -- invited by name
    address     TEXT    NOT NULL DEFAULT '',        -- invited by address
    address_key TEXT    NOT NULL DEFAULT '',
    address_hash BLOB,                              -- invited by address: keyed hash, which stays when the address goes
    variant     TEXT    NOT NULL,
    fen         TEXT    NOT NULL,
    days        INTEGER NOT NULL CHECK (days BETWEEN 1 AND 30),
    side        TEXT    NOT NULL CHECK (side IN ('random', 'white', 'black')), -- the inviter's
    title       TEXT    NOT NULL,
    status      TEXT    NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
    game_id     TEXT    REFERENCES games ON DELETE SET NULL,
    once        BLOB,                               -- of the form that made it: SHA-256 of its mark and of all that was typed
    created_at  INTEGER NOT NULL,
    expires_at  INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX invitations_once ON invitations (inviter_id, once) WHERE once IS NOT NULL;
CREATE INDEX invitations_inviter ON invitations (inviter_id, status);
CREATE INDEX invitations_opponent ON invitations (opponent_id, status) WHERE opponent_id IS NOT NULL;
CREATE INDEX invitations_address ON invitations (address_key, status) WHERE address_key <> '';
CREATE INDEX invitations_game ON invitations (game_id) WHERE game_id IS NOT NULL;
CREATE INDEX invitations_expires ON invitations (expires_at);

-- Whom an account has invited by mail, for the limits on mail to others.
CREATE TABLE invited (
    inviter_id   INTEGER NOT NULL REFERENCES players ON DELETE CASCADE,
    address_hash BLOB    NOT NULL,                  -- keyed hash of the address
    by_name      INTEGER NOT NULL,                  -- a member was invited by name, not by address
    at           INTEGER NOT NULL
) STRICT;
CREATE INDEX invited_inviter ON invited (inviter_id, at);

-- Addresses that want no invitations from here: keyed hashes.
CREATE TABLE never_again (
    address_hash BLOB    PRIMARY KEY,
    at           INTEGER NOT NULL
) STRICT;

-- Accounts that wait for their mail to be answered; with an invitation: a guest who accepts it.
CREATE TABLE signups (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    name          TEXT    NOT NULL,
    email         TEXT    NOT NULL,
    email_key     TEXT    NOT NULL,
    password      TEXT    NOT NULL DEFAULT '',
    next          TEXT    NOT NULL DEFAULT '',
    invitation_id INTEGER REFERENCES invitations ON DELETE CASCADE,
    created_at    INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX signups_one ON signups (email_key, coalesce(invitation_id, 0));
CREATE INDEX signups_invitation ON signups (invitation_id) WHERE invitation_id IS NOT NULL;

-- Mailed links that are used once.
CREATE TABLE tokens (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    kind       TEXT    NOT NULL CHECK (kind IN ('signup', 'guest', 'signin', 'address')),
    nonce      BLOB    NOT NULL,
    hash       BLOB    NOT NULL UNIQUE,
    player_id  INTEGER REFERENCES players ON DELETE CASCADE,  -- signin, address
    signup_id  INTEGER REFERENCES signups ON DELETE SET NULL, -- signup, guest; NULL again when replaced or used
    email      TEXT    NOT NULL DEFAULT '',         -- address: the new one
    next       TEXT    NOT NULL DEFAULT '',         -- signin
    created_at INTEGER NOT NULL,
    expires_at INTEGER,                             -- NULL: runs from the sending of its mail
    used_at    INTEGER
) STRICT;
CREATE INDEX tokens_player ON tokens (player_id) WHERE player_id IS NOT NULL;
CREATE INDEX tokens_signup ON tokens (signup_id) WHERE signup_id IS NOT NULL;

-- Browser sessions. One that was ended keeps its row until it would have expired, so that a request still under way cannot bring it back.
CREATE TABLE sessions (
    hash       BLOB    PRIMARY KEY,
    player_id  INTEGER REFERENCES players ON DELETE CASCADE,
    data       BLOB    NOT NULL,
    expires_at INTEGER NOT NULL,
    ended      INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX sessions_player ON sessions (player_id) WHERE player_id IS NOT NULL;
CREATE INDEX sessions_expires ON sessions (expires_at);

-- Mails: facts, not text. A row is written in the transaction of what it tells of.
CREATE TABLE outbox (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    kind          TEXT    NOT NULL,
    recipient     TEXT    NOT NULL,
    player_id     INTEGER REFERENCES players ON DELETE CASCADE,
    game_id       TEXT    REFERENCES games ON DELETE CASCADE,
    side          INTEGER NOT NULL DEFAULT 0,       -- the recipient's seat in the game
    event_seq     INTEGER NOT NULL DEFAULT 0,
    token_id      INTEGER REFERENCES tokens ON DELETE SET NULL,
    invitation_id INTEGER REFERENCES invitations ON DELETE CASCADE,
    name          TEXT    NOT NULL DEFAULT '',
    message_id    TEXT    NOT NULL UNIQUE,          -- without angle brackets; the same at every try
    status        TEXT    NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'sent', 'failed', 'dropped')),
    created_at    INTEGER NOT NULL,
    due_at        INTEGER NOT NULL,
    failing_at    INTEGER,                          -- of the first counted failure
    tries         INTEGER NOT NULL DEFAULT 0,       -- counted failures
    subject       TEXT    NOT NULL DEFAULT '',
    answer        TEXT    NOT NULL DEFAULT '',
    sent_at       INTEGER,
    closed_at     INTEGER,                          -- when it was sent, failed or dropped
    kept          BLOB                              -- the mail, where there is no relay
) STRICT;
CREATE UNIQUE INDEX outbox_event ON outbox (game_id, event_seq, player_id, kind) WHERE game_id IS NOT NULL;
CREATE UNIQUE INDEX outbox_token ON outbox (token_id, recipient) WHERE token_id IS NOT NULL;
CREATE INDEX outbox_due ON outbox (due_at, id) WHERE status = 'waiting';
CREATE INDEX outbox_player ON outbox (player_id, id) WHERE player_id IS NOT NULL;
CREATE INDEX outbox_invitation ON outbox (invitation_id) WHERE invitation_id IS NOT NULL;
CREATE INDEX outbox_closed ON outbox (closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX outbox_recipient ON outbox (lower(recipient), created_at) WHERE game_id IS NULL;
