-- Runs, from admission until 35 days after it. A row stores the resolution as received and the terminal record as published.
CREATE TABLE runs.runs (
    workspace_id        text        NOT NULL,
    run_id              uuid        NOT NULL,
    conversation_key    text        NOT NULL,
    request_offset      bigint      NOT NULL,
    state               text        NOT NULL CHECK (state IN ('waiting', 'queued', 'running', 'ended')),
    serialized          boolean     NOT NULL,
    attempt             integer     NOT NULL,
    owner               uuid,
    touched             boolean     NOT NULL DEFAULT false,
    losses              integer     NOT NULL DEFAULT 0,
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
    queue_failure_code  text,
    claimed_at          timestamptz,
    deadline_at         timestamptz,
    ends_by             timestamptz,
    cancel_requested_at timestamptz,
    cancel_reason       text,
    ended_at            timestamptz,
    outcome_type        text,
    outcome_code        text,
    outcome_sentence    text,
    usage               text,
    terminal            bytea,
    terminal_headers    text,
    publish_after       timestamptz,
    PRIMARY KEY (workspace_id, run_id),
    CHECK (state <> 'running' OR owner IS NOT NULL AND claimed_at IS NOT NULL),
    CHECK (state <> 'ended' OR terminal IS NOT NULL)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02); -- an expiry pass scans the index entries of rows deleted since the last vacuum

COMMENT ON COLUMN runs.runs.owner IS 'incarnation of the replica of the current claim, or of the last one';
COMMENT ON COLUMN runs.runs.losses IS 'number of times that the run lost its host or its runner';
COMMENT ON COLUMN runs.runs.queue_deadline IS 'while queued: the time at which the run fails with queue_failure_code, or runner.unavailable';
COMMENT ON COLUMN runs.runs.queue_failure_code IS 'failure code of the run if the queue deadline passes';
COMMENT ON COLUMN runs.runs.ends_by IS 'deadline of the first attempt; it holds for every later attempt';
COMMENT ON COLUMN runs.runs.publish_after IS 'set while the terminal record is stored but its publication is not confirmed: the time from which a sweeper publishes it';

-- Compression of a few kilobytes that are read once costs more than it saves.
ALTER TABLE runs.runs ALTER COLUMN resolution SET STORAGE EXTERNAL;
ALTER TABLE runs.runs ALTER COLUMN terminal SET STORAGE EXTERNAL;

CREATE INDEX runs_queued ON runs.runs (runner_id, admission) WHERE state = 'queued';
CREATE INDEX runs_queued_by_workspace ON runs.runs (runner_id, workspace_id, admission) WHERE state = 'queued';
CREATE INDEX runs_queue_limit ON runs.runs (queue_deadline) WHERE state = 'queued';
CREATE INDEX runs_waiting ON runs.runs (conversation_key, request_offset) WHERE state = 'waiting';
CREATE INDEX runs_running ON runs.runs (owner) WHERE state = 'running';
CREATE INDEX runs_cancelled ON runs.runs (cancel_requested_at) WHERE cancel_requested_at IS NOT NULL AND state <> 'ended';
CREATE INDEX runs_unpublished ON runs.runs (publish_after) WHERE publish_after IS NOT NULL;
CREATE INDEX runs_age ON runs.runs (admitted_at);
CREATE INDEX runs_conversation ON runs.runs (conversation_key, admitted_at, run_id);
CREATE INDEX runs_workspace ON runs.runs (workspace_id, admitted_at, run_id);

-- The offset up to which each partition of agent.run-requests is applied. It advances in the transaction of the applied batch, and is
-- replaced only when its partition is assigned.
CREATE TABLE runs.applied_offsets (
    topic       text    NOT NULL,
    partition   integer NOT NULL,
    topic_id    text    NOT NULL, -- a recreated topic has another id
    next_offset bigint  NOT NULL,
    PRIMARY KEY (topic, partition)
) WITH (fillfactor = 50);

