-- What people keep for their agents, until they delete it. The bytes lie with those of artifacts, once in a workspace.
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
    -- The same file given twice is one file.
    unique (workspace_id, purpose, name, sha256),
    foreign key (workspace_id, sha256) references artifact_contents
);
create index files_newest on files (workspace_id, created_at desc, file_key desc);
create index files_content on files (workspace_id, sha256);

-- What agents may learn. A runner changes only what runners registered; what people wrote is theirs.
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
-- So that a skill that was deleted and made again is not taken for the former by an If-Match.
create sequence skill_versions;
