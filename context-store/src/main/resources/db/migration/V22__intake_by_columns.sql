-- A batch in one round trip and one transaction, given by columns: nothing of it is taken apart twice, and no column is looked up by its
-- name. The same rows as apply_batch_v0 writes. What is rare is left to that function, as a refusal with nothing done: something that was
-- logged before (AH001), and what may be what was erased (AH002).

-- Whether any of a batch may be what must not come back. Where its workspaces have erased nothing of late, one look into a small index.
create function meets_erasures_v1(
    workspaces text[], workspace_ids text[], kinds text[], event_ids text[], run_ids uuid[], ats double precision[]) returns boolean
language plpgsql stable as $$
declare
    those text[] := array(
        select w from unnest(workspaces) w
        where exists (
            select from context.erasures e
            where e.workspace_id = w and (e.conversation_id is not null or e.actor_id is not null)));
begin
    return cardinality(those) > 0 and exists (
        select from unnest(workspace_ids, kinds, event_ids, run_ids, ats) as g (workspace_id, kind, event_id, run_id, at)
        left join context.runs r on g.event_id is null and r.workspace_id = g.workspace_id and r.run_id = g.run_id
        where g.workspace_id = any (those) and (
            exists (
                select from context.erased_events x
                where x.workspace_id = g.workspace_id and x.event_id = coalesce(g.event_id, r.event_id))
            or exists (
                select from context.erasures e where e.workspace_id = g.workspace_id and e.done_at is null)
            or (g.kind in ('event', 'audit') or coalesce(g.event_id, r.event_id) is null) and exists (
                select from context.erasures e
                where e.workspace_id = g.workspace_id and (e.conversation_id is not null or e.actor_id is not null)
                    and e.asked_at >= to_timestamp(g.at))));
end
$$;

-- False, with nothing done, where an offset is not where it was expected. The offsets are locked first: of two consumers of a partition
-- the second one waits, and then sees that. A locked row is where it was found: it is moved by its place.
create function move_offsets_v1(topics text[], partitions integer[], expected bigint[], nexts bigint[]) returns boolean
language plpgsql as $$
declare
    found_there integer;
begin
    perform from context.applied_offsets o
    join unnest(topics, partitions, expected) as a (topic, partition, expected)
        on o.topic = a.topic and o.partition = a.partition and o.next_offset = a.expected
    for update of o;
    get diagnostics found_there = row_count;
    if found_there < cardinality(topics) then
        return false;
    end if;
    update context.applied_offsets o set next_offset = a.next
    from unnest(topics, partitions, nexts) as a (topic, partition, next)
    where o.topic = a.topic and o.partition = a.partition;
    return true;
end
$$;

-- "place" is a conversation's place among those given (from 1), "nth" an entry's number among those of its conversation in this batch,
-- "said" of its messages. Keys and conversations are taken in the order of their index, so that two batches that touch the same never
-- wait for each other.
create function apply_batch_v1(
    topics text[], partitions integer[], expected bigint[], nexts bigint[],
    workspaces text[],
    key_workspaces text[], keys text[],
    c_workspaces text[], c_bots text[], c_ids text[], c_threads text[], c_events integer[], c_said integer[],
    e_workspaces text[], e_places integer[], e_nth integer[], e_said integer[], e_kinds text[], e_types text[], e_events text[],
    e_runs uuid[], e_attempts integer[], e_sequences bigint[], e_ats double precision[], e_data text[], e_usage text[],
    e_sources text[], e_refs text[], e_items text[],
    t_places integer[], t_nth integer[], t_ids uuid[], t_events text[], t_runs uuid[], t_roles text[], t_contents text[],
    t_json text[], t_refs text[], t_ats double precision[], t_metadata text[], t_terms text[], t_items text[],
    a_places integer[], a_actors text[], a_in_group boolean[],
    r_workspaces text[], r_ids uuid[], r_attempts integer[], r_sequences bigint[], r_ended boolean[], r_events text[],
    r_said text[], r_made text[]) returns boolean
language plpgsql as $$
declare
    many        integer;
    ids         bigint[];
    events_then bigint[];
    said_then   bigint[];
