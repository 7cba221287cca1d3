-- A run, from its admission to 35 days after. The resolution is kept as it came, the terminal record as it is published.
CREATE TABLE runs.runs (
    workspace_id        text        NOT NULL,
    run_id              uuid        NOT NULL,
    conversation_key    text        NOT NULL,
    request_partition   integer     NOT NULL,
    request_offset      bigint      NOT NULL,
    state               text        NOT NULL CHECK (state IN ('waiting', 'queued', 'running', 'ended')),
    takes_turn          boolean     NOT NULL,
    attempt             integer     NOT NULL,
    owner               uuid,
    touched             boolean     NOT NULL DEFAULT false,
    runner_id           text,
    retry               text        NOT NULL,
    queue_seconds       integer     NOT NULL,
    run_seconds         integer     NOT NULL,
    resolution          bytea,
    trace_id            text        NOT NULL,
    previous_turn       text,
    admitted_at         timestamptz NOT NULL,
    admission           bigint      GENERATED ALWAYS AS IDENTITY,
    queue_deadline      timestamptz,
    not_before          timestamptz,
    held_up_by          text,
    claimed_at          timestamptz,
    deadline_at         timestamptz,
    cancel_requested_at timestamptz,
    cancel_reason       text,
    ended_at            timestamptz,
    outcome_type        text,
    outcome_code        text,
    outcome_sentence    text,
    terminal            bytea,
    terminal_headers    text,
    publish_after       timestamptz,
    terminal_position   text,
    PRIMARY KEY (workspace_id, run_id),
    CHECK (state <> 'running' OR owner IS NOT NULL AND claimed_at IS NOT NULL),
    CHECK (state <> 'ended' OR terminal IS NOT NULL)
) WITH (fillfactor = 80);

COMMENT ON COLUMN runs.runs.owner IS 'incarnation of the replica that holds the claim, or held the last one';
COMMENT ON COLUMN runs.runs.queue_deadline IS 'while queued: when it fails as runner.unavailable';
COMMENT ON COLUMN runs.runs.held_up_by IS 'failure code to end with when the queue limit passes';
COMMENT ON COLUMN runs.runs.publish_after IS 'set while the terminal record is stored but not known to be in the topic: when a sweeper publishes it';

-- Compressing a few kilobytes that are read once costs more than it saves.
ALTER TABLE runs.runs ALTER COLUMN resolution SET STORAGE EXTERNAL;
ALTER TABLE runs.runs ALTER COLUMN terminal SET STORAGE EXTERNAL;

CREATE INDEX runs_queued ON runs.runs (runner_id, admission) WHERE state = 'queued';
CREATE INDEX runs_queue_limit ON runs.runs (queue_deadline) WHERE state = 'queued';
CREATE INDEX runs_waiting ON runs.runs (conversation_key, request_offset) WHERE state = 'waiting';
CREATE INDEX runs_running ON runs.runs (owner) WHERE state = 'running';
CREATE INDEX runs_cancelled ON runs.runs (cancel_requested_at) WHERE cancel_requested_at IS NOT NULL AND state <> 'ended';
CREATE INDEX runs_unpublished ON runs.runs (publish_after) WHERE publish_after IS NOT NULL;
CREATE INDEX runs_age ON runs.runs (admitted_at);

-- The turn of a conversation and thread: whose it is, and where the terminal record of the last one lies.
CREATE TABLE runs.turns (
    conversation_key text        PRIMARY KEY,
    head_workspace   text,
    head             uuid,
    last_terminal    text,
    updated_at       timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 80);

CREATE INDEX turns_age ON runs.turns (updated_at) WHERE head IS NULL;

-- One row for each incarnation of a replica. What is dead stays dead.
CREATE TABLE runs.leases (
    incarnation uuid        PRIMARY KEY,
    replica     text        NOT NULL,
    expires_at  timestamptz NOT NULL,
    dead        boolean     NOT NULL DEFAULT false
);

-- A wish to cancel may come before its run. "noted" says that the run's own row knows of it.
CREATE TABLE runs.cancellations (
    workspace_id text        NOT NULL,
    run_id       uuid        NOT NULL,
    reason       text,
    requested_at timestamptz NOT NULL,
    noted        boolean     NOT NULL DEFAULT false,
    PRIMARY KEY (workspace_id, run_id)
);

CREATE INDEX cancellations_open ON runs.cancellations (requested_at) WHERE NOT noted;
CREATE INDEX cancellations_age ON runs.cancellations (requested_at);
