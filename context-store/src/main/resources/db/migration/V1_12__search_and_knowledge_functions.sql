-- The newest entries of a conversation that match, at most so many, newest first: two short stretches of 4096 at first, then four, then
-- eight and what is left of a long one, then long ones, four times as many each time. So a word that one entry in fifty has is looked for
-- in a tenth of a long stretch. Nothing but the index of terms is ever right here.
create function newest_matches_v1(
    the_id bigint, newest bigint, asked tsquery, the_roles text[], people boolean, agents boolean,
    since timestamptz, before timestamptz, wanted integer) returns bigint[]
language plpgsql stable set enable_seqscan = off as $$
declare
    matches bigint[] := '{}';
    more    bigint[];
    below   bigint := newest + 1;
    lowest  bigint;
    keys    bigint[];
    step    integer := 2;
begin
    loop
        if step <= 8 then
            lowest := greatest(((below - 1) >> 12) - step + 1, 0) << 12;
            if step = 8 then
                lowest := (lowest >> 16) << 16;
            end if;
            keys := array(select (the_id << 24) | s from generate_series(lowest >> 12, (below - 1) >> 12) s);
        else
            lowest := greatest(((below - 1) >> 16) - step / 16 + 1, 0) << 16;
            keys := array(select -1 - ((the_id << 24) | s) from generate_series(lowest >> 16, (below - 1) >> 16) s);
        end if;
        select array_agg(m.seq) into more
        from (
            select t.seq from context.transcript t
            where context.stretches_v1(t.conversation, t.seq) && keys and t.terms @@ asked and t.seq < below
                and (cardinality(the_roles) = 0 or t.role = any (the_roles))
                and (case when t.run_id is null then people else agents end)
                and (since is null or t.at >= since) and (before is null or t.at < before)
            order by t.seq desc limit wanted - cardinality(matches)
        ) m;
        matches := matches || more;
        exit when lowest = 0 or cardinality(matches) >= wanted;
        below := lowest;
        step := case when step < 16 then step * 2 else step * 4 end;
    end loop;
    return matches;
end
$$;

-- The newest four hundred entries that have the whole of what was asked for; where these are too few, the newest of each part as well.
-- A word weighs more the fewer of them have it, and less the longer the entry is; words close to each other weigh more.
create function search_transcript_v1(
    the_workspace text, the_bot text, the_conversation text, the_thread text,
    whole tsquery, parts tsquery[], weighed tsquery[], the_roles text[], people boolean, agents boolean,
    since timestamptz, before timestamptz, top integer)
    returns table (conversation bigint, seq bigint, score double precision, place bigint)
language plpgsql stable as $$
#variable_conflict use_column
declare
    the_id  bigint;
    newest  bigint;
    part    tsquery;
    matches bigint[];
begin
    select c.id, c.last_transcript_seq into the_id, newest
    from context.conversations c
    where c.workspace_id = the_workspace and c.bot_id = the_bot
        and c.conversation_id = the_conversation and c.thread_id = the_thread;
    if not found then
        return;
    end if;
    matches := context.newest_matches_v1(the_id, newest, whole, the_roles, people, agents, since, before, 400);
    if cardinality(matches) < top then
        foreach part in array parts loop
            matches := matches
                || context.newest_matches_v1(the_id, newest, part, the_roles, people, agents, since, before, 100);
        end loop;
    end if;
    return query
        with candidates as materialized (
            select t.seq, t.terms from context.transcript t where t.conversation = the_id and t.seq = any (matches)
        ),
        words as materialized (
            select w.word, ln(1 + newest::double precision / greatest(count(c.seq), 1)) as weight
            from unnest(weighed) w (word) left join candidates c on c.terms @@ w.word
            group by w.word
        ),
        scored as (
            select c.seq, c.terms @@ whole as has_all,
                ts_rank_cd(c.terms, whole) + (select sum(w.weight * ts_rank(c.terms, w.word, 1)) from words w) as score
            from candidates c
        )
        select the_id, s.seq, s.score, row_number() over best
        from scored s
        window best as (order by s.has_all desc, s.score desc, s.seq desc)
        order by 4 limit top;
end
$$;

