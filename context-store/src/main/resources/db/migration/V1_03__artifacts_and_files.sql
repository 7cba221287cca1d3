-- Bytes are stored once in a workspace and never shared between workspaces. An unfinished upload has upload/<id> instead of a digest.
create table artifact_contents (
    workspace_id text        not null,
    sha256       text        not null,
    -- The name in the object store; null while the bytes are in artifact_chunks.
    object       text,
    moving_until timestamptz,
    primary key (workspace_id, sha256)
);
create index artifact_contents_here on artifact_contents (moving_until) where object is null;

-- At most 256 KiB each, uncompressed, so that a part of one is read without the rest.
create table artifact_chunks (
    workspace_id text    not null,
    sha256       text    not null,
    ordinal      integer not null,
    bytes        bytea   not null,
    primary key (workspace_id, sha256, ordinal),
    foreign key (workspace_id, sha256) references artifact_contents on delete cascade
);
alter table artifact_chunks alter column bytes set storage external;

-- Objects without a reference, or without one yet: an object is recorded here before its first byte is written, and again once its
-- content is freed. Due objects are deleted, so that a killed process leaves no orphan.
create table artifact_garbage (
    object   text        primary key,
    due      timestamptz not null,
    -- The deletion is under way: no content may refer to the object any more.
    deleting boolean     not null default false
);
create index artifact_garbage_due on artifact_garbage (due);

-- The id that a runner chose is unique in its run only. A person's upload has an id of its own in run_id and the source 'user'.
create table artifacts (
    workspace_id    text        not null,
    run_id          uuid        not null,
    artifact_id     text        not null,
    attempt         integer     not null,
    bot_id          text        not null,
    conversation_id text,
    thread_id       text        not null default '',
    runner_id       text        not null,
    artifact_type   text        not null,
    mime_type       text        not null,
    name            text,
    size_bytes      bigint      not null,
    sha256          text        not null,
    metadata        jsonb       not null,
    created_at      timestamptz not null,
    expires_at      timestamptz not null,
    source          text        not null default 'runner' check (source in ('runner', 'user')),
    scope           text        not null default 'conversation'
        check (scope in ('run', 'conversation', 'binding', 'actor', 'subject', 'workspace')),
    -- The binding, actor or subject of the scope.
    scope_key       text,
    summary         text,
    primary key (workspace_id, run_id, artifact_id),
    foreign key (workspace_id, sha256) references artifact_contents
);
create index artifacts_id on artifacts (workspace_id, artifact_id, created_at desc);
create index artifacts_content on artifacts (workspace_id, sha256);
create index artifacts_age on artifacts (expires_at);
-- An id may be longer than an index entry.
create index artifacts_conversation on artifacts (workspace_id, md5(conversation_id));

-- Expired artifacts, so that a reader that may have seen one learns that it expired. An erased artifact has no row.
create table artifact_tombstones (
    workspace_id    text        not null,
    run_id          uuid        not null,
    artifact_id     text        not null,
    bot_id          text        not null,
    conversation_id text,
    thread_id       text        not null,
    scope           text        not null,
    scope_key       text,
    created_at      timestamptz not null,
    expired_at      timestamptz not null,
    primary key (workspace_id, run_id, artifact_id)
);
create index artifact_tombstones_id on artifact_tombstones (workspace_id, artifact_id);
create index artifact_tombstones_age on artifact_tombstones (expired_at);

-- The bytes of a workspace's artifacts, so that no write adds them up. A change of artifacts inserts a row of the difference and waits
-- for no other transaction; a reader folds these rows into the sum, and so does an occasional writer.
create table artifact_sums (
    workspace_id text   primary key,
    bytes        bigint not null
);
create table artifact_sum_changes (
    workspace_id text   not null,
    bytes        bigint not null
);
create index artifact_sum_changes_workspace on artifact_sum_changes (workspace_id);

-- Artifacts whose bytes come in pieces.
create table artifact_uploads (
    upload_id       uuid        primary key,
    workspace_id    text        not null,
    -- The API key, or the run and attempt, that started the upload and alone may continue it.
    uploader        text        not null,
    -- Null for a person's upload.
    attempt         integer,
    run_id          uuid        not null,
    bot_id          text        not null,
    conversation_id text,
    thread_id       text        not null,
    runner_id       text        not null,
    artifact_id     text        not null,
    artifact_type   text        not null,
    scope           text        not null,
    scope_key       text,
    mime_type       text,
    name            text,
    sha256          text,
    metadata        jsonb       not null,
    summary         text,
    size_bytes      bigint      not null,
    received        bigint      not null default 0,
    -- The number of pieces so far: too small ones are refused.
    pieces          integer     not null default 0,
    finished        boolean     not null default false,
    started_at      timestamptz not null default now(),
    expires_at      timestamptz not null
);
create index artifact_uploads_open on artifact_uploads (workspace_id) where not finished;
create index artifact_uploads_age on artifact_uploads (expires_at);

-- The token bucket of a workspace's uploads by runs. Negative after an upload that exceeded the remaining budget.
create table upload_budgets (
    workspace_id text             primary key,
    bytes        double precision not null,
    at           timestamptz      not null
);

-- Files of people for their agents, until they delete them. Their bytes are in the tables of artifacts.
create table files (
    workspace_id text        not null,
    file_key     text        not null collate "C",
    name         text        not null,
    purpose      text        not null check (purpose in ('config', 'knowledge')),
    mime_type    text        not null,
    size_bytes   bigint      not null,
    sha256       text        not null,
    created_at   timestamptz not null default clock_timestamp(),
    created_by   text        not null,
    primary key (workspace_id, file_key),
    -- The same file sent twice is one file.
    unique (workspace_id, purpose, name, sha256),
    foreign key (workspace_id, sha256) references artifact_contents
);
create index files_newest on files (workspace_id, created_at desc, file_key desc);
create index files_content on files (workspace_id, sha256);

-- Skills of agents. A runner changes only skills that runners registered; registered_by is null for a person's.
create table skills (
    workspace_id  text        not null,
    name          text        not null collate "C",
    display_name  text,
    description   text        not null,
    instructions  text        not null,
    files         jsonb       not null default '[]',
    enabled       boolean     not null default true,
    registered_by text,
    version       bigint      not null,
    changed_at    timestamptz not null default clock_timestamp(),
    primary key (workspace_id, name)
);
-- A skill that was deleted and created again has another version, so that an If-Match of the deleted skill fails.
create sequence skill_versions;

-- Scrubbed payloads of the platforms: one for each event, under the event's id. They are separate from artifacts: there is one for every
-- message, small and short-lived, and only permitted readers see it.
create table raw_payloads (
    workspace_id    text        not null,
    event_id        text        not null,
    bot_id          text        not null,
    conversation_id text,
    thread_id       text        not null default '',
    actor_id        text,
    sha256          text        not null,
    payload         bytea       not null,
    created_at      timestamptz not null default clock_timestamp(),
    primary key (workspace_id, event_id)
);
create index raw_payloads_age on raw_payloads (workspace_id, created_at);
-- An id may be longer than an index entry.
create index raw_payloads_conversation on raw_payloads (workspace_id, md5(conversation_id)) where conversation_id is not null;
create index raw_payloads_actor on raw_payloads (workspace_id, md5(actor_id)) where actor_id is not null;
