-- A batch in one round trip and one transaction, as columns: a record is parsed once, and no column is looked up by its name. False,
-- with nothing done, where an offset is not the expected one: another consumer applied these records. Two rare cases are refused with
-- nothing done, and apply_documents_v1 takes the same batch: a record that was logged before (AH001), and one that may be erased (AH002).
--
-- "ordinal" is the position of a conversation in the parameters, from 1; "nth" is the number of an entry in its conversation in this batch,
-- "message_nth" is the number of its message. Keys and conversations are locked in the order of their index, so that two batches never deadlock.
-- The offsets are locked first: of two consumers of a partition the second one waits, and then sees that they moved.
create function apply_batch_v1(
    topics text[], partitions integer[], expected bigint[], nexts bigint[],
    workspaces text[],
    key_workspaces text[], keys text[],
    c_workspaces text[], c_bots text[], c_ids text[], c_threads text[], c_events integer[], c_messages integer[],
    e_workspaces text[], e_ordinals integer[], e_nth integer[], e_message_nth integer[], e_kinds text[], e_types text[], e_events text[],
    e_runs uuid[], e_attempts integer[], e_sequences bigint[], e_ats double precision[], e_data text[], e_usage text[],
    e_sources text[], e_refs text[], e_items text[],
    t_ordinals integer[], t_nth integer[], t_ids uuid[], t_events text[], t_runs uuid[], t_roles text[], t_contents text[],
    t_json text[], t_refs text[], t_ats double precision[], t_metadata text[], t_terms text[], t_items text[],
    a_ordinals integer[], a_actors text[], a_in_group boolean[],
    r_workspaces text[], r_ids uuid[], r_attempts integer[], r_sequences bigint[], r_ended boolean[], r_events text[],
    r_message_fingerprints text[], r_pending_artifacts text[]) returns boolean
language plpgsql as $$
declare
    many            integer;
    erasing         text[];
    ids             bigint[];
    events_before   bigint[];
    messages_before bigint[];
