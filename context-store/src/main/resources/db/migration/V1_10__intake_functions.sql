-- An entry of the audit that comes late.
create function late_audit_v1(the_workspace text, the_time timestamptz, the_entry jsonb) returns jsonb
language sql stable as $$
    select case when exists (
            select from context.erasures e
            where e.workspace_id = the_workspace and e.asked_at >= the_time
                and (e.conversation_id is not null or e.actor_id is not null)
                and context.speaks_of_v1(e, the_entry -> 'data'))
        then jsonb_set(the_entry, '{data}', context.without_speaker_v1(the_entry -> 'data')) else the_entry end
$$;

-- Whether any of a batch may be what must not come back. Where its workspaces have erased nothing of late, one look into a small index.
create function documents_meet_erasures_v1(entries jsonb) returns boolean
language plpgsql stable as $$
declare
    those text[];
begin
    select array_agg(g.workspace_id) into those
    from (select distinct workspace_id from jsonb_to_recordset(entries) as g (workspace_id text)) g
    where exists (
        select from context.erasures e
        where e.workspace_id = g.workspace_id and (e.conversation_id is not null or e.actor_id is not null));
    if those is null then
        return false;
    end if;
    return exists (
        select from jsonb_to_recordset(entries) as g (workspace_id text, kind text, event_id text, run_id uuid, at double precision)
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

-- A batch without what must not come back. Rare: called only where something of it may be that.
create function without_erased_v1(entries jsonb) returns jsonb
language plpgsql as $$
declare
    run  record;
    kept jsonb;
    late jsonb;
begin
    with concerned as materialized (
        select g.workspace_id, g.event_id, e.kind, e.actor_id, g.bot_id, g.conversation_id
        from jsonb_to_recordset(entries) as g (
            workspace_id text, kind text, event_id text, bot_id text, conversation_id text, thread_id text,
            at double precision, data jsonb)
        join context.erasures e on e.workspace_id = g.workspace_id and e.asked_at >= to_timestamp(g.at)
            and (e.conversation_id is not null or e.actor_id is not null)
            and context.concerns_v1(
                e, coalesce(g.bot_id, g.data ->> 'bot_id'), g.conversation_id, g.thread_id, g.data #>> '{actor,actor_id}')
        where g.kind = 'event'
    ),
    once as materialized (
        select distinct k.workspace_id, k.bot_id, k.conversation_id, k.actor_id
        from concerned k where k.kind = 'actor' and k.conversation_id is not null
    ),
    alone as materialized (
        select o.* from once o where not context.is_shared_v1(o.workspace_id, o.bot_id, o.conversation_id, o.actor_id)
    )
    insert into context.erased_events as x (workspace_id, event_id, answers)
    select k.workspace_id, k.event_id, bool_or(k.kind = 'conversation' or k.conversation_id is null or a.actor_id is not null)
    from concerned k left join alone a using (workspace_id, bot_id, conversation_id, actor_id)
    group by k.workspace_id, k.event_id
    order by k.workspace_id, k.event_id
    on conflict (workspace_id, event_id) do update set answers = x.answers or excluded.answers;
    perform context.note_erased_v1(g.workspace_id, array_agg(distinct g.event_id))
    from jsonb_to_recordset(entries) as g (workspace_id text, kind text, event_id text)
    where g.kind = 'result' and g.event_id is not null and exists (
        select from context.erasures e where e.workspace_id = g.workspace_id and e.done_at is null)
    group by g.workspace_id;
    update context.fences f set erased = true
    from jsonb_to_recordset(entries) as g (workspace_id text, kind text, event_id text)
    join context.erased_events x on x.workspace_id = g.workspace_id and x.event_id = g.event_id
    where g.kind = 'event' and f.workspace_id = g.workspace_id and f.event_id = g.event_id
        and not f.ended and not f.erased;

    with given as (
        select value as entry, ordinality as place, value ->> 'kind' as kind, value ->> 'workspace_id' as workspace_id,
            (value ->> 'run_id')::uuid as run_id, value ->> 'bot_id' as bot_id,
            coalesce(value ->> 'event_id', (
                select r.event_id from context.runs r
                where r.workspace_id = value ->> 'workspace_id' and r.run_id = (value ->> 'run_id')::uuid)) as event_id,
            value ->> 'conversation_id' as conversation_id, value ->> 'thread_id' as thread_id,
            to_timestamp((value ->> 'at')::double precision) as at
        from jsonb_array_elements(entries) with ordinality
    ),
    judged as (
        select g.*, case g.kind
            when 'audit' then false
            when 'event' then exists (
                select from context.erased_events x
                where x.workspace_id = g.workspace_id and x.event_id = g.event_id)
            else case when g.event_id is not null then exists (
                    select from context.erased_events x
                    where x.workspace_id = g.workspace_id and x.answers and x.event_id = g.event_id)
                -- Nobody knows what it answers: what was said before goes with its conversation.
                else exists (
                    select from context.erasures e
                    where e.workspace_id = g.workspace_id and e.kind = 'conversation' and e.asked_at >= g.at
                        and (e.conversation_id is not null or e.actor_id is not null)
                        and context.concerns_v1(e, g.bot_id, g.conversation_id, g.thread_id, null)) end
            end as gone
        from given g
    ),
    split as (
        select coalesce(jsonb_agg(
                case j.kind when 'audit' then context.late_audit_v1(j.workspace_id, j.at, j.entry) else j.entry end
                order by j.place) filter (where not j.gone), '[]') as kept,
            coalesce(jsonb_agg(jsonb_build_object('workspace_id', j.workspace_id, 'run_id', j.run_id))
                filter (where j.gone and j.kind = 'result'), '[]') as late
        from judged j
    )
    select s.kept, s.late into kept, late from split s;
    for run in
        select g.workspace_id, array_agg(distinct g.run_id) as runs
        from jsonb_to_recordset(late) as g (workspace_id text, run_id uuid) group by g.workspace_id
    loop
        perform context.erase_artifacts_v1(run.workspace_id, run.runs);
    end loop;
    return kept;
end
$$;

-- How far runs were applied, without what an erased one said or made.
create function without_erased_runs_v1(runs jsonb) returns jsonb
language sql as $$
    select coalesce(jsonb_agg(case when exists (
            select from context.erased_events x
            where x.workspace_id = r ->> 'workspace_id' and x.event_id = r ->> 'event_id' and x.answers)
        then (r - 'made') || '{"said": ""}' else r end order by place), '[]')
    from jsonb_array_elements(runs) with ordinality as g (r, place)
$$;

-- Keys and conversations are taken in the order of their index, so that two batches that touch the same never wait for each other.
create function append_v1(entries jsonb) returns void
language sql as $$
    with given as (
        select *, row_number() over (partition by workspace_id, log_key order by place) as twin
        from rows from (jsonb_to_recordset(entries) as (
            log_key text, workspace_id text, bot_id text, conversation_id text, thread_id text, kind text, type text,
            event_id text, run_id uuid, attempt integer, sequence bigint, at double precision, data jsonb, usage jsonb,
            source text, said jsonb, artifact_refs jsonb, item_type text)) with ordinality
            as e (log_key, workspace_id, bot_id, conversation_id, thread_id, kind, type,
                event_id, run_id, attempt, sequence, at, data, usage, source, said, artifact_refs, item_type, place)
    ),
    fresh as (
        insert into context.logged (workspace_id, log_key)
        select workspace_id, log_key from given where log_key is not null and twin = 1 order by workspace_id, log_key
        on conflict do nothing
        returning workspace_id, log_key
    ),
    kept as (
        select g.*,
            count(*) over so_far as nth, count(g.said) over so_far as nth_said,
            count(*) over whole as many, count(g.said) over whole as many_said
        from given g
        where g.log_key is null or (g.twin = 1 and exists (
            select from fresh f where f.workspace_id = g.workspace_id and f.log_key = g.log_key))
        window whole as (partition by workspace_id, bot_id, conversation_id, thread_id),
            so_far as (partition by workspace_id, bot_id, conversation_id, thread_id order by place
                       rows unbounded preceding)
    ),
    numbered as (
        insert into context.conversations as c
            (workspace_id, bot_id, conversation_id, thread_id, last_event_seq, last_transcript_seq)
        select workspace_id, bot_id, conversation_id, thread_id, count(*), count(said)
        from kept where conversation_id is not null
        group by workspace_id, bot_id, conversation_id, thread_id
        order by workspace_id, bot_id, conversation_id, thread_id
        on conflict (workspace_id, bot_id, conversation_id, thread_id) do update
            set last_event_seq = c.last_event_seq + excluded.last_event_seq,
                last_transcript_seq = c.last_transcript_seq + excluded.last_transcript_seq
        returning id, workspace_id, bot_id, conversation_id, thread_id, last_event_seq, last_transcript_seq
    ),
    placed as (
        select k.*, n.id as conversation, n.last_event_seq - k.many + k.nth as seq,
            case when k.said is not null then n.last_transcript_seq - k.many_said + k.nth_said end as transcript_seq
        from kept k left join numbered n using (workspace_id, bot_id, conversation_id, thread_id)
    ),
    logged as (
        insert into context.event_log
            (workspace_id, conversation, seq, transcript_seq, kind, type, event_id, run_id, attempt, sequence,
             at, data, usage, source, artifact_refs, item_type)
        select workspace_id, conversation, seq, transcript_seq, kind, type, event_id, run_id, attempt, sequence,
             to_timestamp(at), data, usage, source, artifact_refs, item_type
        from placed order by place
    ),
    present as (
        insert into context.conversation_actors as a (conversation, actor_id, in_group)
        select p.conversation, p.data #>> '{actor,actor_id}', bool_or(coalesce(p.data ->> 'launcher_type' = 'group', false))
        from placed p
        where p.conversation is not null and p.kind = 'event' and p.data #>> '{actor,actor_id}' is not null
            and not exists (
                select from context.conversation_actors k
                where k.conversation = p.conversation and k.actor_id = p.data #>> '{actor,actor_id}'
                    and k.seen_at > now() - interval '1 day'
                    and (k.in_group or p.data ->> 'launcher_type' is distinct from 'group'))
        group by 1, 2 order by 1, 2
        on conflict (conversation, actor_id) do update
            set seen_at = now(), in_group = a.in_group or excluded.in_group
    )
    insert into context.transcript
        (conversation, seq, transcript_id, event_id, run_id, role, content, content_json, artifact_refs, at, metadata, terms, item_type)
    select conversation, transcript_seq, (said ->> 'transcript_id')::uuid, said ->> 'event_id',
        (said ->> 'run_id')::uuid, said ->> 'role', said ->> 'content', said -> 'content_json', said -> 'artifact_refs',
        to_timestamp(at), said -> 'metadata', (said ->> 'terms')::tsvector,
        coalesce(said ->> 'item_type', 'message')
    from placed where said is not null
$$;

-- Only the consumer of a run's partition writes its row, so it needs no lock of its own. What ended by itself is said nowhere
-- else; a write still under way finds the fence closed.
create function move_runs_v1(runs jsonb) returns void
language sql as $$
    with moved as (
        select * from jsonb_to_recordset(runs) as r (
            workspace_id text, run_id uuid, attempt integer, sequence bigint, ended boolean, event_id text, said text, made jsonb)
    ),
    stored as (
        insert into context.runs (workspace_id, run_id, attempt, sequence, ended, event_id, said, made)
        select workspace_id, run_id, attempt, sequence, ended, event_id, said, made from moved
        on conflict (workspace_id, run_id) do update
            set attempt = excluded.attempt, sequence = excluded.sequence, ended = excluded.ended,
                event_id = excluded.event_id, said = excluded.said, made = excluded.made, applied_at = now()
    )
    update context.fences f set ended = true, raised_at = now()
    from moved m
    where m.ended and f.workspace_id = m.workspace_id and f.run_id = m.run_id and not f.ended
$$;

-- A batch in one round trip and one transaction. False, with nothing done, where an offset is not where it was expected: somebody
-- else applied these records. The offsets are locked first: of two consumers of a partition the second one waits, and then sees that.
--
-- entries: what is logged, in order. One with a log_key is left out where that key was logged before; one that was said has its
-- message in "said", with its terms. runs: how far each run has been applied.
create function apply_documents_v1(
    topics text[], partitions integer[], expected bigint[], nexts bigint[], entries jsonb, runs jsonb) returns boolean
language plpgsql as $$
declare
    found_there integer;
begin
    -- Whoever asks for an erasure waits for the batches under way, and those after it see what must not come back.
    perform pg_advisory_xact_lock_shared(hashtext('context.erasures'));
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
    if jsonb_array_length(entries) > 0 and context.documents_meet_erasures_v1(entries) then
        entries := context.without_erased_v1(entries);
        runs := context.without_erased_runs_v1(runs);
    end if;
    if jsonb_array_length(entries) > 0 then
        perform context.append_v1(entries);
    end if;
    if jsonb_array_length(runs) > 0 then
        perform context.move_runs_v1(runs);
    end if;
    return true;
end
$$;

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

-- Raises the fence and answers the context of a run at its start: the values of its state scopes, given as parallel arrays and answered by
-- their place from 1, and the position of its own event, or of the conversation where the event is not applied yet. raised is false for an
-- attempt below the fence or an ended run.
create function open_run_v1(
    the_workspace text, the_run uuid, the_attempt integer, the_event text,
    the_bot text, the_conversation text, the_thread text,
    scope_bots text[], scope_bindings text[], scope_runners text[], scope_names text[], scope_subjects text[],
    out raised boolean, out state jsonb, out event_seq bigint, out transcript_seq bigint, out before boolean)
language plpgsql as $$
declare
    the_id  bigint;
    own     record;
    later   text[] := '{}';
begin
    -- An erasure commits before this transaction, and its tombstone is read, or after it, and reads the fence.
    perform pg_advisory_xact_lock_shared(hashtext('context.erasures'));
    if exists (select from context.erasures e where e.workspace_id = the_workspace and e.done_at is null) then
        perform context.note_erased_v1(the_workspace, array[the_event]);
    end if;
    -- The event and conversation of a run stay as they were first. A run of an erased event writes nothing.
    insert into context.fences as f
        (workspace_id, run_id, attempt, event_id, bot_id, conversation_id, thread_id, erased)
    values (the_workspace, the_run, the_attempt, the_event, the_bot, the_conversation, the_thread, exists (
        select from context.erased_events x where x.workspace_id = the_workspace and x.event_id = the_event))
    on conflict (workspace_id, run_id) do update
        set attempt = excluded.attempt, raised_at = now()
        where not f.ended and f.attempt <= excluded.attempt;
    raised := found;
    if not raised then
        return;
    end if;
    select coalesce(jsonb_agg(jsonb_build_object('place', v.place, 'name', v.name, 'value', v.value)), '[]')
    into state
    from (
        select k.place, s.name, s.value
        from unnest(scope_bots, scope_bindings, scope_runners, scope_names, scope_subjects)
                 with ordinality as k (bot, binding, runner, scope, subject, place)
        join context.state s
            on s.workspace_id = the_workspace and s.bot_id = k.bot and s.binding_id = k.binding
            and s.runner_id = k.runner and s.scope = k.scope and s.subject = k.subject
    ) v;
    -- Erased and expired entries do not count.
    select c.id, case when c.last_event_seq > c.erased_event_seq then c.last_event_seq else 0 end,
        (select coalesce(max(t.seq), 0) from context.transcript t where t.conversation = c.id)
    into the_id, event_seq, transcript_seq
    from context.conversations c
    where c.workspace_id = the_workspace and c.bot_id = the_bot
        and c.conversation_id = the_conversation and c.thread_id = the_thread;
    if the_id is null then
        before := false;
        return;
    end if;
    select l.seq, l.transcript_seq into own
    from context.event_log l
    where l.kind = 'event' and l.event_id = the_event and l.conversation = the_id;
    if found then
        event_seq := own.seq;
        transcript_seq := coalesce(own.transcript_seq, transcript_seq);
        later := array(
            select l.event_id from context.event_log l
            where l.conversation = the_id and l.seq >= own.seq and l.kind = 'event');
    end if;
    -- By the lowest number, as an existence check would scan the whole table for a large conversation. Behind the run's own message there
    -- may be answers to earlier ones.
    before := coalesce((select min(t.seq) from context.transcript t where t.conversation = the_id) < own.transcript_seq, false)
        or (select t.seq from context.transcript t
            where t.conversation = the_id and t.seq > coalesce(own.transcript_seq, 0) and t.event_id <> all (later)
            order by t.seq limit 1) is not null;
end
$$;

create function note_recall_v1() returns trigger
language plpgsql as $$
begin
    insert into context.recalls (conversation, subject, seq, logged_at)
    values (new.conversation, sha256(convert_to(new.data #>> '{subject,subject_id}', 'UTF8')), new.seq, new.logged_at)
    on conflict do nothing;
    return null;
end
$$;
create trigger note_recall_v1 after insert on event_log
    for each row when (new.type = 'message.recalled' and new.kind = 'event' and new.conversation is not null
        and new.data #>> '{subject,subject_type}' = 'message' and new.data #>> '{subject,subject_id}' is not null)
    execute function note_recall_v1();

-- What the default partition held for a month whose table there is goes where it belongs, and not away.
create function forget_recall_v1() returns trigger
language plpgsql as $$
begin
    if tg_table_name = 'event_log_default'
        and to_regclass('context.event_log_' || to_char(old.logged_at at time zone 'UTC', 'YYYY_MM')) is not null
    then
        return null;
    end if;
    delete from context.recalls r
    where r.conversation = old.conversation and r.seq = old.seq
        and r.subject = sha256(convert_to(old.data #>> '{subject,subject_id}', 'UTF8'));
    return null;
end
$$;
create trigger forget_recall_v1 after delete on event_log
    for each row when (old.type = 'message.recalled' and old.kind = 'event' and old.conversation is not null)
    execute function forget_recall_v1();
