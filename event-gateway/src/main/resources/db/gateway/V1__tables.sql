-- The leases of the replicas that poll. A replica holds the claims below for as long as its lease is not dead.
CREATE TABLE leases (
    incarnation uuid        PRIMARY KEY,
    replica     text        NOT NULL, -- host name, for operators
    expires_at  timestamptz NOT NULL,
    dead        boolean     NOT NULL DEFAULT false
);

-- The bots that are polled, one row for each that ever was: exactly one replica polls a bot at a time.
CREATE TABLE polling_claims (
    bot_id text   PRIMARY KEY,
    holder uuid,                     -- leases.incarnation; null while no replica holds the bot
    epoch  bigint NOT NULL           -- raised by each claim; a release of an earlier claim has no effect
);
