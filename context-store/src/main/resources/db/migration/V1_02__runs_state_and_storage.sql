-- The position up to which each run's results were applied, so that a repeated or superseded one is dropped.
create table runs (
    workspace_id         text        not null,
    run_id               uuid        not null,
    attempt              integer     not null,
    sequence             bigint      not null,
    ended                boolean     not null,
    event_id             text,
    -- The fingerprints of the messages of the attempt, separated by spaces, and its artifacts that no message refers to yet.
    message_fingerprints text        not null,
    pending_artifacts    jsonb,
    applied_at           timestamptz not null default now(),
    primary key (workspace_id, run_id)
) with (fillfactor = 70);
create index runs_age on runs (applied_at);

-- Writes of an attempt below the fence are refused, and all writes of an ended or erased run.
create table fences (
    workspace_id    text        not null,
    run_id          uuid        not null,
    attempt         integer     not null,
    ended           boolean     not null default false,
    raised_at       timestamptz not null default now(),
    -- The event and the conversation of the run: an erasure finds the active runs by them.
    event_id        text,
    bot_id          text,
    conversation_id text,
    thread_id       text,
    erased          boolean     not null default false,
    primary key (workspace_id, run_id)
);
create index fences_age on fences (raised_at) where ended;
create index fences_open on fences (workspace_id) where not ended;

create table state (
    workspace_id text        not null,
    bot_id       text        not null,
    binding_id   text        not null,
    runner_id    text        not null,
    scope        text        not null,
    subject      text        not null,
    name         text        not null collate "C",
    value        jsonb       not null,
    etag         text        not null,
    written_at   timestamptz not null default now(),
    -- The size of the value, so that the values of a scope are added up without being read.
    bytes        integer     not null generated always as (octet_length(value::text)) stored,
    primary key (workspace_id, bot_id, binding_id, runner_id, scope, subject, name)
);

-- The answer of each write, so that its repetition gets the same answer and changes nothing.
create table state_operations (
    workspace_id text    not null,
    run_id       uuid    not null,
    attempt      integer not null,
    operation_id text    not null,
    changed      boolean not null,
    primary key (workspace_id, run_id, attempt, operation_id)
);

-- Owners of storage and their usage. A writer locks this row first, so that two writers together never exceed the quota.
create table storage_owners (
    id           bigint generated always as identity primary key,
    workspace_id text    not null,
    kind         text    not null check (kind in ('plugin', 'workspace')),
    plugin       text    not null,
    used_bytes   bigint  not null default 0 check (used_bytes >= 0),
    keys         integer not null default 0 check (keys >= 0),
    unique (workspace_id, kind, plugin)
) with (fillfactor = 50);

create table storage (
    owner bigint not null references storage_owners,
    key   text   not null collate "C",
    value bytea  not null,
    etag  text   not null,
    primary key (owner, key)
);
-- Most values are compressed already or are read whole.
alter table storage alter column value set storage external;
