-- A run, from its admission to 35 days after. The resolution is stored as it came, the terminal record as it is published.
CREATE TABLE runs.runs (
    workspace_id        text        NOT NULL,
    run_id              uuid        NOT NULL,
    conversation_key    text        NOT NULL,
    request_offset      bigint      NOT NULL,
    state               text        NOT NULL CHECK (state IN ('waiting', 'queued', 'running', 'ended')),
    takes_turn          boolean     NOT NULL,
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
    held_up_by          text,
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
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02); -- a round of expiry passes over the index entries of rows deleted since

COMMENT ON COLUMN runs.runs.owner IS 'incarnation of the replica that holds the claim, or held the last one';
COMMENT ON COLUMN runs.runs.losses IS 'how often the run lost its host or its runner';
COMMENT ON COLUMN runs.runs.queue_deadline IS 'while queued: when it fails as runner.unavailable';
COMMENT ON COLUMN runs.runs.held_up_by IS 'failure code to end with when the queue limit passes';
COMMENT ON COLUMN runs.runs.ends_by IS 'deadline of the first beginning, which holds for every later attempt';
COMMENT ON COLUMN runs.runs.publish_after IS 'set while the terminal record is stored but not known to be in the topic: when a sweeper publishes it';

-- Compressing a few kilobytes that are read once costs more than it saves.
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

-- The offset that each partition of agent.run-requests is applied up to. It moves in the transaction of what was applied, and is replaced
-- only when its partition is assigned.
CREATE TABLE runs.applied_offsets (
    topic       text    NOT NULL,
    partition   integer NOT NULL,
    topic_id    text    NOT NULL, -- a topic that is created again has another one
    next_offset bigint  NOT NULL,
    PRIMARY KEY (topic, partition)
) WITH (fillfactor = 50);

-- The turn of a conversation and thread: the run that has it, and the position of the last terminal record.
CREATE TABLE runs.turns (
    conversation_key text        PRIMARY KEY,
    head             uuid,
    last_terminal    text,
    updated_at       timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 80);

CREATE INDEX turns_age ON runs.turns (updated_at) WHERE head IS NULL;

-- One row for each incarnation of a replica. A dead lease is never renewed.
CREATE TABLE runs.leases (
    incarnation uuid        PRIMARY KEY,
    replica     text        NOT NULL,
    expires_at  timestamptz NOT NULL,
    dead        boolean     NOT NULL DEFAULT false
);

-- A cancellation may come before its run. "noted" means that the run's own row has it.
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

-- Messages that waiting runs brought and that an attempt of an active run has taken in: the outcome of each of them, complete,
-- if that attempt ends the run itself. Until then the run that brought it waits. A row of attempt 0 belongs to no attempt: it
-- only remembers that the message was handed to one.
CREATE TABLE runs.steering (
    workspace_id     text        NOT NULL,
    run_id           uuid        NOT NULL,
    into_run_id      uuid        NOT NULL,
    into_attempt     integer     NOT NULL,
    operation        text        NOT NULL,
    again            boolean     NOT NULL DEFAULT false,
    outcome_sentence text        NOT NULL,
    terminal         bytea       NOT NULL,
    terminal_headers text        NOT NULL,
    taken_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (workspace_id, run_id)
);

COMMENT ON COLUMN runs.steering.operation IS 'the call that took it: its repetition gets the same';
COMMENT ON COLUMN runs.steering.again IS 'whether the message was handed to an attempt before';

CREATE INDEX steering_into ON runs.steering (workspace_id, into_run_id);
CREATE INDEX steering_age ON runs.steering (taken_at);

-- Calls of steering_pull whose answer was never given, and that take nothing any more, however late they come.
CREATE TABLE runs.steering_given_back (
    workspace_id text        NOT NULL,
    into_run_id  uuid        NOT NULL,
    into_attempt integer     NOT NULL,
    operation    text        NOT NULL,
    given_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (workspace_id, into_run_id, into_attempt, operation)
);

CREATE INDEX steering_given_back_age ON runs.steering_given_back (given_at);

-- The grant of a run that may be retried: frozen by its first attempt, read by the later ones.
CREATE TABLE runs.grants (
    workspace_id text        NOT NULL,
    run_id       uuid        NOT NULL,
    frozen       jsonb       NOT NULL,
    frozen_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (workspace_id, run_id)
) WITH (autovacuum_vacuum_scale_factor = 0.02);

CREATE INDEX grants_age ON runs.grants (frozen_at);

-- Entries of the audit that are not known to be on the topic. A row is written before its call is answered and deleted once the broker has it;
-- what a process that was killed left behind is published by whichever replica finds it.
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
