-- The progress of each run: the offset of its results, the applied position, and the parts that were made.
CREATE TABLE runs (
    workspace_id     text        NOT NULL,
    run_id           uuid        NOT NULL,
    partition        int         NOT NULL,
    start_offset     bigint      NOT NULL, -- of the first record of the run that was seen
    attempt          int         NOT NULL, -- highest position applied: (attempt, sequence)
    sequence         bigint      NOT NULL,
    ended            boolean     NOT NULL,
    conversation_key text        NOT NULL,
    event_id         uuid,
    bot_id           text,
    conversation_id  text,
    thread_id        text,
    delivery         jsonb,                -- DeliveryContext of the newest attempt
    delivery_policy  jsonb,                -- DeliveryPolicy of the newest attempt
    parts            int         NOT NULL, -- parts made so far, over all attempts
    message_count    int         NOT NULL, -- messages of the newest attempt
    message_digests  text[]      NOT NULL, -- of each message, in order
    attachments      jsonb,                -- artifacts and actions since the last part; null if there are none
    updated_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (workspace_id, run_id)
) WITH (autovacuum_vacuum_scale_factor = 0.02); -- each expiry scan also reads index entries of rows that were deleted since
CREATE INDEX runs_by_age ON runs (updated_at);

-- The offset that each partition of agent.run-results and agent.adapter-receipts is applied up to. It moves in the transaction of what was
-- applied, and is replaced only when its partition is assigned.
CREATE TABLE applied_offsets (
    topic       text    NOT NULL,
    partition   int     NOT NULL,
    topic_id    text    NOT NULL, -- a topic that is created again has another one
    next_offset bigint  NOT NULL,
    PRIMARY KEY (topic, partition)
) WITH (fillfactor = 50);

-- One lane per conversation and target: its sends are made one after another. A lane is due once next_at has passed: its
-- first open send is pending, or the claim on that send has expired.
CREATE TABLE lanes (
    lane       text        PRIMARY KEY,
    endpoint   text        NOT NULL, -- scheme, host and port: the unit of the limit of concurrent calls
    open       int         NOT NULL, -- sends that are pending or claimed
    next_at    timestamptz NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX lanes_due ON lanes (endpoint, next_at) WHERE open > 0;
CREATE INDEX lanes_by_age ON lanes (updated_at) WHERE open = 0;

-- The parts to send, and the outcome of each. A claimed send that has no answer is "maybe sent". A part that was handed over to
-- an adapter stays open, without holding up its lane, until the adapter's receipt ends it.
CREATE TABLE sends (
    workspace_id         text        NOT NULL,
    run_id               uuid        NOT NULL,
    part                 int         NOT NULL,
    ordinal              bigint      GENERATED ALWAYS AS IDENTITY,
    lane                 text        NOT NULL,
    conversation_key     text        NOT NULL,
    surface              text        NOT NULL,
    url                  text        NOT NULL,
    secret_ref           text,
    body                 bytea       NOT NULL, -- each send has exactly these bytes
    traceparent          text,
    status               text        NOT NULL CHECK (status IN ('pending', 'claimed', 'handed_over', 'delivered', 'rejected', 'unknown')),
    epoch                int         NOT NULL DEFAULT 0, -- raised by each claim; a write under an older epoch is refused
    claimed_by           text,                           -- leases.incarnation
    attempts             int         NOT NULL DEFAULT 0,
    created_at           timestamptz NOT NULL DEFAULT now(),
    answered_at          timestamptz,
    receipt              bytea,                          -- the complete record, written with the outcome
    receipt_published_at timestamptz,
    PRIMARY KEY (workspace_id, run_id, part)
) WITH (autovacuum_vacuum_scale_factor = 0.02);
CREATE UNIQUE INDEX sends_open ON sends (lane, ordinal) WHERE status IN ('pending', 'claimed');
CREATE INDEX sends_claimed ON sends (claimed_by) WHERE status = 'claimed';
CREATE INDEX sends_handed_over ON sends (answered_at) WHERE status = 'handed_over';
CREATE INDEX sends_unpublished ON sends (ordinal) WHERE receipt IS NOT NULL AND receipt_published_at IS NULL;
CREATE INDEX sends_by_age ON sends (answered_at) WHERE answered_at IS NOT NULL;

-- One row for each process of a replica. A claim on a send names it. A row that is marked dead stays dead, and other replicas take its
-- claims over before they run out.
CREATE TABLE leases (
    incarnation uuid        PRIMARY KEY,
    replica     text        NOT NULL, -- host name, for operators
    expires_at  timestamptz NOT NULL,
    dead        boolean     NOT NULL DEFAULT false
);
