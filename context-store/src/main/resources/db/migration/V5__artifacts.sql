-- Bytes are kept once in a workspace, whoever made them; never shared between workspaces.
create table artifact_contents (
    workspace_id text not null,
    sha256       text not null,
    primary key (workspace_id, sha256)
);

-- At most 256 KiB each. Stored as they are, so that a part of one is read without the rest.
create table artifact_chunks (
    workspace_id text    not null,
    sha256       text    not null,
    place        integer not null,
    bytes        bytea   not null,
    primary key (workspace_id, sha256, place),
    foreign key (workspace_id, sha256) references artifact_contents on delete cascade
);
alter table artifact_chunks alter column bytes set storage external;

-- An id that a runner chose is good for its run only.
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
    primary key (workspace_id, run_id, artifact_id),
    foreign key (workspace_id, sha256) references artifact_contents
);
create index artifacts_id on artifacts (workspace_id, artifact_id, created_at desc);
create index artifacts_content on artifacts (workspace_id, sha256);
create index artifacts_age on artifacts (expires_at);
