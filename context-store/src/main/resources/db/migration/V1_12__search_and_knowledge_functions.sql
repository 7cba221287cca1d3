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
