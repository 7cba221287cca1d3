create table knowledge_bases (
    kb            bigint      generated always as identity unique,
    workspace_id  text        not null,
    kb_id         text        not null,
    name          text        not null,
    description   text,
    embedding     text        not null,
    chunk_size    integer     not null,
    chunk_overlap integer     not null,
    version       integer     not null default 1,
    created_at    timestamptz not null default clock_timestamp(),
    changed_at    timestamptz not null default clock_timestamp(),
    primary key (workspace_id, kb_id)
);

-- Bytes come before their document is written; those of no document are forgotten within hours.
create table knowledge_contents (
    content_id   uuid        primary key,
    workspace_id text        not null,
    created_at   timestamptz not null default clock_timestamp()
);
create table knowledge_pieces (
    content_id uuid    not null references knowledge_contents on delete cascade,
    place      integer not null,
    bytes      bytea   not null,
    primary key (content_id, place)
);
alter table knowledge_pieces alter column bytes set storage external;

-- The revision is raised whenever its chunks may be others; those of indexed_revision are found.
create table knowledge_documents (
    document         bigint      generated always as identity unique,
    kb               bigint      not null references knowledge_bases (kb) on delete cascade,
    document_id      text        not null,
    filename         text        not null,
    mime_type        text        not null,
    size_bytes       bigint      not null,
    sha256           text        not null,
    metadata         jsonb       not null,
    content_id       uuid        not null references knowledge_contents,
    status           text        not null default 'pending',
    reason           text,
    revision         bigint      not null default 1,
    indexed_revision bigint,
    indexed_chunks   integer,
    embedded_by      text,
    claim_id         uuid,
    claims           integer     not null default 0,
    due_at           timestamptz not null default clock_timestamp(),
    created_at       timestamptz not null default clock_timestamp(),
    changed_at       timestamptz not null default clock_timestamp(),
    primary key (kb, document_id)
);
create index knowledge_documents_content on knowledge_documents (kb, sha256);
create index knowledge_documents_bytes on knowledge_documents (content_id);
create index knowledge_documents_due on knowledge_documents (due_at) where status = 'pending';

create table knowledge_chunks (
    document    bigint   not null references knowledge_documents (document) on delete cascade,
    revision    bigint   not null,
    place       integer  not null,
    kb          bigint   not null,
    heading     text     not null,
    content     text     not null,
    hash        text     not null,
    embedded_by text     not null,
    vector      bytea    not null,
    terms       tsvector not null,
    primary key (document, revision, place)
);
alter table knowledge_chunks alter column vector set storage external;
create index knowledge_chunks_hash on knowledge_chunks (document, hash);
-- As of a transcript: words and the knowledge base they stand in, so that a search reads nothing of others.
create index knowledge_chunks_terms on knowledge_chunks using gin (terms, (array[kb]));