-- The turn of each conversation and thread: the run that has the turn, and the position of the last terminal record.
CREATE TABLE runs.turns (
    conversation_key text        PRIMARY KEY,
    current_run_id   uuid,
    last_terminal    text,
    updated_at       timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 80);

CREATE INDEX turns_age ON runs.turns (updated_at) WHERE current_run_id IS NULL;

-- One row for each incarnation of a replica. A dead lease is never renewed.
CREATE TABLE runs.leases (
    incarnation uuid        PRIMARY KEY,
    replica     text        NOT NULL,
    expires_at  timestamptz NOT NULL,
    dead        boolean     NOT NULL DEFAULT false
);

-- Requested cancellations; a request may arrive before its run. "applied" is true once the row of the run has the cancellation.
CREATE TABLE runs.cancellations (
    workspace_id text        NOT NULL,
    run_id       uuid        NOT NULL,
    reason       text,
    requested_at timestamptz NOT NULL,
    applied      boolean     NOT NULL DEFAULT false,
    PRIMARY KEY (workspace_id, run_id)
);

CREATE INDEX cancellations_open ON runs.cancellations (requested_at) WHERE NOT applied;
CREATE INDEX cancellations_age ON runs.cancellations (requested_at);

-- Messages of waiting runs that were delivered to an attempt of an active run, each with the terminal record that its own run gets if
-- that attempt ends the active run. Until then the run of the message waits. A row of attempt 0 belongs to no attempt: it only records
-- that the message was delivered before.
CREATE TABLE runs.steering (
    workspace_id     text        NOT NULL,
    run_id           uuid        NOT NULL,
    into_run_id      uuid        NOT NULL,
    into_attempt     integer     NOT NULL,
    operation        text        NOT NULL,
    redelivered      boolean     NOT NULL DEFAULT false,
    outcome_sentence text        NOT NULL,
    terminal         bytea       NOT NULL,
    terminal_headers text        NOT NULL,
    delivered_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (workspace_id, run_id)
);

COMMENT ON COLUMN runs.steering.operation IS 'id of the call that received the message; a repetition of the call receives the same messages';
COMMENT ON COLUMN runs.steering.redelivered IS 'true if the message was delivered to an earlier attempt';

CREATE INDEX steering_into ON runs.steering (workspace_id, into_run_id);
CREATE INDEX steering_age ON runs.steering (delivered_at);

-- Calls of steering_pull whose response was never sent. Such a call receives no messages, however late it arrives.
CREATE TABLE runs.steering_returns (
    workspace_id text        NOT NULL,
    into_run_id  uuid        NOT NULL,
    into_attempt integer     NOT NULL,
    operation    text        NOT NULL,
    returned_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (workspace_id, into_run_id, into_attempt, operation)
);

CREATE INDEX steering_returns_age ON runs.steering_returns (returned_at);

-- Grants of runs that may be retried: frozen by the first attempt, read by later attempts.
CREATE TABLE runs.grants (
    workspace_id text        NOT NULL,
    run_id       uuid        NOT NULL,
    frozen       jsonb       NOT NULL,
    frozen_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (workspace_id, run_id)
) WITH (autovacuum_vacuum_scale_factor = 0.02);

CREATE INDEX grants_age ON runs.grants (frozen_at);

-- Audit entries whose publication is not confirmed. A row is written before its call is answered and deleted once the broker
-- acknowledges the record; a replica publishes the rows that a killed process left behind.
CREATE TABLE runs.audit_outbox (
    audit_id         uuid        PRIMARY KEY,
    conversation_key text        NOT NULL,
    entry            text        NOT NULL,
    written_at       timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX audit_outbox_written ON runs.audit_outbox (written_at);

-- Rate limits of workspaces, shared by all replicas: one bucket for each workspace and kind. A missing row is a full bucket.
CREATE TABLE runs.rates (
    workspace_id text             NOT NULL,
    kind         text             NOT NULL,
    tokens       double precision NOT NULL,
    filled_at    timestamptz      NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (workspace_id, kind)
);