begin
    -- A request for an erasure waits for the batches under way, and those after it read its tombstone.
    perform pg_advisory_xact_lock_shared(hashtext('context.erasures'));
    perform from context.applied_offsets o
    join unnest(topics, partitions, expected) as a (topic, partition, expected)
        on o.topic = a.topic and o.partition = a.partition and o.next_offset = a.expected
    for update of o;
    get diagnostics many = row_count;
    if many < cardinality(topics) then
        return false;
    end if;
    update context.applied_offsets o set next_offset = a.next
    from unnest(topics, partitions, nexts) as a (topic, partition, next)
    where o.topic = a.topic and o.partition = a.partition;
    -- Where its workspaces have no tombstone, this costs one read of a small index.
    erasing := array(
        select w from unnest(workspaces) w
        where exists (
            select from context.erasures e
            where e.workspace_id = w and (e.conversation_id is not null or e.actor_id is not null)));
    if cardinality(erasing) > 0 and exists (
        select from unnest(e_workspaces, e_kinds, e_events, e_runs, e_ats) as g (workspace_id, kind, event_id, run_id, at)
        left join context.runs r on g.event_id is null and r.workspace_id = g.workspace_id and r.run_id = g.run_id
        where g.workspace_id = any (erasing) and (
            exists (
                select from context.erased_events x
                where x.workspace_id = g.workspace_id and x.event_id = coalesce(g.event_id, r.event_id))
            or exists (
                select from context.erasures e where e.workspace_id = g.workspace_id and e.done_at is null)
            or (g.kind in ('event', 'audit') or coalesce(g.event_id, r.event_id) is null) and exists (
                select from context.erasures e
                where e.workspace_id = g.workspace_id and (e.conversation_id is not null or e.actor_id is not null)
                    and e.requested_at >= to_timestamp(g.at))))
    then
        raise exception using errcode = 'AH002', message = 'a record may have been erased';
    end if;

    if cardinality(keys) > 0 then
        insert into context.logged (workspace_id, log_key)
        select k.workspace_id, k.log_key from unnest(key_workspaces, keys) as k (workspace_id, log_key)
        order by k.workspace_id, k.log_key
        on conflict do nothing;
        get diagnostics many = row_count;
        if many < cardinality(keys) then
            raise exception using errcode = 'AH001', message = 'a record was logged before';
        end if;
    end if;

    if cardinality(c_ids) > 0 then
        with numbered as (
            insert into context.conversations as c
                (workspace_id, bot_id, conversation_id, thread_id, last_event_seq, last_transcript_seq)
            select g.workspace_id, g.bot_id, g.conversation_id, g.thread_id, g.events, g.messages
            from unnest(c_workspaces, c_bots, c_ids, c_threads, c_events, c_messages)
                as g (workspace_id, bot_id, conversation_id, thread_id, events, messages)
            order by 1, 2, 3, 4
            on conflict (workspace_id, bot_id, conversation_id, thread_id) do update
                set last_event_seq = c.last_event_seq + excluded.last_event_seq,
                    last_transcript_seq = c.last_transcript_seq + excluded.last_transcript_seq,
                    vectors_due = case when c.vectors_due is null and excluded.last_transcript_seq > 0
                        then clock_timestamp() else c.vectors_due end
            returning id, workspace_id, bot_id, conversation_id, thread_id, last_event_seq, last_transcript_seq
        )
        select array_agg(n.id order by g.ordinal), array_agg(n.last_event_seq - g.events order by g.ordinal),
            array_agg(n.last_transcript_seq - g.messages order by g.ordinal)
        into ids, events_before, messages_before
        from unnest(c_workspaces, c_bots, c_ids, c_threads, c_events, c_messages) with ordinality
            as g (workspace_id, bot_id, conversation_id, thread_id, events, messages, ordinal)
        join numbered n using (workspace_id, bot_id, conversation_id, thread_id);
    end if;

    insert into context.event_log
        (workspace_id, conversation, seq, transcript_seq, kind, type, event_id, run_id, attempt, sequence,
         at, data, usage, source, artifact_refs, item_type)
    select e.workspace_id, ids[e.ordinal], events_before[e.ordinal] + e.nth, messages_before[e.ordinal] + e.message_nth, e.kind, e.type, e.event_id,
        e.run_id, e.attempt, e.sequence, to_timestamp(e.at), e.data::jsonb, e.usage::jsonb, e.source, e.refs::jsonb, e.item
    from unnest(e_workspaces, e_ordinals, e_nth, e_message_nth, e_kinds, e_types, e_events, e_runs, e_attempts, e_sequences, e_ats,
            e_data, e_usage, e_sources, e_refs, e_items)
        as e (workspace_id, ordinal, nth, message_nth, kind, type, event_id, run_id, attempt, sequence, at, data, usage, source, refs, item);

    if 'message.recalled' = any (e_types) then
        insert into context.recalls (conversation, subject, seq, logged_at)
        select ids[e.ordinal], sha256(convert_to(s.subject ->> 'subject_id', 'UTF8')), events_before[e.ordinal] + e.nth, now()
        from unnest(e_ordinals, e_nth, e_kinds, e_types, e_data) as e (ordinal, nth, kind, type, data),
            lateral (select e.data::jsonb -> 'subject' as subject) s
        where e.ordinal is not null and e.kind = 'event' and e.type = 'message.recalled'
            and s.subject ->> 'subject_type' = 'message' and s.subject ->> 'subject_id' is not null
        on conflict do nothing;
    end if;

    if cardinality(a_actors) > 0 then
        insert into context.conversation_actors as a (conversation, actor_id, in_group)
        select ids[p.ordinal], p.actor_id, p.in_group from unnest(a_ordinals, a_actors, a_in_group) as p (ordinal, actor_id, in_group)
        where not exists (
            select from context.conversation_actors k
            where k.conversation = ids[p.ordinal] and k.actor_id = p.actor_id and k.last_seen_at > now() - interval '1 day'
                and (k.in_group or not p.in_group))
        order by 1, 2
        on conflict (conversation, actor_id) do update
            set last_seen_at = now(), in_group = a.in_group or excluded.in_group;
    end if;

    if cardinality(t_ids) > 0 then
        insert into context.transcript
            (conversation, seq, transcript_id, event_id, run_id, role, content, content_json, artifact_refs, at, metadata, terms,
             item_type)
        select ids[t.ordinal], messages_before[t.ordinal] + t.nth, t.id, t.event_id, t.run_id, t.role, t.content, t.json::jsonb,
            t.refs::jsonb, to_timestamp(t.at), t.metadata::jsonb, t.terms::tsvector, t.item
        from unnest(t_ordinals, t_nth, t_ids, t_events, t_runs, t_roles, t_contents, t_json, t_refs, t_ats, t_metadata, t_terms,
                t_items)
            as t (ordinal, nth, id, event_id, run_id, role, content, json, refs, at, metadata, terms, item);
    end if;

    -- Only the consumer of a run's partition writes its row, so it needs no lock of its own. A run that ended by itself is reported
    -- nowhere else: a later write finds the fence closed.
    if cardinality(r_ids) > 0 then
        insert into context.runs (workspace_id, run_id, attempt, sequence, ended, event_id, message_fingerprints, pending_artifacts)
        select r.workspace_id, r.run_id, r.attempt, r.sequence, r.ended, r.event_id, r.message_fingerprints, r.pending_artifacts::jsonb
        from unnest(r_workspaces, r_ids, r_attempts, r_sequences, r_ended, r_events, r_message_fingerprints, r_pending_artifacts)
            as r (workspace_id, run_id, attempt, sequence, ended, event_id, message_fingerprints, pending_artifacts)
        on conflict (workspace_id, run_id) do update
            set attempt = excluded.attempt, sequence = excluded.sequence, ended = excluded.ended,
                event_id = excluded.event_id, message_fingerprints = excluded.message_fingerprints, pending_artifacts = excluded.pending_artifacts, applied_at = now();
        if true = any (r_ended) then
            update context.fences f set ended = true, raised_at = now()
            from unnest(r_workspaces, r_ids, r_ended) as r (workspace_id, run_id, ended)
            where r.ended and f.workspace_id = r.workspace_id and f.run_id = r.run_id and not f.ended;
        end if;
    end if;
    return true;
