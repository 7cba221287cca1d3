-- What people give is no run's: each stands under an id of its own in run_id, and source says so.
alter table artifacts
    add column source text not null default 'runner' check (source in ('runner', 'user')),
    add column scope text not null default 'conversation'
        check (scope in ('run', 'conversation', 'binding', 'actor', 'subject', 'workspace')),
    -- Which binding, actor or subject.
    add column scope_key text;

-- Artifacts whose bytes come in parts. These lie with the others, under upload/<id> in place of a digest, until all of them are there.
create table artifact_uploads (
    upload_id       uuid        primary key,
    workspace_id    text        not null,
    -- The key, or the run and attempt, that began it: nobody else goes on.
    begun_by        text        not null,
    -- Null where a person began it.
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
    size_bytes      bigint      not null,
    received        bigint      not null default 0,
    finished        boolean     not null default false,
    begun_at        timestamptz not null default now(),
    expires_at      timestamptz not null
);
create index artifact_uploads_open on artifact_uploads (workspace_id) where not finished;
create index artifact_uploads_age on artifact_uploads (expires_at);