-- Chunks that have any of the words, best first. Of each word the first 2000 count; a word that so many have says little.
create function search_knowledge_v1(
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

-- Keeps a document: whoever adds to a knowledge base does so alone, so that the same content does not come twice.
-- Outcomes: created, replaced, same, no_base, too_many, too_many_bytes. The bytes are those of its whole workspace.
create function keep_knowledge_document_v1(
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

-- What was told of a model; answers the revision that counts. Where its vectors are others now, the documents of its bases wait again, and
-- whoever is at work on them has worked for nothing.
create function tell_embedding_model_v1(
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
create function knowledge_vectors_v1(p_kb bigint) returns text language sql stable as $$
    select case when b.embedding_model is null then (select e.model from context.knowledge_embedding e)
        else coalesce((
            select m.vectors from context.knowledge_models m
            where m.workspace_id = b.workspace_id and m.model_id = b.embedding_model and not m.gone), '') end
    from context.knowledge_bases b where b.kb = p_kb
$$;

-- Whether somebody holds a document of the model's bases.
create function is_model_at_work_v1(p_workspace text, p_model_id text) returns boolean language sql stable as $$
    select exists (
        select from context.knowledge_documents d join context.knowledge_bases b on b.kb = d.kb
        where d.claim_id is not null and d.status = 'pending' and d.due_at > clock_timestamp()
            and b.workspace_id = p_workspace and b.embedding_model = p_model_id)
$$;

-- Takes a document whose row is locked here.
create function take_knowledge_v1(p_document bigint, p_term double precision, p_most_chunks bigint)
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

-- As claim_knowledge, of bases without a model of their own.
create function claim_usual_knowledge_v1(p_term double precision, p_most_chunks bigint, p_model text)
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
create function claim_model_knowledge_v1(p_term double precision, p_most_chunks bigint)
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

-- Gives a claim back where another workspace waits for the same lane and could be served, as if this turn had not been.
create function yield_knowledge_v1(p_document bigint, p_claim uuid) returns boolean language sql as $$
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

create function near_is_due_v1() returns trigger
language plpgsql as $$
begin
    new.near_due := true;
    return new;
end
$$;
create trigger near_is_due_v1 before update of indexed_revision, embedded_by on knowledge_documents for each row
when ((old.indexed_revision, old.embedded_by) is distinct from (new.indexed_revision, new.embedded_by))
execute function near_is_due_v1();

-- An entry that is made again and says something else now means something else.
create function forget_vector_v1() returns trigger
language plpgsql as $$
begin
    delete from context.entry_vectors v where v.conversation = old.conversation and v.seq = old.seq;
    return null;
end
$$;
create trigger forget_vector_v1 after update of content on transcript for each row
when (old.content is distinct from new.content) execute function forget_vector_v1();

-- A conversation that was made again is looked through again: what lacks a vector gets one.
create function look_again_v1() returns trigger
language plpgsql as $$
begin
    update context.vectored_conversations m set bottom = m.top where m.conversation = old.conversation;
    return null;
end
$$;
create trigger look_again_v1 after update of underway on rebuilds for each row
when (old.underway and not new.underway) execute function look_again_v1();

-- Whichever build writes what was said. The conversation's row is written at that moment anyway.
create function vectors_are_due_v1() returns trigger
language plpgsql as $$
begin
    new.vectors_due := clock_timestamp();
    return new;
end
$$;
create trigger vectors_are_due_v1 before update of last_transcript_seq on conversations for each row
when (old.vectors_due is null and new.last_transcript_seq > old.last_transcript_seq) execute function vectors_are_due_v1();

-- A conversation that is forgotten here was looked at by nobody.
create function vectors_are_forgotten_v1() returns trigger
language plpgsql as $$
begin
    update context.conversations c set vectors_due = 'infinity' where c.id = old.conversation and c.vectors_due is null;
    return null;
end
$$;
create trigger vectors_are_forgotten_v1 after delete on vectored_conversations
    for each row execute function vectors_are_forgotten_v1();

-- The conversation of a workspace that is next, its row or that of its numbers locked here: where something was said since, who waits
-- longest first; then those nobody looked at, the newest first; then those with older entries, in turns; then those with vectors of
-- another model. What others are at is passed over. Null where nothing is left.
create function next_vectors_v1(the_workspace text, the_model text) returns bigint
language plpgsql as $$
declare
    moment constant timestamptz := clock_timestamp();
    chosen bigint;
begin
    select c.id into chosen from context.conversations c
    where c.workspace_id = the_workspace and c.vectors_due < 'infinity'
        and coalesce((select m.due_at from context.vectored_conversations m where m.conversation = c.id), '-infinity') <= moment
    order by c.vectors_due limit 1 for no key update skip locked;
    if found then
        return chosen;
    end if;
    select c.id into chosen from context.conversations c
    where c.workspace_id = the_workspace and c.vectors_due = 'infinity'
        and coalesce((select m.due_at from context.vectored_conversations m where m.conversation = c.id), '-infinity') <= moment
    order by c.id desc limit 1 for no key update skip locked;
    if found then
        return chosen;
    end if;
    select m.conversation into chosen from context.vectored_conversations m
    where m.workspace_id = the_workspace and m.bottom > 0 and m.due_at <= moment
    order by m.due_at limit 1 for no key update skip locked;
    if found then
        return chosen;
    end if;
    select m.conversation into chosen from context.vectored_conversations m
    where m.workspace_id = the_workspace and m.model < the_model and m.due_at <= moment
    order by m.model desc, m.conversation desc limit 1 for no key update skip locked;
    if found then
        return chosen;
    end if;
    select m.conversation into chosen from context.vectored_conversations m
    where m.workspace_id = the_workspace and m.model > the_model and m.due_at <= moment
    order by m.model desc, m.conversation desc limit 1 for no key update skip locked;
    return chosen;
end
$$;

-- Takes the conversation that is next, for a while. None where nothing is left, the workspace turned it off, or another model was
-- chosen. A conversation that nobody looked at, or with another model, has nothing but older entries.
create function claim_vectors_v1(
    the_workspace text, the_model text, the_claim uuid, the_term double precision,
    out o_conversation bigint, out o_last bigint, out o_top bigint, out o_bottom bigint) returns setof record
language plpgsql as $$
begin
    if not exists (select from context.search_settings s where s.workspace_id = the_workspace and s.by_meaning)
        or exists (select from context.knowledge_embedding e where e.model <> the_model) then
        return;
    end if;
    loop
        o_conversation := context.next_vectors_v1(the_workspace, the_model);
        exit when o_conversation is null;
        select c.last_transcript_seq into o_last from context.conversations c where c.id = o_conversation;
        continue when not found;
        insert into context.vectored_conversations as m (conversation, workspace_id, model, top, bottom, claim_id, due_at)
        values (o_conversation, the_workspace, the_model, o_last, o_last, the_claim,
            clock_timestamp() + make_interval(secs => the_term))
        on conflict (conversation) do update
            set claim_id = excluded.claim_id, due_at = excluded.due_at, model = excluded.model,
                top = case when m.model = excluded.model then m.top else excluded.top end,
                bottom = case when m.model = excluded.model then m.bottom else excluded.bottom end
            where m.due_at <= clock_timestamp()
        returning m.top, m.bottom into o_top, o_bottom;
        if found then
            return next;
            return;
        end if;
        -- Somebody was faster, and is seen by the next look.
    end loop;
end
$$;

-- After a conversation was looked at: it waits no more, or is behind the others. Its row is locked before its numbers are read, so
-- that nothing said in this moment is overlooked.
create function settle_vectors_v1(the_conversation bigint) returns void
language plpgsql as $$
declare
    last bigint;
    seen bigint;
begin
    perform from context.conversations c where c.id = the_conversation and c.vectors_due is not null for no key update;
    if not found then
        return;
    end if;
    select c.last_transcript_seq, m.top into last, seen
    from context.conversations c left join context.vectored_conversations m on m.conversation = c.id where c.id = the_conversation;
    update context.conversations c
    set vectors_due = case when seen is null then 'infinity'::timestamptz when seen < last then clock_timestamp() end
    where c.id = the_conversation;
end
$$;

-- Of a workspace that turned it off, once no vector is left. The conversation before what is known of it, as everywhere.
create function forget_vectored_v1(the_conversation bigint) returns void
language plpgsql as $$
begin
    perform from context.conversations c where c.id = the_conversation for no key update;
    delete from context.vectored_conversations m
    where m.conversation = the_conversation
        and not exists (select from context.entry_vectors v where v.conversation = the_conversation)
        and not exists (select from context.search_settings s where s.workspace_id = m.workspace_id and s.by_meaning);
end
$$;
