-- Embedding models of workspaces, as run-orchestrator told of them. Keys stand here by name only. What is gone stays for a while, so that nothing
-- told late brings it back.
create table knowledge_models (
    workspace_id text        not null,
    model_id     text        not null,
    revision     bigint      not null,
    gone         boolean     not null,
    enabled      boolean     not null,
    -- Vectors of the same name are comparable.
    vectors      text        not null,
    base_url     text        not null,
    model        text        not null,
    api_key_ref  text,
    extra_args   jsonb       not null,
    -- Of each vector: what was said, or what the model's first answer showed.
    dimensions   integer,
    troubles     integer     not null default 0,
    rest_until   timestamptz not null default clock_timestamp(),
    told_at      timestamptz not null default clock_timestamp(),
    primary key (workspace_id, model_id)
);
create index knowledge_models_gone on knowledge_models (told_at) where gone;

-- Without one the installation's model counts.
alter table knowledge_bases add column embedding_model text;

-- Functions have a version in their name and are made once: a replica of the build before never touches them. To change one, the next
-- migration makes the next version.

-- What was told of a model; answers the revision that counts. Where its vectors are others now, the documents of its bases wait again, and
-- whoever is at work on them has worked for nothing.
create function context.tell_embedding_model_v1(
    p_workspace text, p_model_id text, p_revision bigint, p_gone boolean, p_enabled boolean, p_vectors text, p_base_url text,
    p_model text, p_api_key_ref text, p_extra_args jsonb, p_dimensions integer) returns bigint
language plpgsql as $$
declare
    known context.knowledge_models%rowtype;
begin
    -- One after the other, also the first.
    perform pg_advisory_xact_lock(hashtextextended('context.knowledge_model/' || p_workspace || '/' || p_model_id, 0));
    select m.* into known from context.knowledge_models m
        where m.workspace_id = p_workspace and m.model_id = p_model_id for update;
    if known.revision >= p_revision then
        return known.revision;
    end if;
    insert into context.knowledge_models as m
        (workspace_id, model_id, revision, gone, enabled, vectors, base_url, model, api_key_ref, extra_args, dimensions)
    values (p_workspace, p_model_id, p_revision, p_gone, p_enabled, p_vectors, p_base_url, p_model, p_api_key_ref, p_extra_args, p_dimensions)
    on conflict (workspace_id, model_id) do update set
        revision = excluded.revision, gone = excluded.gone, enabled = excluded.enabled, vectors = excluded.vectors,
        base_url = excluded.base_url, model = excluded.model, api_key_ref = excluded.api_key_ref, extra_args = excluded.extra_args,
        dimensions = case when m.vectors = excluded.vectors then coalesce(excluded.dimensions, m.dimensions) else excluded.dimensions end,
        troubles = 0, rest_until = excluded.rest_until, told_at = excluded.told_at;
    if not p_gone then
        -- Bases before their documents, as everywhere.
        perform from context.knowledge_bases b
            where b.workspace_id = p_workspace and b.embedding_model = p_model_id order by b.kb for no key update;
        update context.knowledge_documents d
            set status = 'pending', reason = null, claim_id = null, due_at = clock_timestamp(),
                claims = case when d.status = 'pending' then d.claims else 0 end,
                revision = case when d.status = 'indexed' then d.revision + 1 else d.revision end
            from context.knowledge_bases b
            where b.workspace_id = p_workspace and b.embedding_model = p_model_id and d.kb = b.kb
                and (d.status = 'indexed' and d.embedded_by is distinct from p_vectors
                    or d.status <> 'indexed' and known.vectors is distinct from p_vectors
                    or d.status = 'pending' and d.claim_id is null);
    end if;
    delete from context.knowledge_models o where (o.workspace_id, o.model_id) in (
        select g.workspace_id, g.model_id from context.knowledge_models g
        where g.gone and g.told_at < clock_timestamp() - interval '30 days' order by g.told_at limit 100 for update skip locked);
    return p_revision;
end $$;

-- The name of the vectors that count in a knowledge base: of its own model, where it names one ('' where that is gone), else of the
-- installation's; null where nobody has said yet.
create function context.knowledge_vectors_v1(p_kb bigint) returns text language sql stable as $$
    select case when b.embedding_model is null then (select e.model from context.knowledge_embedding e)
        else coalesce((
            select m.vectors from context.knowledge_models m
            where m.workspace_id = b.workspace_id and m.model_id = b.embedding_model and not m.gone), '') end
    from context.knowledge_bases b where b.kb = p_kb
$$;

-- As claim_knowledge, of bases without a model of their own.
create function context.claim_usual_knowledge_v1(p_term double precision, p_most_chunks bigint, p_model text)
returns table (claim_id uuid, document bigint, revision bigint, mime_type text, chunk_size integer, chunk_overlap integer,
    claims integer, room bigint)
language plpgsql as $$
declare
    mine record;