end
$$;

-- The same batch as apply_batch_v1, as documents: omits entries whose log_key was logged before, and erased records. entries: in order, each
-- with its transcript entry and terms in "message". runs: the applied position of each run.
create function apply_documents_v1(
    topics text[], partitions integer[], expected bigint[], nexts bigint[], entries jsonb, runs jsonb) returns boolean
language plpgsql as $$
#variable_conflict use_column
declare
    many integer;
begin
    perform pg_advisory_xact_lock_shared(hashtext('context.erasures'));
    perform from context.applied_offsets o
    join unnest(topics, partitions, expected) as a (topic, partition, expected)
        on o.topic = a.topic and o.partition = a.partition and o.next_offset = a.expected
    for update of o;
    get diagnostics many = row_count;
    if many < cardinality(topics) then
        return false;
    end if;
    update context.applied_offsets o set next_offset = a.next
    from unnest(topics, partitions, nexts) as a (topic, partition, next)
    where o.topic = a.topic and o.partition = a.partition;
    if exists (
        select from jsonb_to_recordset(entries) as g (workspace_id text)
        join context.erasures e on e.workspace_id = g.workspace_id and (e.conversation_id is not null or e.actor_id is not null))
    then
        entries := context.without_erased_v1(entries);
        -- A run of an erased event keeps its position, without its texts and artifacts.
        runs := (
            select coalesce(jsonb_agg(case when exists (
                    select from context.erased_events x
                    where x.workspace_id = r ->> 'workspace_id' and x.event_id = r ->> 'event_id' and x.answers)
                then (r - 'pending_artifacts') || '{"message_fingerprints": ""}' else r end order by ordinal), '[]')
            from jsonb_array_elements(runs) with ordinality as g (r, ordinal));
    end if;
    -- Keys and conversations are locked in the order of their index, so that two batches never wait for each other.
    with input as (
        select *, row_number() over (partition by workspace_id, log_key order by ordinal) as occurrence
        from rows from (jsonb_to_recordset(entries) as (
            log_key text, workspace_id text, bot_id text, conversation_id text, thread_id text, kind text, type text,
            event_id text, run_id uuid, attempt integer, sequence bigint, at double precision, data jsonb, usage jsonb,
            source text, message jsonb, artifact_refs jsonb, item_type text)) with ordinality
            as e (log_key, workspace_id, bot_id, conversation_id, thread_id, kind, type,
                event_id, run_id, attempt, sequence, at, data, usage, source, message, artifact_refs, item_type, ordinal)
    ),
    new_keys as (
        insert into context.logged (workspace_id, log_key)
        select workspace_id, log_key from input where log_key is not null and occurrence = 1 order by workspace_id, log_key
        on conflict do nothing
        returning workspace_id, log_key
    ),
    new_entries as (
        select g.*,
            count(*) over so_far as nth, count(g.message) over so_far as message_nth,
            count(*) over whole as many, count(g.message) over whole as message_count
        from input g
        where g.log_key is null or (g.occurrence = 1 and exists (
            select from new_keys f where f.workspace_id = g.workspace_id and f.log_key = g.log_key))
        window whole as (partition by workspace_id, bot_id, conversation_id, thread_id),
            so_far as (partition by workspace_id, bot_id, conversation_id, thread_id order by ordinal
                       rows unbounded preceding)
    ),
    numbered as (
        insert into context.conversations as c
            (workspace_id, bot_id, conversation_id, thread_id, last_event_seq, last_transcript_seq)
        select workspace_id, bot_id, conversation_id, thread_id, count(*), count(message)
        from new_entries where conversation_id is not null
        group by workspace_id, bot_id, conversation_id, thread_id
        order by workspace_id, bot_id, conversation_id, thread_id
        on conflict (workspace_id, bot_id, conversation_id, thread_id) do update
            set last_event_seq = c.last_event_seq + excluded.last_event_seq,
                last_transcript_seq = c.last_transcript_seq + excluded.last_transcript_seq,
                vectors_due = case when c.vectors_due is null and excluded.last_transcript_seq > 0
                    then clock_timestamp() else c.vectors_due end
        returning id, workspace_id, bot_id, conversation_id, thread_id, last_event_seq, last_transcript_seq
    ),
    placed as (
        select k.*, n.id as conversation, n.last_event_seq - k.many + k.nth as seq,
            case when k.message is not null then n.last_transcript_seq - k.message_count + k.message_nth end as transcript_seq
        from new_entries k left join numbered n using (workspace_id, bot_id, conversation_id, thread_id)
    ),
    logged as (
        insert into context.event_log
            (workspace_id, conversation, seq, transcript_seq, kind, type, event_id, run_id, attempt, sequence,
             at, data, usage, source, artifact_refs, item_type)
        select workspace_id, conversation, seq, transcript_seq, kind, type, event_id, run_id, attempt, sequence,
             to_timestamp(at), data, usage, source, artifact_refs, item_type
        from placed order by ordinal
    ),
    recalled as (
        insert into context.recalls (conversation, subject, seq, logged_at)
        select p.conversation, sha256(convert_to(p.data #>> '{subject,subject_id}', 'UTF8')), p.seq, now()
        from placed p
        where p.conversation is not null and p.kind = 'event' and p.type = 'message.recalled'
            and p.data #>> '{subject,subject_type}' = 'message' and p.data #>> '{subject,subject_id}' is not null
        on conflict do nothing
    ),
    present as (
        insert into context.conversation_actors as a (conversation, actor_id, in_group)
        select p.conversation, p.data #>> '{actor,actor_id}', bool_or(coalesce(p.data ->> 'launcher_type' = 'group', false))
        from placed p
        where p.conversation is not null and p.kind = 'event' and p.data #>> '{actor,actor_id}' is not null
            and not exists (
                select from context.conversation_actors k
                where k.conversation = p.conversation and k.actor_id = p.data #>> '{actor,actor_id}'
                    and k.last_seen_at > now() - interval '1 day'
                    and (k.in_group or p.data ->> 'launcher_type' is distinct from 'group'))
        group by 1, 2 order by 1, 2
        on conflict (conversation, actor_id) do update
            set last_seen_at = now(), in_group = a.in_group or excluded.in_group
    )
    insert into context.transcript
        (conversation, seq, transcript_id, event_id, run_id, role, content, content_json, artifact_refs, at, metadata, terms, item_type)
    select conversation, transcript_seq, (message ->> 'transcript_id')::uuid, message ->> 'event_id',
        (message ->> 'run_id')::uuid, message ->> 'role', message ->> 'content', message -> 'content_json', message -> 'artifact_refs',
        to_timestamp(at), message -> 'metadata', (message ->> 'terms')::tsvector,
        coalesce(message ->> 'item_type', 'message')
    from placed where message is not null;
    if jsonb_array_length(runs) > 0 then
        with moved as (
            select * from jsonb_to_recordset(runs) as r (
                workspace_id text, run_id uuid, attempt integer, sequence bigint, ended boolean, event_id text, message_fingerprints text, pending_artifacts jsonb)
        ),
        stored as (
            insert into context.runs (workspace_id, run_id, attempt, sequence, ended, event_id, message_fingerprints, pending_artifacts)
            select workspace_id, run_id, attempt, sequence, ended, event_id, message_fingerprints, pending_artifacts from moved
            on conflict (workspace_id, run_id) do update
                set attempt = excluded.attempt, sequence = excluded.sequence, ended = excluded.ended,
                    event_id = excluded.event_id, message_fingerprints = excluded.message_fingerprints, pending_artifacts = excluded.pending_artifacts, applied_at = now()
        )
        update context.fences f set ended = true, raised_at = now()
        from moved m
        where m.ended and f.workspace_id = m.workspace_id and f.run_id = m.run_id and not f.ended;
    end if;
    return true;
end
$$;

-- Raises the fence and answers the context of a run at its start: the values of its state scopes, passed as parallel arrays and returned by
-- their ordinal from 1, and the position of its own event, or of the conversation where the event is not applied yet. raised is false for an
-- attempt below the fence or an ended run.
create function open_run_v1(
    p_workspace text, p_run uuid, p_attempt integer, p_event text,
    p_bot text, p_conversation text, p_thread text,
    scope_bots text[], scope_bindings text[], scope_runners text[], scope_names text[], scope_subjects text[],
    out raised boolean, out state jsonb, out event_seq bigint, out transcript_seq bigint, out before boolean)
language plpgsql as $$
declare
    conversation_number bigint;
    own                 record;
    later               text[] := '{}';
begin
    -- An erasure commits before this transaction, and its tombstone is read, or after it, and reads the fence.
    perform pg_advisory_xact_lock_shared(hashtext('context.erasures'));
    if exists (select from context.erasures e where e.workspace_id = p_workspace and e.done_at is null) then
        perform context.mark_erased_v1(p_workspace, array[p_event]);
    end if;
    -- The event and conversation of a run stay as they were first. A run of an erased event writes nothing.
    insert into context.fences as f
        (workspace_id, run_id, attempt, event_id, bot_id, conversation_id, thread_id, erased)
    values (p_workspace, p_run, p_attempt, p_event, p_bot, p_conversation, p_thread, exists (
        select from context.erased_events x where x.workspace_id = p_workspace and x.event_id = p_event))
    on conflict (workspace_id, run_id) do update
        set attempt = excluded.attempt, raised_at = now()
        where not f.ended and f.attempt <= excluded.attempt;
    raised := found;
    if not raised then
        return;
    end if;
    select coalesce(jsonb_agg(jsonb_build_object('ordinal', v.ordinal, 'name', v.name, 'value', v.value)), '[]')
    into state
    from (
        select k.ordinal, s.name, s.value
        from unnest(scope_bots, scope_bindings, scope_runners, scope_names, scope_subjects)
                 with ordinality as k (bot, binding, runner, scope, subject, ordinal)
        join context.state s
            on s.workspace_id = p_workspace and s.bot_id = k.bot and s.binding_id = k.binding
            and s.runner_id = k.runner and s.scope = k.scope and s.subject = k.subject
    ) v;
    -- Erased and expired entries do not count.
    select c.id, case when c.last_event_seq > c.erased_event_seq then c.last_event_seq else 0 end,
        (select coalesce(max(t.seq), 0) from context.transcript t where t.conversation = c.id)
    into conversation_number, event_seq, transcript_seq
    from context.conversations c
    where c.workspace_id = p_workspace and c.bot_id = p_bot
        and c.conversation_id = p_conversation and c.thread_id = p_thread;
    if conversation_number is null then
        before := false;
        return;
    end if;
    select l.seq, l.transcript_seq into own
    from context.event_log l
    where l.kind = 'event' and l.event_id = p_event and l.conversation = conversation_number;
    if found then
        event_seq := own.seq;
        transcript_seq := coalesce(own.transcript_seq, transcript_seq);
        later := array(
            select l.event_id from context.event_log l
            where l.conversation = conversation_number and l.seq >= own.seq and l.kind = 'event');
    end if;
    -- By the lowest number, as an existence check would scan the whole table for a large conversation. Behind the run's own message there
    -- may be answers to earlier ones.
    before := coalesce((select min(t.seq) from context.transcript t where t.conversation = conversation_number) < own.transcript_seq, false)
        or (select t.seq from context.transcript t
            where t.conversation = conversation_number and t.seq > coalesce(own.transcript_seq, 0) and t.event_id <> all (later)
            order by t.seq limit 1) is not null;
end
$$;
