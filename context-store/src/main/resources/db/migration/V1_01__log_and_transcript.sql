-- The offset that each partition is applied up to. It changes by compare-and-set only, and moves back only where the topic is another.
create table applied_offsets (
    topic       text    not null,
    partition   integer not null,
    next_offset bigint  not null,
    topic_id    text    not null, -- a topic that is created again has another one
    primary key (topic, partition)
) with (fillfactor = 50);

-- A conversation belongs to a workspace and a bot. The transaction that appends to it locks its row, so its numbers are dense and
-- become visible in order: a reader that goes forward misses no entry.
create table conversations (
    id                  bigint generated always as identity primary key,
    workspace_id        text   not null,
    bot_id              text   not null,
    conversation_id     text   not null,
    thread_id           text   not null default '',
    last_event_seq      bigint not null default 0,
    last_transcript_seq bigint not null default 0,
    -- All entries up to this number were erased: without a later one the conversation counts as empty.
    erased_event_seq    bigint not null default 0,
    -- The time of that erasure. The row is deleted once no entry can come back.
    erased_at           timestamptz,
    -- The time of the first message without a vector; 'infinity' where no message has one, null where all have one. Read only for
    -- workspaces that search by meaning.
    vectors_due         timestamptz default 'infinity',
    unique (workspace_id, bot_id, conversation_id, thread_id)
) with (fillfactor = 70);
create index conversations_erased on conversations (erased_at) where erased_at is not null;
create index conversations_vectors_due on conversations (workspace_id, vectors_due, id) where vectors_due is not null;

-- The keys of logged records of topics that may repeat records.
create table logged (
    workspace_id text        not null,
    log_key      text        not null,
    logged_at    timestamptz not null default now(),
    primary key (workspace_id, log_key)
);
create index logged_age on logged (logged_at);

-- Append-only. Partitioned by the time of logging, on the database's clock, so that the time of a record itself needs no limit.
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
    source         text        not null,
    -- The artifacts of a result and the type of its transcript entry: the transcript can be rebuilt from the log.
    artifact_refs  jsonb,
    item_type      text
) partition by range (logged_at);
create index event_log_conversation on event_log (conversation, seq) where conversation is not null;
-- A runner reads an event by its id.
create index event_log_event on event_log (event_id) where kind = 'event';
-- A runner reads the results of its runs, run by run. Deltas are never stored, so this is a few entries a run.
create index event_log_results on event_log (run_id, attempt, sequence) where kind = 'result';
-- An entry without a conversation is deleted by its age alone.
create index event_log_outside on event_log (workspace_id, logged_at) where conversation is null;
create table event_log_default partition of event_log default;

-- The projection of the log: one row for each message. Keyset pages read its primary key.
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
    -- The terms of the search.
    terms         tsvector,
    -- The time of storing, on the database's clock: retention never relies on the time of a platform or a runner.
    logged_at     timestamptz not null default now(),
    item_type     text        not null default 'message',
    primary key (conversation, seq)
);

-- The ranges of an entry in its conversation: one of 4096 entries, and one of 65536 (a negative number). A search reads the newest
-- ranges first and stops once it has enough hits, so that a frequent word costs no more than a rare one.
create function entry_ranges_v1(conversation bigint, seq bigint) returns bigint[]
language sql immutable strict parallel safe
return array[(conversation << 24) | (seq >> 12), -1 - ((conversation << 24) | (seq >> 16))];

-- Every search reads the whole pending list of new entries, so its limit is low.
create index transcript_terms on transcript using gin (entry_ranges_v1(conversation, seq), terms)
    with (gin_pending_list_limit = 512) where terms is not null;

-- The participants of a conversation, for as long as any of its data may exist: the log goes before state and artifacts do.
create table conversation_actors (
    conversation bigint      not null,
    actor_id     text        not null,
    in_group     boolean     not null,
    last_seen_at timestamptz not null default now(),
    primary key (conversation, actor_id)
);
create index conversation_actors_age on conversation_actors (last_seen_at);

-- Recalled messages: a digest of the platform's message id. A row exists as long as the recall in the log. Reading an entry marks it
-- as recalled (ADR 47): a recall may arrive before its message, and the transcript stays the projection of the log.
create table recalls (
    conversation bigint      not null,
    subject      bytea       not null,
    seq          bigint      not null,
    logged_at    timestamptz not null,
    primary key (conversation, subject, seq)
);
create index recalls_age on recalls (logged_at);

-- Audit entries whose publication is not confirmed. A row is committed before its request is answered and deleted once the broker
-- has the entry. Any replica publishes the rows that a killed process left.
create table audit_outbox (
    audit_id   uuid        primary key,
    entry      text        not null,
    written_at timestamptz not null default clock_timestamp()
);
create index audit_outbox_written on audit_outbox (written_at);
