-- The latest takeover of each conversation: the agent sends nothing into it until ended_at, or until its time has passed. Conversation keys
-- may be longer than an index entry, so indexes have their digest.
CREATE TABLE takeovers (
    conversation_key text        NOT NULL,
    workspace_id     text        NOT NULL,
    bot_id           text        NOT NULL,
    conversation_id  text        NOT NULL,
    thread_id        text,
    surface          text        NOT NULL,
    lanes            text[]      NOT NULL, -- of the sends that are withheld
    operator_key     text        NOT NULL, -- id of the operator's API key
    operator         text        NOT NULL, -- name of that key
    begun_at         timestamptz NOT NULL,
    until            timestamptz NOT NULL,
    ended_at         timestamptz
);
CREATE UNIQUE INDEX takeovers_by_conversation ON takeovers (md5(conversation_key));
CREATE INDEX takeovers_open ON takeovers (until) WHERE ended_at IS NULL;
CREATE INDEX takeovers_by_end ON takeovers (ended_at) WHERE ended_at IS NOT NULL;

-- A send of the agent that was made up to that time is withheld. A claim reads it under the lock of the lane, so a claim either ends before
-- a takeover begins, or sees it.
ALTER TABLE lanes ADD COLUMN held_until timestamptz;

-- No call of a withheld send begins; its next claim ends it. Sends of operators are never withheld.
ALTER TABLE sends
    ADD COLUMN withheld   boolean NOT NULL DEFAULT false,
    ADD COLUMN operator   text, -- name of the API key; null for a part of a run
    ADD COLUMN message_id text; -- the operator's own id of the message

-- Records of changes, written in the transaction of the change and deleted once they are published.
CREATE TABLE outbox (
    sequence         bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    record_topic     text    NOT NULL,
    record_partition int     NOT NULL,
    record_key       text    NOT NULL,
    record_headers   text    NOT NULL,
    record_value     bytea   NOT NULL
);
