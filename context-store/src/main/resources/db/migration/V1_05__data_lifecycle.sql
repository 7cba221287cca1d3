-- The days for which a workspace keeps each class of data, where they differ from the operator's settings.
create table retention (
    workspace_id       text    primary key,
    conversations_days integer check (conversations_days > 0),
    audit_days         integer check (audit_days > 0),
    artifacts_days     integer check (artifacts_days > 0),
    state_days         integer check (state_days > 0),
    raw_days           integer check (raw_days > 0),
    version            integer not null
);

-- The progress of the daily pass; the transaction that locks its row continues it.
create table retention_pass (
    one          boolean     primary key default true check (one),
    stage        text        not null default 'conversations' check (stage in ('conversations', 'outside', 'state', 'artifacts')),
    conversation bigint      not null default 0,
    workspace_id text        not null default '',
    read_until   timestamptz not null default '-infinity',
    done_at      timestamptz,
    -- A workspace's days changed during the pass, so another pass follows.
    rerun        boolean     not null default false
);
insert into retention_pass default values;

-- Requested erasures, their progress and their counts. Until repetitions are over (35 days) the row is the tombstone as well.
create table erasures (
    erasure_id      uuid        primary key,
    workspace_id    text        not null,
    kind            text        not null check (kind in ('conversation', 'actor')),
    bot_id          text,
    conversation_id text,
    thread_id       text,
    actor_id        text,
    -- The name of the conversation in audit entries.
    session         text,
    requested_at    timestamptz not null,
    done_at         timestamptz,
    stage           text        not null default 'entries' check (stage in ('entries', 'outside', 'artifacts', 'state')),
    -- The current conversation, the position in its log, and whether all of it is erased.
    conversation    bigint      not null default 0,
    in_progress     boolean     not null default false,
    log_seq         bigint      not null default 0,
    whole           boolean     not null default false,
    -- The progress outside conversations.
    outside         text        not null default 'events' check (outside in ('events', 'answers', 'rest')),
    outside_until   timestamptz not null default '-infinity',
    events          bigint      not null default 0,
    results         bigint      not null default 0,
    receipts        bigint      not null default 0,
    transcript      bigint      not null default 0,
    artifacts       bigint      not null default 0,
    artifact_bytes  bigint      not null default 0,
    state           bigint      not null default 0,
    -- The longest waiting erasure is next; a failed one waits with growing delays while the others continue.
    due_at          timestamptz not null default now(),
    failures        integer     not null default 0,
    -- The SQLSTATE of the last failure; its message may repeat data to be erased.
    last_error      text
);
create index erasures_workspace on erasures (workspace_id, requested_at);
create index erasures_due on erasures (due_at) where done_at is null;
create index erasures_open on erasures (workspace_id) where done_at is null;
-- Tombstones that may still concern a late record. After 35 days an erasure forgets its target.
create index erasures_tombstones on erasures (workspace_id, requested_at)
    where conversation_id is not null or actor_id is not null;

-- Runs outside conversations whose results were erased, until their receipts are erased.
create table erasure_runs (
    erasure_id uuid not null references erasures on delete cascade,
    run_id     uuid not null,
    primary key (erasure_id, run_id)
);

-- Erased events, which must not come back, and whether the results that answer them are erased as well.
create table erased_events (
    workspace_id text        not null,
    event_id     text        not null,
    answers      boolean     not null,
    erased_at    timestamptz not null default now(),
    primary key (workspace_id, event_id)
);
create index erased_events_age on erased_events (erased_at);

-- Transcripts that are rebuilt from the log, and their progress.
create table rebuilds (
    rebuild_id      uuid        primary key,
    workspace_id    text        not null,
    bot_id          text        not null,
    conversation_id text        not null,
    thread_id       text,
    requested_at    timestamptz not null default now(),
    done_at         timestamptz,
    conversation    bigint      not null default 0,
    in_progress     boolean     not null default false,
    log_seq         bigint      not null default 0,
    transcript_seq  bigint,
    entries         bigint      not null default 0,
    changed         bigint      not null default 0,
    removed         bigint      not null default 0,
    -- The longest waiting rebuild is next; a failed one waits with growing delays while the others continue.
    due_at          timestamptz not null default now(),
    failures        integer     not null default 0,
    -- The code of the last failure.
    last_error      text
);
create index rebuilds_open on rebuilds (requested_at) where done_at is null;
create index rebuilds_age on rebuilds (done_at);
