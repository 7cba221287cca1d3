create table knowledge_bases (
    kb              bigint      generated always as identity unique,
    workspace_id    text        not null,
    kb_id           text        not null,
    name            text        not null,
    description     text,
    embedding       text        not null,
    chunk_size      integer     not null,
    chunk_overlap   integer     not null,
    version         integer     not null default 1,
    created_at      timestamptz not null default clock_timestamp(),
    -- Null for the installation's model.
    embedding_model text,
    primary key (workspace_id, kb_id)
);
create index knowledge_bases_model on knowledge_bases (workspace_id, embedding_model) where embedding_model is not null;

-- Bytes come before their document is written; those without a document are deleted within hours.
create table knowledge_contents (
    content_id   uuid        primary key,
    workspace_id text        not null,
    created_at   timestamptz not null default clock_timestamp()
);
create table knowledge_pieces (
    content_id uuid    not null references knowledge_contents on delete cascade,
    ordinal    integer not null,
    bytes      bytea   not null,
    primary key (content_id, ordinal)
);
alter table knowledge_pieces alter column bytes set storage external;

-- The revision is raised with each change of content or model; searches find the chunks of indexed_revision.
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
    -- The approximate index (pgvector) may lack vectors of the document.
    vector_copy_due  boolean     not null default true,
    primary key (kb, document_id)
);
create index knowledge_documents_content on knowledge_documents (kb, sha256);
create index knowledge_documents_bytes on knowledge_documents (content_id);
create index knowledge_documents_due on knowledge_documents (due_at) where status = 'pending';
-- As many entries as there are claims.
create index knowledge_documents_claimed on knowledge_documents (kb) where claim_id is not null;
create index knowledge_documents_vector_copy_due on knowledge_documents (document)
    where vector_copy_due and indexed_revision is not null and indexed_chunks > 0;

create table knowledge_chunks (
    document    bigint   not null references knowledge_documents (document) on delete cascade,
    revision    bigint   not null,
    ordinal     integer  not null,
    kb          bigint   not null,
    heading     text     not null,
    content     text     not null,
    hash        text     not null,
    embedded_by text     not null,
    vector      bytea    not null,
    terms       tsvector not null,
    primary key (document, revision, ordinal)
);
alter table knowledge_chunks alter column vector set storage external;
create index knowledge_chunks_hash on knowledge_chunks (document, hash);
-- Terms and the knowledge base, so that a search reads no chunk of another one.
create index knowledge_chunks_terms on knowledge_chunks using gin (terms, (array[kb]));

-- The name of the installation's embedding model, from the replica that started last.
create table knowledge_embedding (
    only_one  boolean     primary key default true check (only_one),
    model     text        not null,
    chosen_at timestamptz not null default clock_timestamp()
);

-- Scheduling by workspace: the one whose document was claimed longest ago is next.
create table knowledge_turns (
    workspace_id text        primary key,
    served_at    timestamptz not null
);

-- Embedding models of workspaces, as run-orchestrator sent them, with the names of API keys only. A deleted model stays for a while, so
-- that a late message does not restore it.
create table knowledge_models (
    workspace_id text        not null,
    model_id     text        not null,
    revision     bigint      not null,
    deleted      boolean     not null,
    enabled      boolean     not null,
    -- Vectors of the same name are comparable.
    vectors      text        not null,
    base_url     text        not null,
    model        text        not null,
    api_key_ref  text,
    extra_args   jsonb       not null,
    -- The configured dimensions of a vector, or those of the model's first answer.
    dimensions   integer,
    failures     integer     not null default 0,
    paused_until timestamptz not null default clock_timestamp(),
    described_at timestamptz not null default clock_timestamp(),
    primary key (workspace_id, model_id)
);
create index knowledge_models_deleted on knowledge_models (described_at) where deleted;

-- The search settings of a workspace; without a row nothing is switched on.
create table search_settings (
    workspace_id text    primary key,
    by_meaning   boolean not null,
    version      integer not null
);

-- The vector of a transcript entry; it is deleted with its entry. Vectors of two models are never compared.
create table entry_vectors (
    conversation bigint not null,
    seq          bigint not null,
    model        text   not null,
    vector       bytea  not null,
    primary key (conversation, seq),
    foreign key (conversation, seq) references transcript on delete cascade
);
alter table entry_vectors alter column vector set storage external;

-- The progress of a conversation: entries above "bottom" and up to "top" have been read. New entries are above, older ones below.
create table vectored_conversations (
    conversation bigint      primary key references conversations on delete cascade,
    workspace_id text        not null,
    model        text        not null,
    top          bigint      not null,
    bottom       bigint      not null,
    claim_id     uuid,
    due_at       timestamptz not null default '-infinity'
);
create index vectored_conversations_older on vectored_conversations (workspace_id, due_at) where bottom > 0;
create index vectored_conversations_model on vectored_conversations (workspace_id, model, conversation);
