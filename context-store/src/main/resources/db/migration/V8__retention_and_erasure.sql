-- Whose run it is, so that an erasure finds the runs that are still under way and nothing more is written by them.
alter table fences
    add column event_id text, add column bot_id text, add column conversation_id text, add column thread_id text,
    add column erased boolean not null default false;
create index fences_open on fences (workspace_id) where not ended;

-- When it was stored, on this database's clock: what people and runners say of time decides nothing about how long it is kept.
-- Null where it was stored before there was this column.
alter table transcript add column logged_at timestamptz;
alter table transcript alter column logged_at set default now();
alter table state add column written_at timestamptz not null default now();

-- What a run made belongs to what it says next, or stands alone where it says nothing more. The log keeps it, so that the transcript
-- can be made again from it.
alter table runs add column made jsonb;
alter table event_log add column artifact_refs jsonb, add column item_type text;
alter table transcript add column item_type text not null default 'message';

-- Up to this number all was erased at once: where nothing came since, the conversation is as if it had never been.
alter table conversations add column erased_event_seq bigint not null default 0;

-- What is asked to be erased, how far that is, and what was erased. Until repetitions are over (35 days) it is the tombstone as well.
create table erasures (
    erasure_id      uuid        primary key,
    workspace_id    text        not null,
    kind            text        not null check (kind in ('conversation', 'actor')),
    bot_id          text,
    conversation_id text,
    thread_id       text,
    actor_id        text,
    asked_at        timestamptz not null,
    done_at         timestamptz,
    stage           text        not null default 'entries' check (stage in ('entries', 'outside', 'artifacts', 'state')),
    -- The conversation that is looked at, how far, and whether all of it goes.
    conversation    bigint      not null default 0,
    underway        boolean     not null default false,
    log_seq         bigint      not null default 0,
    whole           boolean     not null default false,
    events          bigint      not null default 0,
    results         bigint      not null default 0,
    receipts        bigint      not null default 0,
    transcript      bigint      not null default 0,
    artifacts       bigint      not null default 0,
    artifact_bytes  bigint      not null default 0,
    state           bigint      not null default 0
);
create index erasures_open on erasures (asked_at) where done_at is null;
create index erasures_workspace on erasures (workspace_id, asked_at);

-- Events that must not come back, and whether what answers them must not either.
create table erased_events (
    workspace_id text        not null,
    event_id     text        not null,
    answers      boolean     not null,
    erased_at    timestamptz not null default now(),
    primary key (workspace_id, event_id)
);
create index erased_events_age on erased_events (erased_at);
-- An id may be longer than what an index holds.
create index artifacts_conversation on artifacts (workspace_id, md5(conversation_id));

-- How long a workspace keeps each class, in days, where that is not what the operator's settings say.
create table retention (
    workspace_id       text    primary key,
    conversations_days integer check (conversations_days > 0),
    audit_days         integer check (audit_days > 0),
    artifacts_days     integer check (artifacts_days > 0),
    state_days         integer check (state_days > 0),
    version            integer not null
);

-- How far the daily pass is; who holds its row goes on with it.
create table retention_pass (
    one          boolean     primary key default true check (one),
    stage        text        not null default 'conversations' check (stage in ('conversations', 'outside', 'state', 'artifacts')),
    conversation bigint      not null default 0,
    workspace_id text        not null default '',
    upto         timestamptz not null default '-infinity',
    done_at      timestamptz
);
insert into retention_pass default values;

-- What belongs to no conversation is kept by its age alone.
create index event_log_outside on event_log (workspace_id, logged_at) where conversation is null;

-- Transcripts that are made again from the log, and how far that is.
create table rebuilds (
    rebuild_id      uuid        primary key,
    workspace_id    text        not null,
    bot_id          text        not null,
    conversation_id text        not null,
    thread_id       text,
    asked_at        timestamptz not null default now(),
    done_at         timestamptz,
    conversation    bigint      not null default 0,
    underway        boolean     not null default false,
    log_seq         bigint      not null default 0,
    said_seq        bigint,
    entries         bigint      not null default 0,
    changed         bigint      not null default 0,
    removed         bigint      not null default 0
);
create index rebuilds_open on rebuilds (asked_at) where done_at is null;
create index rebuilds_age on rebuilds (done_at);