begin
    -- Whoever asks for an erasure waits for the batches under way, and those after it see what must not come back.
    perform pg_advisory_xact_lock_shared(hashtext('context.erasures'));
    if not context.move_offsets_v1(topics, partitions, expected, nexts) then
        return false;
    end if;
    if context.meets_erasures_v1(workspaces, e_workspaces, e_kinds, e_events, e_runs, e_ats) then
        raise exception using errcode = 'AH002', message = 'something may have been erased';
    end if;

    if cardinality(keys) > 0 then
        insert into context.logged (workspace_id, log_key)
        select k.workspace_id, k.log_key from unnest(key_workspaces, keys) as k (workspace_id, log_key)
        order by k.workspace_id, k.log_key
        on conflict do nothing;
        get diagnostics many = row_count;
        if many < cardinality(keys) then
            raise exception using errcode = 'AH001', message = 'something was logged before';
        end if;
    end if;

    if cardinality(c_ids) > 0 then
        with numbered as (
            insert into context.conversations as c
                (workspace_id, bot_id, conversation_id, thread_id, last_event_seq, last_transcript_seq)
            select g.workspace_id, g.bot_id, g.conversation_id, g.thread_id, g.events, g.said
            from unnest(c_workspaces, c_bots, c_ids, c_threads, c_events, c_said)
                as g (workspace_id, bot_id, conversation_id, thread_id, events, said)
            order by 1, 2, 3, 4
            on conflict (workspace_id, bot_id, conversation_id, thread_id) do update
                set last_event_seq = c.last_event_seq + excluded.last_event_seq,
                    last_transcript_seq = c.last_transcript_seq + excluded.last_transcript_seq
            returning id, workspace_id, bot_id, conversation_id, thread_id, last_event_seq, last_transcript_seq
        )
        select array_agg(n.id order by g.place), array_agg(n.last_event_seq - g.events order by g.place),
            array_agg(n.last_transcript_seq - g.said order by g.place)
        into ids, events_then, said_then
        from unnest(c_workspaces, c_bots, c_ids, c_threads, c_events, c_said) with ordinality
            as g (workspace_id, bot_id, conversation_id, thread_id, events, said, place)
        join numbered n using (workspace_id, bot_id, conversation_id, thread_id);
    end if;

    insert into context.event_log
        (workspace_id, conversation, seq, transcript_seq, kind, type, event_id, run_id, attempt, sequence,
         at, data, usage, source, artifact_refs, item_type)
    select e.workspace_id, ids[e.place], events_then[e.place] + e.nth, said_then[e.place] + e.said, e.kind, e.type, e.event_id,
        e.run_id, e.attempt, e.sequence, to_timestamp(e.at), e.data::jsonb, e.usage::jsonb, e.source, e.refs::jsonb, e.item
    from unnest(e_workspaces, e_places, e_nth, e_said, e_kinds, e_types, e_events, e_runs, e_attempts, e_sequences, e_ats,
            e_data, e_usage, e_sources, e_refs, e_items)
        as e (workspace_id, place, nth, said, kind, type, event_id, run_id, attempt, sequence, at, data, usage, source, refs, item);

    if cardinality(a_actors) > 0 then
        insert into context.conversation_actors as a (conversation, actor_id, in_group)
        select ids[p.place], p.actor_id, p.in_group from unnest(a_places, a_actors, a_in_group) as p (place, actor_id, in_group)
        where not exists (
            select from context.conversation_actors k
            where k.conversation = ids[p.place] and k.actor_id = p.actor_id and k.seen_at > now() - interval '1 day'
                and (k.in_group or not p.in_group))
        order by 1, 2
        on conflict (conversation, actor_id) do update
            set seen_at = now(), in_group = a.in_group or excluded.in_group;
    end if;

    if cardinality(t_ids) > 0 then
        insert into context.transcript
            (conversation, seq, transcript_id, event_id, run_id, role, content, content_json, artifact_refs, at, metadata, terms,
             item_type)
        select ids[t.place], said_then[t.place] + t.nth, t.id, t.event_id, t.run_id, t.role, t.content, t.json::jsonb,
            t.refs::jsonb, to_timestamp(t.at), t.metadata::jsonb, t.terms::tsvector, t.item
        from unnest(t_places, t_nth, t_ids, t_events, t_runs, t_roles, t_contents, t_json, t_refs, t_ats, t_metadata, t_terms,
                t_items)
            as t (place, nth, id, event_id, run_id, role, content, json, refs, at, metadata, terms, item);
    end if;

    -- Only the consumer of a run's partition writes its row, so it needs no lock of its own. What ended by itself is said nowhere else; a
    -- write still under way finds the fence closed.
    if cardinality(r_ids) > 0 then
        insert into context.runs (workspace_id, run_id, attempt, sequence, ended, event_id, said, made)
        select r.workspace_id, r.run_id, r.attempt, r.sequence, r.ended, r.event_id, r.said, r.made::jsonb
        from unnest(r_workspaces, r_ids, r_attempts, r_sequences, r_ended, r_events, r_said, r_made)
            as r (workspace_id, run_id, attempt, sequence, ended, event_id, said, made)
        on conflict (workspace_id, run_id) do update
            set attempt = excluded.attempt, sequence = excluded.sequence, ended = excluded.ended,
                event_id = excluded.event_id, said = excluded.said, made = excluded.made, applied_at = now();
        if true = any (r_ended) then
            update context.fences f set ended = true, raised_at = now()
            from unnest(r_workspaces, r_ids, r_ended) as r (workspace_id, run_id, ended)
            where r.ended and f.workspace_id = r.workspace_id and f.run_id = r.run_id and not f.ended;
        end if;
    end if;
    return true;
end
$$;
