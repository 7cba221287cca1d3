-- What has been applied of each partition. Compare-and-set only: it never moves back.
create table applied_offsets (
    topic       text    not null,
    partition   integer not null,
    next_offset bigint  not null,
    primary key (topic, partition)
) with (fillfactor = 50);

-- A conversation always belongs to a workspace and a bot. Its row is locked by whoever appends to it, so its numbers are
-- dense and become visible in order: a reader that goes forward misses nothing.
create table conversations (
    id                  bigint generated always as identity primary key,
    workspace_id        text   not null,
    bot_id              text   not null,
    conversation_id     text   not null,
    thread_id           text   not null default '',
    last_event_seq      bigint not null default 0,
    last_transcript_seq bigint not null default 0,
    unique (workspace_id, bot_id, conversation_id, thread_id)
) with (fillfactor = 70);

-- The ids of what was logged from topics whose records may come twice.
create table logged (
    workspace_id text        not null,
    log_key      text        not null,
    logged_at    timestamptz not null default now(),
    primary key (workspace_id, log_key)
);
create index logged_age on logged (logged_at);

-- Append-only. Partitioned by the time of logging, on this database's clock, so that a record's own time can be anything.
create table event_log (
    logged_at      timestamptz not null default now(),
    id             bigint generated always as identity,
    workspace_id   text        not null,
    conversation   bigint,
    seq            bigint,
    transcript_seq bigint,
    kind           text        not null check (kind in ('event', 'result', 'receipt', 'audit')),
    type           text        not null,
    event_id       text,
    run_id         uuid,
    attempt        integer,
    sequence       bigint,
    at             timestamptz not null,
    data           jsonb       not null,
    usage          jsonb,
    source         text        not null
) partition by range (logged_at);
create index event_log_conversation on event_log (conversation, seq) where conversation is not null;
create table event_log_default partition of event_log default;

-- The projection of the log: one row for each message said. Keyset pages read its primary key.
create table transcript (
    conversation  bigint      not null,
    seq           bigint      not null,
    transcript_id uuid        not null,
    event_id      text        not null,
    run_id        uuid,
    role          text        not null,
    content       text,
    content_json  jsonb,
    artifact_refs jsonb       not null,
    at            timestamptz not null,
    metadata      jsonb       not null,
    primary key (conversation, seq)
);

-- How far each run's results were applied, so that a repeated or superseded one is dropped.
create table runs (
    workspace_id text        not null,
    run_id       uuid        not null,
    attempt      integer     not null,
    sequence     bigint      not null,
    ended        boolean     not null,
    event_id     text,
    said         text        not null,
    applied_at   timestamptz not null default now(),
    primary key (workspace_id, run_id)
) with (fillfactor = 70);
create index runs_age on runs (applied_at);

-- Writes of an attempt below the fence are refused; an ended run has no attempt that is not.
create table fences (
    workspace_id text        not null,
    run_id       uuid        not null,
    attempt      integer     not null,
    ended        boolean     not null default false,
    raised_at    timestamptz not null default now(),
    primary key (workspace_id, run_id)
);
create index fences_age on fences (raised_at) where ended;

create table state (
    workspace_id text  not null,
    bot_id       text  not null,
    binding_id   text  not null,
    runner_id    text  not null,
    scope        text  not null,
    subject      text  not null,
    name         text  not null collate "C",
    value        jsonb not null,
    etag         text  not null,
    primary key (workspace_id, bot_id, binding_id, runner_id, scope, subject, name)
);

-- What a write answered, so that its repetition answers the same and does nothing.
create table state_operations (
    workspace_id text        not null,
    run_id       uuid        not null,
    attempt      integer     not null,
    operation_id text        not null,
    changed      boolean     not null,
    primary key (workspace_id, run_id, attempt, operation_id)
);
