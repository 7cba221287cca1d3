-- A batch in one round trip and one transaction. False, with nothing done, where an offset is not where it was expected: somebody
-- else applied these records. The offsets are locked first: of two consumers of a partition the second one waits, and then sees that.
--
-- entries: what is logged, in order. One with a log_key is left out where that key was logged before; one that was said has its
-- message in "said", with its terms. runs: how far each run has been applied.
create function apply_batch_v0(
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
    if jsonb_array_length(entries) > 0 and context.meets_erasures_v0(entries) then
        entries := context.without_erased_v0(entries);
        runs := context.without_erased_runs_v0(runs);
    end if;
    if jsonb_array_length(entries) > 0 then
        perform context.append_v0(entries);
    end if;
    if jsonb_array_length(runs) > 0 then
        perform context.move_runs_v0(runs);
    end if;
    return true;
end
$$;

-- Keys and conversations are taken in the order of their index, so that two batches that touch the same never wait for each other.
create function append_v0(entries jsonb) returns void
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
create function move_runs_v0(runs jsonb) returns void
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
