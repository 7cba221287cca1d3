-- True if the erasure concerns that conversation or that actor.
create function concerns_v1(
    e context.erasures, p_bot text, p_conversation text, p_thread text, p_actor text) returns boolean
language sql immutable as $$
    select coalesce(case e.kind
        when 'conversation' then e.bot_id = p_bot and e.conversation_id = p_conversation
            and (e.thread_id is null or e.thread_id = p_thread)
        else e.actor_id = p_actor and (e.bot_id is null or e.bot_id = p_bot) end, false)
$$;

-- True if a conversation is a group or has another known actor, in any thread.
create function is_shared_v1(
    p_workspace text, p_bot text, p_conversation text, p_actor text) returns boolean
language sql stable as $$
    select exists (
        select from context.conversations c join context.conversation_actors k on k.conversation = c.id
        where c.workspace_id = p_workspace and c.bot_id = p_bot and c.conversation_id = p_conversation
            and (k.in_group or k.actor_id <> p_actor))
    or exists (
        select from context.conversations c join context.event_log l on l.conversation = c.id
        where c.workspace_id = p_workspace and c.bot_id = p_bot and c.conversation_id = p_conversation
            and l.kind = 'event'
            and (l.data ->> 'launcher_type' = 'group' or l.data #>> '{actor,actor_id}' <> p_actor))
$$;

-- Marks events among these that an unfinished erasure concerns as erased, whatever its stage.
create function mark_erased_v1(p_workspace text, p_events text[]) returns void
language sql as $$
    with concerned as materialized (
        select l.event_id, e.kind, e.actor_id, c.id, c.bot_id, c.conversation_id
        from context.event_log l
        join context.erasures e on e.workspace_id = l.workspace_id and e.done_at is null and l.logged_at <= e.requested_at
        left join context.conversations c on c.id = l.conversation
        where l.workspace_id = p_workspace and l.event_id = any (p_events) and l.kind = 'event'
            and context.concerns_v1(
                e, coalesce(c.bot_id, l.data ->> 'bot_id'), c.conversation_id, c.thread_id, l.data #>> '{actor,actor_id}')
    ),
    -- Each conversation once, however many events: for one that is not shared, the whole log is read.
    once as materialized (
        select distinct k.bot_id, k.conversation_id, k.actor_id from concerned k where k.kind = 'actor' and k.id is not null
    ),
    alone as materialized (
        select o.* from once o where not context.is_shared_v1(p_workspace, o.bot_id, o.conversation_id, o.actor_id)
    )
    insert into context.erased_events as x (workspace_id, event_id, answers)
    select p_workspace, k.event_id, bool_or(k.kind = 'conversation' or k.id is null or a.actor_id is not null)
    from concerned k left join alone a using (bot_id, conversation_id, actor_id)
    group by k.event_id
    order by k.event_id
    on conflict (workspace_id, event_id) do update set answers = x.answers or excluded.answers
$$;

-- An audit entry without the actor and the conversation; null if it does not name the actor or the conversation of the erasure.
create function without_actor_v1(e context.erasures, p_entry jsonb) returns jsonb
language sql immutable as $$
    select jsonb_set(p_entry, '{detail}', to_jsonb(regexp_replace(
        p_entry ->> 'detail', ' sender=.* session=\S+ found=', ' sender=erased session=erased found=')))
    where case
        when e.kind = 'actor' then strpos(p_entry ->> 'detail', ' sender=' || e.actor_id || ' session=') > 0
            and (e.bot_id is null or starts_with(p_entry ->> 'detail', 'bot=' || e.bot_id || ' '))
        when e.thread_id is null
            then starts_with(substring(p_entry ->> 'detail' from ' session=(\S+) found=\d+$'), e.session)
        else substring(p_entry ->> 'detail' from ' session=(\S+) found=\d+$') = e.session end
$$;

-- A batch without erased records, for a batch that may hold some. Records erased events, so that their results are
-- left out as well, and deletes the artifacts of runs whose results are left out.
create function without_erased_v1(entries jsonb) returns jsonb
language plpgsql as $$
declare
    content record;
    retained jsonb;
    late jsonb;
begin
    with concerned as materialized (
        select g.workspace_id, g.event_id, e.kind, e.actor_id, g.bot_id, g.conversation_id
        from jsonb_to_recordset(entries) as g (
            workspace_id text, kind text, event_id text, bot_id text, conversation_id text, thread_id text,
            at double precision, data jsonb)
        join context.erasures e on e.workspace_id = g.workspace_id and e.requested_at >= to_timestamp(g.at)
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
    perform context.mark_erased_v1(g.workspace_id, array_agg(distinct g.event_id))
    from jsonb_to_recordset(entries) as g (workspace_id text, kind text, event_id text)
    where g.kind = 'result' and g.event_id is not null and exists (
        select from context.erasures e where e.workspace_id = g.workspace_id and e.done_at is null)
    group by g.workspace_id;
    update context.fences f set erased = true
    from jsonb_to_recordset(entries) as g (workspace_id text, kind text, event_id text)
    join context.erased_events x on x.workspace_id = g.workspace_id and x.event_id = g.event_id
    where g.kind = 'event' and f.workspace_id = g.workspace_id and f.event_id = g.event_id
        and not f.ended and not f.erased;

    with input as (
        select value as entry, ordinality as ordinal, value ->> 'kind' as kind, value ->> 'workspace_id' as workspace_id,
            (value ->> 'run_id')::uuid as run_id, value ->> 'bot_id' as bot_id,
            coalesce(value ->> 'event_id', (
                select r.event_id from context.runs r
                where r.workspace_id = value ->> 'workspace_id' and r.run_id = (value ->> 'run_id')::uuid)) as event_id,
            value ->> 'conversation_id' as conversation_id, value ->> 'thread_id' as thread_id,
            to_timestamp((value ->> 'at')::double precision) as at
        from jsonb_array_elements(entries) with ordinality
    ),
    classified as (
        select g.*, case g.kind
            when 'audit' then false
            when 'event' then exists (
                select from context.erased_events x
                where x.workspace_id = g.workspace_id and x.event_id = g.event_id)
            else case when g.event_id is not null then exists (
                    select from context.erased_events x
                    where x.workspace_id = g.workspace_id and x.answers and x.event_id = g.event_id)
                -- Its event is unknown: a record from before the request is erased with its conversation.
                else exists (
                    select from context.erasures e
                    where e.workspace_id = g.workspace_id and e.kind = 'conversation' and e.requested_at >= g.at
                        and (e.conversation_id is not null or e.actor_id is not null)
                        and context.concerns_v1(e, g.bot_id, g.conversation_id, g.thread_id, null)) end
            end as erased
        from input g
    ),
    split as (
        select coalesce(jsonb_agg(
                case j.kind when 'audit' then coalesce((
                    select jsonb_set(j.entry, '{data}', context.without_actor_v1(e, j.entry -> 'data'))
                    from context.erasures e
                    where e.workspace_id = j.workspace_id and e.requested_at >= j.at
                        and (e.conversation_id is not null or e.actor_id is not null)
                        and context.without_actor_v1(e, j.entry -> 'data') is not null
                    limit 1), j.entry) else j.entry end
                order by j.ordinal) filter (where not j.erased), '[]') as retained,
            coalesce(jsonb_agg(jsonb_build_object('workspace_id', j.workspace_id, 'run_id', j.run_id))
                filter (where j.erased and j.kind = 'result'), '[]') as late
        from classified j
    )
    select s.retained, s.late into retained, late from split s;
    for content in
        with deleted as (
            delete from context.artifacts a
            using (select distinct g.workspace_id, g.run_id
                from jsonb_to_recordset(late) as g (workspace_id text, run_id uuid)) g
            where a.workspace_id = g.workspace_id and a.run_id = g.run_id
            returning a.workspace_id, a.sha256)
        select distinct d.workspace_id, d.sha256 from deleted d order by d.workspace_id, d.sha256
    loop
        perform context.free_content_v1(content.workspace_id, content.sha256);
    end loop;
    return retained;
end
$$;
