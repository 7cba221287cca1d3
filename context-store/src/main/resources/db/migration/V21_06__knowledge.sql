-- Keeps a document: whoever adds to a knowledge base does so alone, so that the same content does not come twice.
-- Outcomes: created, replaced, same, no_base, too_many, too_many_bytes. The bytes are those of its whole workspace.
create function context.keep_knowledge_document_v0(
    p_workspace text, p_kb_id text, p_document_id text, p_new_id text, p_filename text, p_mime_type text, p_size bigint, p_sha256 text,
    p_metadata jsonb, p_content uuid, p_most integer, p_most_bytes bigint)
returns table (outcome text, id text) language plpgsql as $$
declare
    base bigint;
    there context.knowledge_documents%rowtype;
begin
    -- Whoever adds to a workspace does so alone, so that together they never exceed its quota.
    perform pg_advisory_xact_lock(hashtextextended('context.knowledge/' || p_workspace, 0));
    select k.kb into base from context.knowledge_bases k
        where k.workspace_id = p_workspace and k.kb_id = p_kb_id for no key update;
    if base is null then
        return query select 'no_base', null::text;
        return;
    end if;
    if p_document_id is null then
        select d.* into there from context.knowledge_documents d
            where d.kb = base and d.sha256 = p_sha256 and d.mime_type = p_mime_type order by d.created_at limit 1;
    else
        select d.* into there from context.knowledge_documents d where d.kb = base and d.document_id = p_document_id for update;
    end if;
    if there.document is not null and there.sha256 = p_sha256 and there.mime_type = p_mime_type then
        update context.knowledge_documents d
            set filename = case when p_document_id is null then d.filename else p_filename end,
                metadata = case when p_document_id is null then d.metadata else p_metadata end,
                -- What failed before is tried again.
                status = case when d.status = 'failed' then 'pending' else d.status end,
                claims = case when d.status = 'failed' then 0 else d.claims end,
                due_at = case when d.status = 'failed' then clock_timestamp() else d.due_at end,
                reason = null
            where d.document = there.document;
        return query select 'same', there.document_id;
    elsif (select coalesce(sum(d.size_bytes), 0) from context.knowledge_documents d
           join context.knowledge_bases k on k.kb = d.kb
           where k.workspace_id = p_workspace and d.document is distinct from there.document) + p_size > p_most_bytes then
        return query select 'too_many_bytes', null::text;
    elsif there.document is not null then
        update context.knowledge_documents d
            set filename = p_filename, mime_type = p_mime_type, size_bytes = p_size, sha256 = p_sha256, metadata = p_metadata,
                content_id = p_content, status = 'pending', reason = null, revision = d.revision + 1, claim_id = null, claims = 0,
                due_at = clock_timestamp(), changed_at = clock_timestamp()
            where d.document = there.document;
        delete from context.knowledge_contents where content_id = there.content_id;
        return query select 'replaced', there.document_id;
    elsif (select count(*) from context.knowledge_documents d where d.kb = base) >= p_most then
        return query select 'too_many', null::text;
    else
        insert into context.knowledge_documents (kb, document_id, filename, mime_type, size_bytes, sha256, metadata, content_id)
            values (base, coalesce(p_document_id, p_new_id), p_filename, p_mime_type, p_size, p_sha256, p_metadata, p_content);
        return query select 'created', coalesce(p_document_id, p_new_id);
    end if;
end $$;

-- Chunks that have any of the words, best first. Of each word the first 2000 count; a word that so many have says little.
create function context.search_knowledge_v0(
    p_workspace text, p_kb_ids text[], p_filters jsonb, p_words tsquery[], p_most integer)
returns table (document bigint, place integer, score double precision) language sql stable as $$
    with bases as materialized (
        select array_agg(k.kb) as kbs from context.knowledge_bases k
        where k.workspace_id = p_workspace and k.kb_id = any(p_kb_ids)
    ), total as materialized (
        select coalesce(sum(d.indexed_chunks), 0) as chunks from bases b
        join context.knowledge_documents d on d.kb = any(b.kbs)
    ), hits as (
        select h.document, h.place, h.rank, count(*) over (partition by w.number) as having_it
        from bases b, unnest(p_words) with ordinality as w (word, number),
        lateral (
            select c.document, c.place, ts_rank(c.terms, w.word, 1) as rank
            from context.knowledge_chunks c
            join context.knowledge_documents d on d.document = c.document and d.indexed_revision = c.revision
            where c.terms @@ w.word and array[c.kb] && b.kbs and d.metadata @> p_filters
            limit 2000
        ) h
    )
    select h.document, h.place, sum(ln(1 + t.chunks::double precision / h.having_it) * h.rank) as score
    from hits h, total t
    group by h.document, h.place
    order by score desc, h.document, h.place
    limit p_most
$$;