begin
    select d.document, b.workspace_id, b.chunk_size, b.chunk_overlap into mine
    from context.knowledge_documents d
    join context.knowledge_bases b on b.kb = d.kb
    left join context.knowledge_turns t on t.workspace_id = b.workspace_id
    where d.status = 'pending' and d.due_at <= clock_timestamp() and b.embedding_model is null
        and coalesce((select e.model from context.knowledge_embedding e), p_model) = p_model
    order by t.served_at nulls first, d.due_at limit 1 for update of d skip locked;
    if not found then
        return;
    end if;
    return query select * from context.take_knowledge_v1(mine.document, p_term, p_most_chunks);
end $$;

-- A document of a base that names a model which is there, on and not resting, and at work on no other document; of the workspace whose turn was
-- longest ago.
create function context.claim_model_knowledge_v1(p_term double precision, p_most_chunks bigint)
returns table (claim_id uuid, document bigint, revision bigint, mime_type text, chunk_size integer, chunk_overlap integer,
    claims integer, room bigint, o_workspace text, o_model text)
language plpgsql as $$
declare
    mine record;
begin
    -- What stands behind it sees what stood before it.
    perform pg_advisory_xact_lock(hashtextextended('context.claim_model_knowledge', 0));
    with ready as materialized (
        select b.kb, b.workspace_id, b.embedding_model, t.served_at
        from context.knowledge_bases b
        join context.knowledge_models m on m.workspace_id = b.workspace_id and m.model_id = b.embedding_model
        left join context.knowledge_turns t on t.workspace_id = b.workspace_id
        where b.embedding_model is not null and m.enabled and not m.gone and m.rest_until <= clock_timestamp()
            and not context.is_model_at_work_v1(b.workspace_id, b.embedding_model)
    )
    select d.document, r.workspace_id, r.embedding_model into mine
    from ready r join context.knowledge_documents d on d.kb = r.kb
    where d.status = 'pending' and d.due_at <= clock_timestamp()
    order by r.served_at nulls first, d.due_at limit 1 for update of d skip locked;
    if not found then
        return;
    end if;
    return query select k.*, mine.workspace_id, mine.embedding_model
        from context.take_knowledge_v1(mine.document, p_term, p_most_chunks) k;
end $$;

-- Whether somebody holds a document of the model's bases.
create function context.is_model_at_work_v1(p_workspace text, p_model_id text) returns boolean language sql stable as $$
    select exists (
        select from context.knowledge_documents d join context.knowledge_bases b on b.kb = d.kb
        where d.claim_id is not null and d.status = 'pending' and d.due_at > clock_timestamp()
            and b.workspace_id = p_workspace and b.embedding_model = p_model_id)
$$;

-- Takes a document whose row is locked here.
create function context.take_knowledge_v1(p_document bigint, p_term double precision, p_most_chunks bigint)
returns table (claim_id uuid, document bigint, revision bigint, mime_type text, chunk_size integer, chunk_overlap integer,
    claims integer, room bigint)
language plpgsql as $$
declare
    base context.knowledge_bases%rowtype;
begin
    select b.* into base from context.knowledge_bases b join context.knowledge_documents d on d.kb = b.kb where d.document = p_document;
    insert into context.knowledge_turns as t (workspace_id, served_at) values (base.workspace_id, clock_timestamp())
    on conflict (workspace_id) do update set served_at = excluded.served_at;
    return query
        update context.knowledge_documents d
        set claim_id = gen_random_uuid(), claims = d.claims + 1, due_at = clock_timestamp() + make_interval(secs => p_term)
        where d.document = p_document
        returning d.claim_id, d.document, d.revision, d.mime_type, base.chunk_size, base.chunk_overlap, d.claims,
            p_most_chunks - (
                select coalesce(sum(o.indexed_chunks), 0)::bigint from context.knowledge_documents o
                join context.knowledge_bases k on k.kb = o.kb
                where k.workspace_id = base.workspace_id and o.document <> p_document);
end $$;

-- Gives a claim back where another workspace waits for the same lane and could be served, as if this turn had not been.
create function context.yield_knowledge_v1(p_document bigint, p_claim uuid) returns boolean language sql as $$
    with yielded as (
        update context.knowledge_documents d
        set claim_id = null, claims = d.claims - 1, due_at = clock_timestamp()
        from context.knowledge_bases b
        where d.document = p_document and d.claim_id = p_claim and d.status = 'pending' and b.kb = d.kb and exists (
            select from context.knowledge_documents o join context.knowledge_bases k on k.kb = o.kb
            where o.status = 'pending' and o.due_at <= clock_timestamp() and k.workspace_id <> b.workspace_id
                and (k.embedding_model is null) = (b.embedding_model is null)
                and (k.embedding_model is null or exists (
                    select from context.knowledge_models m
                    where m.workspace_id = k.workspace_id and m.model_id = k.embedding_model and m.enabled and not m.gone
                        and m.rest_until <= clock_timestamp()
                        and not context.is_model_at_work_v1(k.workspace_id, k.embedding_model))))
        returning 1)
    select exists (select from yielded)
$$;
