-- Questions of runs to people, and their responses. A response is stored once, with its event; "publish_after" is set until Kafka has
-- the event.
CREATE TABLE runs.interactions (
    workspace_id   text        NOT NULL,
    run_id         uuid        NOT NULL,
    interaction_id text        NOT NULL,
    request        text        NOT NULL,
    actors         text[]      NOT NULL,
    token          text        NOT NULL,
    event          text        NOT NULL,
    event_id       uuid        NOT NULL,
    asked_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    expires_at     timestamptz NOT NULL,
    submitted_at   timestamptz,
    submitted_by   text,
    submission     text,
    publish_after  timestamptz,
    PRIMARY KEY (workspace_id, run_id, interaction_id),
    CHECK (submitted_at IS NULL OR submission IS NOT NULL)
);

COMMENT ON COLUMN runs.interactions.actors IS 'ids of those who may respond; empty for everyone who may act for the bot';
COMMENT ON COLUMN runs.interactions.token IS 'unguessable value that a response must name; the same for every attempt that asks';
COMMENT ON COLUMN runs.interactions.event IS 'the envelope of interaction.submitted; without actor and input until there is a response';

CREATE INDEX interactions_event ON runs.interactions (workspace_id, event_id);
CREATE INDEX interactions_unpublished ON runs.interactions (publish_after) WHERE publish_after IS NOT NULL;
CREATE INDEX interactions_age ON runs.interactions (asked_at);
